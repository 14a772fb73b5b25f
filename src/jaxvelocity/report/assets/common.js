"use strict";
// What all pages share: the recorded history as `H`, numbers as people write them, the page's state in its address.
const H = window.JAXVELOCITY;

const SCALES = {
  seconds: [[1, "s"], [1e-3, "ms"], [1e-6, "µs"], [1e-9, "ns"]],
  bytes: [[2 ** 40, "TiB"], [2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"], [1, "B"]],
};
const MARKS = { crash: "✗", hang: "∞", exception: "!", wrong: "≠", skipped: "–", install: "⊘" };
const FULL = 4; // the ratio from which on a cell is coloured in full

function digits(number) {
  if (number === 0) return "0";
  const size = Math.abs(number);
  const places = Math.max(0, (size >= 0.9995 ? 2 : 1) - Math.floor(Math.log10(size)));
  const written = number.toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places });
  return written.includes(".") ? written.replace(/0+$/, "").replace(/\.$/, "") : written;
}
function value(number, unit) {
  if (number === null || number === undefined) return "–";
  if (unit === "step" || unit === "relative error") return number.toPrecision(2);
  const scale = Object.hasOwn(SCALES, unit) ? SCALES[unit] : null;
  if (!scale) return number === Math.round(number) ? number.toLocaleString("en-US") : digits(number);
  const [size, name] = scale.find(row => Math.abs(number) >= 0.9995 * row[0]) || scale[scale.length - 1];
  return `${digits(number / size)} ${name}`;
}
const ratio = number => number === null || number === undefined ? "–" : `${digits(number)}×`;

// A series' points are lists: commit, value, low, high, outcome (nothing where it is ok), reason.
const point = list => ({ commit: list[0], value: list[1], low: list[2], high: list[3], outcome: list[4] || "ok", reason: list[5] || "" });
function points(series) {
  if (!series.at) series.at = new Map(series.points.map(list => [list[0], point(list)]));
  return series.at;
}
function ratioOf(old, now) {
  if (!old || !now || old.value === null || now.value === null) return null;
  if (old.value === 0) return now.value === 0 ? 1 : null;
  return now.value / old.value;
}
// How two points compare: what a cell or a row says of them. `limit`: the ratio from which on a step is suspected.
function compare(series, old, now) {
  if (now === undefined) return { kind: "gap", words: "", ratio: null, state: "not measured" };
  if (now.outcome === "skipped") return { kind: "skipped", words: MARKS.skipped, ratio: null, state: `skipped: ${now.reason}` };
  if (now.outcome === "wrong") return { kind: "wrong", words: MARKS.wrong, ratio: null, state: `wrong: ${now.reason}` };
  if (now.outcome !== "ok") return { kind: "broken", words: MARKS[now.outcome] || "✗", ratio: null, state: `${now.outcome}: ${now.reason}` };
  if (!old || old.value === null) return { kind: "first", words: "●", ratio: null, state: "nothing before it to compare with" };
  const step = ratioOf(old, now);
  const grown = step === null;
  const size = grown ? Infinity : step <= 0 ? -Infinity : Math.log(step);
  if (!series.judged) return { kind: "same", words: "·", ratio: step, state: "not judged: it follows from other figures" };
  if (Math.abs(size) <= Math.log(series.limit)) return { kind: "same", words: "·", ratio: step, state: "no step that shows" };
  return {
    kind: size > 0 ? "slower" : "faster",
    words: grown ? "0→" : digits(step),
    ratio: step,
    state: "suspected",
    strength: Math.round(100 * Math.max(0.25, Math.min(1, Math.abs(size) / Math.log(FULL)))),
  };
}
// The last point before a commit that has a value: what a step is a step from.
function before(series, commit) {
  let found;
  for (const [at, one] of points(series)) if (at < commit && one.outcome === "ok") found = one;
  return found;
}
const changeAt = new Map(H.changes.map(change => [[change.benchmark, change.params.join(", "), change.metric, change.device, change.axis, change.to].join("\u0001"), change]));
const changeOf = (series, commit) => changeAt.get([series.benchmark, series.params.join(", "), series.metric, series.device, series.axis, H.commits[commit].label].join("\u0001"));

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, given] of Object.entries(attributes)) {
    if (given === null || given === undefined || given === false) continue;
    if (key === "class") made.className = given;
    else if (key === "style") made.style.cssText = given;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), given);
    else made.setAttribute(key, given === true ? "" : given);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}
const $ = id => document.getElementById(id);

// The whole state of a page stands in its address. A page that was opened from disk may not change what comes after
// the question mark in some browsers; then it stands behind the #.
function state() {
  const found = new URLSearchParams(location.search);
  for (const [key, given] of new URLSearchParams(location.hash.slice(1))) found.set(key, given);
  return found;
}
function remember(values) {
  const kept = new URLSearchParams();
  for (const [key, given] of Object.entries(values)) if (given !== "" && given !== null && given !== undefined) kept.set(key, given);
  try {
    history.replaceState(null, "", `${location.pathname}?${kept}`);
  } catch (_) {
    location.replace(`#${kept}`);
  }
}
function choices(id, options, chosen) {
  const select = $(id);
  select.replaceChildren(...options.map(([given, words]) => element("option", { value: given, selected: given === chosen }, words)));
  if (options.length && !options.some(([given]) => given === chosen)) select.value = options[0][0];
}
const unique = list => [...new Set(list)];
const metrics = list => unique(list.map(series => series.metric)).sort((a, b) => (a !== "steady") - (b !== "steady") || a.localeCompare(b));
const benchmarkPage = (id, more = {}) => `benchmark.html?${new URLSearchParams({ id, ...more })}`;
const named = series => series.benchmark + (series.params.length ? ` (${series.params.join(", ")})` : "");
const area = id => id.split(".")[0];
// One kind of history at a time: releases or commits, on one device.
const kinds = unique(H.series.map(series => `${series.axis}\u0001${series.device}`)).sort().reverse(); // releases first
const kindName = kind => { const [axis, device] = kind.split("\u0001"); return `${axis === "releases" ? "JAX releases" : "commits of main"}, ${device}`; };
const ofKind = kind => H.series.filter(series => `${series.axis}\u0001${series.device}` === kind);
const commitsOf = kind => { const [axis] = kind.split("\u0001"); return H.commits.map((_, at) => at).filter(at => H.commits[at].axis === axis); };
// Plotly reads a few tags in its texts; a name is none.
const plain = words => String(words).replace(/&/g, "&amp;").replace(/</g, "&lt;");
const interval = one => one.low === null || one.low === undefined ? "" : ` (${value(one.low, one.unit)} to ${value(one.high, one.unit)})`;
function pointSaid(series, commit, one) {
  if (!one) return "not measured";
  if (one.outcome !== "ok") return `${one.outcome}: ${one.reason}`;
  const known = one.low === null || one.low === undefined ? "" : ` (99 %: ${value(one.low, series.unit)} to ${value(one.high, series.unit)})`;
  return value(one.value, series.unit) + known + (one.reason ? `, ${one.reason}` : "");
}
