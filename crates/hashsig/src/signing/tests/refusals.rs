//! Failing stores and exhausted keys.

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::ahead::eventually;
use super::memory::{Memory, Mood};
use super::once::Leaves;
use super::{ALONE, HELPED, TREE, key, material};
use crate::signing::{AHEAD_MAX, Error, SigningKey};
use crate::{error, store};

#[test]
fn exhaustion_is_an_error_and_stays_one() {
    for options in [ALONE, HELPED] {
        let (key, _) = key(1, &options);
        for _ in 0..TREE {
            key.sign(b"m").unwrap();
        }
        for _ in 0..3 {
            let refused = key.sign(b"m");
            let none =
                matches!(refused, Err(Error::State(store::Error::Exhausted { remaining: 0, .. })));
            assert!(none, "{refused:?}");
        }
        assert_eq!(key.remaining().unwrap(), 0);
    }
}

/// A store failure surfaces only when no reserved index is left.
#[test]
fn reserved_indices_are_used_up_before_an_error() {
    for options in [ALONE, HELPED] {
        let (key, memory) = key(2, &options);
        let mut leaves = Leaves::default();
        leaves.sign(&key, b"m");
        memory.set_mood(Mood::Fails);
        for _ in 1..8 {
            leaves.sign(&key, b"m");
        }
        for _ in 0..2 {
            assert!(matches!(key.sign(b"m"), Err(Error::State(store::Error::Io { .. }))));
        }
        if options.background {
            let trouble = || key.progress().unwrap().trouble;
            eventually("the error is reported", || trouble().is_some());
            assert!(trouble().unwrap().contains("no index was given out"));
        }
        assert!(memory.attempts() < 12, "{} attempts", memory.attempts());
        memory.set_mood(Mood::Well);
        for _ in 0..20 {
            leaves.sign(&key, b"m");
        }
        eventually("the error is cleared", || key.progress().unwrap().trouble.is_none());
    }
}

/// The background thread survives a panic of the store, and signing continues.
#[test]
fn a_panic_of_the_store_stops_nothing_else() {
    let (key, memory) = key(2, &HELPED);
    let mut leaves = Leaves::default();
    key.sign(b"m").unwrap();
    memory.set_mood(Mood::Panics);
    for _ in 0..3 {
        leaves.sign(&key, b"m");
    }
    eventually("the panic is reported", || key.progress().unwrap().trouble.is_some());
    memory.set_mood(Mood::Well);
    for _ in 0..2 * TREE {
        leaves.sign(&key, b"m");
    }
    eventually("the background works again", || key.progress().unwrap().tree == 1.0);
}

#[test]
fn a_closed_key_refuses_calls_and_drops_its_store() {
    for options in [ALONE, HELPED] {
        let (key, memory) = key(2, &options);
        key.sign(b"m").unwrap();
        assert!(Arc::strong_count(&memory) == 2);
        key.close();
        assert_eq!(Arc::strong_count(&memory), 1);
        assert!(matches!(key.sign(b"m"), Err(Error::Closed)));
        assert!(matches!(key.sign_many(&[b"m"]), Err(Error::Closed)));
        assert!(matches!(key.remaining(), Err(Error::Closed)));
        assert!(matches!(key.reserve(100), Err(Error::Closed)));
        key.close();
    }
}

#[test]
fn invalid_arguments_are_refused() {
    let too_long = Box::new(Memory::new(TREE + 1));
    let refused = SigningKey::over(material(1), too_long, &ALONE).map(drop);
    let parameter = |error| matches!(error, Err(Error::Scheme(error::Error::Parameter { .. })));
    assert!(parameter(refused));
    let (key, _) = key(2, &ALONE);
    assert!(parameter(key.prepare(0)) && parameter(key.prepare(AHEAD_MAX + 1)));
}
