//! HSS as a scheme of trees.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::levels::Levels;
use super::public::PublicKey;
use crate::error::{Error, Result};
use crate::hash::{Chains, Steps};
use crate::lms::nodes::Shape;
use crate::lms::ots::{self, Place};
use crate::lms::{ID_LEN, N_MAX, Params, Tree, TreeSeed};
use crate::reader::Reader;
use crate::trees::{BATCH, SEED_LEN, Scheme, Sizes, VerifyingKey, Wanted};

/// The most levels of nodes in all, so that an index fits in 64 bits.
const HEIGHT_MAX: u32 = 63;

/// Numbers from which more is derived out of a tree's seed than the starts of chains; see
/// [`super`]. The largest number of a chain is 264.
const DERIVE_RANDOMISER: u16 = 0xfffd;
const DERIVE_SEED: u16 = 0xfffe;
const DERIVE_ID: u16 = 0xffff;

/// HSS with LMS trees (RFC 8554).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Hss;

impl Sizes for Params {
    fn n(self) -> usize {
        self.n()
    }

    fn h(self) -> u32 {
        self.h()
    }

    fn chains(self) -> usize {
        self.chains()
    }

    fn steps(self) -> u32 {
        self.width.top().into()
    }

    fn signature_len(self) -> usize {
        self.signature_len()
    }

    fn tree_key_len(self) -> usize {
        self.public_key_len()
    }
}

impl VerifyingKey for PublicKey {
    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Self::from_bytes(bytes)
    }

    fn to_bytes(&self) -> Vec<u8> {
        self.to_bytes()
    }

    fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        self.verify(message, signature)
    }
}

impl Scheme for Hss {
    type Params = Params;
    type Place = Shape;
    type Secret = TreeSeed;
    type Chains = Chains;
    type PublicKey = PublicKey;

    const MAGIC: &'static [u8; 16] = b"quicksalt-hss-1\n";
    const MATERIAL: &'static str = "the material of an HSS key";

    fn check(levels: &[Params], height: u32) -> Result<()> {
        let argument = "levels";
        if let Some(other) = levels.iter().find(|level| level.family != levels[0].family) {
            let expected = "all of the hash function and length of the top level";
            return Err(Error::Parameter { argument, expected, actual: other.lms().into() });
        }
        if height > HEIGHT_MAX {
            let expected = "at most 63 high in all";
            return Err(Error::Parameter { argument, expected, actual: height.into() });
        }
        Ok(())
    }

    fn params(place: &Shape) -> Params {
        place.params
    }

    /// The levels go into the derivation: SEED = H("quicksalt HSS SEED" || levels || seed), I = the
    /// first 16 bytes of H("quicksalt HSS I" || levels || seed), `levels` as [`Levels::to_bytes`]
    /// writes them.
    fn secret(levels: &Levels, seed: &[u8; SEED_LEN]) -> Result<TreeSeed> {
        let params = levels.top();
        let encoded = levels.to_bytes();
        let mut own = Wiped::new([0; N_MAX]);
        let own = &mut own[..params.n()];
        params.hash().digest(own, &[b"quicksalt HSS SEED", &encoded, seed])?;
        let mut id = [0; ID_LEN];
        params.hash().digest(&mut id, &[b"quicksalt HSS I", &encoded, seed])?;
        TreeSeed::new(params, id, own)
    }

    /// The levels as [`Levels::to_bytes`] writes them, I and SEED.
    fn write_secret(levels: &Levels, top: &TreeSeed) -> Wiped<Vec<u8>> {
        let levels = levels.to_bytes();
        let parts: [&[u8]; 3] = [&levels, top.id(), top.bytes()];
        Wiped::new(parts.concat())
    }

    fn read_secret(bytes: &[u8]) -> Result<(Levels, TreeSeed)> {
        let expected = "levels, I and SEED, exactly as long as the levels say";
        let malformed = Error::Malformed { what: "an HSS secret key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader)?;
        let id = reader.array().ok_or(malformed.clone())?;
        let seed = reader.take(levels.top().n()).ok_or(malformed.clone())?;
        let top = TreeSeed::new(levels.top(), id, seed)?;
        reader.end((levels, top)).ok_or(malformed)
    }

    fn top(_: &Levels, top: &TreeSeed) -> Result<TreeSeed> {
        Ok(top.clone())
    }

    fn below(above: &TreeSeed, leaf: u32, params: Params) -> Result<TreeSeed> {
        let place = Place { id: above.id(), leaf };
        let seed = ots::derive(above.params(), place, DERIVE_SEED, above.bytes(), &[])?;
        let long = ots::derive(above.params(), place, DERIVE_ID, above.bytes(), &[])?;
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&long[..ID_LEN]);
        TreeSeed::new(params, id, &seed[..params.n()])
    }

    fn starts(seed: &TreeSeed, leaves: Range<u32>) -> Result<Chains> {
        ots::starts(seed.params(), seed.id(), seed.bytes(), leaves)
    }

    fn run(place: &Shape, chains: &mut Chains, first: u32, count: u32) -> Result<()> {
        chains.run(place.params.hash(), Steps { first: first as u8, count: count as u8 })
    }

    fn ends(place: &Shape, leaves: Range<u32>, chains: &Chains) -> Result<Vec<u8>> {
        let start = leaves.start;
        let places = leaves.map(|leaf| Place { id: &place.id, leaf });
        place.leaves(start, &ots::ends(place.params, places, chains)?)
    }

    fn parents(place: &Shape, height: u32, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        place.parents((place.params.leaves() >> height) + first, children)
    }

    fn root(_: &Shape, topmost: &[u8]) -> Result<Vec<u8>> {
        Ok(topmost.to_vec())
    }

    /// Derived from the seed and fresh bytes: nobody can predict them who knows less than both.
    fn randomisers(
        seed: &TreeSeed,
        wanted: &[(u32, &[u8])],
        is_fresh: bool,
    ) -> Result<Wiped<Vec<u8>>> {
        let n = seed.params().n();
        let mut fresh = [[0; 32]; BATCH];
        if is_fresh {
            random::fill(fresh[..wanted.len()].as_flattened_mut())?;
        }
        let mut randomisers = Wiped::new(Vec::with_capacity(n * wanted.len()));
        for (&(leaf, _), fresh) in wanted.iter().zip(&fresh) {
            let place = Place { id: seed.id(), leaf };
            let extra = if is_fresh { &fresh[..] } else { &[] };
            let own = ots::derive(seed.params(), place, DERIVE_RANDOMISER, seed.bytes(), extra)?;
            randomisers.extend_from_slice(&own[..n]);
        }
        Ok(randomisers)
    }

    fn sign(tree: &Tree, wanted: &[Wanted<'_>], signatures: &mut [Vec<u8>]) -> Result<()> {
        let (params, seed) = (tree.params(), tree.seed());
        let chains = ots::sign(params, seed.id(), seed.bytes(), wanted)?;
        let values = chains.values().chunks_exact(params.chains() * params.n());
        for ((wanted, values), signature) in wanted.iter().zip(values).zip(signatures) {
            signature.extend_from_slice(&wanted.leaf.to_be_bytes());
            signature.extend_from_slice(&params.lmots().to_be_bytes());
            signature.extend_from_slice(wanted.randomiser);
            signature.extend_from_slice(values);
            signature.extend_from_slice(&params.lms().to_be_bytes());
        }
        Ok(())
    }

    /// BE32 of the number of signed public keys.
    fn head(levels: &Levels, _: u64, signature: &mut Vec<u8>) {
        let below = levels.as_slice().len() as u32 - 1;
        signature.extend_from_slice(&below.to_be_bytes());
    }

    fn tree_key(tree: &Tree) -> Vec<u8> {
        tree.public_key().to_bytes()
    }

    fn public_key(levels: &Levels, top: &Tree) -> PublicKey {
        PublicKey::new(levels.as_slice().len() as u32, top.public_key())
    }
}
