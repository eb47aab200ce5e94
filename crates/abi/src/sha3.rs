//! `crypto_hash_sha3256`, `crypto_hash_sha3512`, `crypto_xof` and the permutation Keccak-f[1600].

use core::ffi::{c_int, c_ulonglong};

use quicksalt::Wiped;
use quicksalt::hazmat::sponge::{Absorbed, STANDARD};
use quicksalt::hazmat::{
    keccak, sha3_256, sha3_512, shake128, shake256, turboshake128, turboshake256,
};

use crate::boundary::{FAILED, Fault, Outcome, must, status};
use crate::exports::abi;

/// The caller's state; the rate is 200 bytes minus twice the digest length.
pub type Sha3256 = Absorbed<{ sha3_256::RATE }>;
/// The caller's state, as for [`Sha3256`].
pub type Sha3512 = Absorbed<{ sha3_512::RATE }>;
/// The caller's state, as for [`Sha3256`].
pub type Xof128 = Absorbed<{ shake128::RATE }>;
/// The caller's state, as for [`Sha3256`].
pub type Xof256 = Absorbed<{ shake256::RATE }>;

/// Defines SHA-3 with one digest length.
macro_rules! sha3 {
    ($of:ident, $state:ident; $whole:ident, $init:ident, $update:ident, $last:ident) => {
        abi! {
            fn $whole(caller, out: *mut u8, input: *const u8, inlen: c_ulonglong) -> c_int {
                status((|| {
                    let message = caller.bytes(input, caller.len(inlen, u64::MAX)?)?;
                    caller.put(out, &$of::hash(&[message])?)
                })())
            }
            fn $init(caller, state: *mut $state) -> c_int {
                status(caller.make(state, || $state::initial($of::DOMAIN)))
            }
            fn $update(caller, state: *mut $state, input: *const u8, inlen: c_ulonglong) -> c_int {
                status((|| {
                    let piece = caller.bytes(input, caller.len(inlen, u64::MAX)?)?;
                    let state = caller.state(state)?;
                    // As in libsodium, input after the digest is an error, and starts a new
                    // message.
                    let was_read = state.is_read();
                    if was_read {
                        *state = $state::initial($of::DOMAIN);
                    }
                    state.update($of::chosen()?, piece);
                    if was_read { Err(FAILED) } else { Ok(()) }
                })())
            }
            fn $last(caller, state: *mut $state, out: *mut u8) -> c_int {
                status((|| {
                    let sponge = $of::chosen()?;
                    let absorbed = caller.state(state)?;
                    if absorbed.is_read() {
                        caller.put(out, &[0; $of::DIGEST_LEN])?;
                        return Err(FAILED);
                    }
                    let mut digest = Wiped::new([0; $of::DIGEST_LEN]);
                    absorbed.finish(sponge, digest.as_mut_slice());
                    caller.put(out, &digest)
                })())
            }
        }
    };
}

sha3!(sha3_256, Sha3256; crypto_hash_sha3256, crypto_hash_sha3256_init, crypto_hash_sha3256_update, crypto_hash_sha3256_final);
sha3!(sha3_512, Sha3512; crypto_hash_sha3512, crypto_hash_sha3512_init, crypto_hash_sha3512_update, crypto_hash_sha3512_final);

/// Defines an extendable-output function.
macro_rules! xof {
    ($of:ident; $whole:ident, $init:ident, $with_domain:ident, $update:ident, $squeeze:ident) => {
        abi! {
            fn $whole(caller, out: *mut u8, outlen: usize, input: *const u8, inlen: c_ulonglong) -> c_int {
                status((|| {
                    let mut out = caller.place(out, outlen)?;
                    let message = caller.input(input, caller.len(inlen, u64::MAX)?, &out)?;
                    $of::chosen()?.hash(STANDARD, out.bytes(), &[&message]);
                    Ok(())
                })())
            }
            fn $init(caller, state: *mut Absorbed<{ $of::RATE }>) -> c_int {
                status(caller.make(state, || Absorbed::initial(STANDARD)))
            }
            fn $with_domain(caller, state: *mut Absorbed<{ $of::RATE }>, domain: u8) -> c_int {
                status(caller.make(state, || Absorbed::initial(domain)))
            }
            fn $update(caller, state: *mut Absorbed<{ $of::RATE }>, input: *const u8, inlen: c_ulonglong) -> c_int {
                status((|| {
                    let piece = caller.bytes(input, caller.len(inlen, u64::MAX)?)?;
                    let kept = caller.state(state)?;
                    // No input is accepted after output was read.
                    if kept.is_read() { Err(FAILED) } else { Ok(kept.update($of::chosen()?, piece)) }
                })())
            }
            fn $squeeze(caller, state: *mut Absorbed<{ $of::RATE }>, out: *mut u8, outlen: usize) -> c_int {
                status((|| {
                    let kept = caller.state(state)?;
                    Ok(kept.read($of::chosen()?, caller.place(out, outlen)?.bytes()))
                })())
            }
        }
    };
}

xof!(shake128; crypto_xof_shake128, crypto_xof_shake128_init, crypto_xof_shake128_init_with_domain, crypto_xof_shake128_update, crypto_xof_shake128_squeeze);
xof!(shake256; crypto_xof_shake256, crypto_xof_shake256_init, crypto_xof_shake256_init_with_domain, crypto_xof_shake256_update, crypto_xof_shake256_squeeze);
xof!(turboshake128; crypto_xof_turboshake128, crypto_xof_turboshake128_init, crypto_xof_turboshake128_init_with_domain, crypto_xof_turboshake128_update, crypto_xof_turboshake128_squeeze);
xof!(turboshake256; crypto_xof_turboshake256, crypto_xof_turboshake256_init, crypto_xof_turboshake256_init_with_domain, crypto_xof_turboshake256_update, crypto_xof_turboshake256_squeeze);

/// The Keccak state of 25 words. Byte 0 is the lowest byte of the first word.
pub type Keccak = [u64; 25];

const KECCAK_LEN: usize = size_of::<Keccak>();

/// Calls `work` for each byte in the range, with the index of the byte, the state word that holds
/// it, and its bit position in that word.
fn each(state: &mut Keccak, offset: usize, len: usize, mut work: impl FnMut(usize, &mut u64, u32)) -> Outcome {
    if offset > KECCAK_LEN || len > KECCAK_LEN - offset {
        return Err(Fault::misuse("offset and length exceed the 200 bytes of a Keccak state"));
    }
    for i in 0..len {
        let at = offset + i;
        work(i, &mut state[at / 8], (at % 8 * 8) as u32);
    }
    Ok(())
}

abi! {
    fn crypto_core_keccak1600_init(caller, state: *mut Keccak) {
        must(caller.make(state, || [0; 25]));
    }
    fn crypto_core_keccak1600_xor_bytes(caller, state: *mut Keccak, bytes: *const u8, offset: usize, length: usize) {
        must((|| {
            let bytes = caller.bytes(bytes, length)?;
            each(caller.state(state)?, offset, length, |i, word, up| *word ^= u64::from(bytes[i]) << up)
        })());
    }
    fn crypto_core_keccak1600_extract_bytes(caller, state: *const Keccak, bytes: *mut u8, offset: usize, length: usize) {
        must((|| {
            let mut out = caller.place(bytes, length)?;
            let out = out.bytes();
            each(caller.state(state.cast_mut())?, offset, length, |i, word, up| out[i] = (*word >> up) as u8)
        })());
    }
    fn crypto_core_keccak1600_permute_24(caller, state: *mut Keccak) {
        must(caller.state(state).and_then(|state| Ok(keccak::permute_24(state)?)));
    }
    fn crypto_core_keccak1600_permute_12(caller, state: *mut Keccak) {
        must(caller.state(state).and_then(|state| Ok(keccak::permute_12(state)?)));
    }
}

