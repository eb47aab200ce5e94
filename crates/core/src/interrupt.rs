//! Cancellation and progress for long-running work.
//!
//! Key generation and passphrase stretching run for seconds. A caller can cancel them:
//! [`while_wanted`] installs a callback for the current thread. The work polls it with [`check`]
//! every few milliseconds, on the calling thread, and returns [`Error::Interrupted`] once the
//! callback returns false. Outside [`while_wanted`] no callback is polled.
//!
//! The callback is stored per thread and not passed as an argument, because only the outermost
//! caller knows it, while a deeply nested loop polls it. For the same reason the work reports
//! progress with [`tell`], and the callback may read it with [`told`].
//!
//! ```
//! use std::time::Instant;
//!
//! use quicksalt::{Error, interrupt};
//!
//! let begun = Instant::now();
//! let in_time = move || begun.elapsed().as_millis() < 20;
//! let work = || (0..).try_for_each(|_: u64| interrupt::check());
//! assert_eq!(interrupt::while_wanted(in_time, work), Err(Error::Interrupted));
//! ```

use alloc::rc::Rc;
use alloc::string::String;
use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use crate::error::{Error, Result};

/// The interval at which the callback is polled on behalf of work that cannot poll it.
const PAUSE: Duration = Duration::from_millis(20);

type Question = Rc<dyn Fn() -> bool>;

std::thread_local! {
    static QUESTION: RefCell<Option<Question>> = const { RefCell::new(None) };
    static TOLD: Cell<Option<f64>> = const { Cell::new(None) };
}

/// Runs `work` and cancels it once `is_wanted` returns false. Cancelled work returns
/// [`Error::Interrupted`], unless it finishes before the next poll.
pub fn while_wanted<T>(is_wanted: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    let _restored = Restored::asking(Rc::new(is_wanted));
    work()
}

/// Restores the previous callback and progress when dropped, including after a panic.
struct Restored {
    question: Option<Question>,
    told: Option<f64>,
}

impl Restored {
    /// Installs a callback for this thread.
    fn asking(question: Question) -> Self {
        let before = QUESTION.with(|asked| asked.replace(Some(question)));
        Self { question: before, told: TOLD.replace(None) }
    }
}

impl Drop for Restored {
    fn drop(&mut self) {
        let before = self.question.take();
        QUESTION.with(|question| *question.borrow_mut() = before);
        TOLD.set(self.told);
    }
}

/// Reports the progress of this thread's work, from 0 to 1. Work that consists of several parts
/// restarts at 0 for each part.
pub fn tell(share: f64) {
    TOLD.set(Some(share));
}

/// Returns the progress that the work inside [`while_wanted`] last reported, if any.
#[must_use]
pub fn told() -> Option<f64> {
    TOLD.get()
}

/// Polls the callback of this thread.
///
/// # Errors
/// [`Error::Interrupted`] if the work has been cancelled.
pub fn check() -> Result<()> {
    match question() {
        Some(is_wanted) if !is_wanted() => Err(Error::Interrupted),
        _ => Ok(()),
    }
}

/// Returns whether a callback is installed. Without a callback, [`check`] always succeeds.
#[must_use]
pub fn is_asked() -> bool {
    QUESTION.with(|question| question.borrow().is_some())
}

/// Runs work that cannot poll the callback, such as a function of a third-party crate.
///
/// If a callback is installed, the work runs in a separate thread. After cancellation that thread
/// is detached: it finishes, and its result is dropped.
///
/// # Errors
/// [`Error::Interrupted`] if the work has been cancelled.
pub fn apart<T, F>(work: F) -> Result<T>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    if !is_asked() {
        return Ok(work());
    }
    check()?;
    let (give, given) = mpsc::sync_channel::<F>(1);
    let (end, ended) = mpsc::sync_channel::<T>(1);
    let body = move || {
        if let Ok(work) = given.recv() {
            // Sending fails if the receiver has been dropped.
            let _ = end.send(work());
        }
    };
    let name = String::from("quicksalt-apart");
    let Ok(thread) = thread::Builder::new().name(name).spawn(body) else { return Ok(work()) };
    // The thread waits for this message.
    let _ = give.send(work);
    loop {
        match ended.recv_timeout(PAUSE) {
            Ok(outcome) => return Ok(outcome),
            Err(RecvTimeoutError::Timeout) => check()?,
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Err(panic) => resume_unwind(panic),
                Ok(()) => return Err(Error::Interrupted),
            },
        }
    }
}

fn question() -> Option<Question> {
    QUESTION.with(|question| question.borrow().clone())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use alloc::rc::Rc;
    use core::cell::Cell;
    use core::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;
    use std::sync::mpsc;
    use std::thread;

    use super::{apart, check, tell, told, while_wanted};
    use crate::error::Error;

    #[test]
    fn nothing_is_polled_without_a_callback() {
        assert_eq!(check(), Ok(()));
        let here = apart(|| thread::current().id());
        assert_eq!(here, Ok(thread::current().id()));
    }

    #[test]
    fn the_innermost_callback_is_polled_until_its_work_ends() {
        let asked = Rc::new(Cell::new(0));
        let count = Rc::clone(&asked);
        let counting = move || {
            count.set(count.get() + 1);
            count.get() < 3
        };
        while_wanted(counting, || {
            assert_eq!(check(), Ok(()));
            while_wanted(|| false, || assert_eq!(check(), Err(Error::Interrupted)));
            assert_eq!(check(), Ok(()));
            assert_eq!(check(), Err(Error::Interrupted));
        });
        assert_eq!((check(), asked.get()), (Ok(()), 3));
    }

    #[test]
    fn a_callback_sees_only_the_progress_of_its_own_work() {
        let seen = Rc::new(Cell::new(None));
        let sight = Rc::clone(&seen);
        let looking = move || {
            sight.set(told());
            true
        };
        while_wanted(looking, || {
            assert_eq!((check(), seen.get()), (Ok(()), None));
            tell(0.5);
            while_wanted(|| true, || assert_eq!(told(), None));
            assert_eq!((check(), seen.get()), (Ok(()), Some(0.5)));
        });
        assert_eq!(told(), None);
    }

    #[test]
    fn a_panic_restores_the_previous_callback() {
        let panicking = || while_wanted(|| false, || panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(panicking)).is_err());
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn apart_detaches_cancelled_work() {
        let here = thread::current().id();
        let there = while_wanted(|| true, || apart(|| thread::current().id())).unwrap();
        assert_ne!(here, there);
        assert_eq!(while_wanted(|| false, || apart(|| ())), Err(Error::Interrupted));
        // The first poll reports that the work is wanted, the second cancels it.
        let (go, wait) = mpsc::channel::<()>();
        let (say, said) = mpsc::channel();
        let first = Cell::new(true);
        let left = while_wanted(
            move || first.replace(false),
            || {
                apart(move || {
                    wait.recv().unwrap();
                    say.send("done").unwrap();
                })
            },
        );
        assert_eq!(left, Err(Error::Interrupted));
        go.send(()).unwrap();
        assert_eq!(said.recv(), Ok("done"));
    }

    #[test]
    fn apart_propagates_panics() {
        let panicking = || while_wanted(|| true, || apart(|| panic!("on purpose")));
        assert!(catch_unwind(AssertUnwindSafe(panicking)).is_err());
    }
}
