"use strict";
// The heat map: benchmark × release, each cell a step from the release before, or from a chosen one.
const asked = state();
const kind = () => kinds[Number($("kind").value)] || kinds[0];

function setUp() {
  choices("kind", kinds.map((one, number) => [String(number), kindName(one)]), asked.get("kind") || "0");
  $("kind").closest("label").hidden = kinds.length < 2;
  fill();
  choices("columns", [["", `the newest ${MOST_COLUMNS}`], ["all", "all"]], asked.get("columns") || "");
  for (const id of ["metric", "against", "only", "columns"]) $(id).addEventListener("change", draw);
  $("kind").addEventListener("change", () => { fill(); draw(); });
  $("find").value = asked.get("find") || "";
  $("find").addEventListener("input", draw);
  $("heat").addEventListener("keydown", move);
  for (const event of ["mouseover", "focusin"]) $("heat").addEventListener(event, tell);
  $("heat").addEventListener("click", open);
  draw();
  $("heat").parentElement.scrollLeft = 1e6; // the newest releases stand on the right
}
function fill() {
  choices("metric", metrics(ofKind(kind())).map(metric => [metric, metric]), asked.get("metric") || "steady");
  const along = commitsOf(kind());
  choices("against", [["", "the one before"], ...along.map(at => [H.commits[at].label, H.commits[at].label])], asked.get("against") || "");
  choices("only", [["", "all benchmarks"], ["changed", "those with a step or a failure"]], asked.get("only") || "");
}
// A table of hundreds of columns takes seconds to draw; the newest are what most come for.
const MOST_COLUMNS = 120;
function shownColumns() {
  const along = commitsOf(kind());
  $("columns").closest("label").hidden = along.length <= MOST_COLUMNS;
  return along.length > MOST_COLUMNS && $("columns").value !== "all" ? along.slice(-MOST_COLUMNS) : along;
}
function draw() {
  const metric = $("metric").value, against = $("against").value, only = $("only").value, find = $("find").value.trim().toLowerCase();
  remember({ metric: metric === "steady" ? "" : metric, against, only, find, columns: $("columns").value, kind: $("kind").value === "0" ? "" : $("kind").value });
  const along = shownColumns();
  const base = commitsOf(kind()).find(at => H.commits[at].label === against);
  const broken = new Map(H.broken.map(one => [one.commit, one.reason]));
  const body = [];
  let areaSeen = "", shown = 0;
  for (const series of ofKind(kind()).filter(one => one.metric === metric)) {
    if (find && !named(series).toLowerCase().includes(find)) continue;
    const cells = along.map(at => cell(series, at, base, broken));
    if (only && !cells.some(one => one.className.includes("changed"))) continue;
    if (area(series.benchmark) !== areaSeen) {
      areaSeen = area(series.benchmark);
      body.push(element("tr", { class: "area" }, element("th", { scope: "rowgroup" }, areaSeen), element("td", { colspan: along.length, class: "filler" })));
    }
    shown += 1;
    const words = series.benchmark.split(".").slice(1).join(".") + (series.params.length ? ` (${series.params.join(", ")})` : "");
    body.push(element("tr", {}, element("th", { scope: "row", title: H.benchmarks[series.benchmark].about }, element("a", { href: benchmarkPage(series.benchmark), tabindex: -1 }, words)), ...cells));
  }
  const head = element("tr", {}, element("th", { scope: "col" }, "benchmark"), ...along.map(at => element("th", { scope: "col", title: H.commits[at].date }, H.commits[at].label)));
  $("heat").replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
  const first = $("heat").querySelector("td[data-id]");
  if (first) first.tabIndex = 0;
  $("shown").textContent = shown ? `${shown} rows of ${metric}, ${along.length} ${along.length === 1 ? "column" : "columns"}` : "no row is left: change the filter";
}
function cell(series, at, base, broken) {
  const now = points(series).get(at);
  const old = base === undefined ? before(series, at) : points(series).get(base);
  let found = now === undefined && broken.has(at) ? { kind: "broken", words: MARKS.install, state: `does not install: ${broken.get(at)}` } : compare(series, old, now);
  const change = base === undefined ? changeOf(series, at) : undefined;
  const stray = base === undefined && !change && (found.kind === "slower" || found.kind === "faster");
  if (stray) found = { ...found, kind: "same", words: "·", state: "no step that lasts" }; // of many commits the levels are judged
  const seen = change ? change.state : found.state;
  // Duets overrule the single visits.
  if (change && (change.state === "same" || change.state === "inconclusive")) found = { ...found, kind: "same", words: change.state === "same" ? "=" : "?" };
  const changed = ["slower", "faster", "broken", "wrong"].includes(found.kind);
  const said = `${named(series)} at ${H.commits[at].label}: ${pointSaid(series, at, now)}${found.ratio !== null && found.ratio !== undefined ? `, ${ratio(found.ratio)}` : ""}; ${seen}${change && change.mended_in ? `, mended in ${change.mended_in}` : ""}`;
  return element("td", {
    class: [found.kind, changed ? "changed" : "", seen].join(" ").trim().split(":")[0],
    style: found.strength ? `--s:${found.strength}` : null,
    title: said, tabindex: -1, "data-id": series.benchmark, "data-params": series.params.join(", "), "data-commit": H.commits[at].label,
    "data-state": change ? change.state : changed ? found.kind : "", "data-ratio": found.ratio === null || found.ratio === undefined ? "" : String(found.ratio),
  }, found.words);
}
function tell(event) {
  const on = event.target.closest("td[data-id]");
  if (on) $("said").textContent = on.title;
}
function open(event) {
  const on = event.target.closest("td[data-id]");
  if (on) location.href = benchmarkPage(on.dataset.id, { metric: $("metric").value, at: on.dataset.commit });
}
function move(event) {
  const on = event.target.closest("td[data-id]");
  if (!on) return;
  if (event.key === "Enter") { open(event); return; }
  const rows = [...$("heat").querySelectorAll("tbody tr:not(.area)")];
  const row = rows.indexOf(on.parentElement), column = on.cellIndex;
  const [down, right] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key] || [0, 0];
  const next = rows[row + down] && rows[row + down].cells[column + right];
  if ((down || right) && next && next.dataset.id) {
    event.preventDefault();
    on.tabIndex = -1; next.tabIndex = 0; next.focus();
  }
}
if ($("heat") && H.series.length) setUp();
