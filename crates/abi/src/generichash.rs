//! `crypto_generichash`: BLAKE2b.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::hazmat::blake2b::{self, Kept, Params};

use crate::boundary::{Caller, FAILED, Fault, Outcome, must, status};
use crate::exports::abi;

const BYTES_MAX: usize = blake2b::DIGEST_MAX;
const BYTES: usize = 32;

/// The size of libsodium's state.
const STATE_LEN: usize = 384;
const _: () = assert!(size_of::<Generichash>() <= STATE_LEN && align_of::<Generichash>() <= 64);

/// The caller's state.
#[repr(C)]
#[derive(Debug)]
pub struct Generichash {
    kept: Kept,
    /// Whether the digest was returned; it can be computed only once.
    is_over: bool,
}

const NONE: [u8; 16] = [0; 16];

/// Returns a salt or personalisation; NULL means none.
fn optional(caller: &Caller, at: *const u8) -> Outcome<[u8; 16]> {
    if at.is_null() { Ok(NONE) } else { caller.array(at) }
}

fn check(out_len: usize, key_len: usize) -> Outcome {
    if (1..=BYTES_MAX).contains(&out_len) && key_len <= BYTES_MAX { Ok(()) } else { Err(FAILED) }
}

fn whole(
    caller: &Caller,
    (out, out_len): (*mut u8, usize),
    (input, len): (*const u8, c_ulonglong),
    (key, key_len): (*const u8, usize),
    salt: &[u8; 16],
    personal: &[u8; 16],
) -> Outcome {
    check(out_len, key_len)?;
    let mut out = caller.place(out, out_len)?;
    let len = caller.len(len, u64::MAX)?;
    let mut copies = None;
    let [message, key] = caller.apart(&out, [(input, len), (key, key_len)], &mut copies)?;
    Ok(blake2b::hash(key, salt, personal, out.bytes(), &[message])?)
}

fn init(
    caller: &Caller,
    state: *mut Generichash,
    (key, key_len): (*const u8, usize),
    out_len: usize,
    salt: &[u8; 16],
    personal: &[u8; 16],
) -> Outcome {
    check(out_len, key_len)?;
    // Like libsodium, NULL means no key, whatever the length.
    let key_len = if key.is_null() { 0 } else { key_len };
    let place = caller.place(state.cast(), size_of::<Generichash>())?;
    let mut copies = None;
    let [key] = caller.apart(&place, [(key, key_len)], &mut copies)?;
    let params = Params::new(key, salt, personal)?;
    caller.make(state, || Generichash { kept: Kept::EMPTY, is_over: false })?;
    caller.state(state)?.kept.begin(out_len, &params);
    Ok(())
}

fn update(caller: &Caller, state: *mut Generichash, input: *const u8, len: c_ulonglong) -> Outcome {
    let message = caller.bytes(input, caller.len(len, u64::MAX)?)?;
    let state = caller.state(state)?;
    if state.is_over { Err(FAILED) } else { Ok(state.kept.update(message)?) }
}

fn last(caller: &Caller, state: *mut Generichash, out: *mut u8, out_len: usize) -> Outcome {
    if !(1..=BYTES_MAX).contains(&out_len) {
        return Err(Fault::misuse("a BLAKE2b digest must have 1 to 64 bytes"));
    }
    if caller.state(state)?.is_over {
        return Err(FAILED);
    }
    let mut place = caller.place(out, out_len)?;
    if place.is_apart(&[(state.cast_const().cast(), size_of::<Generichash>())]) {
        return end(caller, state, place.bytes());
    }
    let mut digest = quicksalt::Wiped::new([0; BYTES_MAX]);
    end(caller, state, &mut digest[..out_len])?;
    place.bytes().copy_from_slice(&digest[..out_len]);
    Ok(())
}

/// Writes the digest and wipes the state.
fn end(caller: &Caller, state: *mut Generichash, digest: &mut [u8]) -> Outcome {
    caller.state(state)?.kept.digest_into(digest)?;
    caller.zero(state.cast(), size_of::<Generichash>());
    caller.state(state)?.is_over = true;
    Ok(())
}

abi! {
    fn crypto_generichash(caller, out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong, key: *const u8, keylen: usize) -> c_int {
        status(whole(&caller, (out, outlen), (input, inlen), (key, keylen), &NONE, &NONE))
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b(caller, out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong, key: *const u8, keylen: usize) -> c_int {
        status(whole(&caller, (out, outlen), (input, inlen), (key, keylen), &NONE, &NONE))
    }
    fn crypto_generichash_blake2b_salt_personal(
        caller, out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong,
        key: *const u8, keylen: usize, salt: *const u8, personal: *const u8,
    ) -> c_int {
        status((|| {
            let (salt, personal) = (optional(&caller, salt)?, optional(&caller, personal)?);
            whole(&caller, (out, outlen), (input, inlen), (key, keylen), &salt, &personal)
        })())
    }
    fn crypto_generichash_init(caller, state: *mut Generichash, key: *const u8, keylen: usize, outlen: usize) -> c_int {
        status(init(&caller, state, (key, keylen), outlen, &NONE, &NONE))
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b_init(caller, state: *mut Generichash, key: *const u8, keylen: usize, outlen: usize) -> c_int {
        status(init(&caller, state, (key, keylen), outlen, &NONE, &NONE))
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b_init_salt_personal(
        caller, state: *mut Generichash, key: *const u8, keylen: usize, outlen: usize,
        salt: *const u8, personal: *const u8,
    ) -> c_int {
        status((|| {
            let (salt, personal) = (optional(&caller, salt)?, optional(&caller, personal)?);
            init(&caller, state, (key, keylen), outlen, &salt, &personal)
        })())
    }
    fn crypto_generichash_update(caller, state: *mut Generichash, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update(&caller, state, input, inlen))
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b_update(caller, state: *mut Generichash, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update(&caller, state, input, inlen))
    }
    fn crypto_generichash_final(caller, state: *mut Generichash, out: *mut u8, outlen: usize) -> c_int {
        status(last(&caller, state, out, outlen))
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b_final(caller, state: *mut Generichash, out: *mut u8, outlen: usize) -> c_int {
        status(last(&caller, state, out, outlen))
    }
    fn crypto_generichash_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<BYTES>(&caller, k));
    }
    #[cfg(feature = "full")]
    fn crypto_generichash_blake2b_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<BYTES>(&caller, k));
    }
}
