//! WOTS+, the one-time signature (RFC 8391, section 3.1).

use alloc::vec::Vec;

use super::address::{Address, Kind};
use super::params::{CHECKSUM_CHAINS, DIGIT_BITS, DIGIT_TOP};
use super::tweak::{Function, Tweak};
use crate::error::Result;

/// The ends of the chains of the one-time key under which a signature of `n` bytes is valid, one
/// after another. `signature` holds the value of each chain.
pub(super) fn ends(
    tweak: Tweak<'_>,
    tree: Address,
    key: u32,
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>> {
    let n = tweak.params.n();
    let digits = digits(message);
    // The chains to which a step is left, in their order.
    let left = |step| digits.iter().zip(0..).filter(move |&(&digit, _)| digit <= step);
    // Keys and masks depend on no value, so that those of all steps fill the lanes together.
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

/// The digits of a message and of its checksum, one a chain.
pub(crate) fn digits(message: &[u8]) -> Vec<u16> {
    let halves = |byte: &u8| [u16::from(byte >> DIGIT_BITS), u16::from(byte & 0x0f)];
    let mut digits: Vec<_> = message.iter().flat_map(halves).collect();
    let checksum: u16 = digits.iter().map(|digit| DIGIT_TOP - digit).sum();
    // Three digits of a sum that the RFC shifts to the left of two bytes.
    for place in (0..CHECKSUM_CHAINS).rev() {
        digits.push(checksum >> (DIGIT_BITS * place) & DIGIT_TOP);
    }
    digits
}
