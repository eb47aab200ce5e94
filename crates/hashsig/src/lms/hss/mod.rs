//! HSS: levels of LMS trees, each signing the public keys of those below (RFC 8554, section 6).
//!
//! The whole key follows from one secret. The tree below leaf q of a tree with I and SEED has
//! SEED' = H(I || BE32 q || fffe || ff || SEED) and I' = the first 16 bytes of
//! H(I || BE32 q || ffff || ff || SEED); numbers that no chain of a one-time key has. So a leaf of
//! an upper level only ever signs one message, the public key of the tree below it, and with a
//! randomiser derived in the same way it always makes the same signature: only leaves of the lowest
//! level need a reservation.

mod public;

pub use public::PublicKey;

/// The most levels of a key.
pub const LEVELS_MAX: usize = 8;
