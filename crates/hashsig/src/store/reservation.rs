//! Indices that are durably marked as used, to be used once each.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::memory;

use super::error::{Error, Result};
use crate::fork::Process;
use crate::reserved::ReservedIndex;

/// Indices that no other reservation of the key holds or will ever hold.
///
/// Each index comes out once. Indices that are not taken are lost when the reservation is dropped. It
/// cannot be cloned, and in a forked child it gives no index.
#[derive(Debug)]
#[must_use = "the indices in it are used up, whether they are taken or not"]
pub struct Reservation {
    rest: Range<u64>,
    process: Process,
}

impl Reservation {
    /// A reservation of indices that the caller has reserved, for implementations of [`super::Store`]
    /// alone. The caller guarantees that this process has durably marked the indices as used and has
    /// never handed them out.
    pub fn assume_reserved(range: Range<u64>) -> Self {
        Self { rest: range, process: Process::current() }
    }

    /// The right to use the next index, or `None` when all are taken.
    ///
    /// # Errors
    /// [`Error::Forked`] in another process than the one that reserved.
    pub fn take(&mut self) -> Result<Option<ReservedIndex>> {
        self.check()?;
        Ok(self.rest.next().map(ReservedIndex::new))
    }

    /// The rights to use the next `count` indices, or as many as are left.
    ///
    /// # Errors
    /// [`Error::Forked`] in another process than the one that reserved; [`Error::Crypto`] if there is
    /// no memory for them: then none is taken.
    pub fn take_many(&mut self, count: usize) -> Result<Vec<ReservedIndex>> {
        self.check()?;
        let mut taken = memory::with_capacity(self.remaining().min(count as u64) as usize)?;
        taken.extend(self.rest.by_ref().take(count).map(ReservedIndex::new));
        Ok(taken)
    }

    getters! {
        (&self)
        /// The indices that are left, as numbers: to show, not to sign with.
        range: Range<u64> = self.rest.clone();
        /// How many are left.
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
