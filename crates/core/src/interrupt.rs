//! Work that takes long, and whether it is still wanted.
//!
//! Key generation and the stretching of passphrases run for seconds. Who calls them may have them
//! end early: [`while_wanted`] says for one thread what to ask. The work asks with [`check`], every
//! few milliseconds, on the thread that called it, and ends with [`Error::Interrupted`]. Without
//! [`while_wanted`] nothing is asked.
//!
//! What to ask belongs to the thread and is no argument, because it is the caller of the outermost
//! call who knows, and a loop far inside that asks. For the same reason the work says by [`tell`] how
//! far it is, and who is asked may look by [`told`].
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

/// How often is asked on behalf of work that cannot ask.
const PAUSE: Duration = Duration::from_millis(20);

type Question = Rc<dyn Fn() -> bool>;

std::thread_local! {
    static QUESTION: RefCell<Option<Question>> = const { RefCell::new(None) };
    static TOLD: Cell<Option<f64>> = const { Cell::new(None) };
}

/// Does some work, which ends early once `is_wanted` returns false: then, unless it can end well
/// all the same, with [`Error::Interrupted`].
pub fn while_wanted<T>(is_wanted: impl Fn() -> bool + 'static, work: impl FnOnce() -> T) -> T {
    let _restored = Restored::asking(Rc::new(is_wanted));
    work()
}

/// Puts back what was asked and told before, also after a panic.
struct Restored {
    question: Option<Question>,
    told: Option<f64>,
}

impl Restored {
    /// Has another question asked from now on.
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

/// Says how much of the work of this thread is done, from 0 to 1. Work in several parts begins at 0
/// again with each.
pub fn tell(share: f64) {
    TOLD.set(Some(share));
}

/// How much of the work that [`while_wanted`] does is done, if it says so.
#[must_use]
pub fn told() -> Option<f64> {
    TOLD.get()
}

/// Asks whether the work of this thread is still wanted.
///
/// # Errors
/// [`Error::Interrupted`] if it is not.
pub fn check() -> Result<()> {
    match question() {
        Some(is_wanted) if !is_wanted() => Err(Error::Interrupted),
        _ => Ok(()),
    }
}

/// Whether there is anybody to ask: if not, [`check`] always succeeds.
#[must_use]
pub fn is_asked() -> bool {
    QUESTION.with(|question| question.borrow().is_some())
}

/// Does work that cannot ask, such as that of another crate.
///
/// Where somebody may lose interest, it runs in a thread of its own, which is left to itself then:
/// the work comes to its end, and what it came to is dropped.
///
/// # Errors
/// [`Error::Interrupted`] if the work is no longer wanted.
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
            // Nobody may be left to take it.
            let _ = end.send(work());
        }
    };
    let name = String::from("quicksalt-apart");
    let Ok(thread) = thread::Builder::new().name(name).spawn(body) else { return Ok(work()) };
    // The thread waits for it.
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
    fn nothing_is_asked_unless_somebody_says_what() {
        assert_eq!(check(), Ok(()));
        let here = apart(|| thread::current().id());
        assert_eq!(here, Ok(thread::current().id()));
    }

    #[test]
    fn the_innermost_question_is_asked_and_goes_with_its_work() {
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
    fn who_is_asked_is_told_of_this_work_alone() {
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
    fn a_panic_takes_its_question_along() {
        let panicking = || while_wanted(|| false, || panic!("on purpose"));
        assert!(catch_unwind(AssertUnwindSafe(panicking)).is_err());
        assert_eq!(check(), Ok(()));
    }

    #[test]
    fn work_that_cannot_ask_is_left_to_itself() {
        let here = thread::current().id();
        let there = while_wanted(|| true, || apart(|| thread::current().id())).unwrap();
        assert_ne!(here, there);
        assert_eq!(while_wanted(|| false, || apart(|| ())), Err(Error::Interrupted));
        // Wanted when it begins, and no longer when it is asked about again.
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
    fn a_panic_apart_is_one_here() {
        let panicking = || while_wanted(|| true, || apart(|| panic!("on purpose")));
        assert!(catch_unwind(AssertUnwindSafe(panicking)).is_err());
    }
}
