// Assertions and results of tests, independent of the engine.

/** Fails unless two values are equal: bytes, strings, numbers, or objects of these. */
export function equal(actual, expected, name = "result") {
  const [a, b] = [shown(actual), shown(expected)];
  if (a !== b) throw new Error(`${name}: ${a.slice(0, 200)}, not ${b.slice(0, 200)}`);
}

function shown(value) {
  if (value instanceof Uint8Array)
    return `bytes ${Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  if (value === null || typeof value !== "object") return `${typeof value} ${String(value)}`;
  return Object.keys(value)
    .sort()
    .map((key) => `${key}: ${shown(value[key])}`)
    .join(", ");
}

/** Fails unless the call throws an error of the given class or code, with all texts in its message; returns it. */
export function refused(call, what, ...texts) {
  let result;
  try {
    result = call();
  } catch (error) {
    if (typeof what === "string" && error.code !== what)
      throw new Error(`code ${error.code}, not ${what}: ${error.message}`);
    if (typeof what === "function" && !(error instanceof what))
      throw new Error(`${error.name}, not ${what.name}: ${error.message}`);
    for (const text of texts) if (!error.message.includes(text)) throw new Error(`no "${text}" in: ${error.message}`);
    return error;
  }
  throw new Error(`no exception, but ${shown(result).slice(0, 200)}`);
}

const NOT_HERE = "not in this engine";

/** Runs a case and returns its result and duration in milliseconds. */
export async function measured({ group, name, run }) {
  const begin = performance.now();
  try {
    const note = await run();
    const verdict = String(note).startsWith(NOT_HERE) ? "skipped" : "passed";
    return { group, name, verdict, time: performance.now() - begin, note };
  } catch (error) {
    return { group, name, verdict: "failed", time: performance.now() - begin, note: error.message };
  }
}
