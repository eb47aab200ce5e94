//! Lanes in rounds: a round starts only after all lanes of the previous round are done.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::{PAUSE, Wanted};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

/// Processes each lane of each round with `threads` threads, including the calling thread. All
/// threads are started once; if the system cannot start one, the existing threads do all the work.
///
/// # Errors
/// The first error of `work`, which ends all rounds.
pub(in crate::prim) fn in_rounds(
    threads: usize,
    rounds: usize,
    lanes: usize,
    work: impl Fn(usize, usize, &Wanted<'_>) -> Result<()> + Sync,
) -> Result<()> {
    let Some(end) = rounds.checked_mul(lanes) else { return Err(Error::OutOfMemory) };
    let meeting = Meeting { lanes, end, ..Meeting::default() };
    thread::scope(|scope| {
        for _ in 1..threads {
            let body = || {
                let wanted = Wanted { asks: false, ended: Some(&meeting.ended) };
                without_traces(|| meeting.work_on(&work, &wanted));
                wipe_stack::<{ 4 * STACK }>();
            };
            if thread::Builder::new().spawn_scoped(scope, body).is_err() {
                break;
            }
        }
        meeting.work_on(&work, &Wanted { asks: true, ended: Some(&meeting.ended) });
    });
    meeting.ended.into_inner().map_or(Ok(()), Err)
}

/// The shared state of the threads. The lanes of all rounds are numbered consecutively and assigned
/// in this order, so a thread that waits for a round waits only for lanes already in progress.
#[derive(Default)]
struct Meeting {
    /// Lanes per round, and lanes in all rounds.
    lanes: usize,
    end: usize,
    /// The number of lanes assigned, and the number of lanes done.
    given: AtomicUsize,
    done: AtomicUsize,
    ended: OnceLock<Error>,
    gate: Mutex<()>,
    opened: Condvar,
}

impl Meeting {
    fn work_on(
        &self,
        work: &impl Fn(usize, usize, &Wanted<'_>) -> Result<()>,
        wanted: &Wanted<'_>,
    ) {
        let leaving = Leaving(self);
        loop {
            let at = self.given.fetch_add(1, Ordering::Relaxed).min(self.end);
            if at == self.end {
                // Only the calling thread waits for the lanes of the other threads.
                if wanted.asks {
                    self.wait(at, wanted);
                }
                break;
            }
            let round = at / self.lanes;
            if !self.wait(round * self.lanes, wanted) {
                break;
            }
            match work(round, at % self.lanes, wanted) {
                Ok(()) => self.tell(),
                Err(error) => self.end(error),
            }
        }
        core::mem::forget(leaving);
    }

    /// Waits until `count` lanes are done; returns `false` if the work has been ended.
    fn wait(&self, count: usize, wanted: &Wanted<'_>) -> bool {
        /// The number of polls before the thread sleeps: about ten microseconds, by which lanes
        /// that start together differ.
        const LOOKS: usize = 2000;
        let is_open = || self.done.load(Ordering::Acquire) >= count;
        for _ in 0..LOOKS {
            if is_open() || self.ended.get().is_some() {
                return self.ended.get().is_none();
            }
            core::hint::spin_loop();
        }
        let mut gate = self.lock();
        while !is_open() && self.ended.get().is_none() {
            if wanted.asks {
                gate = match self.opened.wait_timeout(gate, PAUSE) {
                    Ok((gate, _)) => gate,
                    Err(poisoned) => poisoned.into_inner().0,
                };
                drop(gate);
                if let Err(error) = Wanted::HERE.check() {
                    self.end(error);
                }
                gate = self.lock();
            } else {
                gate = self.opened.wait(gate).unwrap_or_else(PoisonError::into_inner);
            }
        }
        drop(gate);
        self.ended.get().is_none()
    }

    /// Records that a lane is done.
    fn tell(&self) {
        let done = self.done.fetch_add(1, Ordering::AcqRel) + 1;
        if done.is_multiple_of(self.lanes) {
            self.open();
        }
    }

    /// Ends all lanes; only the first error is stored.
    fn end(&self, error: Error) {
        let _ = self.ended.set(error);
        self.open();
    }

    /// Wakes the waiting threads. Takes the lock, so that a thread cannot fall asleep between its
    /// check and this call.
    fn open(&self) {
        let _gate = self.lock();
        self.opened.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends all lanes if a thread panics, since other threads do not redo its lane.
struct Leaving<'a>(&'a Meeting);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.end(Error::Interrupted);
    }
}

#[cfg(test)]
#[allow(clippy::panic)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use core::time::Duration;
    use std::panic::catch_unwind;
    use std::thread;

    use super::in_rounds;
    use crate::error::Error;
    use crate::interrupt::while_wanted;

    #[test]
    fn no_round_begins_before_the_previous_round_is_done() {
        for threads in 1..5 {
            for lanes in 1..6 {
                let done = AtomicUsize::new(0);
                let seen = [const { AtomicUsize::new(0) }; 30];
                let outcome = in_rounds(threads, 5, lanes, |round, lane, _| {
                    assert!((round * lanes..(round + 1) * lanes).contains(&done.load(SeqCst)));
                    // Long enough for the other threads to fall asleep.
                    if (round, lane) == (1, 0) {
                        thread::sleep(Duration::from_millis(2));
                    }
                    seen[round * lanes + lane].fetch_add(1, SeqCst);
                    done.fetch_add(1, SeqCst);
                    Ok(())
                });
                assert_eq!((outcome, done.load(SeqCst)), (Ok(()), 5 * lanes));
                assert!(seen[..5 * lanes].iter().all(|count| count.load(SeqCst) == 1));
            }
        }
        assert_eq!(in_rounds(2, 0, 3, |_, _, _| Err(Error::Verification)), Ok(()));
    }

    #[test]
    fn an_error_ends_all_rounds() {
        for threads in 1..4 {
            let done = in_rounds(threads, 9, 3, |round, lane, _| match (round, lane) {
                (4, 1) => Err(Error::Verification),
                (5.., _) => panic!("round {round}"),
                _ => Ok(()),
            });
            assert_eq!(done, Err(Error::Verification));
        }
    }

    #[test]
    fn cancellation_is_noticed_while_another_thread_works() {
        let here = thread::current().id();
        let begun = AtomicUsize::new(0);
        let ended = while_wanted(
            || false,
            || {
                in_rounds(2, 2, 2, |_, _, wanted| {
                    begun.fetch_add(1, SeqCst);
                    while begun.load(SeqCst) < 2 {
                        thread::yield_now();
                    }
                    if thread::current().id() == here {
                        return Ok(());
                    }
                    while wanted.check().is_ok() {
                        thread::sleep(Duration::from_millis(1));
                    }
                    wanted.check()
                })
            },
        );
        assert_eq!(ended, Err(Error::Interrupted));
    }

    #[test]
    fn a_panic_leaves_no_thread_waiting() {
        let run = || {
            in_rounds(3, 3, 3, |round, lane, _| match (round, lane) {
                (1, 1) => panic!("on purpose"),
                _ => Ok(()),
            })
        };
        assert!(catch_unwind(run).is_err());
    }
}
