#![allow(clippy::panic, clippy::unwrap_used)]

use sha2::{Digest, Sha256};

use super::{Chains, DIGEST_LEN, Messages, Midstate, PREFIX_LEN, PRIMITIVE, Steps};
use crate::choose::{Runnable, sample_bytes};
use crate::error::Error;

fn candidates() -> impl Iterator<Item = Runnable<super::Ops>> {
    PRIMITIVE.runnable()
}

/// Counts around the vector widths of all candidates.
const COUNTS: [usize; 17] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 65];

#[test]
fn messages_of_every_length_agree_with_rustcrypto() {
    let bytes = sample_bytes(65 * 300 + 64, 21);
    for candidate in candidates() {
        for length in (0..200).chain([255, 256, 257, 300]) {
            let count = COUNTS[length % COUNTS.len()];
            compare(candidate, &bytes, count, length, 1 + length % DIGEST_LEN);
        }
        for count in COUNTS {
            for length in [1, 55, 56, 64, 119, 120] {
                compare(candidate, &bytes, count, length, DIGEST_LEN);
            }
        }
    }
}

/// Compares messages with 0 to 2 common first blocks, at varying alignment.
fn compare(candidate: Runnable<super::Ops>, bytes: &[u8], count: usize, length: usize, n: usize) {
    for first in [0, 1, 2] {
        let (head, rest) = bytes.split_at(64 * first);
        let rest = &rest[(count + length) % 63..][..count * length];
        let start = Midstate::after(head.as_chunks().0);
        let mut digests = vec![0x55; count * n + 1];
        let mut messages = Messages::new(&start, &mut digests[..count * n], rest, n).unwrap();
        candidate.hash_all(&mut messages);
        for (number, digest) in digests[..count * n].chunks_exact(n).enumerate() {
            let message = [head, &rest[number * length..][..length]].concat();
            let expected = &Sha256::digest(message)[..n];
            let name = candidate.meta().name;
            assert_eq!(digest, expected, "{name}, {number} of {count} of {length} bytes");
        }
        assert_eq!(digests[count * n], 0x55);
    }
}

#[test]
fn any_number_of_chains_agrees_with_rustcrypto() {
    for candidate in candidates() {
        for count in COUNTS.into_iter().chain(18..30) {
            for n in [4, 20, 24, 28, 32] {
                for bound in [0, 1, 6, 255] {
                    if bound < 255 || count < 6 {
                        compare_chains(candidate, count, n, bound);
                    }
                }
            }
        }
    }
}

fn compare_chains(candidate: Runnable<super::Ops>, count: usize, n: usize, bound: u8) {
    let prefixes = sample_bytes(count * PREFIX_LEN + 1, 22);
    let prefixes = prefixes[1..].as_chunks().0;
    let before = sample_bytes(count * n + 1, 23);
    let steps: Vec<_> = (0..count).map(|i| steps_of(i, bound)).collect();
    let mut values = before.clone();
    let mut chains = Chains::new(prefixes, &steps, &mut values[1..]).unwrap();
    candidate.advance(&mut chains, bound);
    assert_eq!(values[0], before[0]);
    for (chain, value) in values[1..].chunks_exact(n).enumerate() {
        let mut expected = before[1 + chain * n..][..n].to_vec();
        for step in 0..steps[chain].count.min(bound) {
            let number = [steps[chain].first + step];
            let digest = Sha256::digest([&prefixes[chain][..], &number, &expected].concat());
            expected.copy_from_slice(&digest[..n]);
        }
        let name = candidate.meta().name;
        assert_eq!(value, expected, "{name}, {chain} of {count} chains, {n} bytes, {bound} steps");
    }
}

/// Steps around the bound, up to step number 255.
fn steps_of(chain: usize, bound: u8) -> Steps {
    if bound == 255 {
        let first = [0, 1, 255, 128, 7][chain % 5];
        return Steps { first, count: (255 - first).saturating_add((chain % 2) as u8) };
    }
    Steps { first: (chain * 31 % 247) as u8, count: (chain * 5 % 9) as u8 }
}

#[test]
fn the_chosen_candidate_takes_any_number_of_messages_and_chains() {
    for count in [0, 1, 31, 32, 33, 64, 100] {
        let start = Midstate::initial();
        let (bytes, mut digests) = (sample_bytes(count * 46, 24), vec![0; count * DIGEST_LEN]);
        super::hash(Messages::new(&start, &mut digests, &bytes, DIGEST_LEN).unwrap()).unwrap();
        let mut values =
            bytes.chunks_exact(46).flat_map(|m| &m[23..43]).copied().collect::<Vec<_>>();
        let prefixes: Vec<_> = bytes.chunks_exact(46).map(|m| *m.first_chunk().unwrap()).collect();
        let steps: Vec<_> =
            bytes.chunks_exact(46).map(|m| Steps { first: m[22], count: 1 }).collect();
        super::advance(Chains::new(&prefixes, &steps, &mut values).unwrap(), 1).unwrap();
        for (number, message) in bytes.chunks_exact(46).enumerate() {
            assert_eq!(digests[number * 32..][..32], Sha256::digest(message)[..]);
            assert_eq!(values[number * 20..][..20], Sha256::digest(&message[..43])[..20]);
        }
    }
}

#[test]
fn inconsistent_lengths_are_refused() {
    let start = Midstate::initial();
    let argument = |error: Option<Error>| match error {
        Some(Error::Length { argument, .. } | Error::Parameter { argument, .. }) => argument,
        other => panic!("{other:?}"),
    };
    let messages = |bytes: usize, digests: usize, n: usize| {
        let (bytes, mut digests) = (vec![0; bytes], vec![0; digests]);
        argument(Messages::new(&start, &mut digests, &bytes, n).err())
    };
    assert_eq!(messages(0, 0, 0), "a digest");
    assert_eq!(messages(10, 33, 33), "a digest");
    assert_eq!(messages(10, 33, 32), "digests");
    assert_eq!(messages(10, 96, 32), "messages");
    assert_eq!(messages(10, 0, 32), "messages");
    let chains = |count: usize, steps: &[Steps], values: usize| {
        let prefixes = vec![[0; PREFIX_LEN]; count];
        argument(Chains::new(&prefixes, steps, &mut vec![0; values]).err())
    };
    let one = Steps { first: 255, count: 1 };
    assert_eq!(chains(2, &[one, one], 63), "values");
    assert_eq!(chains(2, &[one, one], 60), "values");
    assert_eq!(chains(2, &[one, one], 72), "values");
    assert_eq!(chains(2, &[one, one], 0), "values");
    assert_eq!(chains(0, &[], 4), "values");
    assert_eq!(chains(2, &[one], 64), "steps");
    assert_eq!(chains(2, &[one, Steps { first: 255, count: 2 }], 64), "first + count");
}
