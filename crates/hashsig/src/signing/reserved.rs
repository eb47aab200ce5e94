//! Reservations at hand.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use super::size::Size;
use crate::reserved::ReservedIndex;
use crate::store::{Reservation, Result};

/// Indices that are reserved and not used yet, in the order in which they will be.
#[derive(Debug)]
pub(super) struct Stock {
    held: VecDeque<Reservation>,
    /// How many indices were taken.
    taken: u64,
    size: Size,
    /// Whether any index was ever wanted: opening a key alone reserves nothing.
    wanted: bool,
    /// Nothing is fetched ahead while more than this is left: after a failure less than before.
    patience: u64,
    /// The store said that nothing is left.
    ended: bool,
}

impl Stock {
    /// Reservations of so many indices, or of as many as must be, out of so many that are free.
    pub(super) fn new(size: Option<u64>, free: u64) -> Self {
        let size = size.map_or_else(|| Size::adapting(free), Size::fixed);
        let (held, taken, wanted, ended) = (VecDeque::new(), 0, false, false);
        Self { held, taken, size, wanted, patience: u64::MAX, ended }
    }

    /// How many indices are at hand.
    pub(super) fn left(&self) -> u64 {
        self.held.iter().map(Reservation::remaining).sum()
    }

    /// How many indices were taken since the key was opened.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    /// How many indices a reservation should take, at least 1.
    pub(super) fn size(&self) -> u64 {
        self.size.get()
    }

    pub(super) fn set_size(&mut self, size: u64) {
        self.size = Size::fixed(size);
    }

    /// Whether the next reservation should be taken: half of the present one is used.
    pub(super) fn is_due(&self) -> bool {
        self.wanted && !self.ended && self.left() <= self.patience.min(self.size() / 2)
    }

    pub(super) fn put(&mut self, reservation: Reservation) {
        self.patience = u64::MAX;
        self.size.took(reservation.remaining());
        self.held.push_back(reservation);
    }

    /// As [`Self::put`], of a reservation that was taken ahead; when that began, so many indices
    /// had been taken.
    pub(super) fn put_ahead(&mut self, reservation: Reservation, began: u64) {
        let meanwhile = self.taken - began;
        self.size.adapt((self.left() > 0).then_some(meanwhile));
        self.put(reservation);
    }

    /// A reservation could not be had: the next attempt waits until half of the rest is used.
    pub(super) fn failed(&mut self) {
        self.patience = self.left() / 2;
    }

    pub(super) fn end(&mut self) {
        self.ended = true;
    }

    /// The right to use the next index, or `None` if none is at hand.
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

    /// The indices at hand, in the order in which they will be used.
    pub(super) fn ranges(&self) -> Vec<Range<u64>> {
        self.held.iter().map(Reservation::range).filter(|range| !range.is_empty()).collect()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::Stock;
    use crate::store::Reservation;

    /// How often 12,288 signatures wait for a store that takes as long as so many of them.
    fn waits(size: Option<u64>, store: u64) -> u32 {
        let (mut stock, mut free, mut waits) = (Stock::new(size, 1 << 20), 0..1 << 20, 0);
        let mut reserve =
            |count| Reservation::vouched(free.start..free.nth(count as usize - 1).unwrap() + 1);
        // When the reservation under way was begun, and its size.
        let mut under_way = None;
        while stock.taken() < 12_288 {
            if let Some((began, count)) = under_way
                && (stock.left() == 0 || stock.taken() >= began + store)
            {
                waits += u32::from(stock.taken() < began + store);
                stock.put_ahead(reserve(count), began);
                under_way = None;
            }
            if stock.take().unwrap().is_none() {
                stock.put(reserve(stock.size()));
                continue;
            }
            if stock.is_due() {
                under_way = under_way.or(Some((stock.taken(), stock.size())));
            }
        }
        waits
    }

    #[test]
    fn signatures_rarely_wait_for_a_slow_store() {
        assert_eq!(waits(Some(64), 100), 192 - 1, "always the same size");
        assert_eq!(waits(None, 10), 0);
        for store in [33, 100, 250, 500] {
            assert!(waits(None, store) <= 3, "{store}");
        }
    }
}
