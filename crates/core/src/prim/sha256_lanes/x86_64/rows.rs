//! Messages and chains transposed into rows, for the candidates with vectors of one word of many
//! messages.

use crate::prim::sha256::message::BLOCK;
use crate::prim::sha256_lanes::input::{Chains, Messages, WORDS};
use crate::wipe::wipe;

/// One block of each of `L` messages, and their states.
#[repr(C, align(64))]
pub(super) struct Blocks<const L: usize> {
    pub(super) state: [[u32; L]; 8],
    pub(super) message: [[u32; L]; 16],
}

/// `L` chains, each as the message of its next step.
#[repr(C, align(64))]
pub(super) struct ChainLanes<const L: usize> {
    /// The words of the message that are the same in every step.
    pub(super) fixed: [[u32; L]; 5],
    /// The word with the step number; the byte for the value is zero.
    pub(super) numbered: [u32; L],
    pub(super) value: [[u32; L]; WORDS],
    /// The number of steps of each chain.
    pub(super) steps: [u32; L],
    /// A mask of all ones for the words of a value.
    pub(super) kept: [u32; WORDS],
    /// The byte after the eighth word of a value.
    pub(super) tail: u32,
    /// Length of the message in bits.
    pub(super) bits: u32,
}

/// Hashes all messages, `L` at a time. `compress` processes a block of each message in the given
/// number of first lanes.
#[inline(always)]
pub(super) fn hash<const L: usize>(
    messages: &mut Messages<'_>,
    compress: impl Fn(&mut Blocks<L>, usize),
) {
    let mut rows = Blocks::<L> { state: [[0; L]; 8], message: [[0; L]; 16] };
    let mut room = [0; BLOCK];
    let mut first = 0;
    while first < messages.count() {
        let lanes = L.min(messages.count() - first);
        for word in 0..8 {
            rows.state[word] = [messages.start.state[word]; L];
        }
        for number in 0..messages.blocks() {
            for lane in 0..lanes {
                let block = messages.block(first + lane, number, &mut room);
                for (row, bytes) in rows.message.iter_mut().zip(block.as_chunks().0) {
                    row[lane] = u32::from_be_bytes(*bytes);
                }
            }
            compress(&mut rows, lanes);
        }
        for lane in 0..lanes {
            messages.finish(first + lane, |word| rows.state[word][lane]);
        }
        first += lanes;
    }
    wipe(&mut room);
    wipe(rows.message.as_flattened_mut());
    wipe(rows.state.as_flattened_mut());
}

/// Advances all chains by their steps, `L` at a time. `advance_lanes` processes the given number of
/// first lanes.
#[inline(always)]
pub(super) fn advance<const L: usize>(
    chains: &mut Chains<'_>,
    advance_lanes: impl Fn(&mut ChainLanes<L>, usize),
) {
    let mut rows = ChainLanes::<L> {
        fixed: [[0; L]; 5],
        numbered: [0; L],
        value: chains.padding().map(|word| [word; L]),
        steps: [0; L],
        kept: chains.kept(),
        tail: chains.tail(),
        bits: chains.bits(),
    };
    let mut first = 0;
    while first < chains.count() {
        let lanes = L.min(chains.count() - first);
        for lane in 0..lanes {
            let head = chains.head(first + lane);
            for word in 0..5 {
                rows.fixed[word][lane] = head[word];
            }
            rows.numbered[lane] = head[5];
            rows.steps[lane] = chains.steps(first + lane);
            for (row, bytes) in rows.value.iter_mut().zip(chains.value(first + lane)) {
                row[lane] = u32::from_be_bytes(*bytes);
            }
        }
        advance_lanes(&mut rows, lanes);
        for lane in 0..lanes {
            chains.finish(first + lane, |word| rows.value[word][lane]);
        }
        first += lanes;
    }
    wipe(rows.value.as_flattened_mut());
    wipe(&mut rows.steps);
}
