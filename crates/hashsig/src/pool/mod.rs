//! A thread pool for long-running work, such as key generation.
//!
//! A [`Pool`] runs closures ([`Pool::submit`]) and builds trees with all its threads
//! ([`Pool::build`]). The pool starts threads on demand. A forked child does not inherit threads.
//! In the child the pool starts new threads, and the parent's tasks run only in the parent.
//!
//! ```
//! use quicksalt_hashsig::pool::Pool;
//!
//! let pool = Pool::new(2);
//! let sum = pool.submit(|_| (0..1000_u64).sum::<u64>())?;
//! assert_eq!(sum.wait()?, 499_500);
//! # Ok::<(), quicksalt_hashsig::pool::TaskError>(())
//! ```
// May import: `trees`, `error`, `fork`.

mod error;
mod per_process;
mod queue;
mod task;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests;

use alloc::sync::Arc;
use alloc::vec::Vec;
use std::thread;

use per_process::PerProcess;
use queue::Queue;

pub use error::TaskError;
pub use task::{CancelToken, Task};

use crate::trees::{Tree, TreeBuilder, TreeSeed};

/// The maximum number of threads of a pool.
pub const THREADS_MAX: usize = 1024;

/// A pool of threads.
///
/// Dropping the pool drops waiting tasks; running work continues to its end.
pub struct Pool {
    threads: usize,
    /// One queue per process.
    queues: PerProcess<Queue>,
}

shows!(Pool: threads);

impl Pool {
    /// Creates a pool of at most `threads` threads, limited to [`THREADS_MAX`]; 0 means the
    /// available parallelism of the machine.
    #[must_use]
    pub fn new(threads: usize) -> Self {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { all() } else { threads };
        Self { threads: threads.min(THREADS_MAX), queues: PerProcess::default() }
    }

    /// Returns the maximum number of threads that the pool starts.
    #[must_use]
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Runs a closure on the first free thread. The closure can check its [`CancelToken`] for
    /// cancellation and report progress through it.
    ///
    /// # Errors
    /// [`TaskError::NoThread`] if no thread can be started.
    pub fn submit<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Result<Task<T>, TaskError> {
        self.start(|token| Some(work(token)))
    }

    /// Builds a tree with all free threads. The tree stores its nodes down to `depth`;
    /// [`TreeSeed::default_depth`] is a good choice.
    ///
    /// # Errors
    /// [`TaskError::NoThread`] if no thread can be started. The task returns
    /// [`crate::Error::Parameter`] if the depth is invalid for [`TreeSeed::nodes`].
    pub fn build(&self, seed: TreeSeed, depth: u32) -> Result<Task<Built>, TaskError> {
        let builder = TreeBuilder::new(seed, depth).map(Arc::new);
        let builder = builder.map(|builder| (self.help(&builder, self.threads - 1), builder));
        self.start(move |token| match builder {
            Ok((_helpers, builder)) => lead(&builder, token).transpose(),
            Err(error) => Some(Err(error)),
        })
    }

    /// Lets up to `helpers` threads compute nodes of a tree that the caller builds, until the
    /// returned [`Helpers`] is dropped.
    pub fn help(&self, builder: &Arc<TreeBuilder>, helpers: usize) -> Helpers {
        let tasks = (0..helpers.min(self.threads)).map(|_| {
            let builder = Arc::downgrade(builder);
            self.submit(move |token| {
                while let Some(builder) = builder.upgrade() {
                    let goes_on = !token.is_cancelled();
                    if !goes_on || !matches!(builder.work(builder.batch()), Ok(true)) {
                        break;
                    }
                }
            })
        });
        // Errors are ignored, because without helpers the tree only takes longer.
        Helpers(tasks.filter_map(Result::ok).collect())
    }

    /// Queues `work`, which returns `None` if it was cancelled.
    fn start<T: Send + 'static>(
        &self,
        work: impl FnOnce(&CancelToken) -> Option<T> + Send + 'static,
    ) -> Result<Task<T>, TaskError> {
        let (task, job) = task::new(work);
        let queue = self.queues.ours().ok_or(TaskError::NoThread)?;
        queue.push(job, self.threads)?;
        Ok(task)
    }
}

/// Threads that help to build a tree until this guard is dropped.
#[derive(Debug)]
#[must_use = "dropping it ends the help"]
pub struct Helpers(Vec<Task<()>>);

impl Drop for Helpers {
    fn drop(&mut self) {
        for task in &self.0 {
            task.cancel();
        }
    }
}

/// The result of [`Pool::build`].
pub type Built = crate::Result<Arc<Tree>>;

/// Builds a tree together with the helpers; returns `None` if the task was cancelled.
fn lead(builder: &TreeBuilder, token: &CancelToken) -> crate::Result<Option<Arc<Tree>>> {
    while builder.work(builder.batch())? {
        token.report(builder.done().into(), builder.total().into());
        if token.is_cancelled() {
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
