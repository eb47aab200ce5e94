//! The message functions PRF_msg and H_msg (FIPS 205, section 11), and the choice of the leaves
//! that sign.

use alloc::vec::Vec;

use quicksalt::hazmat::{sha256, sha512};
use quicksalt::{Wiped, memory};

use super::hypertree::Leaf;
use super::sets::ParameterSet;
use crate::error::Result;
use crate::hash::Hash;

/// A message with a context of at most 255 bytes, as prepared for a pure signature (section 10.2).
#[derive(Clone, Copy)]
pub(super) struct Message<'a> {
    /// The domain separator of pure signatures (0), and the length of the context.
    head: [u8; 2],
    context: &'a [u8],
    message: &'a [u8],
}

impl<'a> Message<'a> {
    /// Returns `None` if the context is too long.
    pub(super) fn new(message: &'a [u8], context: &'a [u8]) -> Option<Self> {
        let len = u8::try_from(context.len()).ok()?;
        Some(Self { head: [0, len], context, message })
    }

    /// Computes the randomizer R: PRF_msg.
    pub(super) fn randomizer(
        &self,
        set: ParameterSet,
        secret_prf: &[u8],
        randomness: &[u8],
    ) -> Result<Vec<u8>> {
        let parts = [randomness, &self.head, self.context, self.message];
        let mut out = memory::zeros(set.n())?;
        match (set.hash(), set.n()) {
            (Hash::Shake256, _) => {
                let [randomness, head, context, message] = parts;
                let parts = [secret_prf, randomness, head, context, message];
                Hash::Shake256.digest(&mut out, &parts)?;
            }
            (Hash::Sha256, 16) => hmac::<64, 32>(sha256::hash, secret_prf, parts, &mut out)?,
            (Hash::Sha256, _) => hmac::<128, 64>(sha512::hash, secret_prf, parts, &mut out)?,
        }
        Ok(out)
    }

    /// Computes H_msg and splits it into the positions of the leaves that sign the message.
    pub(super) fn signers(
        &self,
        set: ParameterSet,
        randomizer: &[u8],
        public_key: &[u8],
    ) -> Result<Signers> {
        let parts = [randomizer, public_key, &self.head, self.context, self.message];
        let mut digest = memory::zeros(Signers::digest_len(set))?;
        // The input of MGF1 is R, PK.seed and the digest.
        let seed = &public_key[..set.n()];
        match (set.hash(), set.n()) {
            (Hash::Shake256, _) => Hash::Shake256.digest(&mut digest, &parts)?,
            (Hash::Sha256, 16) => {
                mgf1(sha256::hash, [randomizer, seed, &sha256::hash(&parts)?], &mut digest)?;
            }
            (Hash::Sha256, _) => {
                mgf1(sha512::hash, [randomizer, seed, &sha512::hash(&parts)?], &mut digest)?;
            }
        }
        Ok(Signers::of(set, &digest))
    }
}

/// HMAC (FIPS 198-1) with a key shorter than a block, truncated to the length of `out`.
fn hmac<const BLOCK: usize, const LEN: usize>(
    hash: fn(&[&[u8]]) -> quicksalt::Result<[u8; LEN]>,
    key: &[u8],
    [a, b, c, d]: [&[u8]; 4],
    out: &mut [u8],
) -> Result<()> {
    let pad = |with: u8| {
        let mut block = Wiped::new([with; BLOCK]);
        block.iter_mut().zip(key).for_each(|(byte, key)| *byte ^= key);
        block
    };
    let inner = Wiped::new(hash(&[&*pad(0x36), a, b, c, d])?);
    let outer = hash(&[&*pad(0x5c), &*inner])?;
    out.copy_from_slice(&outer[..out.len()]);
    Ok(())
}

/// The mask generation function MGF1 (RFC 8017, section B.2.1).
fn mgf1<const LEN: usize>(
    hash: fn(&[&[u8]]) -> quicksalt::Result<[u8; LEN]>,
    [a, b, c]: [&[u8]; 3],
    out: &mut [u8],
) -> Result<()> {
    for (piece, counter) in out.chunks_mut(LEN).zip(0_u32..) {
        piece.copy_from_slice(&hash(&[a, b, c, &counter.to_be_bytes()])?[..piece.len()]);
    }
    Ok(())
}

/// The leaves that sign a message: a leaf of the hypertree, and one leaf of each tree in its
/// forest.
pub(super) struct Signers {
    pub(super) fors: Vec<u32>,
    pub(super) leaf: Leaf,
}

impl Signers {
    /// The length `m` of the digest: three numbers, each in whole bytes.
    const fn digest_len(set: ParameterSet) -> usize {
        let [fors, tree, leaf] = Self::lens(set);
        fors + tree + leaf
    }

    const fn lens(set: ParameterSet) -> [usize; 3] {
        let numbers = set.numbers();
        let leaf_bits = numbers.tree_height();
        [
            (numbers.k * numbers.a as usize).div_ceil(8),
            (numbers.h - leaf_bits).div_ceil(8) as usize,
            leaf_bits.div_ceil(8) as usize,
        ]
    }

    fn of(set: ParameterSet, digest: &[u8]) -> Self {
        let numbers = set.numbers();
        let [fors_len, tree_len, _] = Self::lens(set);
        let (fors, rest) = digest.split_at(fors_len);
        let (tree, leaf) = rest.split_at(tree_len);
        let number = |bytes: &[u8], bits: u32| {
            let all = bytes.iter().fold(0_u64, |number, &byte| number << 8 | u64::from(byte));
            all & (u64::MAX >> (u64::BITS - bits))
        };
        let tree_height = numbers.tree_height();
        let tree = number(tree, numbers.h - tree_height);
        let leaf = Leaf { tree, leaf: number(leaf, tree_height) as u32 };
        Self { fors: split_bits(fors, numbers.a).take(numbers.k).collect(), leaf }
    }
}

/// Splits bytes into numbers of `bits` bits each, fewer than 25.
fn split_bits(bytes: &[u8], bits: u32) -> impl Iterator<Item = u32> {
    let mut bytes = bytes.iter();
    let (mut held, mut count) = (0_u32, 0);
    core::iter::from_fn(move || {
        while count < bits {
            held = held << 8 | u32::from(*bytes.next()?);
            count += 8;
        }
        count -= bits;
        let number = held >> count;
        held &= (1 << count) - 1;
        Some(number)
    })
}
