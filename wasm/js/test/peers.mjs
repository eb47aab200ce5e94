// libsodium.js, which `make test-js` installs below target/.
const peers = new URL("../../../target/js-tools/node_modules/", import.meta.url);

async function peer(path) {
  const { default: sodium } = await import(new URL(path, peers));
  await sodium.ready;
  return sodium;
}

export const standard = () => peer("libsodium-wrappers/dist/modules-esm/libsodium-wrappers.mjs");
export const sumo = () => peer("libsodium-wrappers-sumo/dist/modules-sumo-esm/libsodium-wrappers.mjs");
