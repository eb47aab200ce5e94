//! A forked child gets nothing out of what its parent holds, and takes nothing away from it.
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

/// Seconds after which a child that hangs is killed, so that the test fails instead of hanging.
const PATIENCE: u32 = 60;

/// Runs `act` in a forked child; whether it came back with `true`.
pub(crate) fn in_a_fork(act: impl FnOnce() -> bool) -> bool {
    // SAFETY: the child calls what a user of the library would call after a fork, and leaves
    // without running anything of the parent's.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: it takes a plain number.
        unsafe { libc::alarm(PATIENCE) };
        let well = catch_unwind(AssertUnwindSafe(act)).unwrap_or(false);
        // SAFETY: it takes a plain number.
        unsafe { libc::_exit(i32::from(!well)) };
    }
    let mut status = 0;
    // SAFETY: `status` is ours to write to.
    assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
    status == 0
}

#[test]
fn a_child_gets_nothing() {
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
fn a_child_gets_nothing_by_name() {
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

/// Whoever starts a program has forked for a moment, with every file open.
#[test]
fn a_child_does_not_keep_the_lock_of_a_store_that_was_closed() {
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

/// The lock goes when the parent lets go of it, not when a child closes the file.
#[test]
fn a_child_that_closes_the_store_leaves_the_lock_to_its_parent() {
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
