"use strict";
// One benchmark: every metric over the releases, sizes as lines, steps drawn; Plotly draws.
const asked = state();
const id = asked.get("id") || (H.series[0] && H.series[0].benchmark);
const about = Object.hasOwn(H.benchmarks, id || "") ? H.benchmarks[id] : null;
// Colours that the colour-blind tell apart (Okabe and Ito), and a dash of its own each.
const COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"], DASHES = ["solid", "dash", "dot", "dashdot"];

function setUp() {
  choices("which", Object.keys(H.benchmarks).map(one => [one, one]), id);
  $("which").addEventListener("change", () => { location.href = benchmarkPage($("which").value); });
  if (!about) {
    $("title").textContent = `there is no benchmark ${id}`;
    return;
  }
  document.title = `${id}: jaxvelocity`;
  $("title").textContent = id;
  $("about").textContent = about.about;
  choices("kind", kinds.filter(kind => ofKind(kind).some(series => series.benchmark === id)).map(kind => [String(kinds.indexOf(kind)), kindName(kind)]), asked.get("kind") || "0");
  $("kind").closest("label").hidden = $("kind").options.length < 2;
  choices("x", [["evenly", "releases evenly"], ["date", "by date"]], asked.get("x") || "evenly");
  choices("y", [["log", "logarithmic"], ["linear", "linear, from 0"]], asked.get("y") || "log");
  for (const one of ["x", "y", "kind"]) $(one).addEventListener("change", draw);
  $("code").textContent = about.code || "its code is not on record";
  $("asv").href = `asv/index.html#${about.asv}`;
  $("reports").replaceChildren(...about.reports.flatMap((report, number) => [number ? ", " : "", element("a", { href: report.address }, report.name)]));
  if (!about.reports.length) $("reports").textContent = "none that is known";
  draw();
}
function draw() {
  const kind = kinds[Number($("kind").value)] || kinds[0];
  remember({ id, metric: asked.get("metric"), at: asked.get("at"), x: $("x").value === "evenly" ? "" : $("x").value, y: $("y").value === "log" ? "" : $("y").value, kind: $("kind").value === "0" ? "" : $("kind").value });
  const mine = ofKind(kind).filter(series => series.benchmark === id);
  const measured = commitsOf(kind).filter(at => mine.some(series => points(series).has(at)));
  // Gaps stay gaps: every release between the first and the last that was measured has its place.
  const along = commitsOf(kind).filter(at => at >= measured[0] && at <= measured.at(-1));
  const broken = H.broken.filter(one => along.includes(one.commit));
  const names = metrics(mine).sort((a, b) => (b === asked.get("metric")) - (a === asked.get("metric")));
  $("shows").replaceChildren(...mine.map(series => element("li", {}, `${series.params.join(", ") || "–"} ${series.metric}: a step is suspected from ${ratio(series.limit)} on${series.shows ? `, duets can show ${(100 * series.shows).toFixed(1)} %` : ""}`)));
  const x = at => $("x").value === "date" ? H.commits[at].date : H.commits[at].label;
  const style = getComputedStyle(document.body), ink = style.getPropertyValue("--ink").trim(), line = style.getPropertyValue("--line").trim();
  const traces = [], layout = {
    grid: { rows: names.length, columns: 1, pattern: "coupled" }, height: Math.max(320, 230 * names.length + 80), margin: { l: 80, r: 20, t: 10, b: 70 },
    paper_bgcolor: "transparent", plot_bgcolor: "transparent", font: { color: ink, family: "system-ui, sans-serif" }, hovermode: "closest", showlegend: true, legend: { orientation: "h", y: 1.02, yanchor: "bottom" },
    shapes: [], annotations: [], xaxis: { type: $("x").value === "date" ? "date" : "category", categoryorder: "array", categoryarray: along.map(x), gridcolor: line, title: { text: kindName(kind).split(",")[0] }, tickangle: -60 },
  };
  const sizes = unique(mine.map(series => series.params.join(", ")));
  names.forEach((metric, row) => {
    const axis = row ? `y${row + 1}` : "y", of = mine.filter(series => series.metric === metric);
    const unit = of[0].unit;
    layout[row ? `yaxis${row + 1}` : "yaxis"] = { title: { text: `${plain(metric)}<br>${plain(unit)}` }, type: $("y").value, rangemode: $("y").value === "linear" ? "tozero" : "normal", gridcolor: line, exponentformat: "SI" };
    for (const series of of) {
      const size = series.params.join(", "), number = sizes.indexOf(size), all = along.map(at => points(series).get(at));
      const ok = all.map(one => one && one.outcome === "ok" ? one.value : null);
      traces.push({
        name: plain(size || id), legendgroup: size, showlegend: row === 0 || !mine.some(one => one.metric === names[0] && one.params.join(", ") === size), mode: "lines+markers", x: along.map(x), y: ok, yaxis: axis, connectgaps: false,
        line: { color: COLOURS[number % COLOURS.length], dash: DASHES[number % DASHES.length], width: 1.5 }, marker: { size: 6, symbol: number % 8 }, hovertemplate: "%{text}<extra></extra>",
        text: along.map((at, place) => all[place] ? plain(`${H.commits[at].label} ${size} ${metric}: ${pointSaid(series, at, all[place])}`) : ""),
        error_y: { type: "data", symmetric: false, array: all.map(one => one && one.high !== null && one.high !== undefined ? one.high - one.value : 0), arrayminus: all.map(one => one && one.low !== null && one.low !== undefined ? one.value - one.low : 0), thickness: 1, width: 3 },
      });
      const failed = along.filter((at, place) => all[place] && !["ok", "skipped"].includes(all[place].outcome));
      const height = ok.find(one => one !== null && one > 0);
      if (failed.length) traces.push({ name: "fails", showlegend: false, mode: "markers+text", x: failed.map(x), y: failed.map(() => height || 1), yaxis: axis, marker: { symbol: "x", size: 11, color: ink }, text: failed.map(at => points(series).get(at).outcome), textposition: "top center", hovertext: failed.map(at => plain(pointSaid(series, at, points(series).get(at)))), hoverinfo: "text" });
      for (const at of along) {
        const change = changeOf(series, at);
        // On an axis of names a place is a number: a commit's name may look like one.
        const place = $("x").value === "date" ? x(at) : along.indexOf(at);
        if (change && change.state !== "same") layout.shapes.push({ type: "line", x0: place, x1: place, yref: `${axis} domain`, y0: 0, y1: 1, line: { color: COLOURS[number % COLOURS.length], width: 1, dash: change.state === "confirmed" ? "solid" : "dot" } });
      }
    }
  });
  for (const one of broken) layout.annotations.push({ x: $("x").value === "date" ? x(one.commit) : along.indexOf(one.commit), y: 1, yref: "paper", yanchor: "top", text: MARKS.install, showarrow: false, hovertext: plain(`${H.commits[one.commit].label} does not install: ${one.reason}`) });
  changes(kind);
  Plotly.react($("chart"), traces, layout, { responsive: true, displaylogo: false });
}
function changes(kind) {
  const mine = H.changes.filter(change => change.benchmark === id && `${change.axis}\u0001${change.device}` === kind);
  $("changes").replaceChildren(...mine.map(change => element("tr", {},
    element("td", {}, change.params.join(", ")), element("td", {}, change.metric), element("td", {}, `${change.from || "the start"} → ${change.to}`),
    element("td", { class: "number" }, value(change.before, change.unit)), element("td", { class: "number" }, value(change.after, change.unit)), element("td", { class: "number" }, ratio(change.ratio)),
    element("td", { class: "reason" }, change.state + (change.reason ? `: ${change.reason}` : "")), element("td", {}, change.mended_in || ""))));
  $("none").hidden = mine.length > 0;
}
if ($("chart") && H.series.length) setUp();
