//! Children with the same process id as their parent.
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

/// Requests a new PID namespace, in which this thread's next child is process 1; returns whether
/// the kernel permits it.
fn next_child_is_first() -> bool {
    // SAFETY: the call takes a plain number.
    unsafe { libc::unshare(libc::CLONE_NEWPID) == 0 }
}

/// Runs `act` as process 1 of a new PID namespace; returns whether `act` returned `true`. Without
/// the permission, prints a note and returns `true`.
fn as_process_1(act: impl FnOnce() -> bool) -> bool {
    // In a child, because the namespace applies to all further children of the thread.
    in_a_fork(|| {
        if !next_child_is_first() {
            println!("skipped: this user may not make PID namespaces; run as root");
            return true;
        }
        in_a_fork(|| process::id() == 1 && act())
    })
}

/// Runs a test `QUICKSALT_ROUNDS` times, once by default.
fn soak(name: &str, test: fn()) {
    let rounds = rounds(1);
    for _ in 0..rounds {
        test();
    }
    println!("{name}: {rounds} rounds, nothing given out twice");
}

#[test]
fn process_1_of_a_nested_namespace_gets_no_index_of_outer_process_1() {
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

/// A direct `clone(2)` system call, which bypasses the fork handlers of the C library.
#[test]
fn a_child_of_a_bare_clone_gets_no_index() {
    soak("clone into a namespace", clone_into_a_namespace);
}

fn clone_into_a_namespace() {
    let mut reservation = Reservation::assume_reserved(0..10);
    let below = |act: &mut dyn FnMut() -> bool| {
        let none = 0_usize;
        // SAFETY: as for `fork`; the child shares no memory, calls only functions that a library
        // user may call, and exits.
        let child = unsafe {
            libc::syscall(libc::SYS_clone, libc::SIGCHLD as usize, none, none, none, none)
        };
        if child == 0 {
            // SAFETY: the call takes a plain number.
            unsafe { libc::_exit(i32::from(!act())) };
        }
        let mut status = -1;
        // SAFETY: `status` is a valid local variable.
        unsafe { libc::waitpid(child as i32, &raw mut status, 0) };
        status == 0
    };
    assert!(below(&mut || matches!(reservation.take(), Err(Error::Forked))));
    assert!(as_process_1(|| {
        let mut reservation = Reservation::assume_reserved(0..10);
        let has_namespace = next_child_is_first();
        !has_namespace
            || below(&mut || process::id() == 1 && matches!(reservation.take(), Err(Error::Forked)))
    }));
    assert_eq!(reservation.take().unwrap().unwrap().get(), 0);
}

/// Forks a child with this unused process id; returns whether `act` returned `true` in it.
fn in_a_fork_with_id(id: u32, act: impl FnOnce() -> bool) -> bool {
    fs::write("/proc/sys/kernel/ns_last_pid", (id - 1).to_string()).unwrap();
    in_a_fork(|| process::id() == id && act())
}

/// The signer ends, and a child of its child gets its process id.
#[test]
fn a_process_with_the_id_of_a_dead_ancestor_gets_no_index() {
    soak("the id of a dead ancestor", id_of_a_dead_ancestor);
}

fn id_of_a_dead_ancestor() {
    assert!(as_process_1(|| {
        let mut reservation = None;
        let ended_well = in_a_fork(|| {
            let signer = process::id();
            reservation = Some(Reservation::assume_reserved(0..10));
            let reservation = reservation.as_mut().unwrap();
            // SAFETY: the child continues with the following code; the parent returns.
            if unsafe { libc::fork() } != 0 {
                return true;
            }
            let is_gone = || {
                // SAFETY: signal 0 only tests whether the process exists.
                unsafe { libc::kill(signer as i32, 0) != 0 }
            };
            while !is_gone() {
                thread::sleep(Duration::from_millis(1));
            }
            let well =
                in_a_fork_with_id(signer, || matches!(reservation.take(), Err(Error::Forked)));
            // SAFETY: the call takes a plain number.
            unsafe { libc::_exit(i32::from(!well)) };
        });
        // Process 1 has inherited the orphaned child.
        let mut status = -1;
        // SAFETY: `status` is a valid local variable.
        let waited = unsafe { libc::waitpid(-1, &raw mut status, 0) };
        ended_well && waited > 0 && status == 0
    }));
}
