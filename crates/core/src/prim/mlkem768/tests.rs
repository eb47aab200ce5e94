#![allow(clippy::unwrap_used)]

use super::{CIPHERTEXT_LEN, PRIMITIVE, PUBLIC_KEY_LEN, SECRET_KEY_LEN, selftest};
use crate::choose::sample_array;
use crate::error::Error;

#[test]
fn every_candidate_passes_its_selftest() {
    let run = PRIMITIVE.runnable().filter(|&c| selftest(c)).count();
    assert!(run == PRIMITIVE.runnable().count() && run >= 1);
}

#[test]
fn every_candidate_decapsulates_the_ciphertexts_of_the_others() {
    for maker in PRIMITIVE.runnable() {
        for opener in PRIMITIVE.runnable() {
            for seed in 1..20 {
                let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
                let (mut ciphertext, mut there, mut back) = ([0; CIPHERTEXT_LEN], [0; 32], [1; 32]);
                opener.keypair(&mut public, &mut secret, &sample_array(seed));
                let randomness = sample_array(seed + 100);
                maker.encapsulate(&mut ciphertext, &mut there, &public, &randomness).unwrap();
                opener.decapsulate(&mut back, &secret, &ciphertext).unwrap();
                assert_eq!(there, back, "seed {seed}");
                for at in [0, 500, 959, 960, CIPHERTEXT_LEN - 1] {
                    let mut changed = ciphertext;
                    changed[at] ^= 0x10;
                    opener.decapsulate(&mut back, &secret, &changed).unwrap();
                    assert_ne!(there, back, "seed {seed}, byte {at}");
                }
            }
        }
    }
}

/// Sets coefficients of a public key to the modulus minus one, the modulus, and 4095.
#[test]
fn every_candidate_refuses_unreduced_coefficients() {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    let (mut ciphertext, mut shared) = ([0; CIPHERTEXT_LEN], [0; 32]);
    for candidate in PRIMITIVE.runnable() {
        candidate.keypair(&mut public, &mut secret, &sample_array(1));
        for number in (0..768).step_by(7) {
            for (value, is_key) in [(3328_u16, true), (3329, false), (4095, false)] {
                let mut changed = public;
                let at = number / 2 * 3;
                let pair = &mut changed[at..at + 3];
                if number % 2 == 0 {
                    (pair[0], pair[1]) = (value as u8, pair[1] & 0xf0 | (value >> 8) as u8);
                } else {
                    (pair[1], pair[2]) = (pair[1] & 0x0f | (value << 4) as u8, (value >> 4) as u8);
                }
                let made = candidate.encapsulate(&mut ciphertext, &mut shared, &changed, &[7; 32]);
                assert_eq!(made.is_ok(), is_key, "number {number} is {value}");
            }
        }
    }
}

#[test]
fn every_candidate_refuses_a_damaged_secret_key() {
    let (mut public, mut secret) = ([0; PUBLIC_KEY_LEN], [0; SECRET_KEY_LEN]);
    let (ciphertext, mut shared) = ([3; CIPHERTEXT_LEN], [0; 32]);
    for candidate in PRIMITIVE.runnable() {
        candidate.keypair(&mut public, &mut secret, &sample_array(1));
        // Flips bits at both ends of the embedded public key and of its digest. The bytes before
        // and after these fields are not checked.
        for (at, is_whole) in
            [(1151, true), (1152, false), (2335, false), (2336, false), (2367, false), (2368, true)]
        {
            let mut changed = secret;
            changed[at] ^= 1;
            let opened = candidate.decapsulate(&mut shared, &changed, &ciphertext);
            assert_eq!(
                opened,
                if is_whole { Ok(()) } else { Err(Error::KeyMismatch) },
                "byte {at}"
            );
        }
    }
}
