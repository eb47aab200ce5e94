//! Tests that exhausted memory is an error and does not abort the process. The test runs itself in
//! a child process with a memory limit. Emulated tests cannot start themselves, so this runs only
//! on x86-64.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used)]

mod common;

use std::process::Command;

/// The memory limit of the child process.
const LIMIT_KIB: usize = 512 << 10;

#[test]
fn exhausted_memory_is_an_error() {
    let limited = Command::new("sh")
        .args(["-c", r#"ulimit -v "$1" && shift && exec "$@""#, "sh", &LIMIT_KIB.to_string()])
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "child::copies_that_do_not_fit"])
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&limited.stdout);
    assert!(limited.status.success(), "{}: {printed}", limited.status);
    assert!(printed.contains("1 passed"), "{printed}");
}

mod child {
    use quicksalt::Error::OutOfMemory;
    use quicksalt_trust::{Error, TrustStore};

    use crate::common::root;

    /// Certificates with long names: a few certificates have many bytes.
    const NAME: usize = 60_000;
    const COUNT: u16 = 500;
    const MIB: usize = 1 << 20;

    #[test]
    #[ignore = "runs in a child process with a memory limit"]
    fn copies_that_do_not_fit() {
        let mut der = root(&"x".repeat(NAME));
        let serial = [0x02, 4, 0x11, 0x22, 0x33, 0x44];
        let at = der.windows(serial.len()).position(|bytes| bytes == serial).unwrap() + 4;
        let mut store = TrustStore::new();
        for number in 0..COUNT {
            der[at..at + 2].copy_from_slice(&number.to_be_bytes());
            store.add(&der).unwrap();
        }
        let all: Vec<usize> = (0..store.len()).collect();
        assert_eq!(store.subset(all.iter().copied()).unwrap().len(), all.len());
        let rest = take_the_rest();
        let nothing = Error::Primitive(OutOfMemory);
        assert_eq!(store.to_pem().unwrap_err(), nothing);
        assert_eq!(store.subset(all).unwrap_err(), nothing);
        drop(rest);
        assert!(store.to_pem().unwrap().len() > store.total());
    }

    /// Allocates all remaining memory except small pieces.
    fn take_the_rest() -> Vec<Vec<u8>> {
        let mut taken = Vec::with_capacity(2048);
        for size in [16 * MIB, MIB] {
            let mut piece = Vec::new();
            while piece.try_reserve_exact(size).is_ok() {
                taken.push(core::mem::take(&mut piece));
            }
        }
        taken
    }
}
