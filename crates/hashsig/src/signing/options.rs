//! The options of a signing key.

use crate::trees;

/// The most trees of the lowest level that are kept ready beyond the present one.
pub const AHEAD_MAX: usize = trees::AHEAD_MAX;

/// The options of a signing key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Options {
    /// How many indices a reservation takes. Larger reservations write to the disk less often; a crash
    /// loses up to two of them. `None` adapts the size to the disk, so that half of a reservation lasts
    /// twice as long as the disk takes: from 64 to 1,024 indices, and never more than a sixteenth of
    /// what is left.
    pub reservation: Option<u64>,
    /// How many trees of the lowest level are kept ready beyond the present one, from 1 to
    /// [`AHEAD_MAX`].
    pub ahead: usize,
    /// Whether a thread of its own takes reservations and computes trees ahead. Without it,
    /// [`super::SigningKey::step`] does.
    pub background: bool,
}

impl Default for Options {
    /// Reservations as large as they must be, one tree ahead, in the background.
    fn default() -> Self {
        Self { reservation: None, ahead: 1, background: true }
    }
}
