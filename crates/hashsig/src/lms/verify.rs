//! Batch verification of LMS signatures (RFC 8554, algorithms 4b and 6a): their chains share the
//! lanes.

use alloc::vec::Vec;
use core::iter;

use quicksalt::{interrupt, memory};
use subtle::ConstantTimeEq;

use super::nodes;
use super::ots::{self, Presented};
use super::params::Params;
use super::public::PublicKey;
use super::signature::Signature;
use crate::error::{Error, Result};
use crate::message::Message;

/// The maximum number of signatures verified together: enough chains to fill the lanes of any
/// kernel, in memory that fits in the cache nearest the processor.
const BATCH: usize = 16;

/// The claim that a signature is valid for a key and a message; the signature was parsed with the
/// key's parameters.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) key: PublicKey,
    pub(super) message: Message<'a>,
    pub(super) signature: Signature<'a>,
}

impl PublicKey {
    /// Verifies an LMS signature (RFC 8554, algorithm 6).
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key and message;
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        let signature = Signature::parse(self.params(), signature).ok_or(Error::Verification)?;
        all(&[Claim { key: *self, message: message.into(), signature }])
    }
}

/// Determines for each claim whether it is true.
pub(super) fn verdicts(claims: &[Claim<'_>]) -> Result<Vec<bool>> {
    let mut verdicts = memory::collect(iter::repeat_n(false, claims.len()))?;
    let mut open: Vec<usize> = memory::collect(0..claims.len())?;
    while let Some(&first) = open.first() {
        let params = claims[first].key.params();
        let is_alike = |&number: &usize| claims[number].key.params() == params;
        let alike: Vec<usize> = memory::collect(open.iter().copied().filter(is_alike))?;
        open.retain(|number| !is_alike(number));
        for batch in alike.chunks(BATCH) {
            interrupt::check()?;
            let batched: Vec<_> = batch.iter().map(|&number| claims[number]).collect();
            let roots = roots(params, &batched)?;
            for (&number, root) in batch.iter().zip(roots.chunks_exact(params.n())) {
                verdicts[number] = root.ct_eq(claims[number].key.root()).into();
            }
        }
    }
    Ok(verdicts)
}

/// Checks that all claims are true.
pub(super) fn all(claims: &[Claim<'_>]) -> Result<()> {
    let all = verdicts(claims)?.into_iter().all(|verdict| verdict);
    if all { Ok(()) } else { Err(Error::Verification) }
}

/// Computes, for claims with equal parameters, the tree root under which each claim would be true.
fn roots(params: Params, claims: &[Claim<'_>]) -> Result<Vec<u8>> {
    let n = params.n();
    let presented: Vec<_> = claims.iter().map(Claim::presented).collect();
    let mut row = ots::candidates(params, &presented)?;
    let leaves = claims.iter().map(|claim| params.leaves() + claim.signature.leaf);
    let mut numbers: Vec<_> = leaves.collect();
    let keys = claims.iter().map(|claim| claim.key.id());
    row = nodes::row(params, nodes::D_LEAF, keys.clone().zip(numbers.iter().copied()), &row)?;
    for level in 0..params.h() as usize {
        let mut pairs = Vec::with_capacity(2 * row.len());
        for (claim, (number, node)) in claims.iter().zip(numbers.iter_mut().zip(row.chunks(n))) {
            let sibling = &claim.signature.path[level * n..][..n];
            let [left, right] =
                if number.is_multiple_of(2) { [node, sibling] } else { [sibling, node] };
            pairs.extend_from_slice(left);
            pairs.extend_from_slice(right);
            *number /= 2;
        }
        row = nodes::row(params, nodes::D_INTR, keys.clone().zip(numbers.iter().copied()), &pairs)?;
    }
    Ok(row)
}

impl Claim<'_> {
    fn presented(&self) -> Presented<'_> {
        let Signature { leaf, randomiser, y, .. } = self.signature;
        let address = ots::KeyAddress { id: self.key.id(), leaf };
        Presented { address, randomiser, y, message: self.message }
    }
}
