//! The lanes of scrypt: derives the lanes from the input, mixes each lane with ROMix, and derives
//! the key from the lanes (RFC 7914, sections 5 and 6).

use super::pbkdf2::pbkdf2;
use super::{CHUNK_LEN, Chunk, Ops, Params};
use crate::choose::Runnable;
use crate::error::{Error, Result};
use crate::memory;
use crate::prim::shared::lanes::{self, Wanted};
use crate::prim::shared::pages::Pages;
use crate::wipe::Wiped;

/// Number of chunks to mix between two checks for cancellation: less than a millisecond of work.
const PORTION: usize = 1 << 12;

/// The minimum time to mix a chunk, in nanoseconds.
const CHUNK_NS: usize = 40;

/// Returns the number of lanes to process in parallel. Each lane needs its own memory, and the
/// total must fit into `most` bytes.
pub(super) fn threads(params: Params, most: u64) -> usize {
    let lanes = params.p as usize;
    let work = params.n.saturating_mul(4 * u64::from(params.r) * CHUNK_NS as u64);
    let threads = lanes::threads(lanes, usize::try_from(work).unwrap_or(usize::MAX));
    let room = params.room() * CHUNK_LEN as u128;
    let left = u128::from(most).saturating_sub(params.lanes_len());
    threads.min(usize::try_from(left / room).unwrap_or(usize::MAX)).max(1)
}

/// Fills `out` with the key; the caller has checked the length. The result does not depend on
/// `threads`.
pub(super) fn hash(
    candidate: Runnable<Ops>,
    params: Params,
    threads: usize,
    out: &mut [u8],
    password: &[u8],
    salt: &[u8],
) -> Result<()> {
    let len = usize::try_from(params.lanes_len()).map_err(|_| Error::OutOfMemory)?;
    let room = usize::try_from(params.room()).map_err(|_| Error::OutOfMemory)?;
    let all = room.checked_mul(threads).ok_or(Error::OutOfMemory)?;
    let mut pages = Pages::<Chunk>::new(all)?;
    let mut rooms = memory::collect(pages.chunks_exact_mut(room))?;
    let mut blocks = Wiped::new(memory::zeros(len)?);
    pbkdf2(&mut blocks, password, salt)?;
    lanes::each(
        &mut rooms,
        blocks.chunks_exact_mut(len / params.p as usize),
        |room, block, wanted| rom_mix(candidate, params, room, block, wanted),
    )?;
    pbkdf2(out, password, &blocks)
}

/// Computes ROMix of a block in place. `room` is memory for the vector V and two more blocks.
fn rom_mix(
    candidate: Runnable<Ops>,
    params: Params,
    room: &mut [Chunk],
    block: &mut [u8],
    wanted: &Wanted<'_>,
) -> Result<()> {
    let chunks = 2 * params.r as usize;
    for (chunk, bytes) in room.iter_mut().zip(block.as_chunks().0) {
        *chunk = Chunk::from_bytes(bytes);
    }
    // V has N blocks, and `room` has two more blocks.
    let len = room.len() / chunks - 2;
    let every = (PORTION / chunks).max(1);
    for i in 0..len {
        if i % every == 0 {
            wanted.check()?;
        }
        let (done, rest) = room.split_at_mut((i + 1) * chunks);
        candidate.mix(&mut rest[..chunks], &done[i * chunks..], None);
    }
    let (vector, rest) = room.split_at_mut(len * chunks);
    let (x, y) = rest.split_at_mut(chunks);
    for i in 0..len / 2 {
        if i % every == 0 {
            wanted.check()?;
        }
        candidate.mix(y, x, Some(picked(vector, x)));
        candidate.mix(x, y, Some(picked(vector, y)));
    }
    for (bytes, chunk) in block.as_chunks_mut().0.iter_mut().zip(x.iter()) {
        *bytes = chunk.to_bytes();
    }
    Ok(())
}

/// Returns the index, modulo N, of the block of V that Integerify selects.
fn picked<'a>(vector: &'a [Chunk], block: &[Chunk]) -> &'a [Chunk] {
    let len = (vector.len() / block.len()) as u64;
    let number = block.last().map_or(0, Chunk::number);
    // N is a power of two.
    let at = (number & (len - 1)) as usize;
    &vector[at * block.len()..][..block.len()]
}
