//! The right to use a one-time key.

/// The right to use the one-time key of one index, once.
///
/// It comes out of a [`crate::store::Reservation`], which a store hands out after it is durable,
/// and a signing call consumes it. It can be neither copied nor cloned.
#[derive(Debug)]
#[must_use = "an index reserved and not used is lost"]
pub struct ReservedIndex(u64);

impl ReservedIndex {
    /// The caller vouches that the index was reserved durably and has never been handed out.
    pub(crate) const fn new(index: u64) -> Self {
        Self(index)
    }

    /// Which one-time key it is, counted from 0 over the whole key.
    #[must_use]
    pub const fn get(&self) -> u64 {
        self.0
    }
}
