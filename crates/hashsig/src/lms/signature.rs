//! The encoding of LMS signatures.

use super::params::Params;
use crate::reader::Reader;

/// The parts of an LMS signature (RFC 8554, section 5.4).
#[derive(Clone, Copy)]
pub(super) struct Signature<'a> {
    /// q, less than the number of leaves.
    pub(super) leaf: u32,
    /// C, `n` bytes.
    pub(super) randomiser: &'a [u8],
    /// y[0] to y[p - 1], `n` bytes each.
    pub(super) y: &'a [u8],
    /// The siblings on the path from the leaf to the root, lowest first, `n` bytes each.
    pub(super) path: &'a [u8],
}

impl<'a> Signature<'a> {
    /// Parses a signature; returns `None` unless the bytes are exactly one signature with these
    /// parameters.
    pub(super) fn parse(params: Params, bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let signature = Self::read(params, &mut reader)?;
        reader.end(signature)
    }

    /// Parses a signature from the front of a reader.
    pub(super) fn read(params: Params, reader: &mut Reader<'a>) -> Option<Self> {
        let leaf = reader.u32_be().filter(|&leaf| leaf < params.leaves())?;
        reader.u32_be().filter(|&lmots| lmots == params.lmots())?;
        let randomiser = reader.take(params.n())?;
        let y = reader.take(params.n() * params.chains())?;
        reader.u32_be().filter(|&lms| lms == params.lms())?;
        let path = reader.take(params.n() * params.h() as usize)?;
        Some(Self { leaf, randomiser, y, path })
    }
}
