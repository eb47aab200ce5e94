//! HSS: levels of LMS trees, each signing the public keys of those below (RFC 8554, section 6).
//!
//! The whole key follows from one secret. The tree below leaf q of a tree with I and SEED has
//! SEED' = H(I || BE32 q || fffe || ff || SEED) and I' = the first 16 bytes of
//! H(I || BE32 q || ffff || ff || SEED); numbers that no chain of a one-time key has. So a leaf of
//! an upper level only ever signs one message, the public key of the tree below it, and with a
//! randomiser derived in the same way it always makes the same signature: only leaves of the lowest
//! level need a reservation.

mod levels;
mod public;
mod scheme;

use crate::trees;

pub use crate::trees::{LEVELS_MAX, SEED_LEN, TreeId};
pub use levels::Levels;
pub use public::PublicKey;
pub use scheme::Hss;

/// The secret of an HSS key.
pub type SecretKey = trees::SecretKey<Hss>;
/// The trees of all levels above the indices of one lowest tree.
pub type Stack = trees::Stack<Hss>;
/// An HSS key with the trees that sign now and trees that will sign later.
pub type Signer = trees::Signer<Hss>;
