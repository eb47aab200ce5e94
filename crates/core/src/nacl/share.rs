//! Work on many messages, shared out among threads where that pays.

use crate::error::Result;

/// What a batch is estimated to take.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    /// Nanoseconds of all its items.
    pub(super) ns: usize,
    /// How often a thread should come for more: once for items that are cheaper the more there are
    /// of them, more often for those of different sizes.
    pub(super) turns: usize,
}

/// For less, no thread is started. Starting one takes some 30 us, but where all processors are busy
/// it is waited for until the system lets it run, some milliseconds.
#[cfg(feature = "std")]
const WORTH_NS: usize = 1_000_000;

/// How long work may go on before it asks whether it is still wanted.
const TURN_NS: usize = 2_000_000;

/// Calls `work` on all items, some consecutive ones at a time, in this thread and in others where
/// the estimate says that they are worth starting.
///
/// # Errors
/// The first of `work`, and [`crate::Error::Interrupted`]; some items are not worked on then.
pub(super) fn share<T: Send>(
    items: &mut [T],
    estimate: Estimate,
    work: impl Fn(&mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    #[cfg(feature = "std")]
    if estimate.ns >= 2 * WORTH_NS {
        return threads::share(items, estimate, work);
    }
    items.chunks_mut(turn(items.len(), estimate, 1)).try_for_each(work)
}

/// How many items are worked on at a time.
fn turn(items: usize, estimate: Estimate, threads: usize) -> usize {
    let fair = items.div_ceil(threads * estimate.turns.max(1));
    let longest = items.saturating_mul(TURN_NS) / estimate.ns.max(1);
    fair.min(longest).max(1)
}

#[cfg(feature = "std")]
mod threads {
    use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::sync::{Mutex, PoisonError};
    use std::thread::{self, Builder};

    use super::{Estimate, WORTH_NS, turn};
    use crate::error::Result;
    use crate::interrupt;

    pub(super) fn share<T: Send>(
        items: &mut [T],
        estimate: Estimate,
        work: impl Fn(&mut [T]) -> Result<()> + Sync,
    ) -> Result<()> {
        let cpus = thread::available_parallelism().map_or(1, usize::from);
        let threads = cpus.min(estimate.ns / WORTH_NS).min(items.len()).max(1);
        let turn = turn(items.len(), estimate, threads);
        let left = Mutex::new(items.chunks_mut(turn));
        let has_failed = AtomicBool::new(false);
        let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let go_on = |is_wanted: &dyn Fn() -> Result<()>| {
            while !has_failed.load(Relaxed) {
                let Some(some) = next() else { return Ok(()) };
                let done = is_wanted().and_then(|()| work(some));
                if done.is_err() {
                    has_failed.store(true, Relaxed);
                    return done;
                }
            }
            Ok(())
        };
        thread::scope(|scope| {
            let mut others = alloc::vec::Vec::new();
            for _ in 1..threads {
                let body = || go_on(&|| Ok(()));
                // Without another thread this one does more.
                others.extend(Builder::new().spawn_scoped(scope, body));
            }
            // Only this thread knows whom to ask.
            let mut outcome = go_on(&interrupt::check);
            for other in others {
                match other.join() {
                    Ok(theirs) => outcome = outcome.and(theirs),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            outcome
        })
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;
    use core::time::Duration;
    use std::collections::HashSet;
    use std::sync::Mutex;
    use std::thread;

    use super::{Estimate, share};
    use crate::error::Error;
    use crate::interrupt::while_wanted;

    const SMALL: Estimate = Estimate { ns: 1000, turns: 4 };
    const LARGE: Estimate = Estimate { ns: 1_000_000_000, turns: 4 };

    #[test]
    fn every_item_is_worked_on_once() {
        for estimate in [SMALL, LARGE, Estimate { turns: 0, ..LARGE }, Estimate { ns: 0, turns: 1 }]
        {
            for len in [0, 1, 2, 3, 100, 1001] {
                let mut items = vec![0; len];
                let done = share(&mut items, estimate, |some| {
                    some.iter_mut().for_each(|item| *item += 1);
                    Ok(())
                });
                assert_eq!(done, Ok(()));
                assert_eq!(items, vec![1; len]);
            }
        }
    }

    #[test]
    fn what_is_small_stays_in_its_thread() {
        let seen = |estimate| {
            let seen = Mutex::new(HashSet::new());
            let done = share(&mut [(); 64], estimate, |_| {
                seen.lock().map(|mut seen| seen.insert(thread::current().id())).ok();
                Ok(())
            });
            assert_eq!(done, Ok(()));
            seen.into_inner().unwrap_or_default()
        };
        assert_eq!(seen(SMALL), HashSet::from([thread::current().id()]));
        assert!(!seen(LARGE).is_empty());
    }

    #[test]
    fn an_error_ends_the_rest() {
        for estimate in [SMALL, LARGE] {
            let mut items: Vec<usize> = (0..1000).collect();
            let done = share(&mut items, estimate, |some| {
                if some.contains(&3) { Err(Error::Verification) } else { Ok(()) }
            });
            assert_eq!(done, Err(Error::Verification));
        }
        // So slow that the other threads cannot end it before this one asks.
        let slow = |_: &mut [i32]| {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        let done = while_wanted(|| false, || share(&mut [0; 1000], LARGE, slow));
        assert_eq!(done, Err(Error::Interrupted));
    }
}
