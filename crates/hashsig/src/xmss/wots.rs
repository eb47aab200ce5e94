//! WOTS+, the one-time signature (RFC 8391, section 3.1).

use alloc::vec::Vec;

use super::address::{Address, Kind};
use super::params::{CHECKSUM_CHAINS, DIGIT_BITS, DIGIT_TOP};
use super::tweak::{Function, Tweak};
use crate::error::Result;

/// Computes the chain ends of the one-time key under which the signature of an `n`-byte message is
/// valid, concatenated. `signature` contains one value per chain.
pub(super) fn ends(
    tweak: Tweak<'_>,
    tree: Address,
    key: u32,
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>> {
    let n = tweak.params.n();
    let digits = digits(message);
    // The chains that still have to take a step, in order.
    let left = |step| digits.iter().zip(0..).filter(move |&(&digit, _)| digit <= step);
    // Keys and masks do not depend on the values, so the computations for all steps fill the lanes
    // together.
    let addresses: Vec<_> = (0..DIGIT_TOP)
        .flat_map(|step| left(step).map(move |(_, chain)| [key, chain, step.into()]))
        .map(|words| tree.at(Kind::OneTime, words))
        .collect();
    let keys_and_masks = tweak.keys_and_masks(Function::Chain, &addresses)?;
    let mut later = &keys_and_masks[..];
    let mut values = signature.to_vec();
    for step in 0..DIGIT_TOP {
        let chains: Vec<_> = left(step).map(|(_, chain)| chain as usize).collect();
        let now = later.split_off(..2 * n * chains.len()).unwrap_or_default();
        let gathered: Vec<_> = chains.iter().map(|&chain| &values[chain * n..][..n]).collect();
        let stepped = tweak.hash(Function::Chain, now, &gathered.concat())?;
        for (chain, value) in chains.into_iter().zip(stepped.chunks_exact(n)) {
            values[chain * n..][..n].copy_from_slice(value);
        }
    }
    Ok(values)
}

/// Returns the digits of a message and of its checksum, one per chain.
pub(crate) fn digits(message: &[u8]) -> Vec<u16> {
    let halves = |byte: &u8| [u16::from(byte >> DIGIT_BITS), u16::from(byte & 0x0f)];
    let mut digits: Vec<_> = message.iter().flat_map(halves).collect();
    let checksum: u16 = digits.iter().map(|digit| DIGIT_TOP - digit).sum();
    // The three digits of the checksum, which the RFC left-aligns in two bytes.
    for place in (0..CHECKSUM_CHAINS).rev() {
        digits.push(checksum >> (DIGIT_BITS * place) & DIGIT_TOP);
    }
    digits
}
