//! The right to use a one-time key.

/// The right to use the one-time key of one index, once.
///
/// There is no public way to make one: the state layer does, after a reservation that covers the
/// index is durable, and a signing call consumes it. It can be neither copied nor cloned.
#[derive(Debug)]
#[must_use = "an index reserved and not used is lost"]
pub struct ReservedIndex(u64);

impl ReservedIndex {
    /// The caller vouches that the index was reserved durably and has never been handed out.
    #[cfg_attr(not(test), expect(dead_code, reason = "the state layer will make them"))]
    pub(crate) const fn new(index: u64) -> Self {
        Self(index)
    }

    /// Which one-time key it is, counted from 0 over the whole key.
    #[must_use]
    pub const fn get(&self) -> u64 {
        self.0
    }
}
