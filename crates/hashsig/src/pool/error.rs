//! Why a task of a pool gives no result.

use core::fmt;

/// Why a task gives no result.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum TaskError {
    /// The task was cancelled.
    Cancelled,
    /// The pool was dropped before the task began.
    Dropped,
    /// The task belongs to the process that this one was forked from.
    Forked,
    /// The operating system cannot start a thread.
    NoThread,
    /// The task panicked.
    Panicked,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cancelled => "the work was cancelled",
            Self::Dropped => "the pool was closed before the work began",
            Self::Forked => {
                "the work was begun by another process, of which this one is a fork: begin it again"
            }
            Self::NoThread => "the operating system starts no thread: ask for fewer",
            Self::Panicked => "the work panicked",
        })
    }
}

impl core::error::Error for TaskError {}
