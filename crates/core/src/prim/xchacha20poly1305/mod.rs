//! XChaCha20-Poly1305: authenticated encryption with associated data under a 32-byte key and a
//! 24-byte nonce that must never repeat under one key, a 16-byte tag behind the ciphertext
//! (draft-irtf-cfrg-xchacha-03 section 2, RFC 8439 section 2.8). Past the draft's 2^38 - 64 bytes the
//! block counter carries, as in libsodium.

mod construction;
mod kat;
#[cfg(test)]
mod tests;

use super::family::aead::{self, Aad};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

pub use super::family::aead::TAG_LEN;

/// Length of the key in bytes.
pub const KEY_LEN: usize = 32;
/// Length of the nonce in bytes.
pub const NONCE_LEN: usize = 24;

/// The functions of a candidate.
pub type Ops = aead::Ops<Aad, NONCE_LEN, KEY_LEN>;

construction::composed! {
    portable = portable + portable;
}
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    super::construction::composed! {
        avx2 = avx2 in x86_64 + avx2 in x86_64, "avx2";
        avx512 = avx512 in x86_64 + avx2 in x86_64, "avx512f";
        avx512ifma = avx512 in x86_64 + avx512ifma in x86_64, "avx512f,avx512ifma";
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx512, avx2;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = aead::primitive("xchacha20poly1305", CANDIDATES, selftest);

/// Seals `message` into `out`, which is [`TAG_LEN`] bytes longer: the ciphertext, then the tag,
/// which covers the associated data too.
///
/// # Errors
/// [`crate::Error::Length`] if `out` has another length, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn seal(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    message: &[u8],
) -> Result<()> {
    aead::seal(&PRIMITIVE, key, nonce, aad, out, message)
}

/// Opens `sealed` into `out`, which is [`TAG_LEN`] bytes shorter. `out` is left as it was unless
/// ciphertext and associated data are genuine.
///
/// # Errors
/// [`crate::Error::Verification`] if they are not genuine or `sealed` is shorter than a tag,
/// [`crate::Error::Length`] if `out` has another length, [`crate::Error::NoCandidate`] if no
/// candidate passes its self-test.
pub fn open(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    sealed: &[u8],
) -> Result<()> {
    aead::open(&PRIMITIVE, key, nonce, aad, out, sealed)
}

/// The example of draft-irtf-cfrg-xchacha-03 appendix A.3.1, which must not open without its
/// associated data, and boxes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut opened = [0; kat::TEXT.len()];
    aead::agrees(candidate, &kat::ANSWERS)
        && candidate.open(&kat::KEY, &kat::NONCE, &[], &mut opened, &kat::SEALED).is_err()
}

/// The data that goes with a message of the self-test: nothing, less than a block, blocks, and what is
/// long enough for every kernel.
fn aad(message_len: usize) -> &'static [u8] {
    &kat::LONG_AAD[..[0, 12, 400, 16, 33, 357][message_len % 6]]
}
