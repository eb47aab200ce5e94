//! `crypto_auth`, `crypto_onetimeauth` and `crypto_shorthash`: message authentication codes.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::{Result, Wiped};
use quicksalt::hazmat::{hmac, poly1305, sha256, sha512, siphash24};

use crate::boundary::{Caller, FAILED, Outcome, must, sized, status};
use crate::exports::abi;

/// The key length in libsodium's interface, the same for all functions.
const KEY_LEN: usize = 32;

/// The caller's state, not larger than libsodium's.
pub type HmacSha256 = hmac::Kept<[u32; 8], 64, 32>;
/// The caller's state, as for [`HmacSha256`].
pub type HmacSha512 = hmac::Kept<[u64; 8], 128, 64>;
/// The caller's state, as for [`HmacSha256`].
pub type Poly1305 = poly1305::Kept;

fn equal<const N: usize>(caller: &Caller, h: *const u8, tag: &[u8; N]) -> Outcome {
    if crate::utils::equal(tag, caller.bytes(h, N)?) { Ok(()) } else { Err(FAILED) }
}

fn message(caller: &Caller, input: *const u8, len: c_ulonglong) -> Outcome<&[u8]> {
    caller.bytes(input, caller.len(len, u64::MAX)?)
}

/// Defines one-shot functions from their names, the tag length, and the function that computes the
/// tag.
macro_rules! whole {
    ($($tag:ident, $verify:ident, $keygen:ident = $len:expr, $of:expr;)*) => {
        abi! {$(
            fn $tag(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
                status((|| {
                    let mut tag = Wiped::new([0; $len]);
                    $of(caller.fixed(k)?, message(&caller, input, inlen)?, &mut tag)?;
                    caller.put(out, &tag)
                })())
            }
            fn $verify(caller, h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
                status((|| {
                    let mut tag = Wiped::new([0; $len]);
                    $of(caller.fixed(k)?, message(&caller, input, inlen)?, &mut tag)?;
                    equal(&caller, h, &tag)
                })())
            }
            fn $keygen(caller, k: *mut u8) {
                must(crate::random::fill_at::<KEY_LEN>(&caller, k));
            }
        )*}
    };
}

fn tag_sha256(key: &[u8; KEY_LEN], message: &[u8], tag: &mut [u8; 32]) -> Result<()> {
    hmac::tag_to(&sha256::PRIMITIVE, key, message, tag)
}

/// Computes HMAC-SHA-512 or, truncated to 32 bytes, HMAC-SHA-512-256.
fn tag_sha512<const TAG: usize>(
    key: &[u8; KEY_LEN],
    message: &[u8],
    tag: &mut [u8; TAG],
) -> Result<()> {
    hmac::tag_to(&sha512::PRIMITIVE, key, message, tag)
}

whole! {
    crypto_auth, crypto_auth_verify, crypto_auth_keygen = 32, tag_sha512;
    crypto_auth_hmacsha512256, crypto_auth_hmacsha512256_verify, crypto_auth_hmacsha512256_keygen = 32, tag_sha512;
    crypto_auth_hmacsha256, crypto_auth_hmacsha256_verify, crypto_auth_hmacsha256_keygen = 32, tag_sha256;
    crypto_auth_hmacsha512, crypto_auth_hmacsha512_verify, crypto_auth_hmacsha512_keygen = 64, tag_sha512;
    crypto_onetimeauth, crypto_onetimeauth_verify, crypto_onetimeauth_keygen = 16, poly1305::tag_to;
}

#[cfg(feature = "full")]
whole! {
    crypto_onetimeauth_poly1305, crypto_onetimeauth_poly1305_verify, crypto_onetimeauth_poly1305_keygen = 16, poly1305::tag_to;
}

/// Defines incremental HMAC for one hash function, with a key of any length.
macro_rules! pieces {
    ($hash:ident, $state:ty, $init:ident, $update:ident, $last:ident) => {
        pub(crate) fn $init(
            caller: &Caller,
            state: *mut $state,
            key: *const u8,
            len: usize,
        ) -> Outcome {
            let (key, by) = (caller.bytes(key, len)?, $hash::PRIMITIVE.compression()?);
            caller.make(state, <$state>::empty)?;
            let kept = caller.state(state)?;
            Ok(hmac::with_key_block(&$hash::PRIMITIVE, key, |block| Ok(kept.begin(by, block)))?)
        }

        pub(crate) fn $update(
            caller: &Caller,
            state: *mut $state,
            input: *const u8,
            len: c_ulonglong,
        ) -> Outcome {
            let piece = message(caller, input, len)?;
            caller.state(state)?.update($hash::PRIMITIVE.compression()?, piece);
            Ok(())
        }

        /// Writes the tag and wipes the state.
        pub(crate) fn $last<const TAG: usize>(
            caller: &Caller,
            state: *mut $state,
            tag: &mut [u8; TAG],
        ) -> Outcome {
            caller.state(state)?.finish($hash::PRIMITIVE.compression()?, tag);
            caller.zero(state.cast(), size_of::<$state>());
            Ok(())
        }
    };
}

pieces!(sha256, HmacSha256, init_sha256, update_sha256, finish_sha256);
pieces!(sha512, HmacSha512, init_sha512, update_sha512, finish_sha512);

fn update_poly1305(
    caller: &Caller,
    state: *mut Poly1305,
    input: *const u8,
    len: c_ulonglong,
) -> Outcome {
    let piece = message(caller, input, len)?;
    caller.state(state)?.update(poly1305::Compression::chosen()?, piece);
    Ok(())
}

/// Writes the tag and wipes the state.
fn finish_poly1305(caller: &Caller, state: *mut Poly1305, tag: &mut [u8; 16]) -> Outcome {
    caller.state(state)?.finish(tag);
    caller.zero(state.cast(), size_of::<Poly1305>());
    Ok(())
}

/// Writes the tag of an incremental message; the output may overlap the state.
fn last<S, const N: usize>(
    caller: &Caller,
    state: *mut S,
    out: *mut u8,
    finish: impl FnOnce(&Caller, *mut S, &mut [u8; N]) -> Outcome,
) -> Outcome {
    let mut tag = Wiped::new([0; N]);
    finish(caller, state, &mut tag)?;
    caller.put(out, &tag)
}

fn init_poly1305(caller: &Caller, state: *mut Poly1305, key: *const u8) -> Outcome {
    let place = caller.place(state.cast(), size_of::<Poly1305>())?;
    let mut copies = None;
    let [key] = caller.apart(&place, [(key, KEY_LEN)], &mut copies)?;
    caller.make(state, Poly1305::empty)?;
    caller.state(state)?.begin(sized(key)?);
    Ok(())
}

fn shorthash(
    caller: &Caller,
    out: *mut u8,
    input: *const u8,
    len: c_ulonglong,
    key: *const u8,
) -> Outcome {
    caller.put(out, &siphash24::tag(caller.fixed(key)?, message(caller, input, len)?)?)
}

abi! {
    fn crypto_auth_hmacsha256_init(caller, state: *mut HmacSha256, key: *const u8, keylen: usize) -> c_int {
        status(init_sha256(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha256_update(caller, state: *mut HmacSha256, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha256(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha256_final(caller, state: *mut HmacSha256, out: *mut u8) -> c_int {
        status(last::<_, 32>(&caller, state, out, finish_sha256))
    }
    fn crypto_auth_hmacsha512_init(caller, state: *mut HmacSha512, key: *const u8, keylen: usize) -> c_int {
        status(init_sha512(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha512_update(caller, state: *mut HmacSha512, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha512(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha512_final(caller, state: *mut HmacSha512, out: *mut u8) -> c_int {
        status(last::<_, 64>(&caller, state, out, finish_sha512))
    }
    fn crypto_auth_hmacsha512256_init(caller, state: *mut HmacSha512, key: *const u8, keylen: usize) -> c_int {
        status(init_sha512(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha512256_update(caller, state: *mut HmacSha512, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha512(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha512256_final(caller, state: *mut HmacSha512, out: *mut u8) -> c_int {
        status(last::<_, 32>(&caller, state, out, finish_sha512))
    }
    fn crypto_onetimeauth_init(caller, state: *mut Poly1305, key: *const u8) -> c_int {
        status(init_poly1305(&caller, state, key))
    }
    fn crypto_onetimeauth_update(caller, state: *mut Poly1305, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_poly1305(&caller, state, input, inlen))
    }
    fn crypto_onetimeauth_final(caller, state: *mut Poly1305, out: *mut u8) -> c_int {
        status(last(&caller, state, out, finish_poly1305))
    }
    #[cfg(feature = "full")]
    fn crypto_onetimeauth_poly1305_init(caller, state: *mut Poly1305, key: *const u8) -> c_int {
        status(init_poly1305(&caller, state, key))
    }
    #[cfg(feature = "full")]
    fn crypto_onetimeauth_poly1305_update(caller, state: *mut Poly1305, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_poly1305(&caller, state, input, inlen))
    }
    #[cfg(feature = "full")]
    fn crypto_onetimeauth_poly1305_final(caller, state: *mut Poly1305, out: *mut u8) -> c_int {
        status(last(&caller, state, out, finish_poly1305))
    }
    fn crypto_shorthash(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status(shorthash(&caller, out, input, inlen, k))
    }
    #[cfg(feature = "full")]
    fn crypto_shorthash_siphash24(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status(shorthash(&caller, out, input, inlen, k))
    }
    fn crypto_shorthash_siphashx24(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status((|| {
            caller.put(out, &siphash24::long_tag(caller.fixed(k)?, message(&caller, input, inlen)?)?)
        })())
    }
    fn crypto_shorthash_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ siphash24::KEY_LEN }>(&caller, k));
    }
}

