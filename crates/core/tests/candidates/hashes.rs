//! The hashes against RustCrypto's crates.

use quicksalt::hazmat::{sha256, sha512};
use sha2::Digest as _;

use crate::common::shapes;

#[test]
fn sha256_agrees_with_sha2() {
    shapes::parts(
        &sha256::PRIMITIVE,
        "hash",
        |run, parts, _| run.hash(parts).to_vec(),
        |message, _| sha2::Sha256::digest(message).to_vec(),
    );
}

#[test]
fn sha512_agrees_with_sha2() {
    shapes::parts(
        &sha512::PRIMITIVE,
        "hash",
        |run, parts, _| run.hash(parts).to_vec(),
        |message, _| sha2::Sha512::digest(message).to_vec(),
    );
}
