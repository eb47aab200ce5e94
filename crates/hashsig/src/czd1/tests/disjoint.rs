//! No two calls of the hash function have the same address, no two chains the same secret.

use std::collections::{HashMap, HashSet};

use super::super::address::{Address, Kind};
use super::super::{SecretKey, Signer, TreeId};
use super::{levels, secret};
use crate::reserved::ReservedIndex;

const KINDS: [Kind; 11] = [
    Kind::Chain,
    Kind::Start,
    Kind::Leaf,
    Kind::Ends,
    Kind::Node,
    Kind::Root,
    Kind::RandomiserKey,
    Kind::Randomiser,
    Kind::Message,
    Kind::TreeSeed,
    Kind::TreeSalt,
];

/// Numbers that look random and are the same every time.
fn numbers(seed: u64) -> impl Iterator<Item = u64> {
    let mut state = seed;
    core::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 24
    })
}

/// Each field can be read back, whatever the others are: the map is injective.
#[test]
fn addresses_are_told_apart() {
    let mut numbers = numbers(1);
    let mut seen = HashMap::new();
    for round in 0..100_000 {
        let mut next = || if round % 3 == 0 { u64::MAX } else { numbers.next().unwrap() };
        let address = Address {
            kind: KINDS[next() as usize % KINDS.len()],
            level: next() as u8,
            height: next() as u8,
            index: next() as u32,
            chain: next() as u16,
            step: next() as u16,
        };
        let personal = address.personal();
        let short = |at| u16::from_le_bytes([personal[at], personal[at + 1]]);
        let index = u32::from_le_bytes([personal[12], personal[13], personal[14], personal[15]]);
        assert_eq!((personal[4], personal[5]), (address.level, address.height));
        assert_eq!((short(8), short(10), index), (address.step, address.chain, address.index));
        assert_eq!((&personal[..3], &personal[6..8]), (&b"cz1"[..], &[0, 0][..]));
        assert_eq!(personal[3], address.kind as u8);
        assert_eq!(*seen.entry(personal).or_insert(address), address);
    }
    let marks: HashSet<_> = KINDS.iter().map(|&kind| kind as u8).collect();
    assert_eq!(marks.len(), KINDS.len());
}

/// The number of the last step of a chain does not run into the next chain.
#[test]
fn steps_stay_within_their_chain() {
    let last = Address { step: u16::MAX, chain: 3, ..Address::new(Kind::Chain, 0) };
    let next = Address { step: 0, chain: 4, ..last };
    assert_eq!(last.number() + 1, next.number());
    let most = 2 * levels(64, 4, &[1]).top().pairs();
    assert!(u16::try_from(most).is_ok(), "{most} chains");
}

/// Everything that a small key of two levels shows or keeps: whatever is shown is no secret of
/// another one-time key. (What made coinZdense's levels forgeable.)
#[test]
fn no_secret_is_shared_or_shown() {
    let secret = secret(&[1, 2]);
    let mut starts = HashSet::new();
    let mut count = 0;
    for id in [TreeId::TOP, tree(1, 0), tree(1, 1)] {
        let seed = secret.tree(id).unwrap();
        for leaf in 0..seed.params().leaves() {
            let own = super::super::ots::starts(seed.place(), seed.bytes(), &[leaf]);
            for start in own.unwrap().chunks(16) {
                starts.insert(start.to_vec());
                count += 1;
            }
        }
    }
    assert_eq!((starts.len(), count), (10 * 64, 10 * 64), "starts that are the same");
    let mut signer = Signer::generate(secret).unwrap();
    for index in 0..8 {
        let signature = signer.sign(ReservedIndex::new(index), b"message").unwrap();
        let shown = (0..=signature.len() - 16).find(|&at| starts.contains(&signature[at..at + 16]));
        assert_eq!(shown, None, "a start of a chain in signature {index}");
    }
}

fn tree(level: usize, number: u64) -> TreeId {
    TreeId { level, number }
}

/// The same seed under other sizes leads to other trees.
#[test]
fn sizes_separate_keys_of_one_seed() {
    let all = [
        levels(16, 4, &[2]),
        levels(16, 4, &[3]),
        levels(16, 5, &[2]),
        levels(17, 4, &[2]),
        levels(16, 4, &[2, 1]),
        levels(16, 4, &[2, 2]),
    ];
    let mut seen = HashSet::new();
    for levels in &all {
        let top =
            SecretKey::from_seed(levels.clone(), &[9; 32]).unwrap().tree(TreeId::TOP).unwrap();
        assert!(seen.insert(top.bytes().to_vec()) && seen.insert(top.place().salt.to_vec()));
    }
}
