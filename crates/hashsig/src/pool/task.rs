//! A task is its owner's handle of work in a pool.

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use core::time::Duration;
use std::panic::catch_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::error::TaskError;
use super::queue::Job;
use crate::fork::Process;

/// Cancellation and progress of a task.
#[derive(Debug, Default)]
pub struct CancelToken {
    cancelled: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
}

impl CancelToken {
    /// Returns whether the owner has cancelled the task. The work should then end.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed)
    }

    /// Reports that `done` of `total` parts are done.
    pub fn report(&self, done: u64, total: u64) {
        self.total.store(total, Relaxed);
        self.done.store(done, Relaxed);
    }

    fn progress(&self) -> f64 {
        let (done, total) = (self.done.load(Relaxed), self.total.load(Relaxed));
        if total == 0 { 0.0 } else { (done as f64 / total as f64).min(1.0) }
    }
}

/// A task in a pool with a result of type `T`. The work continues when the handle is dropped.
#[derive(Debug)]
#[must_use = "cancel the task or wait for it"]
pub struct Task<T> {
    shared: Arc<Shared<T>>,
    process: Process,
}

#[derive(Debug)]
struct Shared<T> {
    token: CancelToken,
    stage: Mutex<Stage<T>>,
    ended: Condvar,
}

#[derive(Debug)]
enum Stage<T> {
    Waiting,
    Running,
    Ended(Result<T, TaskError>),
}

impl<T> Task<T> {
    /// Waits for the work to end and returns its result.
    ///
    /// # Errors
    /// The reason why the work returned no result.
    pub fn wait(self) -> Result<T, TaskError> {
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

    /// Waits at most `time` for the work to end; returns whether it has ended.
    ///
    /// # Errors
    /// [`TaskError::Forked`].
    pub fn wait_for(&self, time: Duration) -> Result<bool, TaskError> {
        self.check()?;
        let goes_on = |stage: &mut Stage<T>| !matches!(stage, Stage::Ended(_));
        let waited = self.shared.ended.wait_timeout_while(self.shared.stage(), time, goes_on);
        let (stage, _) = waited.unwrap_or_else(PoisonError::into_inner);
        Ok(matches!(*stage, Stage::Ended(_)))
    }

    /// Returns whether the work has ended, with or without a result.
    ///
    /// # Errors
    /// [`TaskError::Forked`].
    pub fn is_ended(&self) -> Result<bool, TaskError> {
        self.wait_for(Duration::ZERO)
    }

    /// Returns the completed fraction, from 0 to 1, as reported by the work; 1 after its end.
    #[must_use]
    pub fn progress(&self) -> f64 {
        if self.is_ended() == Ok(true) { 1.0 } else { self.shared.token.progress() }
    }

    /// Cancels the task. Work that has not started never starts; running work ends when it checks
    /// its [`CancelToken`].
    pub fn cancel(&self) {
        self.shared.token.cancelled.store(true, Relaxed);
        if self.check().is_ok() {
            let mut stage = self.shared.stage();
            if matches!(*stage, Stage::Waiting) {
                *stage = Stage::Ended(Err(TaskError::Cancelled));
                self.shared.ended.notify_all();
            }
        }
    }

    /// A forked child must not touch the task's locks, because a thread that exists only in the
    /// parent may hold a lock.
    fn check(&self) -> Result<(), TaskError> {
        if self.process.is_current() { Ok(()) } else { Err(TaskError::Forked) }
    }
}

impl<T> Shared<T> {
    fn end(&self, outcome: Result<T, TaskError>) {
        let mut stage = self.stage();
        if !matches!(*stage, Stage::Ended(_)) {
            *stage = Stage::Ended(outcome);
        }
        drop(stage);
        self.ended.notify_all();
    }

    /// Marks waiting work as running; returns true at most once.
    fn begin(&self) -> bool {
        let mut stage = self.stage();
        let begins = matches!(*stage, Stage::Waiting);
        if begins {
            *stage = Stage::Running;
        }
        begins
    }

    /// Recovering a poisoned lock is safe, because no code that holds this lock can panic.
    fn stage(&self) -> MutexGuard<'_, Stage<T>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Completes a task if its job is dropped before it ran, so that its owner does not wait forever.
struct CompletionGuard<T>(Arc<Shared<T>>);

impl<T> Drop for CompletionGuard<T> {
    fn drop(&mut self) {
        self.0.end(Err(TaskError::Dropped));
    }
}

/// Creates a task and the job that runs its work. `work` returns `None` if it was cancelled.
pub(super) fn new<T: Send + 'static>(
    work: impl FnOnce(&CancelToken) -> Option<T> + Send + 'static,
) -> (Task<T>, Job) {
    let (token, ended) = (CancelToken::default(), Condvar::new());
    let shared = Arc::new(Shared { token, stage: Mutex::new(Stage::Waiting), ended });
    let task = Task { shared: Arc::clone(&shared), process: Process::current() };
    let guard = CompletionGuard(shared);
    let job = move || {
        if guard.0.begin() {
            let token = &guard.0.token;
            guard.0.end(match catch_unwind(AssertUnwindSafe(|| work(token))) {
                Ok(Some(value)) => Ok(value),
                Ok(None) => Err(TaskError::Cancelled),
                Err(_) => Err(TaskError::Panicked),
            });
        }
    };
    (task, Box::new(job))
}
