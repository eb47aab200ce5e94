//! The reservations that a signing key holds.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use super::size::Size;
use crate::reserved::ReservedIndex;
use crate::store::{Reservation, Result};

/// The unused reserved indices, in order of use.
#[derive(Debug)]
pub(super) struct ReservedIndices {
    held: VecDeque<Reservation>,
    /// The number of indices that signatures have used since the key was opened.
    taken: u64,
    size: Size,
    /// Whether a signature has needed an index. Until then nothing is reserved, because opening a
    /// key makes no reservation.
    wanted: bool,
    /// Delays the next reservation ahead after a failure: it waits until at most this number of
    /// indices is left. A failed reservation sets it to half of the remaining indices; otherwise it
    /// is [`u64::MAX`].
    backoff_threshold: u64,
    /// Whether the store is exhausted.
    ended: bool,
}

impl ReservedIndices {
    /// Creates an empty set for a store with `free` free indices. Each reservation will have `size`
    /// indices, or an adaptive size if `size` is `None`.
    pub(super) fn new(size: Option<u64>, free: u64) -> Self {
        let size = size.map_or_else(|| Size::adapting(free), Size::fixed);
        let (held, taken, wanted, ended) = (VecDeque::new(), 0, false, false);
        Self { held, taken, size, wanted, backoff_threshold: u64::MAX, ended }
    }

    /// Returns the number of reserved, unused indices.
    pub(super) fn left(&self) -> u64 {
        self.held.iter().map(Reservation::remaining).sum()
    }

    /// The number of indices that signatures have used since the key was opened.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    /// Returns the number of indices of the next reservation, at least 1.
    pub(super) fn size(&self) -> u64 {
        self.size.get()
    }

    pub(super) fn set_size(&mut self, size: u64) {
        self.size = Size::fixed(size);
    }

    /// Returns whether to make the next reservation now, because half of the present one is used.
    pub(super) fn is_due(&self) -> bool {
        self.wanted && !self.ended && self.left() <= self.backoff_threshold.min(self.size() / 2)
    }

    pub(super) fn put(&mut self, reservation: Reservation) {
        self.backoff_threshold = u64::MAX;
        self.size.took(reservation.remaining());
        self.held.push_back(reservation);
    }

    /// Adds a reservation that was made ahead. `began` is the value that [`Self::taken`] had when
    /// the call of the store began.
    pub(super) fn put_ahead(&mut self, reservation: Reservation, began: u64) {
        let meanwhile = self.taken - began;
        self.size.adapt((self.left() > 0).then_some(meanwhile));
        self.put(reservation);
    }

    /// Records a failed reservation: the next attempt waits until half of the remaining indices are
    /// used.
    pub(super) fn failed(&mut self) {
        self.backoff_threshold = self.left() / 2;
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// Returns the right to use the next index, or `None` if no reserved index is left.
    pub(super) fn take(&mut self) -> Result<Option<ReservedIndex>> {
        self.wanted = true;
        while let Some(first) = self.held.front_mut() {
            if let Some(index) = first.take()? {
                self.taken += 1;
                return Ok(Some(index));
            }
            self.held.pop_front();
        }
        Ok(None)
    }

    /// Returns the reserved indices, in order of use.
    pub(super) fn ranges(&self) -> Vec<Range<u64>> {
        self.held.iter().map(Reservation::range).filter(|range| !range.is_empty()).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::ReservedIndices;
    use crate::store::Reservation;

    /// Simulates 12,288 signatures and returns how many of them wait for a reservation. Making a
    /// reservation takes the time of `store` signatures.
    fn waits(size: Option<u64>, store: u64) -> u32 {
        let (mut reserved, mut free, mut waits) =
            (ReservedIndices::new(size, 1 << 20), 0..1 << 20, 0);
        let mut reserve = |count| {
            Reservation::assume_reserved(free.start..free.nth(count as usize - 1).unwrap() + 1)
        };
        // The time and the size of the pending reservation.
        let mut under_way = None;
        while reserved.taken() < 12_288 {
            if let Some((began, count)) = under_way
                && (reserved.left() == 0 || reserved.taken() >= began + store)
            {
                waits += u32::from(reserved.taken() < began + store);
                reserved.put_ahead(reserve(count), began);
                under_way = None;
            }
            if reserved.take().unwrap().is_none() {
                reserved.put(reserve(reserved.size()));
                continue;
            }
            if reserved.is_due() {
                under_way = under_way.or(Some((reserved.taken(), reserved.size())));
            }
        }
        waits
    }

    #[test]
    fn signatures_rarely_wait_for_a_slow_store() {
        assert_eq!(waits(Some(64), 100), 192 - 1, "fixed size");
        assert_eq!(waits(None, 10), 0);
        for store in [33, 100, 250, 500] {
            assert!(waits(None, store) <= 3, "{store}");
        }
    }
}
