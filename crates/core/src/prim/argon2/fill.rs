//! Fills the memory from the input and computes the tag (RFC 9106, sections 3.2 to 3.4).

use super::block::{BYTES, Block, WORDS};
use super::{Input, Kind, Ops, Params, blake2b};
use crate::choose::Runnable;
use crate::error::Result;
use crate::prim::shared::lanes::{self, Wanted};
use crate::prim::shared::pages::Pages;
use crate::wipe::Wiped;

/// The version number in the first hash.
const VERSION: u32 = 0x13;

/// Number of segments in each pass over a lane.
const SLICES: usize = 4;

/// Number of blocks between two checks for cancellation: some milliseconds of work.
const PORTION: usize = 1 << 12;

/// The length of H_0 in bytes.
const FIRST_LEN: usize = 64;

/// Lower bound of the time to compute a block, in nanoseconds.
const BLOCK_NS: usize = 300;

/// Returns the number of threads that fill the lanes.
pub(super) fn threads(params: Params) -> usize {
    let shape = Shape::of(params);
    lanes::threads(shape.lanes, shape.segment_len.saturating_mul(BLOCK_NS))
}

/// Computes the tag of an input with checked lengths. The tag does not depend on the number of
/// threads.
pub(super) fn hash(fill: Fill, threads: usize, out: &mut [u8], input: &Input<'_>) -> Result<()> {
    let shape = Shape::of(fill.params);
    let mut blocks = Pages::new(SLICES * shape.slice_len())?;
    let first = first(input, &fill, out.len())?;
    #[cfg(feature = "std")]
    if threads > 1 && shape.lanes <= LANES_MET {
        fill_in_rounds(fill, shape, &first, &mut blocks, threads)?;
    } else {
        fill_by_slices(fill, shape, &first, &mut blocks, threads)?;
    }
    #[cfg(not(feature = "std"))]
    fill_by_slices(fill, shape, &first, &mut blocks, threads)?;
    let done = tag(out, shape, &blocks);
    blocks.wipe_by(threads);
    done
}

/// Fills the blocks slice by slice; each slice starts its own threads.
fn fill_by_slices(
    fill: Fill,
    shape: Shape,
    first: &[u8; FIRST_LEN],
    blocks: &mut [Block],
    threads: usize,
) -> Result<()> {
    for pass in 0..fill.params.passes {
        for slice in 0..SLICES {
            let (before, rest) = blocks.split_at_mut(slice * shape.slice_len());
            let (now, after) = rest.split_at_mut(shape.slice_len());
            let others = Others::Joined { before, after };
            let all = Slice { fill, shape, first, pass, slice, others };
            all.fill(threads, now.chunks_exact_mut(shape.segment_len).enumerate())?;
        }
    }
    Ok(())
}

/// Maximum number of lanes with threads that run through all slices. With more lanes, starting
/// threads for each slice is faster than locking the segments of all lanes.
#[cfg(feature = "std")]
const LANES_MET: usize = 64;

/// Fills the blocks with threads that start once and synchronise after each slice. No thread waits
/// for a lock. Within a slice, each segment is written by only one thread, and threads read only
/// segments of the remaining slices.
#[cfg(feature = "std")]
fn fill_in_rounds(
    fill: Fill,
    shape: Shape,
    first: &[u8; FIRST_LEN],
    blocks: &mut [Block],
    threads: usize,
) -> Result<()> {
    use std::sync::{PoisonError, RwLock};

    use crate::memory::collect;

    let segments = collect(blocks.chunks_exact_mut(shape.segment_len).map(RwLock::new))?;
    let rounds = SLICES.saturating_mul(fill.params.passes as usize);
    lanes::in_rounds(threads, rounds, shape.lanes, |round, lane, wanted| {
        let (pass, slice) = ((round / SLICES) as u32, round % SLICES);
        let (before, rest) = segments.split_at(slice * shape.lanes);
        let (now, after) = rest.split_at(shape.lanes);
        let others = before.iter().chain(after);
        let others = others.map(|other| other.read().unwrap_or_else(PoisonError::into_inner));
        let held = collect(others)?;
        let others = collect(held.iter().map(|segment| &***segment))?;
        let others = Others::Apart(others.split_at(before.len()));
        let mut segment = now[lane].write().unwrap_or_else(PoisonError::into_inner);
        Slice { fill, shape, first, pass, slice, others }.fill_segment(lane, &mut segment, wanted)
    })
}

/// The candidate, kind and cost parameters of a computation.
#[derive(Clone, Copy)]
pub(super) struct Fill {
    pub(super) candidate: Runnable<Ops>,
    pub(super) kind: Kind,
    pub(super) params: Params,
}

/// The memory, ordered by slices. Each slice contains a segment of every lane. This order separates
/// the slice that is being written from the slices that are only read.
#[derive(Clone, Copy)]
struct Shape {
    lanes: usize,
    /// Number of blocks in a segment.
    segment_len: usize,
}

impl Shape {
    fn of(params: Params) -> Self {
        let lanes = params.lanes as usize;
        Self { lanes, segment_len: params.memory_kib as usize / (SLICES * lanes) }
    }

    const fn slice_len(self) -> usize {
        self.lanes * self.segment_len
    }
}

/// Computes H_0, the hash of all parameters and inputs, each input prefixed by its length.
fn first(input: &Input<'_>, fill: &Fill, tag_len: usize) -> Result<Wiped<[u8; FIRST_LEN]>> {
    let Params { memory_kib, passes, lanes } = fill.params;
    // The lengths have been checked to fit in 32 bits.
    let len = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes();
    let numbers = [lanes, tag_len as u32, memory_kib, passes, VERSION, fill.kind as u32];
    let numbers = numbers.map(u32::to_le_bytes);
    let Input { passphrase, salt, secret, data } = *input;
    let mut first = Wiped::new([0; FIRST_LEN]);
    blake2b(
        &mut *first,
        &[
            numbers.as_flattened(),
            &len(passphrase),
            passphrase,
            &len(salt),
            salt,
            &len(secret),
            secret,
            &len(data),
            data,
        ],
    )?;
    Ok(first)
}

/// Computes H', a variable-length hash based on BLAKE2b (section 3.3).
fn long_hash(out: &mut [u8], parts: [&[u8]; 3]) -> Result<()> {
    let len = (out.len() as u32).to_le_bytes();
    let [a, b, c] = parts;
    let parts: [&[u8]; 4] = [&len, a, b, c];
    if out.len() <= 64 {
        return blake2b(out, &parts);
    }
    let mut link = Wiped::new([0; 64]);
    blake2b(&mut *link, &parts)?;
    let mut at = 0;
    loop {
        out[at..at + 32].copy_from_slice(&link[..32]);
        at += 32;
        if out.len() - at <= 64 {
            return blake2b(&mut out[at..], &[link.as_slice()]);
        }
        let next = Wiped::new(*link);
        blake2b(&mut *link, &[next.as_slice()])?;
    }
}

/// One slice of a pass: a quarter of all lanes.
struct Slice<'a> {
    fill: Fill,
    shape: Shape,
    /// H_0.
    first: &'a [u8; FIRST_LEN],
    pass: u32,
    slice: usize,
    others: Others<'a>,
}

/// The slices before and after the current one.
enum Others<'a> {
    Joined {
        before: &'a [Block],
        after: &'a [Block],
    },
    /// The same blocks, split into segments.
    #[cfg(feature = "std")]
    Apart((&'a [&'a [Block]], &'a [&'a [Block]])),
}

impl Slice<'_> {
    /// Fills the segments of all lanes.
    fn fill<'a>(
        &self,
        threads: usize,
        lanes: impl Iterator<Item = (usize, &'a mut [Block])> + Send,
    ) -> Result<()> {
        let mut rooms = crate::memory::collect(core::iter::repeat_n((), threads))?;
        lanes::each(&mut rooms, lanes, |(), (lane, segment), wanted| {
            self.fill_segment(lane, segment, wanted)
        })
    }

    fn fill_segment(&self, lane: usize, segment: &mut [Block], wanted: &Wanted<'_>) -> Result<()> {
        let Fill { candidate, kind, .. } = self.fill;
        let independent = match kind {
            Kind::D => false,
            Kind::I => true,
            // From the third segment on, addresses depend on the blocks.
            Kind::Id => self.pass == 0 && self.slice < SLICES / 2,
        };
        let mut addresses = Addresses::new(self, lane);
        for at in 0..segment.len() {
            if at % PORTION == 0 {
                wanted.check()?;
            }
            if independent && at % WORDS == 0 {
                addresses.renew(candidate);
            }
            let (done, rest) = segment.split_at_mut(at);
            let block = &mut rest[0];
            if self.pass == 0 && self.slice == 0 && at < 2 {
                *block = self.first_block(lane, at)?;
                continue;
            }
            let previous = done.last().unwrap_or_else(|| self.last_of_slice_before(lane));
            let random = if independent { addresses.block.0[at % WORDS] } else { previous.word() };
            let reference = self.reference(lane, done, random);
            candidate.compress(block, previous, reference, self.pass > 0);
        }
        Ok(())
    }

    /// Computes one of the first two blocks of a lane.
    fn first_block(&self, lane: usize, at: usize) -> Result<Block> {
        let [column, lane] = [at, lane].map(|number| (number as u32).to_le_bytes());
        let mut bytes = Wiped::new([0; BYTES]);
        long_hash(&mut *bytes, [self.first, &column, &lane])?;
        Ok(Block::from_bytes(&bytes))
    }

    fn last_of_slice_before(&self, lane: usize) -> &Block {
        let slice = if self.slice == 0 { SLICES - 1 } else { self.slice - 1 };
        self.finished(slice, lane, self.shape.segment_len - 1)
    }

    /// Returns a block of a slice that is only read.
    fn finished(&self, slice: usize, lane: usize, at: usize) -> &Block {
        let Shape { lanes, segment_len } = self.shape;
        let is_before = slice < self.slice;
        let segment = (if is_before { slice } else { slice - self.slice - 1 }) * lanes + lane;
        match self.others {
            Others::Joined { before, after } => {
                &(if is_before { before } else { after })[segment * segment_len + at]
            }
            #[cfg(feature = "std")]
            Others::Apart((before, after)) => {
                &(if is_before { before } else { after })[segment][at]
            }
        }
    }

    /// Returns the reference block for the next block of a lane's segment, after the blocks in
    /// `done` (sections 3.4.1 and 3.4.2).
    fn reference<'a>(&'a self, lane: usize, done: &'a [Block], random: u64) -> &'a Block {
        let Shape { lanes, segment_len } = self.shape;
        let lane_of = if lanes == 1 || (self.pass == 0 && self.slice == 0) {
            lane
        } else {
            ((random >> 32) as u32 % lanes as u32) as usize
        };
        // The reference area consists of all finished blocks: the last three segments (in the first
        // pass, all earlier segments) and, in the block's own lane, also the blocks of this
        // segment. The previous block is excluded: it is the last of these blocks or, for the first
        // block of a segment, the last block of the segment before.
        let finished = if self.pass == 0 { self.slice } else { SLICES - 1 } * segment_len;
        let area = if lane_of == lane {
            finished + done.len() - 1
        } else {
            finished - usize::from(done.is_empty())
        };
        let square = (random & 0xffff_ffff).pow(2) >> 32;
        let back = (area as u64 * square) >> 32;
        let mut at = area - 1 - back as usize;
        // The segment of this position, counted from the oldest.
        let segments = (1..SLICES).filter(|&segments| at >= segments * segment_len).count();
        at -= segments * segment_len;
        let oldest = if self.pass == 0 { 0 } else { self.slice + 1 };
        match (oldest + segments) % SLICES {
            slice if slice == self.slice => &done[at],
            slice => self.finished(slice, lane_of, at),
        }
    }
}

/// Computes the tag from the last blocks of all lanes.
fn tag(out: &mut [u8], shape: Shape, blocks: &[Block]) -> Result<()> {
    let mut sum = Block::ZERO;
    let last_slice = &blocks[(SLICES - 1) * shape.slice_len()..];
    for (lane, segment) in last_slice.chunks_exact(shape.segment_len).enumerate() {
        if lane % PORTION == 0 {
            Wanted::HERE.check()?;
        }
        sum.add(&segment[shape.segment_len - 1]);
    }
    let bytes = Wiped::new(sum.to_bytes());
    sum.wipe();
    long_hash(out, [&*bytes, &[], &[]])
}

/// The pseudo-random numbers of a segment with data-independent addresses (section 3.4.1.2).
struct Addresses {
    input: Block,
    block: Block,
}

impl Addresses {
    fn new(slice: &Slice<'_>, lane: usize) -> Self {
        let mut input = Block::ZERO;
        input.0[0] = slice.pass.into();
        input.0[1] = lane as u64;
        input.0[2] = slice.slice as u64;
        input.0[3] = (SLICES * slice.shape.slice_len()) as u64;
        input.0[4] = slice.fill.params.passes.into();
        input.0[5] = slice.fill.kind as u64;
        Self { input, block: Block::ZERO }
    }

    /// Computes the numbers of the next 128 blocks.
    fn renew(&mut self, candidate: Runnable<Ops>) {
        self.input.0[6] += 1;
        let mut once = Block::ZERO;
        candidate.compress(&mut once, &Block::ZERO, &self.input, false);
        candidate.compress(&mut self.block, &Block::ZERO, &once, false);
    }
}
