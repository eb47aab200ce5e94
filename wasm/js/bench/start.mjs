// How long the package and libsodium.js take to start, each in processes of its own, in turns:
// node wasm/js/bench/start.mjs [ROUNDS]. Told are medians of reading and compiling the JavaScript, of starting
// the module (read, compile, instantiate), and of the first secret box, which proves its candidate.
import { spawnSync } from "node:child_process";

const WHO = {
  quicksalt: new URL("../../../target/npm/quicksalt/libsodium.js", import.meta.url).href,
  "libsodium.js": new URL(
    "../../../target/js-tools/node_modules/libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs",
    import.meta.url,
  ).href,
};
const PROGRAM = `
const times = [performance.now()];
const { default: sodium } = await import(process.argv[1]);
times.push(performance.now());
await sodium.ready;
times.push(performance.now());
sodium.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32));
times.push(performance.now());
console.log(JSON.stringify(times.slice(1).map((time, i) => time - times[i])));
`;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const rounds = Number(process.argv[2] ?? 21);
const runs = Object.fromEntries(Object.keys(WHO).map((name) => [name, []]));
for (let i = 0; i < rounds; i++) {
  for (const [name, address] of Object.entries(WHO)) {
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", PROGRAM, address], {
      encoding: "utf8",
    });
    runs[name].push(JSON.parse(stdout));
  }
}
console.log("milliseconds: the JavaScript, the module, the first secret box, all");
for (const [name, times] of Object.entries(runs)) {
  const parts = [0, 1, 2].map((i) => median(times.map((time) => time[i])));
  const whole = median(times.map((time) => time.reduce((a, b) => a + b)));
  console.log(`${name.padEnd(14)}${[...parts, whole].map((ms) => ms.toFixed(1).padStart(9)).join("")}`);
}
