//! The fuzz function, which computes a candidate's outputs for a random seed, a random
//! encapsulation and a corrupted ciphertext.

use alloc::vec::Vec;

use super::{CIPHERTEXT_LEN, Ops, PUBLIC_KEY_LEN, SECRET_KEY_LEN};
use crate::choose::{Random, Runnable};

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
    candidate.keypair(&mut public, &mut secret, &random.array());
    if operation == "keypair" {
        return [&public[..], &secret].concat();
    }
    let made = candidate.encapsulate(&mut ciphertext, &mut shared, &public, &random.array());
    assert_eq!(made, Ok(()));
    if operation == "encapsulate" {
        return [&ciphertext[..], &shared].concat();
    }
    let there = shared;
    assert_eq!(candidate.decapsulate(&mut shared, &secret, &ciphertext), Ok(()));
    assert_eq!(shared, there);
    let [at, bit]: [u8; 2] = random.array();
    ciphertext[4 * usize::from(at)] ^= 1 << (bit % 8);
    assert_eq!(candidate.decapsulate(&mut shared, &secret, &ciphertext), Ok(()));
    shared.to_vec()
}
