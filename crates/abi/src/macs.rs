//! `crypto_auth`, `crypto_onetimeauth` and `crypto_shorthash`: tags of messages.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Wiped;
use quicksalt::hazmat::family::mac;
use quicksalt::hazmat::{
    hmac_sha256, hmac_sha512, hmac_sha512_256, poly1305, siphash24, siphashx24,
};

use crate::boundary::{Caller, FAILED, Outcome, abi, constants, must, status, texts};

/// libsodium has keys of 32 bytes for all of them.
const KEY_LEN: usize = 32;

/// What the caller keeps of them, no larger than libsodium's.
pub type HmacSha256 = hmac_sha256::Kept;
/// As [`HmacSha256`].
pub type HmacSha512 = hmac_sha512::Kept;
/// As [`HmacSha256`].
pub type Poly1305 = poly1305::Kept;

/// A tag of HMAC-SHA-512 whose first half is that of HMAC-SHA-512-256.
fn half(tag: &[u8; 64]) -> Outcome<[u8; 32]> {
    tag.first_chunk().copied().ok_or(FAILED)
}

fn equal<const N: usize>(caller: &Caller, h: *const u8, tag: &[u8; N]) -> Outcome {
    if crate::utils::equal(tag, caller.bytes(h, N)?) { Ok(()) } else { Err(FAILED) }
}

fn message(caller: &Caller, input: *const u8, len: c_ulonglong) -> Outcome<&[u8]> {
    caller.bytes(input, caller.len(len, u64::MAX)?)
}

/// The functions of whole messages: the names, and the tag of a key and a message.
macro_rules! whole {
    ($($tag:ident, $verify:ident, $keygen:ident = $of:expr;)*) => {
        abi! {$(
            fn $tag(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
                status((|| {
                    let key: &[u8; KEY_LEN] = caller.fixed(k)?;
                    caller.put(out, &$of(key, message(&caller, input, inlen)?)?)
                })())
            }
            fn $verify(caller, h: *const u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
                status((|| {
                    let key: &[u8; KEY_LEN] = caller.fixed(k)?;
                    let tag = Wiped::new($of(key, message(&caller, input, inlen)?)?);
                    equal(&caller, h, &tag)
                })())
            }
            fn $keygen(caller, k: *mut u8) {
                must(crate::random::fill_at::<KEY_LEN>(&caller, k));
            }
        )*}
    };
}

fn hmac256(key: &[u8; KEY_LEN], message: &[u8]) -> quicksalt::Result<[u8; 32]> {
    hmac_sha256::tag(key, message)
}

fn hmac512(key: &[u8; KEY_LEN], message: &[u8]) -> quicksalt::Result<[u8; 64]> {
    hmac_sha512::tag(key, message)
}

whole! {
    crypto_auth, crypto_auth_verify, crypto_auth_keygen = hmac_sha512_256::tag;
    crypto_auth_hmacsha512256, crypto_auth_hmacsha512256_verify, crypto_auth_hmacsha512256_keygen = hmac_sha512_256::tag;
    crypto_auth_hmacsha256, crypto_auth_hmacsha256_verify, crypto_auth_hmacsha256_keygen = hmac256;
    crypto_auth_hmacsha512, crypto_auth_hmacsha512_verify, crypto_auth_hmacsha512_keygen = hmac512;
    crypto_onetimeauth, crypto_onetimeauth_verify, crypto_onetimeauth_keygen = poly1305::tag;
}

#[cfg(feature = "full")]
whole! {
    crypto_onetimeauth_poly1305, crypto_onetimeauth_poly1305_verify, crypto_onetimeauth_poly1305_keygen = poly1305::tag;
}

/// The functions of messages in pieces, of one authenticator: how it takes its key, and its others.
macro_rules! pieces {
    ($of:ident, $state:ty, $update:ident, $last:ident) => {
        pub(crate) fn $update(
            caller: &Caller,
            state: *mut $state,
            input: *const u8,
            len: c_ulonglong,
        ) -> Outcome {
            let piece = message(caller, input, len)?;
            Ok(mac::update(&$of::PRIMITIVE, caller.state(state)?, piece)?)
        }

        /// The tag; the state is wiped.
        pub(crate) fn $last(
            caller: &Caller,
            state: *mut $state,
        ) -> Outcome<Wiped<[u8; $of::TAG_LEN]>> {
            let tag = Wiped::new(mac::finish(&$of::PRIMITIVE, caller.state(state)?)?);
            caller.zero(state.cast(), size_of::<$state>());
            Ok(tag)
        }
    };
}

pieces!(hmac_sha256, HmacSha256, update_sha256, finish_sha256);
pieces!(hmac_sha512, HmacSha512, update_sha512, finish_sha512);
pieces!(poly1305, Poly1305, update_poly1305, finish_poly1305);

/// HMAC under a key of any length.
macro_rules! init_hmac {
    ($of:ident, $state:ty, $empty:ident, $init:ident) => {
        /// Without a key.
        pub(crate) fn $empty() -> $state {
            <$state>::empty::<{ $of::KEY_LEN }, { $of::TAG_LEN }>()
        }

        pub(crate) fn $init(
            caller: &Caller,
            state: *mut $state,
            key: *const u8,
            len: usize,
        ) -> Outcome {
            let key = caller.bytes(key, len)?;
            caller.make(state, $empty())?;
            let kept = caller.state(state)?;
            Ok($of::with_key_block(key, |block| mac::begin(&$of::PRIMITIVE, kept, block))?)
        }
    };
}

init_hmac!(hmac_sha256, HmacSha256, empty_sha256, init_sha256);
init_hmac!(hmac_sha512, HmacSha512, empty_sha512, init_sha512);

fn init_poly1305(caller: &Caller, state: *mut Poly1305, key: *const u8) -> Outcome {
    let key = caller.secret(key)?;
    caller.make(state, Poly1305::empty::<KEY_LEN, { poly1305::TAG_LEN }>())?;
    Ok(mac::begin(&poly1305::PRIMITIVE, caller.state(state)?, &key)?)
}

abi! {
    fn crypto_auth_hmacsha256_init(caller, state: *mut HmacSha256, key: *const u8, keylen: usize) -> c_int {
        status(init_sha256(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha256_update(caller, state: *mut HmacSha256, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha256(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha256_final(caller, state: *mut HmacSha256, out: *mut u8) -> c_int {
        status(finish_sha256(&caller, state).and_then(|tag| caller.put(out, &tag)))
    }
    fn crypto_auth_hmacsha512_init(caller, state: *mut HmacSha512, key: *const u8, keylen: usize) -> c_int {
        status(init_sha512(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha512_update(caller, state: *mut HmacSha512, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha512(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha512_final(caller, state: *mut HmacSha512, out: *mut u8) -> c_int {
        status(finish_sha512(&caller, state).and_then(|tag| caller.put(out, &tag)))
    }
    fn crypto_auth_hmacsha512256_init(caller, state: *mut HmacSha512, key: *const u8, keylen: usize) -> c_int {
        status(init_sha512(&caller, state, key, keylen))
    }
    fn crypto_auth_hmacsha512256_update(caller, state: *mut HmacSha512, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha512(&caller, state, input, inlen))
    }
    fn crypto_auth_hmacsha512256_final(caller, state: *mut HmacSha512, out: *mut u8) -> c_int {
        status(finish_sha512(&caller, state).and_then(|tag| caller.put(out, &half(&tag)?)))
    }
    fn crypto_onetimeauth_init(caller, state: *mut Poly1305, key: *const u8) -> c_int {
        status(init_poly1305(&caller, state, key))
    }
    fn crypto_onetimeauth_update(caller, state: *mut Poly1305, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_poly1305(&caller, state, input, inlen))
    }
    fn crypto_onetimeauth_final(caller, state: *mut Poly1305, out: *mut u8) -> c_int {
        status(finish_poly1305(&caller, state).and_then(|tag| caller.put(out, &tag)))
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
        status(finish_poly1305(&caller, state).and_then(|tag| caller.put(out, &tag)))
    }
    fn crypto_shorthash(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status((|| {
            let tag = siphash24::tag(caller.fixed(k)?, message(&caller, input, inlen)?)?;
            caller.put(out, &tag)
        })())
    }
    #[cfg(feature = "full")]
    fn crypto_shorthash_siphash24(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status((|| {
            let tag = siphash24::tag(caller.fixed(k)?, message(&caller, input, inlen)?)?;
            caller.put(out, &tag)
        })())
    }
    fn crypto_shorthash_siphashx24(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong, k: *const u8) -> c_int {
        status((|| {
            let tag = siphashx24::tag(caller.fixed(k)?, message(&caller, input, inlen)?)?;
            caller.put(out, &tag)
        })())
    }
    fn crypto_shorthash_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ siphash24::KEY_LEN }>(&caller, k));
    }
}

constants! { usize;
    crypto_auth_bytes = 32;
    crypto_auth_keybytes = 32;
    crypto_auth_hmacsha256_bytes = 32;
    crypto_auth_hmacsha256_keybytes = 32;
    crypto_auth_hmacsha256_statebytes = 208;
    crypto_auth_hmacsha512_bytes = 64;
    crypto_auth_hmacsha512_keybytes = 32;
    crypto_auth_hmacsha512_statebytes = 416;
    crypto_auth_hmacsha512256_bytes = 32;
    crypto_auth_hmacsha512256_keybytes = 32;
    crypto_auth_hmacsha512256_statebytes = 416;
    crypto_onetimeauth_statebytes = 256;
    crypto_onetimeauth_bytes = 16;
    crypto_onetimeauth_keybytes = 32;
    crypto_onetimeauth_poly1305_statebytes = 256;
    crypto_onetimeauth_poly1305_bytes = 16;
    crypto_onetimeauth_poly1305_keybytes = 32;
    crypto_shorthash_bytes = 8;
    crypto_shorthash_keybytes = 16;
    crypto_shorthash_siphash24_bytes = 8;
    crypto_shorthash_siphash24_keybytes = 16;
    crypto_shorthash_siphashx24_bytes = 16;
    crypto_shorthash_siphashx24_keybytes = 16;
}

texts! {
    crypto_auth_primitive = c"hmacsha512256";
    crypto_onetimeauth_primitive = c"poly1305";
    crypto_shorthash_primitive = c"siphash24";
}

