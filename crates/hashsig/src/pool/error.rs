//! Why a task of a pool gives no result.

errors! {
    /// Why a task gives no result.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    TaskError:

    /// The task was cancelled.
    Cancelled = "the work was cancelled";
    /// The pool was dropped before the task began.
    Dropped = "the pool was closed before the work began";
    /// The task belongs to the process that this one was forked from.
    Forked = "the work was begun by another process, of which this one is a fork: begin it again";
    /// The operating system cannot start a thread.
    NoThread = "the operating system starts no thread: ask for fewer";
    /// The task panicked.
    Panicked = "the work panicked";
}

impl core::error::Error for TaskError {}
