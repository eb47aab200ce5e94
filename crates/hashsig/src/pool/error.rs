//! Why work in a pool comes to nothing.

use core::fmt;

/// Why a task comes to nothing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Lost {
    /// It was cancelled.
    Cancelled,
    /// The pool was dropped before it began.
    Dropped,
    /// It belongs to the process that this one was forked from.
    Forked,
    /// The operating system starts no thread.
    NoThread,
    /// It panicked.
    Panicked,
}

impl fmt::Display for Lost {
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

impl core::error::Error for Lost {}
