//! The encoding of the levels of a key.

use alloc::vec::Vec;

use super::scheme::Hss;
use crate::error::{Error, Result};
use crate::lms::Params;
use crate::reader::Reader;
use crate::trees::{self, LEVELS_MAX};

/// The parameters of the trees of each level, from the top down.
pub type Levels = trees::Levels<Hss>;

impl Levels {
    /// BE32 of their number, and then the LMS and LM-OTS identifiers of each.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = (self.as_slice().len() as u32).to_be_bytes().to_vec();
        for level in self.as_slice() {
            bytes.extend_from_slice(&level.lms().to_be_bytes());
            bytes.extend_from_slice(&level.lmots().to_be_bytes());
        }
        bytes
    }

    /// Reads what [`Self::to_bytes`] writes off the front.
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let expected = "their number and two identifiers for each";
        let malformed = Error::Malformed { what: "levels of a key", expected };
        let count = reader.u32_be().ok_or(malformed.clone())? as usize;
        let mut levels = Vec::new();
        for _ in 0..count.min(LEVELS_MAX + 1) {
            let lms = reader.u32_be().ok_or(malformed.clone())?;
            let lmots = reader.u32_be().ok_or(malformed.clone())?;
            levels.push(Params::from_identifiers(lms, lmots)?);
        }
        Self::new(&levels)
    }
}
