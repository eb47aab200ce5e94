//! Lanes that come in rounds: no lane of a round is begun before all of the round before are done.

use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use super::{PAUSE, Wanted};
use crate::error::{Error, Result};
use crate::wipe::{STACK, wipe_stack, without_traces};

/// Works on each lane of each round, in so many threads, of which the calling one is the first; all are
/// started once, and where the system starts none, those that there are do it all.
///
/// # Errors
/// The first of `work`; all ends then.
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

/// Where threads wait for each other. The lanes of all rounds are counted in one row and given out in
/// this order, so that whoever waits for a round waits for lanes that somebody works on.
#[derive(Default)]
struct Meeting {
    /// Lanes in a round, and in all of them.
    lanes: usize,
    end: usize,
    /// How many have been given out, and how many are done.
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
                // The calling thread alone waits for what the others are at.
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

    /// Waits until so many lanes are done; `false` if all has been ended.
    fn wait(&self, count: usize, wanted: &Wanted<'_>) -> bool {
        /// How often it is looked before the thread sleeps: some ten microseconds, as long as lanes
        /// that are begun together differ by.
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

    /// A lane is done.
    fn tell(&self) {
        let done = self.done.fetch_add(1, Ordering::AcqRel) + 1;
        if done.is_multiple_of(self.lanes) {
            self.open();
        }
    }

    /// Ends all lanes. The first error stays.
    fn end(&self, error: Error) {
        let _ = self.ended.set(error);
        self.open();
    }

    /// Wakes who waits. Under the lock, so that nobody falls asleep between a look and this.
    fn open(&self) {
        let _gate = self.lock();
        self.opened.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.gate.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread that panics ends all lanes, since nobody else does what it was at.
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
    fn no_round_begins_before_the_one_before_is_done() {
        for threads in 1..5 {
            for lanes in 1..6 {
                let done = AtomicUsize::new(0);
                let seen = [const { AtomicUsize::new(0) }; 30];
                let outcome = in_rounds(threads, 5, lanes, |round, lane, _| {
                    assert!((round * lanes..(round + 1) * lanes).contains(&done.load(SeqCst)));
                    // Long enough for the others to fall asleep.
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
    fn who_loses_interest_is_heard_while_another_thread_works() {
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
    fn a_panic_leaves_nobody_waiting() {
        let run = || {
            in_rounds(3, 3, 3, |round, lane, _| match (round, lane) {
                (1, 1) => panic!("on purpose"),
                _ => Ok(()),
            })
        };
        assert!(catch_unwind(run).is_err());
    }
}
