// Tasks of work.py for a quicksalt module, in any JavaScript engine.

const fromHex = text => Uint8Array.from(text.match(/../g) ?? [], byte => parseInt(byte, 16));
const toHex = bytes => Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

// Parses the words of a task into a function name and arguments: bytes, numbers or null.
export function parse(words) {
  const [name, ...texts] = words;
  return [name, texts.map(text => {
    switch (text[0]) {
      case "n": return null;
      case "l": return BigInt(text.slice(1));
      case "z": return Number(text.slice(1));
      case "o": return { output: Number(text.slice(1)) };
      case "i": return fromHex(text.slice(1));
      default: throw new Error(`no such argument: ${text.slice(0, 20)}`);
    }
  })];
}

// Formats a task's output: a zero for success, then the bytes.
export const told = bytes => `00${toHex(bytes)}`;

// Instantiates a module; returns a function that prepares tasks: { run(count), output() }.
export function load(bytes) {
  let memory;
  const random_get = (at, length) => {
    for (let done = 0; done < length; done += 65536) {
      const part = new Uint8Array(memory.buffer, at + done, Math.min(65536, length - done));
      globalThis.crypto.getRandomValues(part);
    }
    return 0;
  };
  const module = new WebAssembly.Module(bytes);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { random_get } });
  const { exports } = instance;
  memory = exports.memory;
  const owned = [];
  return words => {
    while (owned.length) exports.free(owned.pop());
    const [name, given] = parse(words);
    const called = exports[name];
    if (typeof called !== "function") throw new Error(`has no ${name}`);
    const outputs = [];
    const values = given.map(argument => {
      if (argument === null) return 0;
      if (!(argument instanceof Uint8Array) && argument.output === undefined) return argument;
      const size = argument.output ?? argument.length;
      const at = exports.malloc(Math.max(size, 1));
      owned.push(at);
      new Uint8Array(memory.buffer, at, size).set(argument.output === undefined ? argument : []);
      if (argument.output !== undefined) outputs.push([at, size]);
      return at;
    });
    return {
      run(count) {
        let result = 0;
        for (let done = 0; done < count; done++) result |= called(...values);
        if (result) throw new Error(`returns ${result}`);
      },
      output() {
        const found = outputs.flatMap(([at, size]) => [...new Uint8Array(memory.buffer, at, size)]);
        return told(found);
      },
    };
  };
}
