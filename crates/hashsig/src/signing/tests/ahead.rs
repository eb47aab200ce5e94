//! Trees and reservations are ready before they are needed.

use core::time::Duration;
use std::thread;
use std::time::Instant;

use super::{ALONE, HELPED, TREE, key};
use crate::signing::{Options, SigningKey};

/// Waits for the background thread, and fails after a timeout.
#[track_caller]
pub(super) fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(60), "timeout: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

fn is_ready(key: &SigningKey) -> bool {
    key.progress().unwrap().tree == 1.0
}

#[test]
fn the_background_thread_prepares_the_next_tree() {
    let (key, memory) = key(3, &HELPED);
    eventually("the trees of the first signature and the next", || is_ready(&key));
    assert_eq!(memory.reservations(), 0, "nothing is reserved before the first signature");
    for boundary in 1..4_u64 {
        while memory.next() < boundary * TREE {
            key.sign(b"m").unwrap();
        }
        eventually("the next tree", || is_ready(&key));
    }
}

#[test]
fn the_background_thread_reserves_at_half_of_a_reservation() {
    let (key, memory) = key(2, &HELPED);
    for _ in 0..3 {
        key.sign(b"m").unwrap();
    }
    assert_eq!(memory.reservations(), 1);
    key.sign(b"m").unwrap();
    eventually("the second reservation", || memory.reservations() == 2);
    eventually("both reservations available", || key.progress().unwrap().reserved == 4 + 8);
    assert_eq!(key.remaining().unwrap(), TREE * TREE - 4);
}

#[test]
fn steps_do_the_same_where_there_are_no_threads() {
    let (key, memory) = key(3, &ALONE);
    assert!(!is_ready(&key));
    let mut steps = 0;
    while key.step_once().unwrap() {
        steps += 1;
    }
    assert!(steps > 10, "{steps}: a step does one piece of a tree");
    assert!(is_ready(&key));
    for _ in 0..4 {
        key.sign(b"m").unwrap();
    }
    assert_eq!(memory.reservations(), 1);
    assert!(!key.step(Duration::from_secs(60)).unwrap());
    assert_eq!(memory.reservations(), 2);
    while memory.next() < TREE + 8 {
        key.sign(b"m").unwrap();
        key.step(Duration::ZERO).unwrap();
        assert!(memory.reservations() <= memory.next() / 8);
    }
}

/// With neither threads nor steps, each signature computes its share on all levels.
#[test]
fn signatures_without_a_thread_keep_pace_with_the_trees() {
    let (key, _) = key(3, &ALONE);
    key.sign(b"m").unwrap();
    for number in 1..TREE * TREE + 2 * TREE {
        let missing = key.inner.state().trees.missing(number).unwrap();
        assert!(missing.is_none(), "signature {number} has to wait for a tree");
        key.sign(b"m").unwrap();
    }
}

#[test]
fn prepare_completes_all_required_trees() {
    for options in [ALONE, HELPED, Options { ahead: 4, ..HELPED }] {
        let (key, _) = key(3, &options);
        key.prepare(5).unwrap();
        assert!(is_ready(&key));
        key.sign(b"m").unwrap();
        assert!(is_ready(&key));
    }
}

#[test]
fn reserve_sets_the_size_of_later_reservations() {
    let (key, memory) = key(2, &ALONE);
    key.reserve(20).unwrap();
    assert_eq!((memory.reservations(), memory.next()), (1, 20));
    key.reserve(20).unwrap();
    assert_eq!(memory.reservations(), 1);
    for _ in 0..21 {
        key.sign(b"m").unwrap();
    }
    assert_eq!((memory.reservations(), memory.next()), (2, 40));
}
