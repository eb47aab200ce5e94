//! The right to use a one-time key once.

/// The right to use the one-time key with a given index once.
///
/// A [`crate::store::Reservation`] yields this right once a store has made the reservation durable,
/// and a signing call consumes it. The right can be neither copied nor cloned.
#[derive(Debug)]
#[must_use = "an unused reserved index is lost"]
pub struct ReservedIndex(u64);

impl ReservedIndex {
    /// Creates the right. The caller guarantees that the index was reserved durably and has never
    /// been handed out.
    pub(crate) const fn new(index: u64) -> Self {
        Self(index)
    }

    /// Returns the number of the one-time key, counted from 0 over the whole key.
    #[must_use]
    pub const fn get(&self) -> u64 {
        self.0
    }
}
