//! WOTS+, the one-time signature (RFC 8391, section 3.1).

use alloc::vec::Vec;

use super::address::{Address, Kind};
use super::params::{CHECKSUM_CHAINS, DIGIT_BITS, DIGIT_TOP};
use super::tweak::{Node, Tweak};
use crate::error::Result;

/// The ends of the chains of the one-time key under which a signature of `n` bytes is valid.
/// `signature` holds the value of each chain.
pub(super) fn ends(
    tweak: Tweak<'_>,
    tree: Address,
    key: u32,
    message: &Node,
    signature: &[u8],
) -> Result<Vec<Node>> {
    let values = signature.chunks_exact(tweak.params.n());
    let chains = (0..).zip(digits(tweak.cut(message)).into_iter().zip(values));
    let ends = chains.map(|(chain, (digit, value))| {
        let mut value = tweak.node(value);
        for step in digit..DIGIT_TOP {
            value = tweak.step(tree.at(Kind::OneTime, [key, chain, step.into()]), &value)?;
        }
        Ok(value)
    });
    ends.collect()
}

/// The digits of a message and of its checksum, one a chain.
fn digits(message: &[u8]) -> Vec<u16> {
    let halves = |byte: &u8| [u16::from(byte >> DIGIT_BITS), u16::from(byte & 0x0f)];
    let mut digits: Vec<_> = message.iter().flat_map(halves).collect();
    let checksum: u16 = digits.iter().map(|digit| DIGIT_TOP - digit).sum();
    // Three digits of a sum that the RFC shifts to the left of two bytes.
    for place in (0..CHECKSUM_CHAINS).rev() {
        digits.push(checksum >> (DIGIT_BITS * place) & DIGIT_TOP);
    }
    digits
}
