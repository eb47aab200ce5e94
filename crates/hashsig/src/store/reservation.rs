//! A reservation: indices that are durably marked as used, each for one signature.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::memory;

use super::error::{Error, Result};
use crate::fork::Process;
use crate::reserved::ReservedIndex;

/// Indices that no other reservation of the key contains or will ever contain.
///
/// Each index is returned once. Indices that remain when the reservation is dropped are lost. A
/// reservation cannot be cloned, and in a forked child it returns no index.
#[derive(Debug)]
#[must_use = "all its indices are used up, even without a call of `take`"]
pub struct Reservation {
    rest: Range<u64>,
    process: Process,
}

impl Reservation {
    /// Creates a reservation of indices that the caller has reserved. Only implementations of
    /// [`super::Store`] may call this function. The caller guarantees that this process has durably
    /// marked the indices as used and never handed them out.
    pub fn assume_reserved(range: Range<u64>) -> Self {
        Self { rest: range, process: Process::current() }
    }

    /// Returns the right to use the next index, or `None` if none is left.
    ///
    /// # Errors
    /// [`Error::Forked`] in a forked child of the process that reserved.
    pub fn take(&mut self) -> Result<Option<ReservedIndex>> {
        self.check()?;
        Ok(self.rest.next().map(ReservedIndex::new))
    }

    /// Returns the rights to use the next `count` indices, or all remaining indices if there are
    /// fewer.
    ///
    /// # Errors
    /// [`Error::Forked`] in a forked child of the process that reserved; [`Error::Crypto`] if
    /// memory runs out, in which case no index is used.
    pub fn take_many(&mut self, count: usize) -> Result<Vec<ReservedIndex>> {
        self.check()?;
        let mut taken = memory::with_capacity(self.remaining().min(count as u64) as usize)?;
        taken.extend(self.rest.by_ref().take(count).map(ReservedIndex::new));
        Ok(taken)
    }

    getters! {
        (&self)
        /// The remaining indices as plain numbers, for display.
        range: Range<u64> = self.rest.clone();
        /// The number of remaining indices.
        remaining: u64 = self.rest.end.saturating_sub(self.rest.start);
    }

    fn check(&self) -> Result<()> {
        if self.process.is_current() { Ok(()) } else { Err(Error::Forked) }
    }
}

#[cfg(test)]
mod tests {
    use super::Reservation;

    #[test]
    #[allow(clippy::unwrap_used)]
    fn each_index_comes_out_once() {
        let mut reservation = Reservation::assume_reserved(u64::MAX - 5..u64::MAX);
        let mut taken = vec![reservation.take().unwrap().unwrap()];
        taken.extend(reservation.take_many(2).unwrap());
        assert_eq!((reservation.remaining(), reservation.range().start), (2, u64::MAX - 2));
        taken.extend(reservation.take_many(usize::MAX).unwrap());
        let taken: Vec<u64> = taken.iter().map(|index| index.get()).collect();
        assert_eq!(taken, [5, 4, 3, 2, 1].map(|before| u64::MAX - before));
        assert!(reservation.take_many(1).unwrap().is_empty());
        assert!(reservation.take().unwrap().is_none());
    }
}
