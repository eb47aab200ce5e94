// Runs all tests in this browser, shows results and times, and encrypts and decrypts a message.
import * as quicksalt from "./quicksalt/index.js";
import { all as cases } from "./cases/all.js";
import { measured } from "./cases/expect.js";

const byId = (id) => document.getElementById(id);
const SIGNS = { passed: "✓", failed: "✗", skipped: "–" };
/** The time of a full-width bar and of the shortest visible bar, in milliseconds. */
const [LONGEST, SHORTEST] = [3000, 0.1];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function told(milliseconds) {
  if (milliseconds < 0.1) return "< 0.1 ms";
  if (milliseconds < 100) return `${milliseconds.toFixed(1)} ms`;
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

const size = (bytes) => `${Math.round(bytes / 1000)} kB`;

function fact(name, value) {
  const pair = element("div");
  pair.append(element("dt", name), element("dd", value));
  byId("facts").append(pair);
}

/** A group of tests with its results. */
class Group {
  constructor(title) {
    this.results = [];
    this.details = element("details");
    const summary = element("summary");
    this.told = element("span", "");
    summary.append(element("b", title), this.told);
    this.list = element("ul");
    this.details.append(summary, this.list);
    byId("groups").append(this.details);
  }

  add({ name, verdict, time, note }) {
    this.results.push({ verdict, time });
    const row = element("li", undefined, verdict);
    const bar = element("meter");
    bar.value = Math.max(0, Math.log(time / SHORTEST) / Math.log(LONGEST / SHORTEST));
    const text = element("span", name, "name");
    if (note && verdict !== "failed") text.append(" ", element("span", note, "detail"));
    row.append(bar, element("span", SIGNS[verdict], "sign"), text, element("span", told(time), "time"));
    if (verdict === "failed") row.append(element("span", note, "reason"));
    this.list.append(row);
    const failed = this.results.filter((result) => result.verdict === "failed").length;
    const whole = this.results.reduce((sum, result) => sum + result.time, 0);
    this.told.textContent = `${failed ? `${failed} failed of ` : ""}${this.results.length} · ${told(whole)}`;
    if (failed) {
      this.told.className = "bad";
      this.details.open = true;
    }
  }
}

const groups = new Map();
const all = [];

function show(result) {
  all.push(result);
  if (!groups.has(result.group)) groups.set(result.group, new Group(result.group));
  groups.get(result.group).add(result);
}

/** Lets the browser redraw. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

function tally(count) {
  const failed = all.filter(({ verdict }) => verdict === "failed").length;
  const isDone = all.length === count;
  const whole = all.reduce((sum, { time }) => sum + time, 0);
  byId("progress").value = all.length / count;
  const words = failed
    ? `${failed} of ${all.length} failed`
    : isDone
      ? `All ${count} passed`
      : `${all.length} of ${count}`;
  byId("tally").replaceChildren(element("strong", words), ` in ${told(whole)}`);
  byId("tally").className = failed ? "bad" : isDone ? "good" : "";
}

/** Tests starting, in a worker without a started instance. */
function started() {
  return new Promise((resolve) => {
    const worker = new Worker("start.js", { type: "module" });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) =>
      resolve([
        { group: "Start", name: "a worker", verdict: "failed", time: 0, note: event.message ?? "it does not load" },
      ]);
  });
}

/** Returns libsodium.js, if the server has it beside this page. */
async function beside() {
  try {
    const { default: sodium } = await import("./peer/libsodium-wrappers.mjs");
    await sodium.ready;
    return sodium;
  } catch {
    return undefined;
  }
}

async function load(file) {
  const response = await fetch(`vectors/${file}`);
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return response.json();
}

async function start() {
  const begin = performance.now();
  await quicksalt.init();
  const taken = performance.now() - begin;
  fact("Module", quicksalt.variant());
  fact("Ready after", told(taken));
  const [module] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm"));
  if (module) fact("Size", size(module.decodedBodySize));
  fact(
    "Engine",
    /(Firefox|Edg|Chrome|Version)\/[\d]+/
      .exec(navigator.userAgent)?.[0]
      .replace("Version", "Safari")
      .replace("/", " ") ?? "unknown",
  );
}

async function tests() {
  const peer = await beside();
  const signatures = await (await fetch("signatures.json")).json();
  const rows = cases(quicksalt, load, peer, signatures);
  const first = await started();
  const count = rows.length + first.length;
  first.forEach(show);
  for (const row of rows) {
    show(await measured(row));
    tally(count);
    await breath();
  }
  return { all, peer: peer !== undefined, variant: quicksalt.variant() };
}

/** The demonstration's text is salt, nonce and ciphertext. */
const SALT = 16;

function keyOf(passphrase, salt) {
  const { crypto_pwhash_OPSLIMIT_INTERACTIVE: ops, crypto_pwhash_MEMLIMIT_INTERACTIVE: memory } = quicksalt;
  return quicksalt.crypto_pwhash(32, passphrase, salt, ops, memory, quicksalt.crypto_pwhash_ALG_DEFAULT);
}

function sealed(message, passphrase) {
  const salt = quicksalt.randombytes_buf(SALT);
  const box = new quicksalt.SecretBox(keyOf(passphrase, salt));
  const boxed = box.seal(message);
  box.wipe();
  return quicksalt.to_base64(Uint8Array.of(...salt, ...boxed));
}

function opened(text, passphrase) {
  const whole = quicksalt.from_base64(text.trim());
  if (whole.length < SALT + 40) throw new Error("too short for a sealed message");
  const box = new quicksalt.SecretBox(keyOf(passphrase, whole.subarray(0, SALT)));
  const message = box.open(whole.subarray(SALT));
  box.wipe();
  return quicksalt.to_string(message);
}

async function outcome(work) {
  const place = byId("outcome");
  place.className = "";
  place.textContent = "…";
  await breath();
  const begin = performance.now();
  try {
    const text = work();
    place.textContent = `${text} (${told(performance.now() - begin)})`;
    place.className = "good";
  } catch (error) {
    place.textContent = error.message.replace(/^\w+: /, "");
    place.className = "bad";
  }
}

function demo() {
  const value = (id) => byId(id).value;
  byId("seal").onclick = () =>
    outcome(() => {
      byId("sealed").value = sealed(value("message"), value("passphrase"));
      return "Sealed.";
    });
  byId("open").onclick = () => outcome(() => `Opened: “${opened(value("sealed"), value("passphrase"))}”`);
  byId("form").onsubmit = () => false;
  byId("seal").disabled = byId("open").disabled = false;
}

try {
  await start();
  demo();
  const results = await tests();
  document.documentElement.dataset.done = "";
  // Report to the program that drives the browser.
  if (location.search === "?report") await fetch("report", { method: "POST", body: JSON.stringify(results) });
} catch (error) {
  byId("tally").className = "bad";
  byId("tally").replaceChildren(element("strong", "quicksalt failed to start: "), error.message);
  if (location.search === "?report")
    await fetch("report", { method: "POST", body: JSON.stringify({ error: error.message }) });
}
