//! czd1 as a scheme of trees.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::Wiped;
use quicksalt::hazmat::blake2b;

use super::address::{Address, Kind};
use super::levels::{Form, Levels};
use super::ots;
use super::params::Params;
use super::place::Place;
use super::public::{PublicKey, message_digest};
use super::{Tree, TreeSeed};
use crate::error::{Error, Result};
use crate::hash::personal::{NumberedChains, Salt};
use crate::reader::Reader;
use crate::trees::{SEED_LEN, Scheme, Sizes, VerifyingKey, Wanted};

/// The most levels of nodes in all: an index has 32 bits.
const HEIGHT_MAX: u32 = 32;

/// czd1: coinZdense's construction repaired. Experimental.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Czd1;

impl Sizes for Params {
    fn n(self) -> usize {
        self.n()
    }

    fn h(self) -> u32 {
        self.h()
    }

    fn chains(self) -> usize {
        2 * self.pairs()
    }

    fn steps(self) -> u32 {
        self.steps()
    }

    /// Randomiser, values, path.
    fn signature_len(self) -> usize {
        self.n() + self.values_len() + self.h() as usize * self.n()
    }

    fn tree_key_len(self) -> usize {
        size_of::<Salt>() + self.n()
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

impl Scheme for Czd1 {
    type Params = Params;
    type Place = Place;
    type Secret = Wiped<[u8; SEED_LEN]>;
    type Chains = NumberedChains;
    type PublicKey = PublicKey;

    const MAGIC: &'static [u8; 16] = b"quicksalt-cz1-1\n";
    const MATERIAL: &'static str = "the material of a czd1 key";

    fn check(levels: &[Params], height: u32) -> Result<()> {
        let refused =
            |expected, actual| Err(Error::Parameter { argument: "levels", expected, actual });
        let sizes = |level: &Params| (level.n(), level.otsbits());
        if let Some(other) = levels.iter().find(|level| sizes(level) != sizes(&levels[0])) {
            return refused("all of the top level's hashlen and otsbits", other.n() as u64);
        }
        if height > HEIGHT_MAX {
            return refused("at most 32 high in all", height.into());
        }
        Ok(())
    }

    fn params(place: &Place) -> Params {
        place.params()
    }

    fn secret(_: &Levels, seed: &[u8; SEED_LEN]) -> Result<Wiped<[u8; SEED_LEN]>> {
        Ok(Wiped::new(*seed))
    }

    /// Header and seed.
    fn write_secret(levels: &Levels, seed: &Wiped<[u8; SEED_LEN]>) -> Wiped<Vec<u8>> {
        Wiped::new([&levels.header(Form::SecretKey)[..], seed.as_slice()].concat())
    }

    fn read_secret(bytes: &[u8]) -> Result<(Levels, Wiped<[u8; SEED_LEN]>)> {
        let expected = "a header and a seed of 32 bytes";
        let malformed = Error::Malformed { what: "a czd1 secret key", expected };
        let mut reader = Reader::new(bytes);
        let levels = Levels::read(&mut reader, Form::SecretKey)?;
        let seed = Wiped::new(reader.array().ok_or(malformed.clone())?);
        reader.end((levels, seed)).ok_or(malformed)
    }

    /// The header takes part, under the seed as a key.
    fn top(levels: &Levels, seed: &Wiped<[u8; SEED_LEN]>) -> Result<TreeSeed> {
        let header = levels.header(Form::PublicKey);
        let derive = |out: &mut [u8], kind| {
            let personal = Address::new(kind, 0).personal();
            blake2b::hash(out, seed.as_slice(), &Salt::default(), &personal, &[&header])
        };
        let (mut salt, mut secret) = (Salt::default(), Wiped::new([0; SEED_LEN]));
        derive(&mut salt, Kind::TreeSalt)?;
        derive(secret.as_mut_slice(), Kind::TreeSeed)?;
        Ok(TreeSeed::of(Place { levels: levels.clone(), level: 0, salt }, secret.as_slice()))
    }

    fn below(above: &TreeSeed, leaf: u32, _: Params) -> Result<TreeSeed> {
        let (mut salt, mut secret) = (Salt::default(), Wiped::new([0; SEED_LEN]));
        let own = above.place();
        own.digest(&mut salt, own.address(Kind::TreeSalt).at(leaf), &[above.bytes()])?;
        let address = own.address(Kind::TreeSeed).at(leaf);
        own.digest(secret.as_mut_slice(), address, &[above.bytes()])?;
        let place = Place { levels: own.levels.clone(), level: own.level + 1, salt };
        Ok(TreeSeed::of(place, secret.as_slice()))
    }

    fn starts(seed: &TreeSeed, leaves: Range<u32>) -> Result<NumberedChains> {
        let (place, leaves) = (seed.place(), leaves.collect::<Vec<_>>());
        ots::fresh(place, ots::starts(place, seed.bytes(), &leaves)?, &leaves)
    }

    fn run(_: &Place, chains: &mut NumberedChains, _: u32, count: u32) -> Result<()> {
        chains.run(count)
    }

    fn ends(place: &Place, leaves: Range<u32>, chains: &NumberedChains) -> Result<Vec<u8>> {
        ots::ends(place, &leaves.collect::<Vec<_>>(), chains.values())
    }

    fn parents(place: &Place, height: u32, first: u32, children: &[u8]) -> Result<Vec<u8>> {
        place.parents(height, first, children)
    }

    fn root(place: &Place, topmost: &[u8]) -> Result<Vec<u8>> {
        place.root(topmost)
    }

    /// A pseudo-random function of leaf and message: nothing about them is ever fresh.
    fn randomisers(seed: &TreeSeed, wanted: &[(u32, &[u8])], _: bool) -> Result<Wiped<Vec<u8>>> {
        let (place, n) = (seed.place(), seed.params().n());
        let mut key = Wiped::new([0; SEED_LEN]);
        place.digest(key.as_mut_slice(), place.address(Kind::RandomiserKey), &[seed.bytes()])?;
        let mut randomisers = Wiped::new(alloc::vec![0; n * wanted.len()]);
        for (&(leaf, message), randomiser) in wanted.iter().zip(randomisers.chunks_exact_mut(n)) {
            let personal = place.address(Kind::Randomiser).at(leaf).personal();
            blake2b::hash(randomiser, key.as_slice(), &place.salt, &personal, &[message])?;
        }
        Ok(randomisers)
    }

    fn sign(tree: &Tree, wanted: &[Wanted<'_>], signatures: &mut [Vec<u8>]) -> Result<()> {
        let (place, seed) = (tree.seed().place(), tree.seed().bytes());
        let leaves: Vec<_> = wanted.iter().map(|wanted| wanted.leaf).collect();
        let digest = |&Wanted { leaf, randomiser, message }: &Wanted<'_>| {
            message_digest(place, leaf, randomiser, tree.root(), message)
        };
        let digests = wanted.iter().map(digest).collect::<Result<Vec<_>>>()?;
        let values = ots::sign(place, seed, &leaves, digests.iter().map(Vec::as_slice))?;
        let values = values.chunks_exact(place.params().values_len());
        for ((wanted, values), signature) in wanted.iter().zip(values).zip(signatures) {
            signature.extend_from_slice(wanted.randomiser);
            signature.extend_from_slice(values);
        }
        Ok(())
    }

    /// Header and BE32 of the index.
    fn head(levels: &Levels, index: u64, signature: &mut Vec<u8>) {
        signature.extend_from_slice(&levels.header(Form::Signature));
        signature.extend_from_slice(&(index as u32).to_be_bytes());
    }

    fn tree_key(tree: &Tree) -> Vec<u8> {
        tree.public_key()
    }

    fn public_key(levels: &Levels, top: &Tree) -> PublicKey {
        PublicKey::new(levels.clone(), top.seed().place().salt, top.root().to_vec())
    }
}

impl Tree {
    /// What the tree above signs: salt and root.
    #[must_use]
    pub fn public_key(&self) -> Vec<u8> {
        [&self.seed().place().salt[..], self.root()].concat()
    }
}
