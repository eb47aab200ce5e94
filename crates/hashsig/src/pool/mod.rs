//! Threads of our own for work that takes long, such as key generation.
//!
//! A [`Pool`] runs closures ([`Pool::submit`]) and grows trees with all its threads at once
//! ([`Pool::grow`]). Threads are started when there is work for them. A fork of the process has
//! none of its parent's threads: there the pool starts new ones, and what the parent was doing is
//! the parent's alone.

mod error;
mod per_process;
mod queue;
mod task;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use std::thread;

use per_process::Pages;
use queue::Queue;

pub use error::Lost;
pub use task::{Control, Task};

use crate::trees::{SharedGrowth, Tree, TreeSeed};

/// The most threads of a pool.
pub const THREADS_MAX: usize = 1024;

/// A pool of threads.
///
/// Dropping it starts nothing more; what runs comes to its end.
pub struct Pool {
    threads: usize,
    /// One queue for each process.
    queues: Pages<Queue>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pool").field("threads", &self.threads).finish_non_exhaustive()
    }
}

impl Pool {
    /// A pool of so many threads, at most [`THREADS_MAX`]; 0 means as many as the machine runs at
    /// once.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { all() } else { threads };
        Self { threads: threads.min(THREADS_MAX), queues: Pages::default() }
    }

    /// How many threads it has at most.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Runs a closure in one of the threads as soon as one is free. The closure may look at its
    /// [`Control`] to see whether it is still wanted, and say there how far it has come.
    ///
    /// # Errors
    /// [`Lost::NoThread`] if no thread can be started.
    pub fn submit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<Task<T>, Lost> {
        self.start(|control| Some(work(control)))
    }

    /// Computes a tree with all threads that are free, keeping its nodes down to `depth`; the
    /// depth of [`TreeSeed::default_depth`] is a good one.
    ///
    /// # Errors
    /// [`Lost::NoThread`] if no thread can be started. The task gives [`crate::Error::Parameter`]
    /// if the depth is none of [`TreeSeed::nodes`].
    pub fn grow(&self, seed: TreeSeed, depth: u32) -> Result<Task<Grown>, Lost> {
        let growth = SharedGrowth::new(seed, depth).map(Arc::new);
        let growth = growth.map(|growth| (self.help(&growth, self.threads - 1), growth));
        self.start(move |control| match growth {
            Ok((_helpers, growth)) => lead(&growth, control).transpose(),
            Err(error) => Some(Err(error)),
        })
    }

    /// Has up to `helpers` threads compute nodes of a tree that the caller computes, until what
    /// comes back is dropped.
    pub fn help(&self, growth: &Arc<SharedGrowth>, helpers: usize) -> Helpers {
        let tasks = (0..helpers.min(self.threads)).map(|_| {
            let growth = Arc::downgrade(growth);
            self.submit(move |control| {
                while let Some(growth) = growth.upgrade() {
                    let goes_on = !control.is_cancelled();
                    if !goes_on || !matches!(growth.work(growth.piece()), Ok(true)) {
                        break;
                    }
                }
            })
        });
        // Without help it takes longer, and nothing else.
        Helpers(tasks.filter_map(Result::ok).collect())
    }

    /// `work` gives up with `None` when it is cancelled.
    fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Control) -> Option<T> + Send + 'static,
    ) -> Result<Task<T>, Lost> {
        let (task, job) = task::new(work);
        let queue = self.queues.ours().ok_or(Lost::NoThread)?;
        queue.push(job, self.threads)?;
        Ok(task)
    }
}

/// Threads that help until this is dropped.
#[derive(Debug)]
#[must_use = "dropped, they help no more"]
pub struct Helpers(Vec<Task<()>>);

impl Drop for Helpers {
    fn drop(&mut self) {
        for task in &self.0 {
            task.cancel();
        }
    }
}

/// What [`Pool::grow`] comes to.
pub type Grown = crate::error::Result<Arc<Tree>>;

/// Computes a tree together with those who help, unless it is cancelled.
fn lead(growth: &SharedGrowth, control: &Control) -> crate::error::Result<Option<Arc<Tree>>> {
    while growth.work(growth.piece())? {
        control.report(growth.done().into(), growth.total().into());
        if control.is_cancelled() {
            return Ok(None);
        }
    }
    growth.tree().map(Some)
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some(queue) = self.queues.ours() {
            queue.close();
        }
    }
}
