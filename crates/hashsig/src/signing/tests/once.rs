//! No leaf of any tree ever signs two messages.

use alloc::collections::BTreeMap;
use std::sync::Mutex;
use std::thread;

use super::{ALONE, HELPED, TREE, key};
use crate::lms::hss::PublicKey;
use crate::signing::{Options, SigningKey};
use crate::testing::{Part, parts};

/// The signature made by each leaf, by level, tree and leaf.
#[derive(Default)]
pub(super) struct Leaves {
    signed: BTreeMap<(usize, Vec<u8>, u32), Vec<u8>>,
    pub(super) signatures: u64,
}

impl Leaves {
    /// Verifies a signature, and checks that none of its leaves signed another message before.
    /// Leaves of upper levels repeat the same signature.
    #[track_caller]
    pub(super) fn add(&mut self, public: &PublicKey, message: &[u8], signature: &[u8]) {
        assert_eq!(public.verify(message, signature), Ok(()));
        let parts = parts(public, signature);
        let lowest = parts.len() - 1;
        for (level, Part { tree, leaf, signature }) in parts.into_iter().enumerate() {
            let before = self.signed.insert((level, tree, leaf), signature.clone());
            let same = before.is_none_or(|before| level < lowest && before == signature);
            assert!(same, "leaf {leaf} of level {level} signed twice");
        }
        self.signatures += 1;
    }

    /// Signs a message and checks the signature.
    #[track_caller]
    pub(super) fn sign(&mut self, key: &SigningKey, message: &[u8]) {
        self.add(key.public_key(), message, &key.sign(message).unwrap());
    }
}

#[test]
fn every_index_of_two_levels_signs_once() {
    for options in [ALONE, HELPED, Options { reservation: Some(1), ..HELPED }] {
        let (key, memory) = key(2, &options);
        let mut leaves = Leaves::default();
        for number in 0..TREE * TREE {
            assert_eq!(key.remaining().unwrap(), TREE * TREE - number);
            leaves.sign(&key, &number.to_be_bytes());
        }
        assert_eq!((leaves.signatures, memory.next()), (TREE * TREE, TREE * TREE));
        assert!(key.sign(b"one too many").is_err());
    }
}

#[test]
fn trees_of_three_levels_change_together() {
    for options in [ALONE, HELPED, Options { reservation: Some(100), ahead: 3, ..HELPED }] {
        let (key, memory) = key(3, &options);
        memory.set_next(TREE * TREE - 40);
        let mut leaves = Leaves::default();
        for number in 0..90_u64 {
            leaves.sign(&key, &number.to_be_bytes());
        }
        let last = TREE * TREE + 50;
        assert!((last..last + 2 * options.reservation.unwrap()).contains(&memory.next()));
    }
}

#[test]
fn threads_share_a_key() {
    let (key, _) = key(2, &HELPED);
    let leaves = Mutex::new(Leaves::default());
    thread::scope(|scope| {
        for number in 0..4_u8 {
            let (key, leaves) = (&key, &leaves);
            scope.spawn(move || {
                for _ in 0..30 {
                    let signature = key.sign(&[number]).unwrap();
                    leaves.lock().unwrap().add(key.public_key(), &[number], &signature);
                }
                let messages: Vec<[u8; 2]> = (0..50).map(|other| [number, other]).collect();
                let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
                let signatures = key.sign_many(&messages).unwrap();
                let mut leaves = leaves.lock().unwrap();
                for (message, signature) in messages.iter().zip(&signatures) {
                    leaves.add(key.public_key(), message, signature);
                }
            });
        }
    });
    assert_eq!(leaves.lock().unwrap().signatures, 4 * 80);
}

/// Simulates a fleet of signers, where others reserve in between.
#[test]
fn indices_may_jump_from_tree_to_tree() {
    for options in [ALONE, HELPED] {
        let (key, memory) = key(3, &options);
        memory.set_jump(5 * TREE + 3);
        let mut leaves = Leaves::default();
        for number in 0..60_u64 {
            leaves.sign(&key, &number.to_be_bytes());
        }
    }
}

#[test]
fn many_messages_take_one_reservation() {
    let (key, memory) = key(2, &ALONE);
    let messages: Vec<Vec<u8>> = (0..75).map(|len| vec![7; len]).collect();
    let messages: Vec<&[u8]> = messages.iter().map(|message| &message[..]).collect();
    let mut leaves = Leaves::default();
    for _ in 0..2 {
        let before = memory.reservations();
        let signatures = key.sign_many(&messages).unwrap();
        assert_eq!((signatures.len(), memory.reservations()), (75, before + 1));
        for (message, signature) in messages.iter().zip(&signatures) {
            leaves.add(key.public_key(), message, signature);
        }
    }
    assert!(key.sign_many(&[]).unwrap().is_empty());
    all_or_nothing(&key);
}

fn all_or_nothing(key: &SigningKey) {
    let left = key.remaining().unwrap();
    let messages = vec![&b"m"[..]; left as usize + 1];
    assert!(key.sign_many(&messages).is_err());
    assert_eq!(key.remaining().unwrap(), left);
    assert_eq!(key.sign_many(&messages[1..]).unwrap().len() as u64, left);
    assert_eq!(key.remaining().unwrap(), 0);
}
