//! Long work that a signal may end, such as the interrupt of Ctrl-C.

use alloc::rc::Rc;
use core::cell::{Cell, RefCell};
use core::time::Duration;
use std::time::Instant;

use pyo3::prelude::*;
use quicksalt::interrupt::{told, while_wanted};

use crate::buffer::run;
use crate::interpreter;

/// How often signals are looked at while native code works.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

thread_local! {
    static PROGRESS: RefCell<Option<Py<PyAny>>> = const { RefCell::new(None) };
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(tell_progress, module)?)
}

/// Have what this thread computes in native code tell `progress` now and then how much is done, from
/// 0 to 1, or None if it does not know; return what was told before. None: nobody is told.
#[pyfunction]
fn tell_progress(progress: Option<Py<PyAny>>) -> Option<Py<PyAny>> {
    PROGRESS.replace(progress)
}

/// Does work without the interpreter. Python handles signals meanwhile, in the main thread; if the
/// handler raises, the work ends early and the exception comes back.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let progress = PROGRESS.with_borrow(|progress| progress.as_ref().map(|p| p.clone_ref(py)));
    let tell = move |py: Python<'_>| match &progress {
        Some(progress) => progress.call1(py, (told(),)).map(drop),
        None => Ok(()),
    };
    telling(py, tell, work)
}

/// As [`run`](crate::buffer::run), and [`interruptible`] if it is estimated to take so long that
/// somebody may lose patience.
pub(crate) fn run_interruptible<T: Send>(
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

/// As [`interruptible`], and calls `tell` now and then, whose exceptions end the work too.
pub(crate) fn telling<T: Send>(
    py: Python<'_>,
    tell: impl Fn(Python<'_>) -> PyResult<()> + Send + 'static,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    py.detach(|| {
        let raised = Rc::new(RefCell::new(None));
        let (theirs, last) = (Rc::clone(&raised), Cell::new(Instant::now()));
        let is_wanted = move || {
            if theirs.borrow().is_none() && last.get().elapsed() >= PAUSE {
                // None where the interpreter comes to its end.
                let looked = Python::try_attach(|py| py.check_signals().and_then(|()| tell(py)));
                last.set(Instant::now());
                match looked {
                    Some(Ok(())) => {}
                    Some(Err(error)) => *theirs.borrow_mut() = Some(error),
                    None => return false,
                }
            }
            theirs.borrow().is_none()
        };
        let done = while_wanted(is_wanted, work);
        // What was done all the same is dropped here, without the interpreter: it may wait for
        // somebody who needs it.
        match raised.take() {
            Some(error) => Err(error),
            None => Ok(done),
        }
    })
}
