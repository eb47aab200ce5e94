//! From the input to the blocks, from block to block, and to the tag (RFC 9106, sections 3.2 to 3.4).

use alloc::vec::Vec;

use super::block::{BYTES, Block, WORDS};
use super::{Input, Ops, Params, blake2b};
use crate::choose::Runnable;
use crate::error::Result;
use crate::memory;
use crate::wipe::Wiped;

/// Argon2id and its version, as the blocks of addresses and the first hash name them.
const TYPE: u32 = 2;
const VERSION: u32 = 0x13;

/// Each pass over a lane comes in so many segments.
const SLICES: usize = 4;

/// Blocks that are computed before somebody is asked whether they are still wanted: some
/// milliseconds.
const PORTION: usize = 1 << 12;

/// The length of H_0 in bytes.
const FIRST_LEN: usize = 64;

/// The tag of an input whose lengths are checked.
pub(super) fn hash(
    candidate: Runnable<Ops>,
    params: Params,
    out: &mut [u8],
    input: &Input<'_>,
) -> Result<()> {
    let mut memory = Memory::new(candidate, params)?;
    memory.begin(&*first(input, params, out.len())?)?;
    for pass in 0..params.passes {
        for slice in 0..SLICES {
            for lane in 0..memory.lanes {
                memory.fill(&Segment { pass, slice, lane })?;
            }
        }
    }
    memory.tag(out)
}

/// H_0: all that the tag depends on, each of it behind its length.
fn first(input: &Input<'_>, params: Params, tag_len: usize) -> Result<Wiped<[u8; FIRST_LEN]>> {
    let Params { memory_kib, passes, lanes } = params;
    // All lengths have been checked.
    let len = |bytes: &[u8]| (bytes.len() as u32).to_le_bytes();
    let numbers = [lanes, tag_len as u32, memory_kib, passes, VERSION, TYPE].map(u32::to_le_bytes);
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

/// H': BLAKE2b of any length (section 3.3).
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

/// Which segment is filled.
struct Segment {
    pass: u32,
    slice: usize,
    lane: usize,
}

/// The blocks, lane by lane, which are wiped when they go out of use.
struct Memory {
    candidate: Runnable<Ops>,
    params: Params,
    blocks: Vec<Block>,
    lanes: usize,
    /// Blocks in a lane, and in a segment of it.
    lane_len: usize,
    segment_len: usize,
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.blocks.iter_mut().for_each(Block::wipe);
    }
}

impl Memory {
    fn new(candidate: Runnable<Ops>, params: Params) -> Result<Self> {
        let lanes = params.lanes as usize;
        let segment_len = params.memory_kib as usize / (SLICES * lanes);
        let lane_len = SLICES * segment_len;
        let mut blocks = memory::with_capacity(lanes * lane_len)?;
        blocks.resize(lanes * lane_len, Block::ZERO);
        Ok(Self { candidate, params, blocks, lanes, lane_len, segment_len })
    }

    /// The first two blocks of each lane.
    fn begin(&mut self, first: &[u8; FIRST_LEN]) -> Result<()> {
        for (lane, blocks) in (0_u32..).zip(self.blocks.chunks_exact_mut(self.lane_len)) {
            for (column, block) in (0_u32..2).zip(blocks) {
                let mut bytes = Wiped::new([0; BYTES]);
                long_hash(&mut *bytes, [first, &column.to_le_bytes(), &lane.to_le_bytes()])?;
                *block = Block::from_bytes(&bytes);
            }
        }
        Ok(())
    }

    fn fill(&mut self, segment: &Segment) -> Result<()> {
        let Segment { pass, slice, lane } = *segment;
        // From the third segment on, addresses depend on the blocks.
        let independent = pass == 0 && slice < SLICES / 2;
        let mut addresses = Addresses::new(self, segment);
        // The first two blocks of a lane are there.
        let start = if pass == 0 && slice == 0 { 2 } else { 0 };
        for at in 0..self.segment_len {
            if at % PORTION == 0 {
                check()?;
            }
            if independent && at % WORDS == 0 {
                addresses.renew(self.candidate);
            }
            if at < start {
                continue;
            }
            let column = slice * self.segment_len + at;
            let before = if column == 0 { self.lane_len - 1 } else { column - 1 };
            let before = lane * self.lane_len + before;
            let random = if independent {
                addresses.block.0[at % WORDS]
            } else {
                self.blocks[before].word()
            };
            let from = self.reference(segment, at, random);
            let to = lane * self.lane_len + column;
            let (front, rest) = self.blocks.split_at_mut(to);
            let (block, back) = rest.split_at_mut(1);
            let other = |i: usize| if i < to { &front[i] } else { &back[i - to - 1] };
            self.candidate.compress(&mut block[0], other(before), other(from), pass > 0);
        }
        Ok(())
    }

    /// The place of the block that goes into the block `at` of a segment (sections 3.4.1 and 3.4.2).
    fn reference(&self, segment: &Segment, at: usize, random: u64) -> usize {
        let Segment { pass, slice, lane } = *segment;
        let lane_of =
            if pass == 0 && slice == 0 { lane } else { (random >> 32) as usize % self.lanes };
        // All that is finished: the last three segments, of the first pass those that there are; of
        // its own lane, the blocks of this segment besides. The block before is never chosen, which
        // is the last of these or, for the first block of a segment, of the segment before.
        let finished = if pass == 0 { slice } else { SLICES - 1 } * self.segment_len;
        let area =
            if lane_of == lane { finished + at - 1 } else { finished - usize::from(at == 0) };
        let square = (random & 0xffff_ffff).pow(2) >> 32;
        let back = (area as u64 * square) >> 32;
        let first = if pass == 0 { 0 } else { (slice + 1) % SLICES * self.segment_len };
        lane_of * self.lane_len + (first + area - 1 - back as usize) % self.lane_len
    }

    /// The tag out of the last blocks of all lanes.
    fn tag(&self, out: &mut [u8]) -> Result<()> {
        let mut sum = Block::ZERO;
        for lane in self.blocks.chunks_exact(self.lane_len) {
            sum.add(&lane[self.lane_len - 1]);
        }
        let bytes = Wiped::new(sum.to_bytes());
        sum.wipe();
        long_hash(out, [&*bytes, &[], &[]])
    }
}

/// The pseudo-random numbers of a segment whose addresses do not depend on the blocks (section
/// 3.4.1.2).
struct Addresses {
    input: Block,
    block: Block,
}

impl Addresses {
    fn new(memory: &Memory, segment: &Segment) -> Self {
        let mut input = Block::ZERO;
        input.0[0] = segment.pass.into();
        input.0[1] = segment.lane as u64;
        input.0[2] = segment.slice as u64;
        input.0[3] = memory.blocks.len() as u64;
        input.0[4] = memory.params.passes.into();
        input.0[5] = TYPE.into();
        Self { input, block: Block::ZERO }
    }

    /// The numbers of the next 128 blocks.
    fn renew(&mut self, candidate: Runnable<Ops>) {
        self.input.0[6] += 1;
        let mut once = Block::ZERO;
        candidate.compress(&mut once, &Block::ZERO, &self.input, false);
        candidate.compress(&mut self.block, &Block::ZERO, &once, false);
    }
}

/// Asks whether the work is still wanted.
fn check() -> Result<()> {
    #[cfg(feature = "std")]
    crate::interrupt::check()?;
    Ok(())
}
