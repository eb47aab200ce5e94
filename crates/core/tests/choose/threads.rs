//! Threads that choose, force and lift concurrently.

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Barrier, OnceLock};
use std::thread;

use quicksalt::choose::{Contract, force};

use crate::fake::{alone, candidate, everywhere, names, primitive};

#[test]
fn threads_that_choose_concurrently_agree() {
    let _alone = alone();
    let fake = primitive!(
        "together",
        [candidate("wrong", false), candidate("right", true), candidate("portable", true)],
        &[]
    );
    let start = Barrier::new(16);
    thread::scope(|scope| {
        for number in 0..16 {
            let start = &start;
            scope.spawn(move || {
                start.wait();
                for size in 0..1000 {
                    let chosen = fake.pick(0, size * 97 + number).unwrap().meta().name;
                    assert_eq!(chosen, "right");
                }
            });
        }
    });
}

/// Simulates another thread that forces just when this thread has found its candidate.
#[test]
fn a_force_in_the_middle_of_a_choice_holds() {
    let _alone = alone();
    static ALL: OnceLock<&'static dyn Contract> = OnceLock::new();
    let fake =
        primitive!("middle", [candidate("first", true), candidate("portable", true)], &[], |run| {
            // Forcing proves all candidates, including this one.
            static FORCED: AtomicBool = AtomicBool::new(false);
            if run.meta().name == "first" && !FORCED.swap(true, Relaxed) {
                force(&[*ALL.get().unwrap()], "middle", "portable").unwrap();
            }
            true
        });
    ALL.get_or_init(|| fake);
    assert_eq!(fake.pick(0, 0).unwrap().meta().name, "portable");
    assert_eq!(names(fake), everywhere("portable"));
}

/// A completed force applies to the thread's next call, whatever another thread was about to choose
/// before.
#[test]
fn no_thread_undoes_a_force() {
    let _alone = alone();
    let fake = primitive!("undone", [candidate("a", true), candidate("portable", true)], &[]);
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !done.load(Relaxed) {
                    for size in [0, 200, 1000, 100_000] {
                        fake.pick(0, size).unwrap();
                    }
                }
            });
        }
        let mut undone = 0;
        for round in 0..20_000 {
            let name = ["a", "portable"][round % 2];
            force(&[fake], "undone", name).unwrap();
            for size in [0, 200, 1000, 100_000] {
                undone += usize::from(fake.pick(0, size).unwrap().meta().name != name);
            }
        }
        done.store(true, Relaxed);
        assert_eq!(undone, 0);
    });
    force(&[fake], "undone", "auto").unwrap();
    assert_eq!(names(fake), everywhere("a"));
}
