//! What all secrets of one tree are derived from.

use super::hss::Hss;
use super::nodes::Shape;
use super::params::{ID_LEN, Params};
use crate::error::{Error, Result};
use crate::trees;

/// The secret of one LMS tree: its identifier I and the SEED of RFC 8554, appendix A.
pub type TreeSeed = trees::TreeSeed<Hss>;

impl TreeSeed {
    /// The secret of these parts.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `seed` is not as long as the hash of the parameters.
    pub fn new(params: Params, id: [u8; ID_LEN], seed: &[u8]) -> Result<Self> {
        if seed.len() != params.n() {
            let expected = "as many bytes as the parameters' hash, 24 or 32";
            let actual = seed.len() as u64;
            return Err(Error::Parameter { argument: "seed", expected, actual });
        }
        Ok(Self::of(Shape { params, id }, seed))
    }

    /// I, which is public.
    #[must_use]
    pub const fn id(&self) -> &[u8; ID_LEN] {
        &self.place().id
    }
}
