// No call leaves a trace of a secret argument or result in the module's memory.
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { unexplained } from "./cases/residue.js";

test("differences are found, except in known values", () => {
  const one = Buffer.alloc(8192, 1);
  const other = Buffer.from(one);
  assert.deepEqual(unexplained(one, other, []), []);
  other.fill(2, 4090, 4100);
  assert.deepEqual(unexplained(one, other, []), ["10 bytes at 0xffa"]);
  assert.deepEqual(unexplained(one, other, [Buffer.alloc(10, 1)]), []);
});

for (const [profile, least] of Object.entries({ secretbox: 10, standard: 500, full: 1000 }))
  test(`the functions of ${profile} leave no remnants`, async () => {
    const worker = new Worker(new URL("wiped.mjs", import.meta.url), {
      workerData: `quicksalt-${profile}.base.wasm`,
    });
    const [{ count, found }] = await once(worker, "message");
    assert.deepEqual(found, []);
    assert.ok(count >= least, `${count} ways`);
  });
