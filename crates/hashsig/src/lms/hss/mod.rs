//! HSS: levels of LMS trees; each tree signs the public keys of the trees below it (RFC 8554,
//! section 6).
//!
//! The whole key is derived from one secret. The tree below leaf q of a tree with I and SEED has
//! SEED' = H(I || BE32 q || fffe || ff || SEED) and I' = the first 16 bytes of H(I || BE32 q ||
//! ffff || ff || SEED); no chain of a one-time key uses these numbers. A leaf of an upper level
//! therefore only ever signs one message, the public key of the tree below it. Its randomiser is
//! derived in the same way, so it always makes the same signature: only leaves of the lowest level
//! need a reservation.

mod public;

pub use public::PublicKey;

/// The maximum number of levels of a key.
pub const LEVELS_MAX: usize = 8;
