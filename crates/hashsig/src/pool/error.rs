//! Why a task of a pool gives no result.

errors! {
    /// Why a task gives no result.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    TaskError:

    /// The task was cancelled.
    Cancelled = "the work was cancelled";
    /// The pool was dropped before the task began.
    Dropped = "the pool was closed before the work started";
    /// The task belongs to the process that this one was forked from.
    Forked = "the work was started before this process was forked: start it again";
    /// The operating system cannot start a thread.
    NoThread = "the operating system cannot start a thread: use fewer";
    /// The task panicked.
    Panicked = "the work panicked";
}

impl core::error::Error for TaskError {}
