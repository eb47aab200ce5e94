//! A forked child can neither use its parent's indices nor release its locks.
#![allow(unsafe_code, reason = "fork")]

use core::panic::AssertUnwindSafe;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::panic::catch_unwind;
use std::thread;

use quicksalt_hashsig::keyspace::KeySpace;
use quicksalt_hashsig::store::{Error, Store};

use super::folder::Folder;
use super::real::{create, open};
use super::sim::refused;

/// Seconds after which a hanging child is killed, so that the test fails instead of hanging.
const PATIENCE: u32 = 60;

/// Runs `act` in a forked child; returns whether `act` returned `true`.
pub(crate) fn in_a_fork(act: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child calls only functions that a library user may call after a fork, and exits
    // without running code of the parent.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: the call takes a plain number.
        unsafe { libc::alarm(PATIENCE) };
        let well = catch_unwind(AssertUnwindSafe(act)).unwrap_or(false);
        // SAFETY: the call takes a plain number.
        unsafe { libc::_exit(i32::from(!well)) };
    }
    let mut status = 0;
    // SAFETY: `status` is a valid local variable.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    status == 0
}

#[test]
fn a_child_gets_no_index() {
    let folder = Folder::new("fork");
    let path = folder.join("store");
    let mut store = create(&path);
    let mut reservation = store.reserve(10).unwrap();
    assert_eq!(reservation.take().unwrap().unwrap().get(), 0);
    assert!(in_a_fork(|| {
        matches!(reservation.take(), Err(Error::Forked))
            && matches!(reservation.take_many(2), Err(Error::Forked))
            && matches!(store.reserve(1), Err(Error::Forked))
            && matches!(store.watermark(), Err(Error::Forked))
            && matches!(open(&path), Err(Error::InUse(_)))
    }));
    assert_eq!(reservation.take().unwrap().unwrap().get(), 1);
    assert_eq!(store.reserve(1).unwrap().range(), 10..11);
}

#[test]
fn a_child_gets_no_index_of_an_allocation() {
    let folder = Folder::new("fork-name");
    let space = KeySpace::new(create(&folder.join("store")));
    assert_eq!(space.allocate("mail", 10).unwrap(), 0..10);
    let mut mail = space.allocation("mail").unwrap();
    assert!(in_a_fork(|| {
        matches!(mail.reserve(1), Err(Error::Forked))
            && matches!(space.allocate("other", 1), Err(Error::Forked))
            && matches!(space.remaining(), Err(Error::Forked))
    }));
    assert!(mail.reserve(1).is_ok());
}

/// Starting a program forks first, and the child briefly has every file open.
#[test]
fn closing_a_store_unlocks_it_despite_a_child() {
    let folder = Folder::new("fork-lock");
    let path = folder.join("store");
    let store = create(&path);
    let (mut parent, child) = UnixStream::pair().unwrap();
    thread::scope(|scope| {
        let child = scope.spawn(|| {
            let mut line = child;
            in_a_fork(|| line.write_all(&[0]).is_ok() && line.read_exact(&mut [0]).is_ok())
        });
        parent.read_exact(&mut [0]).unwrap();
        drop(store);
        let opened = open(&path).map(|_| ());
        parent.write_all(&[0]).unwrap();
        assert!(child.join().unwrap());
        opened.unwrap();
    });
}

/// The lock is released when the parent closes the store, not when a child does.
#[test]
fn a_child_that_closes_the_store_does_not_unlock_it() {
    let folder = Folder::new("fork-close");
    let path = folder.join("store");
    let mut store = Some(create(&path));
    assert!(in_a_fork(|| {
        drop(store.take());
        true
    }));
    assert!(matches!(refused(open(&path)), Error::InUse(_)));
    assert!(in_a_fork(|| matches!(open(&path), Err(Error::InUse(_)))));
    let _ = store.as_mut().unwrap().reserve(5).unwrap();
    drop(store.take());
    // A child that inherits nothing may open it.
    assert!(in_a_fork(|| open(&path).unwrap().reserve(1).unwrap().range() == (5..6)));
    assert_eq!(open(&path).unwrap().watermark().unwrap().next, 6);
}
