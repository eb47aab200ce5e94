//! A piece of work in a pool, as its owner sees it.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::panic::catch_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::error::Lost;
use super::queue::Job;
use crate::fork::Process;

/// How work and its owner speak to each other.
#[derive(Debug, Default)]
pub struct Control {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl Control {
    /// Whether nobody wants the result any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Says that `done` of `total` parts of the work are done.
    pub fn report(&self, done: u64, total: u64) {
        self.total.store(total, Relaxed);
        self.done.store(done, Relaxed);
    }

    fn progress(&self) -> f64 {
        let (done, total) = (self.done.load(Relaxed), self.total.load(Relaxed));
        if total == 0 { 0.0 } else { (done as f64 / total as f64).min(1.0) }
    }
}

/// Work in a pool that comes to a `T`. Dropping it changes nothing about the work.
#[derive(Debug)]
#[must_use = "cancel it or wait for it"]
pub struct Task<T> {
    shared: Arc<Shared<T>>,
    process: Process,
}

#[derive(Debug)]
struct Shared<T> {
    control: Control,
    stage: Mutex<Stage<T>>,
    ended: Condvar,
}

#[derive(Debug)]
enum Stage<T> {
    Waiting,
    Running,
    Ended(Result<T, Lost>),
}

impl<T> Task<T> {
    /// Waits for the end of the work.
    ///
    /// # Errors
    /// Whatever kept it from its end.
    pub fn wait(self) -> Result<T, Lost> {
        self.check()?;
        let mut stage = self.shared.stage();
        loop {
            stage = match core::mem::replace(&mut *stage, Stage::Waiting) {
                Stage::Ended(outcome) => return outcome,
                other => {
                    *stage = other;
                    self.shared.ended.wait(stage).unwrap_or_else(PoisonError::into_inner)
                }
            };
        }
    }

    /// Waits for the end of the work, but no longer than this; whether it has ended.
    ///
    /// # Errors
    /// [`Lost::Forked`].
    pub fn wait_for(&self, time: Duration) -> Result<bool, Lost> {
        self.check()?;
        let goes_on = |stage: &mut Stage<T>| !matches!(stage, Stage::Ended(_));
        let waited = self.shared.ended.wait_timeout_while(self.shared.stage(), time, goes_on);
        let (stage, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Ok(matches!(*stage, Stage::Ended(_)))
    }

    /// Whether the work has ended, well or not.
    ///
    /// # Errors
    /// [`Lost::Forked`].
    pub fn is_ended(&self) -> Result<bool, Lost> {
        self.wait_for(Duration::ZERO)
    }

    /// How much of the work is done, from 0 to 1, as far as it says; 1 after its end.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if self.is_ended() == Ok(true) { 1.0 } else { self.shared.control.progress() }
    }

    /// Asks the work to end. What has not begun never will; what runs ends when it looks at its
    /// [`Control`].
    pub fn cancel(&self) {
        self.shared.control.cancelled.store(true, Relaxed);
        if self.check().is_ok() {
            let mut stage = self.shared.stage();
            if matches!(*stage, Stage::Waiting) {
                *stage = Stage::Ended(Err(Lost::Cancelled));
                self.shared.ended.notify_all();
            }
        }
    }

    /// A fork of the process must not touch a lock that a thread it lacks may hold.
    fn check(&self) -> Result<(), Lost> {
        if self.process.is_current() { Ok(()) } else { Err(Lost::Forked) }
    }
}

impl<T> Shared<T> {
    fn end(&self, outcome: Result<T, Lost>) {
        let mut stage = self.stage();
        if !matches!(*stage, Stage::Ended(_)) {
            *stage = Stage::Ended(outcome);
        }
        drop(stage);
        self.ended.notify_all();
    }

    /// Whether the work may begin; it does so at most once.
    fn begin(&self) -> bool {
        let mut stage = self.stage();
        let begins = matches!(*stage, Stage::Waiting);
        if begins {
            *stage = Stage::Running;
        }
        begins
    }

    /// Nothing that can panic happens under the lock.
    fn stage(&self) -> MutexGuard<'_, Stage<T>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells the owner of work that goes without having run.
struct Ending<T>(Arc<Shared<T>>);

impl<T> Drop for Ending<T> {
    fn drop(&mut self) {
        self.0.end(Err(Lost::Dropped));
    }
}

/// A task and the job that carries it out. `work` gives up with `None` when it is cancelled.
pub(super) fn new<T: Send + 'static>(
    work: impl FnOnce(&Control) -> Option<T> + Send + 'static,
) -> (Task<T>, Job) {
    let (control, ended) = (Control::default(), Condvar::new());
    let shared = Arc::new(Shared { control, stage: Mutex::new(Stage::Waiting), ended });
    let task = Task { shared: Arc::clone(&shared), process: Process::current() };
    let ending = Ending(shared);
    let job = move || {
        if ending.0.begin() {
            let control = &ending.0.control;
            ending.0.end(match catch_unwind(AssertUnwindSafe(|| work(control))) {
                Ok(Some(value)) => Ok(value),
                Ok(None) => Err(Lost::Cancelled),
                Err(_) => Err(Lost::Panicked),
            });
        }
    };
    (task, Box::new(job))
}
