"use strict";
// Any two releases against each other, from the points that are recorded; the reader's threshold decides what counts.
const asked = state();
let kind = kinds[0];

function setUp() {
  kind = kinds.find(one => commitsOf(one).some(at => H.commits[at].label === asked.get("to"))) || kinds[0];
  const labels = commitsOf(kind).map(at => H.commits[at].label);
  const pairs = labels.map(label => [label, label]);
  choices("from", pairs, asked.get("from") || labels[Math.max(0, labels.length - 2)]);
  choices("to", pairs, asked.get("to") || labels[labels.length - 1]);
  const all = ofKind(kind);
  choices("area", [["", "all areas"], ...unique(all.map(series => area(series.benchmark))).sort().map(one => [one, one])], asked.get("area") || "");
  choices("metric", [["", "all metrics"], ...metrics(all).map(one => [one, one])], asked.get("metric") || "");
  choices("state", [["", "all that shows"], ["slower", "slower or larger"], ["faster", "faster or smaller"], ["failing", "broken or wrong"], ["every", "everything, the same too"]], asked.get("state") || "");
  $("threshold").value = asked.get("threshold") || "15";
  for (const id of ["from", "to", "area", "metric", "state", "threshold"]) $(id).addEventListener("input", draw);
  $("copy").addEventListener("click", async () => {
    $("text").select();
    try { await navigator.clipboard.writeText($("text").value); } catch (_) { document.execCommand("copy"); }
    $("copy").textContent = "copied";
  });
  draw();
}
function rows() {
  const at = id => commitsOf(kind).find(one => H.commits[one].label === $(id).value);
  const from = at("from"), to = at("to");
  const least = Math.log1p(Math.max(0, Number($("threshold").value) || 0) / 100);
  const found = [];
  for (const series of ofKind(kind)) {
    if ($("area").value && area(series.benchmark) !== $("area").value) continue;
    if ($("metric").value && series.metric !== $("metric").value) continue;
    const old = points(series).get(from), now = points(series).get(to);
    if (!old && !now) continue;
    const seen = compare(series, old, now);
    const direct = changeOf(series, to);
    if (direct && direct.from === H.commits[from].label && direct.state !== "suspected") seen.state = direct.state;
    const failing = seen.kind === "broken" || seen.kind === "wrong";
    const shows = failing || ((seen.kind === "slower" || seen.kind === "faster") && (seen.ratio === null || Math.abs(Math.log(seen.ratio)) >= least) && seen.state !== "same");
    const wanted = { "": shows, slower: shows && seen.kind === "slower", faster: shows && seen.kind === "faster", failing, every: true }[$("state").value];
    if (wanted) found.push({ series, old, now, seen, failing, effect: failing ? Infinity : seen.ratio === null ? (seen.kind === "slower" ? 1e300 : 0) : seen.ratio, shows });
  }
  return found.sort((a, b) => b.effect - a.effect || named(a.series).localeCompare(named(b.series)));
}
function draw() {
  remember(Object.fromEntries(["from", "to", "area", "metric", "state", "threshold"].map(id => [id, $(id).value])));
  const found = rows();
  const body = found.map(row => element("tr", {},
    element("td", {}, element("a", { href: benchmarkPage(row.series.benchmark, { metric: row.series.metric, at: $("to").value }) }, row.series.benchmark)),
    element("td", {}, row.series.params.join(", ")),
    element("td", {}, row.series.metric),
    element("td", { class: "number" }, row.old ? (row.old.outcome === "ok" ? value(row.old.value, row.series.unit) : row.old.outcome) : "not measured"),
    element("td", { class: "number" }, row.now ? (row.now.outcome === "ok" ? value(row.now.value, row.series.unit) : row.now.outcome) : "not measured"),
    element("td", { class: `number ${row.seen.kind}`, style: row.seen.strength ? `--s:${row.seen.strength}` : null }, row.failing ? row.seen.words : ratio(row.seen.ratio)),
    element("td", { class: "reason" }, row.shows || row.failing ? row.seen.state : "no step that shows")));
  $("rows").replaceChildren(...body);
  const slower = found.filter(row => row.shows && row.seen.kind === "slower").length, faster = found.filter(row => row.shows && row.seen.kind === "faster").length, failing = found.filter(row => row.failing).length;
  $("counted").textContent = `${found.length} shown: ${slower} slower or larger, ${faster} faster or smaller, ${failing} broken or wrong`;
  $("text").value = markdown(found);
  $("copy").textContent = "copy";
}
const plain = words => String(words).replace(/[\\|*_`<>[\]#]/g, "\\$&").replace(/\s+/g, " ");
function markdown(found) {
  const title = `JAX ${$("from").value} → ${$("to").value}, ${kindName(kind)}, machine ${H.machine}: ${$("counted").textContent}`;
  const table = found.slice(0, 50).map(row => `| ${[row.series.benchmark, row.series.params.join(", "), row.series.metric, row.old ? value(row.old.value, row.series.unit) : "–", row.now ? value(row.now.value, row.series.unit) : "–", row.failing ? row.seen.state : ratio(row.seen.ratio), row.seen.state].map(plain).join(" | ")} |`);
  return [plain(title), "", "| benchmark | params | metric | before | after | ratio | state |", "|---|---|---|---:|---:|---:|---|", ...table, ...(found.length > 50 ? ["", `and ${found.length - 50} more`] : []), "", "One visit a release on a shared machine: `suspected` is a reason to measure again, as by `jaxvelocity upgrade`."].join("\n");
}
if (H.series.length && $("rows")) setUp();
