//! Operations that leave a secret on purpose, to check that the search finds it.

use core::hint::black_box;
use std::sync::Mutex;
use std::thread;

use zeroize::Zeroize as _;

use crate::Case;
use crate::child::{deep, left_by};
use crate::secrets::{Secrets, drawn};

pub(crate) const CASES: &[Case] = &[
    Case { name: "stack", prepare, run: on_the_stack },
    Case { name: "heap", prepare, run: on_the_heap },
    Case { name: "statics", prepare, run: in_a_static },
    Case { name: "thread", prepare, run: in_a_thread },
    Case { name: "limbs", prepare, run: in_limbs },
    Case { name: "nothing", prepare, run: nowhere },
];

fn prepare(_: usize) -> (Vec<u8>, Secrets) {
    let secret = drawn(1);
    (secret.into(), Secrets::default().scalar("secret", &secret))
}

#[inline(never)]
fn on_the_stack(_: &str, secret: &[u8]) {
    let mut copy = [0; 32];
    copy.copy_from_slice(secret);
    black_box(&copy);
}

fn on_the_heap(_: &str, secret: &[u8]) {
    black_box([&[0; 64], secret].concat());
}

fn in_a_static(_: &str, secret: &[u8]) {
    static KEPT: Mutex<[u8; 12]> = Mutex::new([0; 12]);
    KEPT.lock().unwrap().copy_from_slice(&secret[3..15]);
}

/// Leaves the secret on the stack of a thread that sleeps afterwards.
fn in_a_thread(_: &str, secret: &[u8]) {
    let (done, wait) = std::sync::mpsc::channel();
    let copy = Box::new(<[u8; 32]>::try_from(secret).unwrap());
    thread::spawn(move || {
        let mut copy = copy;
        deep(on_the_stack, "", &*copy);
        copy.zeroize();
        done.send(()).unwrap();
        loop {
            thread::park();
        }
    });
    wait.recv().unwrap();
}

#[inline(never)]
fn in_limbs(_: &str, secret: &[u8]) {
    let limbs: Vec<_> = crate::scalar::digits(secret, 52);
    black_box(&limbs);
}

#[inline(never)]
fn nowhere(_: &str, secret: &[u8]) {
    let mut copy = [0; 32];
    copy.copy_from_slice(secret);
    copy.zeroize();
}

#[test]
fn the_search_finds_every_remnant() {
    for case in CASES {
        let found = left_by(case, "", "", 0);
        let seen: Vec<_> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.is_empty(), case.name == "nothing", "{}: {seen:?}", case.name);
    }
}
