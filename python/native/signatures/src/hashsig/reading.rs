//! Messages that Python code provides in pieces.

use alloc::vec::Vec;

use pyo3::prelude::*;
use quicksalt_hashsig::{Error, Pieces};

use quicksalt_binding::buffer::{Arg, input};
use quicksalt_binding::error::no_memory;

/// Runs `work` on the message that `read` returns, one piece per call and an empty piece at
/// the end. An exception of `read` ends the work and is returned.
pub(super) fn reading<T>(read: Arg, work: impl FnOnce(&Pieces<'_>) -> PyResult<T>) -> PyResult<T> {
    let callable = read.clone().unbind();
    let mut raised = None;
    let mut next = |piece: &mut Vec<u8>| {
        let done = Python::attach(|py| {
            let bytes = callable.bind(py).call0()?;
            let bytes = input(&bytes, "result of read()")?;
            piece.try_reserve_exact(bytes.len()).map_err(|_| no_memory())?;
            piece.extend_from_slice(&bytes);
            Ok(())
        });
        done.map_err(|error| {
            raised = Some(error);
            Error::Primitive(quicksalt::Error::Interrupted)
        })
    };
    let done = work(&Pieces::new(&mut next));
    match raised {
        Some(error) => Err(error),
        None => done,
    }
}
