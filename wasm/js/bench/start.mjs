// Measures the processor time for starting the package and libsodium.js, each in its own process, alternately: node
// wasm/js/bench/start.mjs [ROUNDS]. The output is medians: reading and compiling the JavaScript, starting the module
// (read, compile, instantiate), the first secret box, which runs its candidate's self-test, and the total; then the
// wall-clock time. Builds with the same functions are adjacent.
import { spawnSync } from "node:child_process";

const own = new URL("../../../target/npm/quicksalt/libsodium.js", import.meta.url).href;
const peers = new URL("../../../target/js-tools/node_modules/", import.meta.url);
const peer = (path) => new URL(path, peers).href;
const WHO = {
  "quicksalt, full": [own, "full"],
  "libsodium.js, sumo": [peer("libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs")],
  "quicksalt, standard": [own, "standard"],
  "libsodium.js, standard": [peer("libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs")],
  "quicksalt, secretbox": [own, "secretbox"],
};
const PROGRAM = `
const [address, profile] = process.argv.slice(1);
const cpu = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1000;
const begin = performance.now();
const times = [cpu()];
const { default: sodium } = await import(address);
times.push(cpu());
if (profile) await (await import(address.replace("libsodium.js", "instance.js"))).init({ profile });
await sodium.ready;
times.push(cpu());
sodium.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32));
times.push(cpu());
const parts = times.slice(1).map((time, i) => time - times[i]);
console.log(JSON.stringify([...parts, times[3] - times[0], performance.now() - begin]));
`;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const rounds = Number(process.argv[2] ?? 21);
const runs = Object.fromEntries(Object.keys(WHO).map((name) => [name, []]));
for (let i = 0; i < rounds; i++) {
  for (const [name, given] of Object.entries(WHO)) {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM, ...given], {
      encoding: "utf8",
    });
    runs[name].push(JSON.parse(stdout));
  }
}
console.log("milliseconds: the JavaScript, the module, the first secret box, all; on the clock");
for (const [name, times] of Object.entries(runs)) {
  const told = times[0].map((_, i) => median(times.map((time) => time[i])));
  console.log(`${name.padEnd(24)}${told.map((ms) => ms.toFixed(1).padStart(9)).join("")}`);
}
