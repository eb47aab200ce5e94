//! Threads of our own for work that takes long, such as key generation.
//!
//! A [`Pool`] runs closures ([`Pool::submit`]) and builds trees with all its threads at once
//! ([`Pool::build`]). Threads are started when there is work for them. A fork of the process has
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

use crate::trees::{Tree, TreeBuilder, TreeSeed};

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
    pub fn build(&self, seed: TreeSeed, depth: u32) -> Result<Task<Built>, Lost> {
        let builder = TreeBuilder::new(seed, depth).map(Arc::new);
        let builder = builder.map(|builder| (self.help(&builder, self.threads - 1), builder));
        self.start(move |control| match builder {
            Ok((_helpers, builder)) => lead(&builder, control).transpose(),
            Err(error) => Some(Err(error)),
        })
    }

    /// Has up to `helpers` threads compute nodes of a tree that the caller computes, until what
    /// comes back is dropped.
    pub fn help(&self, builder: &Arc<TreeBuilder>, helpers: usize) -> Helpers {
        let tasks = (0..helpers.min(self.threads)).map(|_| {
            let builder = Arc::downgrade(builder);
            self.submit(move |control| {
                while let Some(builder) = builder.upgrade() {
                    let goes_on = !control.is_cancelled();
                    if !goes_on || !matches!(builder.work(builder.batch()), Ok(true)) {
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

/// What [`Pool::build`] comes to.
pub type Built = crate::error::Result<Arc<Tree>>;

/// Computes a tree together with those who help, unless it is cancelled.
fn lead(builder: &TreeBuilder, control: &Control) -> crate::error::Result<Option<Arc<Tree>>> {
    while builder.work(builder.batch())? {
        control.report(builder.done().into(), builder.total().into());
        if control.is_cancelled() {
            return Ok(None);
        }
    }
    builder.tree().map(Some)
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let Some(queue) = self.queues.ours() {
            queue.close();
        }
    }
}
