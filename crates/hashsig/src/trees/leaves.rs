//! Derives each leaf's secrets from the tree's seed: the one-time key, the randomisers, and the
//! seed of the tree below the leaf.

use alloc::vec::Vec;
use core::ops::Range;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::BATCH;
use super::seed::TreeSeed;
use crate::error::Result;
use crate::hash::Chains;
use crate::lms::ots::{self, KeyAddress, SignRequest};
use crate::lms::{ID_LEN, Params};

/// The numbers that replace a chain's number when a secret other than a private key is derived from
/// a tree's seed; see [`crate::lms::hss`]. The largest number of a chain is 264.
const DERIVE_RANDOMISER: u16 = 0xfffd;
const DERIVE_SEED: u16 = 0xfffe;
const DERIVE_ID: u16 = 0xffff;

impl TreeSeed {
    /// Derives the secret of the tree below a leaf. `params` are the parameters of the lower tree.
    pub(super) fn below(&self, leaf: u32, params: Params) -> Result<Self> {
        let address = self.address(leaf);
        let seed = ots::derive(self.params(), address, DERIVE_SEED, self.bytes(), &[])?;
        let long = ots::derive(self.params(), address, DERIVE_ID, self.bytes(), &[])?;
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&long[..ID_LEN]);
        Self::new(params, id, &seed[..params.n()])
    }

    /// Derives the private keys x[i] of leaves, as chains.
    pub(super) fn private_keys(&self, leaves: Range<u32>) -> Result<Chains> {
        ots::private_keys(self.params(), self.id(), self.bytes(), leaves)
    }

    /// Computes the nodes of leaves with complete chains, concatenated.
    pub(super) fn leaf_nodes(&self, leaves: Range<u32>, chains: &Chains) -> Result<Vec<u8>> {
        let start = leaves.start;
        let addresses = leaves.map(|leaf| self.address(leaf));
        self.shape().leaves(start, &ots::public_keys(self.params(), addresses, chains)?)
    }

    /// Derives the randomisers for these leaves, concatenated. Fresh randomisers depend on the seed
    /// and on random bytes, and predicting them requires both. Randomisers that are not fresh
    /// depend only on the leaf.
    pub(super) fn randomisers(
        &self,
        leaves: impl ExactSizeIterator<Item = u32>,
        is_fresh: bool,
    ) -> Result<Wiped<Vec<u8>>> {
        let n = self.params().n();
        let mut fresh = [[0; 32]; BATCH];
        if is_fresh {
            random::fill(fresh[..leaves.len()].as_flattened_mut())?;
        }
        let mut randomisers = Wiped::new(Vec::with_capacity(n * leaves.len()));
        for (leaf, fresh) in leaves.zip(&fresh) {
            let extra = if is_fresh { &fresh[..] } else { &[] };
            let address = self.address(leaf);
            let own = ots::derive(self.params(), address, DERIVE_RANDOMISER, self.bytes(), extra)?;
            randomisers.extend_from_slice(&own[..n]);
        }
        Ok(randomisers)
    }

    /// Signs with at most [`BATCH`] one-time keys: appends to each element of `signatures` the part
    /// before the path from the leaf to the root.
    pub(super) fn sign(
        &self,
        requests: &[SignRequest<'_>],
        signatures: &mut [Vec<u8>],
    ) -> Result<()> {
        let params = self.params();
        let chains = ots::sign(params, self.id(), self.bytes(), requests)?;
        let values = chains.values().chunks_exact(params.chains() * params.n());
        for ((requests, values), signature) in requests.iter().zip(values).zip(signatures) {
            signature.extend_from_slice(&requests.leaf.to_be_bytes());
            signature.extend_from_slice(&params.lmots().to_be_bytes());
            signature.extend_from_slice(requests.randomiser);
            signature.extend_from_slice(values);
            signature.extend_from_slice(&params.lms().to_be_bytes());
        }
        Ok(())
    }

    const fn address(&self, leaf: u32) -> KeyAddress<'_> {
        KeyAddress { id: self.id(), leaf }
    }
}
