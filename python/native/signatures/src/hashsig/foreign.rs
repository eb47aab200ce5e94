//! Stores implemented in Python.

use core::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyRange};
use quicksalt_hashsig::store::{Error, Reservation, Result, Store, Watermark};

use super::error::{Own, raise_own};
use super::store::range_of;
use quicksalt_binding::error::{Kind, raise};

/// An object with the methods of `quicksalt.hashsig.Store`.
pub(super) struct PyStore {
    object: Py<PyAny>,
    /// The lowest index that the store may return next.
    next: u64,
}

impl PyStore {
    pub(super) const fn new(object: Py<PyAny>) -> Self {
        Self { object, next: 0 }
    }

    fn range(&self, py: Python<'_>, count: u64) -> PyResult<Range<u64>> {
        let given = self.object.bind(py).call_method1("reserve", (count,))?;
        let Ok(range) = given.cast::<PyRange>() else {
            let found = given.get_type().name()?;
            let text = format!("the store's reserve() must return a range, not {found}");
            return Err(raise(py, Kind::Type, text));
        };
        let range = range_of(range)?;
        if range.end.checked_sub(range.start) != Some(count) {
            let text = format!("the store's reserve({count}) returned {range:?}");
            return Err(raise(py, Kind::Value, text));
        }
        if range.start < self.next {
            let (next, start) = (self.next, range.start);
            let text = format!(
                "the store returned index {start} after {next} was reached: do not sign with this \
                 key until the cause is known"
            );
            return Err(raise_own(py, Own::Rollback, text));
        }
        Ok(range)
    }

    fn mark(&self, py: Python<'_>) -> PyResult<Watermark> {
        let mark = self.object.bind(py).call_method0("watermark")?;
        let (next, end) = mark.extract()?;
        Ok(Watermark { next, end })
    }

    /// Maps an exception of the store. The signing key must recognize exhaustion, which the store
    /// reports as `ExhaustedError`.
    fn error(&self, py: Python<'_>, error: PyErr, asked: u64) -> Error {
        let exhausted = py
            .import("quicksalt.hashsig.exceptions")
            .and_then(|module| module.getattr("ExhaustedError"))
            .is_ok_and(|class| error.is_instance(py, &class));
        if exhausted {
            let remaining = self.mark(py).map_or(0, |mark| mark.remaining());
            return Error::Exhausted { name: "".into(), asked, remaining };
        }
        Error::Other(Box::new(error))
    }
}

impl Store for PyStore {
    fn reserve(&mut self, count: u64) -> Result<Reservation> {
        let range = Python::attach(|py| {
            self.range(py, count).map_err(|error| self.error(py, error, count))
        })?;
        self.next = range.end;
        Ok(Reservation::assume_reserved(range))
    }

    fn watermark(&self) -> Result<Watermark> {
        Python::attach(|py| self.mark(py).map_err(|error| Error::Other(Box::new(error))))
    }

    fn bind(&mut self, identity: &[u8; 32]) -> Result<()> {
        let bound = Python::attach(|py| {
            let bind = self.object.bind(py).getattr_opt("bind")?;
            bind.map(|bind| bind.call1((PyBytes::new(py, identity),))).transpose()?;
            Ok(())
        });
        bound.map_err(|error: PyErr| Error::Other(Box::new(error)))
    }
}
