//! Children whose process id is that of their parent.
#![allow(unsafe_code, reason = "fork, unshare")]

use core::time::Duration;
use std::{fs, process, thread};

use quicksalt_hashsig::keyspace::KeySpace;
use quicksalt_hashsig::signing::{Error as KeyError, KeyMaterial, NewKey, Options, SigningKey};
use quicksalt_hashsig::store::{Error, Reservation, Secret, Store};

use super::folder::Folder;
use super::fork::in_a_fork;
use super::real::create;
use super::small;
use super::soak::rounds;

/// Whether the kernel gives this thread's next child a PID namespace, in which it is process 1.
fn next_child_is_first() -> bool {
    // SAFETY: it takes a plain number.
    unsafe { libc::unshare(libc::CLONE_NEWPID) == 0 }
}

/// Runs `act` as process 1 of a new PID namespace; whether it came back with `true`. Where that is
/// not permitted, which is said, it counts as well.
fn as_process_1(act: impl FnOnce() -> bool) -> bool {
    // In a child, since the namespace is that of all further children of the thread.
    in_a_fork(|| {
        if !next_child_is_first() {
            println!("skipped: this user may not make PID namespaces; run as root");
            return true;
        }
        in_a_fork(|| process::id() == 1 && act())
    })
}

/// A test, as often as was said, once by default.
fn soak(name: &str, test: fn()) {
    let rounds = rounds(1);
    for _ in 0..rounds {
        test();
    }
    println!("{name}: {rounds} rounds, nothing given out twice");
}

#[test]
fn process_1_of_a_namespace_below_gets_nothing_of_process_1_above() {
    soak("fork into a namespace", fork_into_a_namespace);
}

fn fork_into_a_namespace() {
    assert!(as_process_1(|| {
        let folder = Folder::new("namespace");
        let mut store = create(&folder.join("store"));
        let mut reservation = store.reserve(10).unwrap();
        let space = KeySpace::new(create(&folder.join("space")));
        let material = KeyMaterial::generate(small::key(1, 5), None).unwrap();
        let (path, options) = (folder.join("key"), Options::default());
        let key = SigningKey::create(path, material, &NewKey::new(Secret::None), &options).unwrap();
        let mut signed = key.sign(b"m").is_ok();
        let refused = as_process_1(|| {
            matches!(reservation.take(), Err(Error::Forked))
                && matches!(reservation.take_many(2), Err(Error::Forked))
                && matches!(store.reserve(1), Err(Error::Forked))
                && matches!(space.allocate("mail", 1), Err(Error::Forked))
                && matches!(key.sign(b"m"), Err(KeyError::State(Error::Forked)))
        });
        signed &= key.sign(b"m").is_ok();
        signed && refused && reservation.take().unwrap().unwrap().get() == 0
    }));
}

/// `clone(2)` without the C library, whose handlers of a fork do not run.
#[test]
fn a_child_of_a_bare_clone_gets_nothing() {
    soak("clone into a namespace", clone_into_a_namespace);
}

fn clone_into_a_namespace() {
    let mut reservation = Reservation::assume_reserved(0..10);
    let below = |act: &mut dyn FnMut() -> bool| {
        let none = 0_usize;
        // SAFETY: as `fork`; the child shares no memory, calls what a user of the library would, and
        // leaves.
        let child = unsafe {
            libc::syscall(libc::SYS_clone, libc::SIGCHLD as usize, none, none, none, none)
        };
        if child == 0 {
            // SAFETY: it takes a plain number.
            unsafe { libc::_exit(i32::from(!act())) };
        }
        let mut status = -1;
        // SAFETY: `status` is ours to write to.
        unsafe { libc::waitpid(child as i32, &raw mut status, 0) };
        status == 0
    };
    assert!(below(&mut || matches!(reservation.take(), Err(Error::Forked))));
    assert!(as_process_1(|| {
        let mut reservation = Reservation::assume_reserved(0..10);
        // SAFETY: it takes a plain number.
        let has_namespace = next_child_is_first();
        !has_namespace
            || below(&mut || process::id() == 1 && matches!(reservation.take(), Err(Error::Forked)))
    }));
    assert_eq!(reservation.take().unwrap().unwrap().get(), 0);
}

/// Forks a child that gets this id, which nobody in the namespace has; whether `act`, run there, came
/// back with `true`.
fn in_a_fork_with_id(id: u32, act: impl FnOnce() -> bool) -> bool {
    fs::write("/proc/sys/kernel/ns_last_pid", (id - 1).to_string()).unwrap();
    in_a_fork(|| process::id() == id && act())
}

/// The signer ends, and its id comes round to a child of its child.
#[test]
fn who_gets_the_id_of_a_dead_ancestor_gets_nothing() {
    soak("the id of a dead ancestor", id_of_a_dead_ancestor);
}

fn id_of_a_dead_ancestor() {
    assert!(as_process_1(|| {
        let mut reservation = None;
        let ended_well = in_a_fork(|| {
            let signer = process::id();
            reservation = Some(Reservation::assume_reserved(0..10));
            let reservation = reservation.as_mut().unwrap();
            // SAFETY: the child goes on where its parent leaves.
            if unsafe { libc::fork() } != 0 {
                return true;
            }
            let is_gone = || {
                // SAFETY: no signal is sent.
                unsafe { libc::kill(signer as i32, 0) != 0 }
            };
            while !is_gone() {
                thread::sleep(Duration::from_millis(1));
            }
            let well =
                in_a_fork_with_id(signer, || matches!(reservation.take(), Err(Error::Forked)));
            // SAFETY: it takes a plain number.
            unsafe { libc::_exit(i32::from(!well)) };
        });
        // The child that was left is that of process 1.
        let mut status = -1;
        // SAFETY: `status` is ours to write to.
        let waited = unsafe { libc::waitpid(-1, &raw mut status, 0) };
        ended_well && waited > 0 && status == 0
    }));
}
