import q = require("quicksalt");
import sodium = require("quicksalt/libsodium");
import { type StateAddress, ready, to_hex } from "quicksalt/libsodium";
const state: StateAddress = sodium.crypto_generichash_init(null, 32);
ready.then(() => {
  const h: string = to_hex(q.crypto_generichash(32, "m"));
  const c: string = sodium.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32), "hex");
  // @ts-expect-error a number is not a key
  sodium.crypto_secretbox_easy("m", new Uint8Array(24), 5);
});
