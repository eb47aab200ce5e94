//! The encoding of the levels of a key.

use alloc::vec::Vec;

use super::params::Params;
use super::scheme::Czd1;
use crate::error::{Error, Result};
use crate::reader::Reader;
use crate::trees;

/// The number of the only hash function: BLAKE2b.
const ALGORITHM: u8 = 1;

/// What a header stands before.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Form {
    PublicKey = b'p',
    SecretKey = b'k',
    Signature = b's',
}

/// The sizes of the trees of each level, from the top down. All have hashes and chains of one size.
pub type Levels = trees::Levels<Czd1>;

impl Levels {
    /// `cz1`, the form, the algorithm, hashlen, otsbits, the number of levels, the height of each.
    pub(super) fn header(&self, form: Form) -> Vec<u8> {
        let top = self.top();
        let fixed = [
            form as u8,
            ALGORITHM,
            top.n() as u8,
            top.otsbits() as u8,
            self.as_slice().len() as u8,
        ];
        let mut header = [&b"cz1"[..], &fixed].concat();
        header.extend(self.as_slice().iter().map(|level| level.h() as u8));
        header
    }

    /// Reads a header off the front.
    pub(super) fn read(reader: &mut Reader<'_>, form: Form) -> Result<Self> {
        let expected = "a header that says so, of a known algorithm";
        let malformed = Error::Malformed { what: "czd1", expected };
        let [c, z, one, own, algorithm, n, b, count] = reader.array().ok_or(malformed.clone())?;
        if [c, z, one, own, algorithm] != [b'c', b'z', b'1', form as u8, ALGORITHM] {
            return Err(malformed);
        }
        let heights = reader.take(count.into()).ok_or(malformed)?;
        let params = |&height: &u8| Params::new(n.into(), b.into(), height.into());
        Self::new(&heights.iter().map(params).collect::<Result<Vec<_>>>()?)
    }
}
