//! Long-running work that a signal such as Ctrl-C can interrupt.

use alloc::rc::Rc;
use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::time::Instant;

use pyo3::prelude::*;
use quicksalt::interrupt::{told, while_wanted};

use crate::interpreter;
use crate::turn::run;

/// The interval between checks for signals during native work.
pub const PAUSE: Duration = Duration::from_millis(50);

thread_local! {
    static PROGRESS: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

functions!("interrupt.rs");

/// Adds the functions of this file to a module.
///
/// # Errors
/// Any Python exception.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Set the callback that native work of this thread calls from time to time with the share of work
/// done, from 0 to 1, or None if unknown. Return the previous callback; None removes it.
#[pyfunction]
fn tell_progress(progress: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
    PROGRESS.replace(progress)
}

/// Runs `work` with the GIL released. The main thread handles Python signals meanwhile; if a
/// handler raises, the work ends early and the exception is returned.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    telling(py, tell_thread(py), work)
}

/// Returns a function that reports progress to the callback of this thread.
fn tell_thread(py: Python<'_>) -> Tell {
    let progress = PROGRESS.with_borrow(|progress| progress.as_ref().map(|p| p.clone_ref(py)));
    Box::new(move |py| match &progress {
        Some(progress) => progress.call1(py, (told(),)).map(drop),
        None => Ok(()),
    })
}

/// Like [`run`](crate::turn::run), but runs as [`interruptible`] if the estimate is at least
/// [`PAUSE`].
pub fn run_interruptible<T: Send>(
    py: Python<'_>,
    ns: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // Sub-interpreters do not handle signals.
    if ns < PAUSE.as_nanos() as usize || !interpreter::may_keep(py) {
        return Ok(run(py, ns, work));
    }
    interruptible(py, work)
}

/// A function called from time to time during the work; its exception ends the work.
pub type Tell = Box<dyn Fn(Python<'_>) -> PyResult<()> + Send>;

/// Like [`interruptible`]; also calls `tell` from time to time, and an exception of `tell` ends the
/// work too.
pub fn telling<T: Send>(
    py: Python<'_>,
    tell: Tell,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let watch = Watch::new(tell);
        let done = while_wanted(watch.question(), work);
        // A result of interrupted work is dropped here, with the GIL released: its destructor may
        // wait for a thread that needs the GIL.
        watch.end()?;
        Ok(done)
    })
}

/// Checks for signals during work with the GIL released. Not generic, so that it is compiled only
/// once and not for each kind of work.
struct Watch {
    tell: Tell,
    looked: Cell<Instant>,
    raised: RefCell<Option<PyErr>>,
}

impl Watch {
    fn new(tell: Tell) -> Rc<Self> {
        Rc::new(Self { tell, looked: Cell::new(Instant::now()), raised: RefCell::new(None) })
    }

    fn question(self: &Rc<Self>) -> impl Fn() -> bool + use<> {
        let watch = Rc::clone(self);
        move || watch.is_wanted()
    }

    fn is_wanted(&self) -> bool {
        if self.raised.borrow().is_none() && self.looked.get().elapsed() >= PAUSE {
            // `None` if the interpreter is shutting down.
            let seen = Python::try_attach(|py| py.check_signals().and_then(|()| (self.tell)(py)));
            self.looked.set(Instant::now());
            match seen {
                Some(Ok(())) => {}
                Some(Err(error)) => *self.raised.borrow_mut() = Some(error),
                None => return false,
            }
        }
        self.raised.borrow().is_none()
    }

    /// # Errors
    /// The exception that ended the work.
    fn end(&self) -> PyResult<()> {
        self.raised.take().map_or(Ok(()), Err)
    }
}
