//! Distributes the work on many items over several threads if that saves time.

use crate::error::Result;

/// The estimated cost of a batch.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    /// Nanoseconds for all items.
    pub(super) ns: usize,
    /// The number of portions per thread: one if items are cheaper in larger batches, more if item
    /// sizes vary.
    pub(super) turns: usize,
}

/// The minimum work for starting threads. Starting a thread takes about 30 us, but on a busy
/// machine it may wait some milliseconds to be scheduled.
#[cfg(feature = "std")]
const WORTH_NS: usize = 1_000_000;

/// The maximum time between checks for cancellation.
const TURN_NS: usize = 2_000_000;

/// Calls `work` on all items, in consecutive portions, in this thread and, if the estimate
/// justifies it, in other threads.
///
/// # Errors
/// The first error of `work`, and [`crate::Error::Interrupted`]; some items are then not processed.
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

/// The number of items in a portion.
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
                // If a thread cannot be started, the remaining threads do its work.
                others.extend(Builder::new().spawn_scoped(scope, body));
            }
            // Only this thread has the cancellation callback.
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
    fn every_item_is_processed_once() {
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
    fn small_batches_stay_in_the_calling_thread() {
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
    fn an_error_stops_all_threads() {
        for estimate in [SMALL, LARGE] {
            let mut items: Vec<usize> = (0..1000).collect();
            let done = share(&mut items, estimate, |some| {
                if some.contains(&3) { Err(Error::Verification) } else { Ok(()) }
            });
            assert_eq!(done, Err(Error::Verification));
        }
        // Slow enough that the other threads cannot finish before this thread checks.
        let slow = |_: &mut [i32]| {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        };
        let done = while_wanted(|| false, || share(&mut [0; 1000], LARGE, slow));
        assert_eq!(done, Err(Error::Interrupted));
    }
}
