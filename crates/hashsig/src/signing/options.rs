//! How a key is to work.

use crate::trees;

/// The most trees of the lowest level that are kept ready beyond the present one.
pub const AHEAD_MAX: usize = trees::AHEAD_MAX;

/// How a key is to work.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Options {
    /// How many indices a reservation takes. More of them spare the disk; a crash loses up to
    /// two reservations. None: as many as let signatures go on while the disk is waited for twice,
    /// at least 64 and at most 1,024, but never more than a sixteenth of what is left.
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
