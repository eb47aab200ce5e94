//! Parallel processing of the lanes of a computation.

#[cfg(feature = "std")]
mod rounds;

use crate::error::Result;
#[cfg(feature = "std")]
use crate::wipe::{STACK, wipe_stack, without_traces};

#[cfg(feature = "std")]
pub(in crate::prim) use rounds::in_rounds;

/// The interval at which the calling thread polls for cancellation while it waits for other
/// threads.
#[cfg(feature = "std")]
const PAUSE: core::time::Duration = core::time::Duration::from_millis(20);

/// The cancellation check of a lane. On the calling thread it polls the caller's interrupt source;
/// with several threads it also checks whether one of them has ended the work.
pub(crate) struct Wanted<'a> {
    #[cfg(feature = "std")]
    asks: bool,
    #[cfg(feature = "std")]
    ended: Option<&'a std::sync::OnceLock<crate::Error>>,
    #[cfg(not(feature = "std"))]
    ended: core::marker::PhantomData<&'a ()>,
}

impl Wanted<'_> {
    /// The check for a calling thread that works without other threads.
    pub(crate) const HERE: Self = Self {
        #[cfg(feature = "std")]
        asks: true,
        #[cfg(feature = "std")]
        ended: None,
        #[cfg(not(feature = "std"))]
        ended: core::marker::PhantomData,
    };

    /// Checks for cancellation.
    ///
    /// # Errors
    /// [`crate::Error::Interrupted`] if the work was cancelled.
    pub(crate) fn check(&self) -> Result<()> {
        #[cfg(feature = "std")]
        {
            if self.ended.is_some_and(|ended| ended.get().is_some()) {
                return Err(crate::Error::Interrupted);
            }
            if self.asks {
                return crate::interrupt::check();
            }
        }
        Ok(())
    }
}

/// Returns the number of threads for lanes that take `nanoseconds` each: at most one per processor
/// available to the process, or 1 if starting threads takes longer than it gains.
pub(crate) fn threads(lanes: usize, nanoseconds: usize) -> usize {
    /// A generous estimate of the time to start and join a thread, in nanoseconds.
    const START: usize = 100_000;
    if lanes < 2 || nanoseconds < START {
        return 1;
    }
    #[cfg(feature = "std")]
    return std::thread::available_parallelism().map_or(1, |most| lanes.min(most.get()));
    #[cfg(not(feature = "std"))]
    1
}

/// Processes all lanes with one thread for each of `rooms`, the exclusive workspaces of the
/// threads. The first workspace belongs to the calling thread, which also processes lanes. If the
/// system cannot start a thread, the existing threads process all lanes.
///
/// # Errors
/// The first error of `work`, which ends all lanes.
pub(crate) fn each<R: Send, L: Send>(
    rooms: &mut [R],
    mut lanes: impl Iterator<Item = L> + Send,
    work: impl Fn(&mut R, L, &Wanted<'_>) -> Result<()> + Sync,
) -> Result<()> {
    match rooms {
        [] => Ok(()),
        [room] => lanes.try_for_each(|lane| work(room, lane, &Wanted::HERE)),
        #[cfg(feature = "std")]
        [room, others @ ..] => side_by_side(room, others, lanes, work),
        #[cfg(not(feature = "std"))]
        [room, ..] => lanes.try_for_each(|lane| work(room, lane, &Wanted::HERE)),
    }
}

#[cfg(feature = "std")]
fn side_by_side<R: Send, L: Send>(
    room: &mut R,
    others: &mut [R],
    lanes: impl Iterator<Item = L> + Send,
    work: impl Fn(&mut R, L, &Wanted<'_>) -> Result<()> + Sync,
) -> Result<()> {
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::thread;

    let (lanes, ended) = (Mutex::new(lanes), OnceLock::new());
    let next = || lanes.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |room: &mut R, wanted: &Wanted<'_>| {
        while ended.get().is_none()
            && let Some(lane) = next()
        {
            // `set` retains only the first error.
            let _ = work(room, lane, wanted).map_err(|error| ended.set(error));
        }
    };
    thread::scope(|scope| {
        let (busy, idle) = mpsc::channel::<()>();
        for room in others {
            let (run, ended, busy) = (&run, &ended, busy.clone());
            let body = move || {
                let _busy = busy;
                without_traces(|| run(room, &Wanted { asks: false, ended: Some(ended) }));
                wipe_stack::<{ 4 * STACK }>();
            };
            if thread::Builder::new().spawn_scoped(scope, body).is_err() {
                break;
            }
        }
        drop(busy);
        run(room, &Wanted { asks: true, ended: Some(&ended) });
        while let Err(RecvTimeoutError::Timeout) = idle.recv_timeout(PAUSE) {
            let _ = Wanted::HERE.check().map_err(|error| ended.set(error));
        }
    });
    ended.into_inner().map_or(Ok(()), Err)
}

#[cfg(all(test, feature = "std"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use alloc::vec::Vec;
    use core::cell::Cell;
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    use core::time::Duration;
    use std::collections::HashSet;
    use std::sync::{Barrier, Mutex};
    use std::thread;

    use super::{each, threads};
    use crate::error::Error;
    use crate::interrupt::while_wanted;

    #[test]
    fn short_work_and_single_lanes_use_one_thread() {
        assert_eq!((threads(1, usize::MAX), threads(9, 1000)), (1, 1));
        assert!((1..=9).contains(&threads(9, usize::MAX)));
    }

    #[test]
    fn each_lane_is_processed_once_and_rooms_are_not_shared() {
        for count in 1..5 {
            let (mut rooms, seen) = (alloc::vec![0; count], Mutex::new(Vec::new()));
            // No thread proceeds before all threads have a lane.
            let (all, lanes) = (Barrier::new(count), AtomicUsize::new(0));
            let done = each(&mut rooms, 0..20, |room, lane, wanted| {
                if lanes.fetch_add(1, Relaxed) < count {
                    all.wait();
                }
                *room += 1;
                seen.lock().unwrap().push((lane, thread::current().id()));
                wanted.check()
            });
            let seen = seen.into_inner().unwrap();
            let lanes: HashSet<_> = seen.iter().map(|(lane, _)| *lane).collect();
            let ids: HashSet<_> = seen.iter().map(|(_, id)| *id).collect();
            assert_eq!((done, lanes.len(), seen.len(), ids.len()), (Ok(()), 20, 20, count));
            assert_eq!(rooms.iter().sum::<i32>(), 20);
        }
    }

    #[test]
    fn an_error_ends_all_lanes_and_is_returned() {
        let refused = Error::no_candidate("toy");
        for count in 1..4 {
            let mut rooms = alloc::vec![(); count];
            let all = Barrier::new(count);
            let done = each(&mut rooms, 0.., |(), lane, wanted| {
                if lane < count {
                    all.wait();
                }
                if lane + 1 == count {
                    return Err(refused.clone());
                }
                while wanted.check().is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                wanted.check()
            });
            assert_eq!(done, Err(refused.clone()));
        }
    }

    #[test]
    fn cancellation_ends_the_lanes_of_other_threads() {
        let asked = Cell::new(0);
        let wanted = move || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let here = thread::current().id();
        let all = Barrier::new(2);
        let ended = while_wanted(wanted, || {
            each(&mut [(), ()], 0..2, |(), _, wanted| {
                all.wait();
                if thread::current().id() == here {
                    return Ok(());
                }
                while wanted.check().is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                wanted.check()
            })
        });
        assert_eq!(ended, Err(Error::Interrupted));
    }
}
