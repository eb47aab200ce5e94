//! Long work that a signal may end, such as the interrupt of Ctrl-C.

use alloc::rc::Rc;
use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::time::Instant;

use pyo3::prelude::*;
use quicksalt::interrupt::{told, while_wanted};

use crate::interpreter;
use crate::turn::run;

/// How often signals are looked at while native code works.
pub const PAUSE: Duration = Duration::from_millis(50);

thread_local! {
    static PROGRESS: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

functions!("interrupt.rs");

/// Puts the functions of this file into a module.
///
/// # Errors
/// What Python raises.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add_functions(module)
}

/// Have what this thread computes in native code tell `progress` now and then how much is done, from
/// 0 to 1, or None if it does not know; return what was told before. None: nobody is told.
#[pyfunction]
fn tell_progress(progress: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
    PROGRESS.replace(progress)
}

/// Does work without the interpreter. Python handles signals meanwhile, in the main thread; if the
/// handler raises, the work ends early and the exception comes back.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    telling(py, tell_thread(py), work)
}

/// Tells the progress to whom this thread has set.
fn tell_thread(py: Python<'_>) -> Tell {
    let progress = PROGRESS.with_borrow(|progress| progress.as_ref().map(|p| p.clone_ref(py)));
    Box::new(move |py| match &progress {
        Some(progress) => progress.call1(py, (told(),)).map(drop),
        None => Ok(()),
    })
}

/// As [`run`](crate::turn::run), and [`interruptible`] if it is estimated to take so long that
/// somebody may lose patience.
pub fn run_interruptible<T: Send>(
    py: Python<'_>,
    ns: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    // A sub-interpreter handles no signals.
    if ns < PAUSE.as_nanos() as usize || !interpreter::may_keep(py) {
        return Ok(run(py, ns, work));
    }
    interruptible(py, work)
}

/// What is called now and then, and whose exceptions end the work.
pub type Tell = Box<dyn Fn(Python<'_>) -> PyResult<()> + Send>;

/// As [`interruptible`], and calls `tell` now and then, whose exceptions end the work too.
pub fn telling<T: Send>(
    py: Python<'_>,
    tell: Tell,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let watch = Watch::new(tell);
        let done = while_wanted(watch.question(), work);
        // What was done all the same is dropped here, without the interpreter: it may wait for
        // somebody who needs it.
        watch.end()?;
        Ok(done)
    })
}

/// Looks at signals for work without the interpreter. It is generic in nothing, because there are
/// many kinds of work and each would be compiled with a copy of it.
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
            // None where the interpreter comes to its end.
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
