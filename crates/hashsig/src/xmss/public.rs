//! Public keys and the verification of signatures (RFC 8391, sections 4.1.10 and 4.2.5).

use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use super::address::Address;
use super::params::{Params, Variant};
use super::tree;
use super::tweak::{N_MAX, Tweak};
use super::wots;
use crate::error::{Error, Result};
use crate::reader::Reader;

/// A public key of XMSS or XMSS^MT: parameters, root and SEED.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    params: Params,
    /// `n` bytes, then zeros.
    root: [u8; N_MAX],
    /// As `root`.
    seed: [u8; N_MAX],
}

impl PublicKey {
    /// Decodes the encoding of RFC 8391: the identifier, the root, SEED.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length does not match the identifier; [`Error::Parameter`] if
    /// the variant does not define the identifier.
    pub fn from_bytes(variant: Variant, bytes: &[u8]) -> Result<Self> {
        let expected = "an identifier, a root and SEED of the length that the identifier implies";
        let malformed = Error::Malformed { what: "an XMSS public key", expected };
        let mut reader = Reader::new(bytes);
        let identifier = reader.u32_be().ok_or(malformed.clone())?;
        let params = Params::from_identifier(variant, identifier)?;
        let root = padded(reader.take(params.n()).ok_or(malformed.clone())?);
        let seed = padded(reader.take(params.n()).ok_or(malformed.clone())?);
        reader.end(Self { params, root, seed }).ok_or(malformed)
    }

    /// Returns the encoding of RFC 8391.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let n = self.params.n();
        [&self.params.identifier().to_be_bytes(), &self.root[..n], &self.seed[..n]].concat()
    }

    /// The parameters.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// Verifies a signature.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key and message;
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        let parsed = Signature::parse(self.params, signature).ok_or(Error::Verification)?;
        let tweak = Tweak { params: self.params, seed: &self.seed[..self.params.n()] };
        let root = &self.root[..self.params.n()];
        let mut node = tweak.message(parsed.randomiser, root, parsed.index, message)?;
        let mut index = parsed.index;
        for (layer, of_layer) in (0..).zip(parsed.layers.chunks_exact(self.params.layer_len())) {
            let height = self.params.tree_height();
            let key = (index & ((1 << height) - 1)) as u32;
            index >>= height;
            node = self.tree_root(tweak, Address::of_tree(layer, index), key, &node, of_layer)?;
        }
        if node.ct_eq(root).into() { Ok(()) } else { Err(Error::Verification) }
    }

    /// Computes the root of the tree in which one-time key `key` signed `message`.
    fn tree_root(
        &self,
        tweak: Tweak<'_>,
        address: Address,
        key: u32,
        message: &[u8],
        of_layer: &[u8],
    ) -> Result<Vec<u8>> {
        let (one_time, path) = of_layer.split_at(self.params.n() * self.params.chains());
        let ends = wots::ends(tweak, address, key, message, one_time)?;
        let leaf = tree::leaf(tweak, address, key, ends)?;
        tree::root(tweak, address, key, leaf, path)
    }
}

/// The parts of a signature.
struct Signature<'a> {
    /// Less than 2 to the power of the height.
    index: u64,
    /// r, `n` bytes.
    randomiser: &'a [u8],
    /// For each layer, from the lowest up, a one-time signature and a path.
    layers: &'a [u8],
}

impl<'a> Signature<'a> {
    fn parse(params: Params, bytes: &'a [u8]) -> Option<Self> {
        let mut reader = Reader::new(bytes);
        let index = reader.take(params.index_len())?;
        let index = index.iter().fold(0, |index, &byte| index << 8 | u64::from(byte));
        if index >> params.height() != 0 {
            return None;
        }
        let randomiser = reader.take(params.n())?;
        let layers = reader.take(params.layers() as usize * params.layer_len())?;
        reader.end(Self { index, randomiser, layers })
    }
}

fn padded(bytes: &[u8]) -> [u8; N_MAX] {
    let mut padded = [0; N_MAX];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}
