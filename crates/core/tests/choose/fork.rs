//! A child forked while another thread proves and chooses does not inherit a held lock.
#![allow(unsafe_code, reason = "fork")]

use core::time::Duration;
use std::thread;
use std::time::Instant;

use quicksalt::choose::{explain, forget};
use quicksalt::hazmat::{PRIMITIVES, xsalsa20};

use crate::child::{self, report};

/// Seconds until a hanging child is killed, so that the test fails instead of hanging.
const PATIENCE: u32 = 60;

/// Forks `delay` microseconds after another thread starts to prove and choose all primitives.
#[test]
#[ignore = "run as a child"]
fn in_the_middle() {
    let delay = Duration::from_micros(std::env::var("DELAY").unwrap().parse().unwrap());
    thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..20 {
                assert!(!explain(PRIMITIVES).is_empty());
                forget(PRIMITIVES);
            }
        });
        let start = Instant::now();
        while start.elapsed() < delay {
            core::hint::spin_loop();
        }
        // SAFETY: the child makes the same calls as a library user after a fork, and exits without
        // running the parent's code.
        let child = unsafe { libc::fork() };
        if child == 0 {
            // SAFETY: both functions take plain numbers.
            unsafe {
                libc::alarm(PATIENCE);
                libc::_exit(i32::from(!all_is_well()));
            }
        }
        let mut status = 0;
        // SAFETY: `status` is a valid, exclusive destination.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        report(status);
    });
}

fn all_is_well() -> bool {
    let mut stream = [0; 300];
    let streamed = xsalsa20::stream(&[1; 32], &[2; 24], 0, &mut stream).is_ok();
    streamed && explain(PRIMITIVES).iter().flat_map(|r| &r.classes).all(|c| c.choice.is_ok())
}

#[test]
fn a_child_forked_at_any_time_can_choose() {
    for step in 0..40 {
        let delay = (step * 150).to_string();
        let status = child::run("fork::in_the_middle", &[("DELAY", &delay)]);
        assert_eq!(status, ["0"], "forked after {delay} microseconds");
    }
}
