import * as q from "quicksalt";
import sodium, { type StateAddress } from "quicksalt/libsodium";
await q.init();
await sodium.ready;
q.initSync();
const c: Uint8Array = q.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32));
const h: string = sodium.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32), "hex");
const d: { cipher: Uint8Array; mac: Uint8Array } = q.crypto_secretbox_detached(
  "m",
  new Uint8Array(24),
  new Uint8Array(32),
);
const into: Uint8Array = q.crypto_secretbox_easyInto(new Uint8Array(17), "m", new Uint8Array(24), new Uint8Array(32));
const s = q.crypto_generichash_init(null, 32);
q.crypto_generichash_update(s, "x");
const state: StateAddress = sodium.crypto_generichash_init(null, 32);
const pulled = q.crypto_secretstream_xchacha20poly1305_pull(s, c, null);
if (pulled) {
  const t: number = pulled.tag;
  const m: Uint8Array = pulled.message;
}
const kp: { keyType: "x25519" } = q.crypto_box_keypair();
const box = new q.SecretBox(q.randombytes_buf(32));
const ok: boolean = q.crypto_sign_verify_detached(c, "m", c);
// @ts-expect-error a number is not a key
q.crypto_secretbox_easy("m", new Uint8Array(24), 5);
// @ts-expect-error unknown format
q.crypto_secretbox_easy("m", new Uint8Array(24), new Uint8Array(32), "base32");
