//! The reasons why a task of a pool does not return a result.

errors! {
    /// The reason why a task returned no result.
    #[derive(Clone, Copy, Debug, Eq, PartialEq)]
    TaskError:

    /// The task was cancelled.
    Cancelled = "the work was cancelled";
    /// The pool was dropped before the task started.
    Dropped = "the pool was closed before the work started";
    /// The task belongs to a process from which this process was forked.
    Forked = "the work was started before this process was forked: start it again";
    /// The operating system cannot start a thread.
    NoThread = "the operating system cannot start a thread: use fewer";
    /// The task panicked.
    Panicked = "the work panicked";
}

impl core::error::Error for TaskError {}
