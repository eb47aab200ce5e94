//! `crypto_kdf` and `crypto_kx`: key derivation and key exchange.

use core::ffi::{c_char, c_int};

use quicksalt::Wiped;
use quicksalt::hazmat::{blake2b, without_traces};
use quicksalt::nacl::{boxes, hkdf, kdf, kx};

use crate::boundary::{Caller, FAILED, Fault, Outcome, must, status};
use crate::exports::abi;
use crate::macs::{self, HmacSha256, HmacSha512};

fn derive(
    caller: &Caller,
    (subkey, len): (*mut u8, usize),
    id: u64,
    context: *const c_char,
    key: *const u8,
) -> Outcome {
    let key = kdf::Key::from(*caller.secret(key)?);
    let context = caller.array(context.cast())?;
    Ok(kdf::derive_from_key(caller.place(subkey, len)?.bytes(), id, &context, &key)?)
}

/// Checks, before any key is read, that at least one output for session keys is not NULL.
fn has_place(rx: *mut u8, tx: *mut u8) -> Outcome {
    if rx.is_null() && tx.is_null() {
        return Err(Fault::misuse("both outputs for session keys are NULL"));
    }
    Ok(())
}

/// Writes both session keys: for receiving and for sending. If one pointer is NULL, the other
/// receives the client's sending key, which then serves both directions.
fn tell_keys(
    caller: &Caller,
    (rx, tx): (*mut u8, *mut u8),
    (receive, send): (&kx::SessionKey, &kx::SessionKey),
    from_client: &kx::SessionKey,
) -> Outcome {
    if rx.is_null() {
        return caller.put(tx, from_client.as_bytes());
    }
    if tx.is_null() {
        return caller.put(rx, from_client.as_bytes());
    }
    caller.put(rx, receive.as_bytes())?;
    caller.put(tx, send.as_bytes())
}

fn seeded(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Outcome {
    let seed: Wiped<[u8; 32]> = caller.secret(seed)?;
    let mut secret = Wiped::new([0; 32]);
    blake2b::hash(&[], &[0; 16], &[0; 16], secret.as_mut_slice(), &[seed.as_slice()])?;
    crate::boxes::keypair(caller, pk, sk, &secret)
}

fn public(caller: &Caller, at: *const u8) -> Outcome<boxes::PublicKey> {
    Ok(boxes::PublicKey::from(caller.array(at)?))
}

fn secret(caller: &Caller, at: *const u8) -> Outcome<boxes::SecretKey> {
    Ok(boxes::SecretKey::from(*caller.secret(at)?))
}

/// Defines the functions of HKDF for one hash function.
macro_rules! hkdf {
    ($state:ty, $extract_by:path, $init_by:path, $update_by:path, $finish_by:path, $expand_by:path, $longest:path, $len:literal;
     $extract:ident, $expand:ident, $init:ident, $update:ident, $last:ident, $keygen:ident) => {
        abi! {
            fn $init(caller, state: *mut $state, salt: *const u8, salt_len: usize) -> c_int {
                status($init_by(&caller, state, salt, salt_len))
            }
            fn $update(caller, state: *mut $state, ikm: *const u8, ikm_len: usize) -> c_int {
                status($update_by(&caller, state, ikm, ikm_len as u64))
            }
            fn $last(caller, state: *mut $state, prk: *mut u8) -> c_int {
                status(without_traces(|| {
                    let mut key = Wiped::new([0; $len]);
                    $finish_by(&caller, state, &mut key)?;
                    caller.put(prk, &*key)
                }))
            }
            fn $extract(
                caller, prk: *mut u8, salt: *const u8, salt_len: usize, ikm: *const u8, ikm_len: usize,
            ) -> c_int {
                status(without_traces(|| {
                    let key = $extract_by(caller.bytes(salt, salt_len)?, caller.bytes(ikm, ikm_len)?)?;
                    caller.put(prk, &*key)
                }))
            }
            fn $expand(
                caller, out: *mut u8, out_len: usize, ctx: *const c_char, ctx_len: usize, prk: *const u8,
            ) -> c_int {
                status((|| {
                    if out_len > $longest {
                        return Err(FAILED);
                    }
                    let key: Wiped<[u8; $len]> = caller.secret(prk)?;
                    let mut out = caller.place(out, out_len)?;
                    let context = caller.input(ctx.cast(), ctx_len, &out)?;
                    Ok($expand_by(out.bytes(), key.as_slice(), &context)?)
                })())
            }
            fn $keygen(caller, prk: *mut u8) {
                must(crate::random::fill_at::<$len>(&caller, prk));
            }
        }
    };
}

hkdf! {
    HmacSha256, hkdf::sha256_extract, macs::init_sha256, macs::update_sha256, macs::finish_sha256, hkdf::sha256_expand,
    hkdf::SHA256_MAX, 32;
    crypto_kdf_hkdf_sha256_extract, crypto_kdf_hkdf_sha256_expand,
    crypto_kdf_hkdf_sha256_extract_init, crypto_kdf_hkdf_sha256_extract_update,
    crypto_kdf_hkdf_sha256_extract_final, crypto_kdf_hkdf_sha256_keygen
}
hkdf! {
    HmacSha512, hkdf::sha512_extract, macs::init_sha512, macs::update_sha512, macs::finish_sha512, hkdf::sha512_expand,
    hkdf::SHA512_MAX, 64;
    crypto_kdf_hkdf_sha512_extract, crypto_kdf_hkdf_sha512_expand,
    crypto_kdf_hkdf_sha512_extract_init, crypto_kdf_hkdf_sha512_extract_update,
    crypto_kdf_hkdf_sha512_extract_final, crypto_kdf_hkdf_sha512_keygen
}

abi! {
    fn crypto_kdf_derive_from_key(
        caller, subkey: *mut u8, subkey_len: usize, subkey_id: u64, ctx: *const c_char, key: *const u8,
    ) -> c_int {
        status(derive(&caller, (subkey, subkey_len), subkey_id, ctx, key))
    }
    #[cfg(feature = "full")]
    fn crypto_kdf_blake2b_derive_from_key(
        caller, subkey: *mut u8, subkey_len: usize, subkey_id: u64, ctx: *const c_char, key: *const u8,
    ) -> c_int {
        status(derive(&caller, (subkey, subkey_len), subkey_id, ctx, key))
    }
    fn crypto_kdf_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<32>(&caller, k));
    }
    fn crypto_kx_seed_keypair(caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> c_int {
        status(seeded(&caller, pk, sk, seed))
    }
    fn crypto_kx_keypair(caller, pk: *mut u8, sk: *mut u8) -> c_int {
        status(crate::boxes::new_keypair(&caller, pk, sk))
    }
    fn crypto_kx_client_session_keys(
        caller, rx: *mut u8, tx: *mut u8, client_pk: *const u8, client_sk: *const u8, server_pk: *const u8,
    ) -> c_int {
        status(without_traces(|| {
            has_place(rx, tx)?;
            let (own, other) = (public(&caller, client_pk)?, public(&caller, server_pk)?);
            let keys = kx::client(&own, &secret(&caller, client_sk)?, &other)?;
            tell_keys(&caller, (rx, tx), (&keys.receive, &keys.send), &keys.send)
        }))
    }
    fn crypto_kx_server_session_keys(
        caller, rx: *mut u8, tx: *mut u8, server_pk: *const u8, server_sk: *const u8, client_pk: *const u8,
    ) -> c_int {
        status(without_traces(|| {
            has_place(rx, tx)?;
            let (own, other) = (public(&caller, server_pk)?, public(&caller, client_pk)?);
            let keys = kx::server(&own, &secret(&caller, server_sk)?, &other)?;
            tell_keys(&caller, (rx, tx), (&keys.receive, &keys.send), &keys.receive)
        }))
    }
}

