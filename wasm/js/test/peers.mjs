// libsodium.js, which `make test-js` installs below target/, and the description of the package.
import { readFile } from "node:fs/promises";

const root = new URL("../../../", import.meta.url);
const peers = new URL("target/js-tools/node_modules/", root);

async function peer(path) {
  const { default: sodium } = await import(new URL(path, peers));
  await sodium.ready;
  return sodium;
}

export const standard = () => peer("libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs");
export const sumo = () => peer("libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs");

const json = async (path) => JSON.parse(await readFile(new URL(path, root), "utf8"));
/** Reads a vector file. */
export const load = (file) => json(`vectors/${file}`);
/** The data that tests need to call each function. */
export const signatures = await json("target/npm/signatures.json");
