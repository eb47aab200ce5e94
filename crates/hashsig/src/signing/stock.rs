//! Reservations at hand.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::ops::Range;

use crate::reserved::ReservedIndex;
use crate::store::{Reservation, Result};

/// Indices that are reserved and not used yet, in the order in which they will be.
#[derive(Debug)]
pub(super) struct Stock {
    held: VecDeque<Reservation>,
    /// How many indices were taken.
    taken: u64,
    /// How many indices a reservation takes, at least 1.
    size: u64,
    /// Whether any index was ever wanted: opening a key alone reserves nothing.
    wanted: bool,
    /// Nothing is fetched ahead while more than this is left: after a failure less than before.
    patience: u64,
    /// The store said that nothing is left.
    ended: bool,
}

impl Stock {
    pub(super) fn new(size: u64) -> Self {
        let held = VecDeque::new();
        let size = size.max(1);
        Self { held, taken: 0, size, wanted: false, patience: u64::MAX, ended: false }
    }

    /// How many indices are at hand.
    pub(super) fn left(&self) -> u64 {
        self.held.iter().map(Reservation::remaining).sum()
    }

    /// How many indices were taken since the key was opened.
    pub(super) const fn taken(&self) -> u64 {
        self.taken
    }

    pub(super) const fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn set_size(&mut self, size: u64) {
        self.size = size.max(1);
    }

    /// Whether the next reservation should be taken: half of the present one is used.
    pub(super) fn is_due(&self) -> bool {
        self.wanted && !self.ended && self.left() <= self.patience.min(self.size / 2)
    }

    pub(super) fn put(&mut self, reservation: Reservation) {
        self.patience = u64::MAX;
        self.held.push_back(reservation);
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
