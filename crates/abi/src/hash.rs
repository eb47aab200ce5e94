//! `crypto_hash`: SHA-256 and SHA-512, in one call or incrementally.

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Wiped;
use quicksalt::hazmat::family::hash::{self, Kept};
use quicksalt::hazmat::{sha256, sha512};

use crate::boundary::{Caller, Outcome, status};
use crate::exports::abi;

/// The caller's SHA-256 state.
pub type Sha256 = Kept<[u32; 8], 64>;
/// The caller's SHA-512 state.
pub type Sha512 = Kept<[u64; 8], 128>;

// The states are not larger than libsodium's, and have the same alignment.
const _: () = assert!(size_of::<Sha256>() <= 104 && align_of::<Sha256>() <= 8);
const _: () = assert!(size_of::<Sha512>() <= 208 && align_of::<Sha512>() <= 8);

/// Defines the C functions of a hash: one-shot and incremental.
macro_rules! functions {
    ($of:ident, $state:ty, $whole:ident, $init:ident, $update:ident, $last:ident) => {
        pub(crate) fn $whole(
            caller: &Caller,
            out: *mut u8,
            input: *const u8,
            len: c_ulonglong,
        ) -> Outcome {
            let message = caller.bytes(input, caller.len(len, u64::MAX)?)?;
            let mut digest = Wiped::new([0; $of::DIGEST_LEN]);
            hash::hash_to(&$of::PRIMITIVE, &[message], &mut digest)?;
            caller.put(out, &digest)
        }

        pub(crate) fn $init(caller: &Caller, state: *mut $state) -> Outcome {
            caller.make(state, <$state>::initial::<{ $of::DIGEST_LEN }>)
        }

        pub(crate) fn $update(
            caller: &Caller,
            state: *mut $state,
            input: *const u8,
            len: c_ulonglong,
        ) -> Outcome {
            let piece = caller.bytes(input, caller.len(len, u64::MAX)?)?;
            Ok(hash::update(&$of::PRIMITIVE, caller.state(state)?, piece)?)
        }

        /// Writes the digest and wipes the state.
        pub(crate) fn $last(
            caller: &Caller,
            state: *mut $state,
            digest: &mut [u8; $of::DIGEST_LEN],
        ) -> Outcome {
            hash::digest(&$of::PRIMITIVE, caller.state(state)?, digest)?;
            caller.zero(state.cast(), size_of::<$state>());
            Ok(())
        }
    };
}

functions!(sha256, Sha256, whole_sha256, init_sha256, update_sha256, finish_sha256);
functions!(sha512, Sha512, whole_sha512, init_sha512, update_sha512, finish_sha512);

abi! {
    fn crypto_hash(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(whole_sha512(&caller, out, input, inlen))
    }
    fn crypto_hash_sha512(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(whole_sha512(&caller, out, input, inlen))
    }
    fn crypto_hash_sha512_init(caller, state: *mut Sha512) -> c_int {
        status(init_sha512(&caller, state))
    }
    fn crypto_hash_sha512_update(caller, state: *mut Sha512, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha512(&caller, state, input, inlen))
    }
    fn crypto_hash_sha512_final(caller, state: *mut Sha512, out: *mut u8) -> c_int {
        status((|| {
            let mut digest = Wiped::new([0; sha512::DIGEST_LEN]);
            finish_sha512(&caller, state, &mut digest)?;
            caller.put(out, &digest)
        })())
    }
    fn crypto_hash_sha256(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(whole_sha256(&caller, out, input, inlen))
    }
    fn crypto_hash_sha256_init(caller, state: *mut Sha256) -> c_int {
        status(init_sha256(&caller, state))
    }
    fn crypto_hash_sha256_update(caller, state: *mut Sha256, input: *const u8, inlen: c_ulonglong) -> c_int {
        status(update_sha256(&caller, state, input, inlen))
    }
    fn crypto_hash_sha256_final(caller, state: *mut Sha256, out: *mut u8) -> c_int {
        status((|| {
            let mut digest = Wiped::new([0; sha256::DIGEST_LEN]);
            finish_sha256(&caller, state, &mut digest)?;
            caller.put(out, &digest)
        })())
    }
}
