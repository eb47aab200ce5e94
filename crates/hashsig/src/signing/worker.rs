//! The background thread of a signing key.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::PoisonError;
use std::thread;

use super::inner::Inner;

/// Starts the background thread. If the thread cannot be started, signatures do its work.
pub(super) fn start(inner: &Arc<Inner>) {
    let shared = Arc::clone(inner);
    let thread = thread::Builder::new().name(String::from("quicksalt-ahead"));
    match thread.spawn(move || run(&shared)) {
        Ok(_) => inner.state().has_thread = true,
        Err(error) => {
            inner.state().trouble = Some(format!("cannot start the background thread: {error}"));
        }
    }
}

/// Runs the thread's main loop, which does pending work, waits for more, and returns when the key
/// is closed. After an error, or after a panic in a store, it waits until a signature finds more
/// work.
fn run(inner: &Inner) {
    let mut goes_on = true;
    loop {
        let mut state = inner.state();
        if !goes_on || !state.is_due() {
            state.is_idle = true;
            while !state.is_closed && (!goes_on || !state.is_due()) {
                state = inner.due.wait(state).unwrap_or_else(PoisonError::into_inner);
                goes_on = true;
            }
            state.is_idle = false;
        }
        if state.is_closed {
            return;
        }
        drop(state);
        let done = catch_unwind(AssertUnwindSafe(|| inner.work()));
        let trouble = match done {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(String::from("the background work panicked")),
        };
        goes_on = trouble.is_none();
        inner.state().trouble = trouble;
    }
}
