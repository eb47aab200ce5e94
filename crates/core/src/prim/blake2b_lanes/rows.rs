//! Between messages and rows: a row is one word of each lane's.

use super::{BLOCK, Chains, Messages, State};
use crate::wipe::wipe;

/// A block for each of `L` lanes.
#[repr(C, align(64))]
pub(super) struct Blocks<const L: usize> {
    pub(super) state: [[u64; L]; 8],
    pub(super) message: [[u64; L]; 16],
    /// Bytes absorbed up to the end of the block.
    pub(super) count: u64,
    /// All ones for the last block, else zero.
    pub(super) last: u64,
}

/// A chain, or a pair of chains, for each of `L` lanes.
#[repr(C, align(64))]
pub(super) struct Lanes<const L: usize> {
    pub(super) start: [[u64; L]; 8],
    pub(super) value: [[u64; L]; 8],
    /// See [`Chains::numbers`].
    pub(super) number: [u64; L],
    /// The value and the number of a pair's other chain.
    pub(super) other: [[u64; L]; 8],
    pub(super) other_number: [u64; L],
    /// Steps before a lane turns to the other chain of its pair.
    pub(super) turn: [u64; L],
    pub(super) are_pairs: bool,
    pub(super) increment: u64,
    /// Bytes absorbed up to the end of a value.
    pub(super) count: u64,
    /// The bits of each word that belong to a value.
    pub(super) mask: [u64; 8],
}

/// Absorbs each message into its state, `L` at a time.
#[inline(always)]
pub(super) fn absorb<const L: usize>(
    states: &mut [State],
    messages: Messages<'_>,
    compress: impl Fn(&mut Blocks<L>),
) {
    let mut rows = Blocks { state: [[0; L]; 8], message: [[0; L]; 16], count: 0, last: 0 };
    for (group, states) in states.chunks_mut(L).enumerate() {
        put(&mut rows.state, states.iter());
        let mut at = 0;
        loop {
            let end = messages.len.min(at + BLOCK);
            for lane in 0..states.len() {
                let message = &messages.bytes[(group * L + lane) * messages.len..];
                put_bytes(&mut rows.message, lane, &message[at..end]);
            }
            rows.count = messages.before + end as u64;
            rows.last = if messages.are_last && end == messages.len { !0 } else { 0 };
            compress(&mut rows);
            at = end;
            if at == messages.len {
                break;
            }
        }
        for (lane, state) in states.iter_mut().enumerate() {
            for word in 0..8 {
                state[word] = rows.state[word][lane];
            }
        }
    }
    wipe(rows.state.as_flattened_mut());
    wipe(rows.message.as_flattened_mut());
}

/// Steps chains, `L` of them or of their pairs at a time. `advance` takes the rows, how many of the
/// lanes are in use, how many words a value has, and the number of steps.
#[inline(always)]
pub(super) fn step<const L: usize>(
    chains: &mut Chains<'_>,
    steps: u32,
    first_steps: Option<&[u32]>,
    advance: impl Fn(&mut Lanes<L>, usize, usize, u32),
) {
    let n = chains.starts.digest_len();
    let each = if first_steps.is_some() { 2 } else { 1 };
    let count = chains.count(each);
    let mut rows = Lanes::new(chains, first_steps.is_some());
    for first in (0..count).step_by(L) {
        let used = L.min(count - first);
        put(&mut rows.start, (0..used).map(|lane| chains.starts.of(first + lane, count)));
        for lane in 0..used {
            let index = (first + lane) * each;
            let number = |index| chains.numbers.get(index).copied().unwrap_or(0);
            put_bytes(&mut rows.value, lane, &chains.values[index * n..][..n]);
            rows.number[lane] = number(index);
            if let Some(first_steps) = first_steps {
                put_bytes(&mut rows.other, lane, &chains.values[(index + 1) * n..][..n]);
                rows.other_number[lane] = number(index + 1);
                rows.turn[lane] = first_steps[first + lane].into();
            }
        }
        advance(&mut rows, used, n.div_ceil(8), steps);
        for lane in 0..used {
            // A pair's lane ends in its second chain.
            let index = (first + lane) * each;
            let ends = [(&rows.value, rows.number[lane]), (&rows.other, rows.other_number[lane])];
            for (place, (value, number)) in (0..each).rev().zip(ends) {
                take_bytes(&mut chains.values[(index + place) * n..][..n], value, lane);
                if let Some(own) = chains.numbers.get_mut(index + place) {
                    *own = number;
                }
            }
        }
    }
    wipe(rows.value.as_flattened_mut());
    wipe(rows.other.as_flattened_mut());
    wipe(rows.start.as_flattened_mut());
    wipe(&mut rows.turn);
}

impl<const L: usize> Lanes<L> {
    fn new(chains: &Chains<'_>, are_pairs: bool) -> Self {
        let n = chains.starts.digest_len();
        let mut mask = [0; 8];
        for (word, mask) in mask.iter_mut().enumerate() {
            let bytes = n.saturating_sub(8 * word).min(8);
            *mask = u64::MAX.checked_shr(64 - 8 * bytes as u32).unwrap_or(0);
        }
        Self {
            start: [[0; L]; 8],
            value: [[0; L]; 8],
            number: [0; L],
            other: [[0; L]; 8],
            other_number: [0; L],
            turn: [0; L],
            are_pairs,
            increment: if chains.numbers.is_empty() { 0 } else { chains.increment },
            count: chains.starts.absorbed() + n as u64,
            mask,
        }
    }
}

/// The words of one state in each lane.
#[inline(always)]
fn put<'a, const L: usize>(rows: &mut [[u64; L]; 8], states: impl Iterator<Item = &'a State>) {
    for (lane, state) in states.enumerate() {
        for word in 0..8 {
            rows[word][lane] = state[word];
        }
    }
}

/// The words of up to a block of bytes in one lane, zeros behind them.
#[inline(always)]
fn put_bytes<const W: usize, const L: usize>(rows: &mut [[u64; L]; W], lane: usize, bytes: &[u8]) {
    let (whole, rest) = bytes.as_chunks::<8>();
    for (row, bytes) in rows.iter_mut().zip(whole) {
        row[lane] = u64::from_le_bytes(*bytes);
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut rows = rows.iter_mut().skip(whole.len());
    if let Some(row) = rows.next() {
        row[lane] = u64::from_le_bytes(last);
    }
    for row in rows {
        row[lane] = 0;
    }
}

/// The first bytes of one lane.
#[inline(always)]
fn take_bytes<const L: usize>(out: &mut [u8], rows: &[[u64; L]; 8], lane: usize) {
    for (bytes, row) in out.chunks_mut(8).zip(rows) {
        bytes.copy_from_slice(&row[lane].to_le_bytes()[..bytes.len()]);
    }
}
