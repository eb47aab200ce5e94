//! Checks password hashing functions without secret-dependent memory accesses.

use quicksalt::choose::sample_bytes;
use quicksalt::nacl::pwhash;

use crate::calls::message;
use crate::memcheck::reveal;

/// The functions whose standards require secret-dependent memory accesses: Argon2id from its third
/// segment on, and scrypt in the second half of each lane. Other cases check the computation
/// between these accesses: `argon2.compress`, `scrypt.mix`, BLAKE2b and HMAC-SHA-256. The calls of
/// Argon2i check everything except the addresses.
#[cfg(test)]
pub(crate) const ADDRESSED_BY_SECRETS: &[&str] = &[
    "nacl::pwhash::argon2id",
    "nacl::scrypt::ll",
    "nacl::scrypt::pwhash",
    "nacl::scrypt::str",
    "nacl::scrypt::str_verify",
    "nacl::scrypt::str_with_salt",
];

/// The functions that format a public tag as text; other entries check how the tag is computed.
#[cfg(test)]
pub(crate) const PRINTED: &[&str] = &["nacl::pwhash::str", "nacl::pwhash::str_with_salt"];

const LIMITS: pwhash::Limits = pwhash::Limits { opslimit: 3, memlimit: 8 << 10 };

/// The Argon2 variant whose memory accesses do not depend on secrets.
const ARGON2I: pwhash::Algorithm = pwhash::Algorithm::Argon2i13;

pub(crate) fn argon2i() {
    let mut key = [0; 32];
    reveal(&mut [pwhash::pwhash(&mut key, &message(), &[7; 16], LIMITS, ARGON2I)]);
    if let Ok(params) = pwhash::Params::new(16, 2, 2) {
        reveal(&mut [pwhash::argon2i(&mut key, &message(), &[7; 16], params)]);
    }
    reveal(&mut key);
}

pub(crate) fn verify() {
    if let Ok(text) = pwhash::str_with_salt(&sample_bytes(300, 30), &[7; 16], LIMITS, ARGON2I) {
        reveal(&mut [pwhash::str_verify(&text, &message())]);
    }
}
