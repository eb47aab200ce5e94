// A child of the ruler (docs/children.md, quicksalt-child/1) in Node: child.mjs CLOCK module FILE, or
// child.mjs CLOCK peer NAME FOLDER. CLOCK is cpu (process time) or wall. Tasks: work.py.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { load as loadModule } from "./module.mjs";

const WARM_MS = 60n * 1000000n;

const [clock, kind, what, folder] = process.argv.slice(2);
const now = clock === "wall"
  ? () => process.hrtime.bigint()
  : () => { const { user, system } = process.cpuUsage(); return BigInt(user + system) * 1000n; };

async function subject() {
  if (kind === "module") return { prepare: loadModule(readFileSync(what)), version: what.split("/").pop() };
  const { load } = await import("./peers.mjs");
  return load(what, folder);
}

const { prepare, version } = await subject();
let task = null;

// Runs before timing, so that JIT compilation is not measured.
function warm(made) {
  const end = process.hrtime.bigint() + WARM_MS;
  do made.run(1); while (process.hrtime.bigint() < end);
}

function answer(request) {
  const [verb, ...words] = request.split(" ");
  switch (verb) {
    case "hello":
      return `quicksalt-child/1 ${clock === "wall" ? "wall" : "process-cpu"} Node ${process.versions.node}, ${version}`;
    case "task":
      task = null;
      task = prepare(words);
      warm(task);
      return "";
    case "run": {
      const count = Number(words[0]);
      const start = now();
      task.run(count);
      return String(now() - start);
    }
    case "output":
      return task.output();
    default:
      throw new Error("no such request");
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "end") break;
  try {
    process.stdout.write(`ok ${answer(line)}\n`.replace(/ \n$/, "\n"));
  } catch (error) {
    process.stdout.write(`error ${String(error.message).split("\n")[0]}\n`);
  }
}
process.exit(0);
