"use strict";
// Any two releases against each other, from the points that are recorded; the reader's threshold decides what counts.
const asked = state();
let kind = kinds[Number(asked.get("kind"))] || kinds[0];
const FIELDS = ["from", "to", "area", "metric", "state", "find", "threshold"];

function setUp() {
  if (!asked.get("kind")) kind = kinds.find(one => commitsOf(one).some(at => H.commits[at].label === asked.get("to"))) || kinds[0];
  choices("kind", kinds.map((one, number) => [String(number), kindName(one)]), String(kinds.indexOf(kind)));
  $("kind").closest("label").hidden = kinds.length < 2;
  $("kind").addEventListener("change", () => { kind = kinds[Number($("kind").value)]; fill(); draw(); });
  fill();
  $("threshold").value = asked.get("threshold") || "15";
  $("find").value = asked.get("find") || "";
  for (const id of FIELDS) $(id).addEventListener("input", draw);
  $("earlier").addEventListener("click", () => move(-1));
  $("later").addEventListener("click", () => move(1));
  $("copy").addEventListener("click", async () => {
    $("text").select();
    try { await navigator.clipboard.writeText($("text").value); } catch (_) { document.execCommand("copy"); }
    $("copy").textContent = "copied";
  });
  draw();
}
function fill() {
  const labels = commitsOf(kind).map(at => H.commits[at].label);
  const pairs = labels.map(label => [label, label]);
  choices("from", pairs, asked.get("from") || labels[Math.max(0, labels.length - 2)]);
  choices("to", pairs, asked.get("to") || labels[labels.length - 1]);
  const all = ofKind(kind);
  choices("area", [["", "all areas"], ...unique(all.map(series => area(series.benchmark))).sort().map(one => [one, one])], asked.get("area") || "");
  choices("metric", [["", "all metrics"], ...metrics(all).map(one => [one, one])], asked.get("metric") || "");
  choices("state", [["", "all that shows"], ["slower", "slower or larger"], ["faster", "faster or smaller"], ["failing", "broken or wrong"], ["every", "everything, the same too"]], asked.get("state") || "");
}
const at = id => commitsOf(kind).find(one => H.commits[one].label === $(id).value);
// One release to the next: both ends move, and what lies between them becomes one step.
function move(by) {
  const all = commitsOf(kind), to = all.indexOf(at("to")) + by;
  if (to < 1 || to >= all.length) return;
  $("to").value = H.commits[all[to]].label;
  $("from").value = H.commits[all[to - 1]].label;
  draw();
}
function rows() {
  const from = at("from"), to = at("to"), newest = commitsOf(kind).at(-1);
  const least = Math.log1p(Math.max(0, Number($("threshold").value) || 0) / 100);
  const found = [];
  for (const series of ofKind(kind)) {
    if ($("area").value && area(series.benchmark) !== $("area").value) continue;
    if ($("metric").value && series.metric !== $("metric").value) continue;
    if (!named(series).toLowerCase().includes($("find").value.toLowerCase())) continue;
    const old = points(series).get(from), now = points(series).get(to);
    if (!old && !now) continue;
    const seen = compare(series, old, now);
    const direct = changeOf(series, to);
    if (direct && direct.from === H.commits[from].label && direct.state !== "suspected") seen.state = direct.state;
    const failing = seen.kind === "broken" || seen.kind === "wrong";
    const shows = failing || ((seen.kind === "slower" || seen.kind === "faster") && (seen.ratio === null || Math.abs(Math.log(seen.ratio)) >= least) && seen.state !== "same");
    const wanted = { "": shows, slower: shows && seen.kind === "slower", faster: shows && seen.kind === "faster", failing, every: true }[$("state").value];
    if (wanted) found.push({ series, old, now, seen, failing, effect: failing ? Infinity : seen.ratio === null ? (seen.kind === "slower" ? 1e300 : 0) : seen.ratio, shows, today: to === newest ? null : points(series).get(newest) });
  }
  return found.sort((a, b) => b.effect - a.effect || named(a.series).localeCompare(named(b.series)));
}
function draw() {
  remember({ ...Object.fromEntries(FIELDS.map(id => [id, $(id).value])), kind: kinds.length > 1 ? $("kind").value : "" });
  const found = rows();
  const all = commitsOf(kind), last = H.commits[all.at(-1)].label, until = $("to").value === last;
  $("earlier").disabled = all.indexOf(at("to")) < 2;
  $("later").disabled = until;
  $("today").textContent = until ? "" : `at ${last}`;
  const body = found.map(row => element("tr", {},
    element("td", {}, element("a", { href: benchmarkPage(row.series.benchmark, { metric: row.series.metric, at: $("to").value }) }, row.series.benchmark)),
    element("td", {}, row.series.params.join(", ")),
    element("td", {}, row.series.metric),
    element("td", { class: "number" }, row.old ? (row.old.outcome === "ok" ? value(row.old.value, row.series.unit) : row.old.outcome) : "not measured"),
    element("td", { class: "number" }, row.now ? (row.now.outcome === "ok" ? value(row.now.value, row.series.unit) : row.now.outcome) : "not measured"),
    element("td", { class: `number ${row.seen.kind}`, style: row.seen.strength ? `--s:${row.seen.strength}` : null }, row.failing ? row.seen.words : ratio(row.seen.ratio)),
    element("td", { class: "reason" }, row.shows || row.failing ? row.seen.state : "no step that shows"),
    element("td", { class: "number" }, row.today ? (row.today.outcome === "ok" ? ratio(ratioOf(row.old, row.today)) : row.today.outcome) : "")));
  $("rows").replaceChildren(...body);
  const slower = found.filter(row => row.shows && row.seen.kind === "slower").length, faster = found.filter(row => row.shows && row.seen.kind === "faster").length, failing = found.filter(row => row.failing).length;
  $("counted").textContent = `${found.length} shown: ${slower} slower or larger, ${faster} faster or smaller, ${failing} broken or wrong${kinds.length > 1 ? `; ${kindName(kind)}` : ""}`;
  $("summary").replaceChildren(...metrics(found.map(row => row.series)).map(metric => summary(metric, found.filter(row => row.series.metric === metric))));
  $("text").value = markdown(found);
  $("copy").textContent = "copy";
}
// One line of the summary: how many in each direction, their geometric mean, and the largest.
function summary(metric, found) {
  const told = kind => {
    const all = found.filter(row => row.shows && row.seen.kind === kind), steps = all.map(row => row.seen.ratio).filter(step => step > 0);
    if (!all.length) return ["", "", ""];
    const mean = steps.length ? ratio(Math.exp(steps.map(Math.log).reduce((a, b) => a + b) / steps.length)) : "–";
    const largest = all.some(row => row.seen.ratio === null) ? "from 0" : steps.length ? ratio(kind === "slower" ? Math.max(...steps) : Math.min(...steps)) : "to 0";
    return [all.length, mean, largest];
  };
  const failing = found.filter(row => row.failing).length;
  return element("tr", {}, element("th", { scope: "row" }, metric), ...[...told("slower"), ...told("faster"), failing || ""].map(cell => element("td", { class: "number" }, String(cell))));
}
// Text in Markdown, whatever it holds; an invisible space keeps an @ from calling somebody.
const literal = words => String(words).replace(/[\\|*_`<>[\]#&~]/g, "\\$&").replace(/@/g, "@\u200b").replace(/\s+/g, " ");
function markdown(found) {
  const title = `JAX ${$("from").value} → ${$("to").value}, ${kindName(kind)}, machine ${H.machine}: ${$("counted").textContent}`;
  const table = found.slice(0, 50).map(row => `| ${[row.series.benchmark, row.series.params.join(", "), row.series.metric, row.old ? value(row.old.value, row.series.unit) : "–", row.now ? value(row.now.value, row.series.unit) : "–", row.failing ? row.seen.state : ratio(row.seen.ratio), row.seen.state].map(literal).join(" | ")} |`);
  return [literal(title), "", "| benchmark | params | metric | before | after | ratio | state |", "|---|---|---|---:|---:|---:|---|", ...table, ...(found.length > 50 ? ["", `and ${found.length - 50} more`] : []), "", "One visit a release on a shared machine: `suspected` is a reason to measure again, as by `jaxvelocity upgrade`."].join("\n");
}
if (H.series.length && $("rows")) setUp();
