//! The queue of jobs, and the threads that run them.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::error::TaskError;

pub(super) type Job = Box<dyn FnOnce() + Send>;

/// The queue of one process.
#[derive(Clone, Default)]
pub(super) struct Queue(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    threads: usize,
    /// The number of threads that wait for a job.
    idle: usize,
    is_closed: bool,
}

impl Queue {
    /// Adds a job, and starts a thread if all are busy and fewer than `most` exist.
    pub(super) fn push(&self, job: Job, most: usize) -> Result<(), TaskError> {
        let mut state = self.0.state();
        state.jobs.push_back(job);
        if state.idle < state.jobs.len() && state.threads < most {
            let shared = Arc::clone(&self.0);
            let thread = thread::Builder::new().name(String::from("quicksalt-pool"));
            match thread.spawn(move || shared.work()) {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads == 0 => {
                    let job = state.jobs.pop_back();
                    drop(state);
                    drop(job);
                    return Err(TaskError::NoThread);
                }
                Err(_) => {}
            }
        }
        drop(state);
        self.0.changed.notify_one();
        Ok(())
    }

    /// Drops all waiting jobs; each thread ends after its present job.
    pub(super) fn close(&self) {
        let mut state = self.0.state();
        state.is_closed = true;
        let jobs = core::mem::take(&mut state.jobs);
        drop(state);
        drop(jobs);
        self.0.changed.notify_all();
    }
}

impl Shared {
    /// The main loop of a thread: runs jobs until the queue is closed. Jobs do not panic.
    fn work(&self) {
        let mut state = self.state();
        loop {
            if let Some(job) = state.jobs.pop_front() {
                drop(state);
                job();
                state = self.state();
            } else if state.is_closed {
                return;
            } else {
                state.idle += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }

    /// Recovering a poisoned lock is safe, because no code that holds this lock can panic.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
