//! SipHash-2-4 with a tag of 16 bytes (Aumasson and Bernstein, 2012), libsodium's
//! `crypto_shorthash_siphashx24`. It protects hash tables and short messages against whoever does not know the key;
//! any other use wants an authenticator such as HMAC.

mod kat;
#[cfg(test)]
mod tests;

use super::family::mac;
use super::family::siphash::{self, BLOCK, State};
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::error::Result;

/// Length of the key in bytes.
pub const KEY_LEN: usize = siphash::KEY_LEN;
/// Length of the tag in bytes.
pub const TAG_LEN: usize = 16;

/// The functions of a candidate.
pub type Ops = mac::Ops<State, BLOCK, KEY_LEN, TAG_LEN>;

/// The tag of a message that comes piece by piece.
pub type Mac = mac::Mac<State, BLOCK, KEY_LEN, TAG_LEN>;

siphash::composed! {
    siphashx24;
    portable, Features::NONE, "own, from the paper of 2012";
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = mac::primitive("siphashx24", CANDIDATES, selftest);

/// The tag of a message.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[inline]
pub fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> Result<[u8; TAG_LEN]> {
    mac::tag(&PRIMITIVE, key, message)
}

/// Checks the tag of a message, in a time that does not depend on the tag.
///
/// # Errors
/// [`crate::Error::Verification`] if it is another, [`crate::Error::NoCandidate`] if no candidate
/// passes its self-test.
pub fn verify(key: &[u8; KEY_LEN], tag: &[u8; TAG_LEN], message: &[u8]) -> Result<()> {
    mac::verify(&PRIMITIVE, key, tag, message)
}

/// The tag of a message that comes piece by piece.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn init(key: &[u8; KEY_LEN]) -> Result<Mac> {
    mac::init(&PRIMITIVE, key)
}

/// Three of the authors' examples, and messages of lengths modulo a block and round 256.
fn selftest(candidate: Runnable<Ops>) -> bool {
    mac::agrees(candidate, &kat::ANSWERS)
}
