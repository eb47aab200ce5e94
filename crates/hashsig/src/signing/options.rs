//! The options of a signing key.

use crate::trees;

/// The maximum number of lowest-level trees held ready in addition to the present one.
pub const AHEAD_MAX: usize = trees::AHEAD_MAX;

/// The options of a signing key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Options {
    /// The number of indices per reservation. Larger reservations cause fewer disk writes; a crash
    /// loses up to two reservations. `None` adapts the size to the speed of the disk, so that half
    /// of a reservation lasts for the time of two disk writes. An adaptive reservation has from 64
    /// to 1,024 indices, and at most a sixteenth of the remaining indices.
    pub reservation: Option<u64>,
    /// The number of lowest-level trees held ready in addition to the present one, from 1 to
    /// [`AHEAD_MAX`].
    pub ahead: usize,
    /// Whether a background thread makes reservations and computes trees ahead. Without it, the
    /// program must call [`super::SigningKey::step`].
    pub background: bool,
}

impl Default for Options {
    /// Returns the defaults: adaptive reservations, one tree ahead, and a background thread.
    fn default() -> Self {
        Self { reservation: None, ahead: 1, background: true }
    }
}
