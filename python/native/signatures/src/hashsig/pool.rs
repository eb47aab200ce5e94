//! A pool of native threads that compute public keys.
//!
//! Threads of the pool never attach to the interpreter, so none of them waits for the GIL. They
//! send results to a separate delivery thread, which passes them to Python.

use alloc::collections::VecDeque;
use alloc::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::{Error, Result};

use super::args::size;
use super::error::map;
use super::work::{Job, Work};
use quicksalt_binding::buffer::Arg;
use quicksalt_binding::error::{Kind, raise};
use quicksalt_binding::interrupt::PAUSE;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Threads>()
}

/// A piece of work and the object that receives its result.
struct Piece {
    job: Arc<Job>,
    receiver: Py<PyAny>,
    place: usize,
}

/// A piece and its result, or `None` if the piece was cancelled.
type Delivery = (Piece, Option<Result<Vec<u8>>>);

#[derive(Default)]
struct State {
    waiting: VecDeque<Piece>,
    /// The number of pool jobs still running. Each processes pieces until the queue is empty.
    calls: usize,
    /// The number of pieces and calls neither delivered nor discarded.
    open: usize,
    is_closed: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Notified when `open` changes.
    done: Condvar,
    deliveries: Mutex<Option<Sender<Delivery>>>,
}

/// Threads that compute pieces of work. An object belongs to the process that created it.
#[pyclass(frozen, name = "HashsigThreads", module = "quicksalt._signatures")]
struct Threads {
    pool: Pool,
    shared: Arc<Shared>,
}

#[pymethods]
impl Threads {
    #[new]
    fn new(threads: Arg) -> PyResult<Self> {
        let (sender, receiver) = channel();
        let (state, deliveries) = (Mutex::default(), Mutex::new(Some(sender)));
        let shared = Arc::new(Shared { state, done: Condvar::new(), deliveries });
        let other = Arc::clone(&shared);
        let started = thread::Builder::new()
            .name(String::from("quicksalt-deliver"))
            .spawn(move || deliver_all(&other, &receiver));
        started.map_err(|_| no_thread(threads.py()))?;
        Ok(Self { pool: Pool::new(size(threads, "threads")?), shared })
    }

    /// The maximum number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.threads()
    }

    /// Queue a piece of work; `receiver.deliver(place, result)` receives its result.
    fn dispatch(
        &self,
        py: Python<'_>,
        work: &Bound<'_, Work>,
        receiver: Py<PyAny>,
        place: usize,
    ) -> PyResult<()> {
        let piece = Piece { job: work.get().job(), receiver, place };
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(closed(py));
        }
        state.waiting.push_back(piece);
        state.open += 1;
        if state.calls == self.pool.threads() {
            return Ok(());
        }
        state.calls += 1;
        drop(state);
        let shared = Arc::clone(&self.shared);
        if self.pool.submit(move |_| shared.run()).is_ok() {
            return Ok(());
        }
        let mut state = self.shared.state();
        state.calls -= 1;
        let lost = state.waiting.pop_back();
        state.open -= 1;
        drop(state);
        drop(lost);
        Err(no_thread(py))
    }

    /// Drop the pieces of a receiver that have not started; return their number.
    fn discard(&self, receiver: Arg) -> usize {
        let mut state = self.shared.state();
        let before = state.waiting.len();
        let (dropped, kept) =
            state.waiting.drain(..).partition(|piece| piece.receiver.is(receiver));
        state.waiting = kept;
        let spared = before - state.waiting.len();
        state.open -= spared;
        drop(state);
        self.shared.done.notify_all();
        drop::<VecDeque<_>>(dropped);
        spared
    }

    /// Call a Python function in a thread of the pool.
    fn call(&self, py: Python<'_>, function: Py<PyAny>) -> PyResult<()> {
        let mut state = self.shared.state();
        if state.is_closed {
            return Err(closed(py));
        }
        state.open += 1;
        drop(state);
        let shared = Arc::clone(&self.shared);
        let run = move |_: &_| {
            let mut call = Some(function);
            Python::try_attach(|py| report(py, call.take().map(|call| call.call0(py))));
            shared.close_some(1);
        };
        self.pool.submit(run).map(drop).map_err(|_| {
            self.shared.close_some(1);
            no_thread(py)
        })
    }

    /// Accept no more work; with `cancel`, drop the pieces that have not started.
    fn close(&self, cancel: bool) {
        let mut state = self.shared.state();
        state.is_closed = true;
        let waiting = if cancel { core::mem::take(&mut state.waiting) } else { VecDeque::new() };
        drop(state);
        for piece in waiting {
            self.shared.deliver((piece, None));
        }
    }

    /// Wait until all accepted work is done.
    fn wait(&self, py: Python<'_>) -> PyResult<()> {
        loop {
            let is_done = py.detach(|| {
                let waits = |state: &mut State| state.open > 0;
                let waited = self.shared.done.wait_timeout_while(self.shared.state(), PAUSE, waits);
                !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
            });
            if is_done {
                return Ok(());
            }
            py.check_signals()?;
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // The delivery thread ends after it has delivered the remaining results.
        self.shared.deliveries.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

impl Shared {
    /// Poisoning can be ignored: no code that can panic runs under the lock.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes waiting pieces until the queue is empty.
    fn run(&self) {
        while let Some(piece) = self.next() {
            let result = piece.job.perform();
            self.deliver((piece, Some(result)));
        }
    }

    /// Takes a piece from the queue; `None` ends the job of this thread.
    fn next(&self) -> Option<Piece> {
        let mut state = self.state();
        let piece = state.waiting.pop_front();
        if piece.is_none() {
            state.calls -= 1;
        }
        piece
    }

    fn deliver(&self, delivery: Delivery) {
        let sender = self.deliveries.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*sender {
            // Sending fails only at the end of the process.
            let _ = sender.send(delivery);
        }
    }

    fn close_some(&self, count: usize) {
        self.state().open -= count;
        self.done.notify_all();
    }
}

/// The body of the delivery thread. It attaches to the interpreter once for all waiting results.
fn deliver_all(shared: &Shared, deliveries: &Receiver<Delivery>) {
    while let Ok(first) = deliveries.recv() {
        let all: Vec<_> = core::iter::once(first).chain(deliveries.try_iter()).collect();
        let count = all.len();
        let attached = Python::try_attach(|py| {
            for delivery in all {
                report(py, Some(hand_over(py, delivery)));
            }
        });
        shared.close_some(count);
        if attached.is_none() {
            return;
        }
    }
}

fn hand_over(py: Python<'_>, (piece, result): Delivery) -> PyResult<Py<PyAny>> {
    let receiver = piece.receiver;
    match result {
        Some(Ok(bytes)) => {
            receiver.call_method1(py, "deliver", (piece.place, PyBytes::new(py, &bytes)))
        }
        Some(Err(error)) => receiver.call_method1(py, "fail", (error_of(py, &error),)),
        None => {
            let cancelled = py.import("concurrent.futures")?.getattr("CancelledError")?.call0()?;
            receiver.call_method1(py, "fail", (cancelled,))
        }
    }
}

fn error_of(py: Python<'_>, error: &Error) -> Py<PyAny> {
    map(py, error).into_value(py).into_any()
}

/// Reports an exception that cannot be raised to a caller.
fn report<T>(py: Python<'_>, result: Option<PyResult<T>>) {
    if let Some(Err(error)) = result {
        error.write_unraisable(py, None);
    }
}

#[cold]
fn closed(py: Python<'_>) -> PyErr {
    raise(py, Kind::Runtime, "cannot accept work after shutdown")
}

#[cold]
fn no_thread(py: Python<'_>) -> PyErr {
    raise(py, Kind::Runtime, "the operating system cannot start a thread: use fewer")
}
