//! SHA-256 of up to four messages in parallel with the SHA instructions.
//!
//! Origin: own, from FIPS 180-4, section 6.2, and the description of the instructions in the Intel
//! Software Developer's Manual, volume 2. A single message waits for a chain of 32 instructions
//! with a latency of four cycles. A processor can start one or two of them per cycle, so the rounds
//! of other messages fill the gaps. The working variables stay in the order ABEF and CDGH.

use core::arch::x86_64::{
    __m128i, _mm_add_epi32, _mm_alignr_epi8, _mm_and_si128, _mm_blendv_epi8, _mm_bslli_si128,
    _mm_bsrli_si128, _mm_cmpgt_epi32, _mm_loadu_si128, _mm_or_si128, _mm_set_epi64x,
    _mm_set1_epi32, _mm_setr_epi32, _mm_setzero_si128, _mm_sha256msg1_epu32, _mm_sha256msg2_epu32,
    _mm_sha256rnds2_epu32, _mm_shuffle_epi8, _mm_shuffle_epi32, _mm_slli_epi32, _mm_srli_epi32,
    _mm_storeu_si128, _mm_unpackhi_epi64, _mm_unpacklo_epi64,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::sha256::message::K;
use crate::prim::sha256::message::{BLOCK, Block, State};
use crate::prim::sha256_lanes::input::{Chains, Messages};
use crate::prim::sha256_lanes::{INITIAL, Ops};
use crate::wipe::wipe;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "shani",
        Features::SHA.and(Features::SSE41),
        "own, from FIPS 180-4 and Intel's manual, up to 4 messages side by side",
    ),
    ops: Ops { hash, advance },
};

/// The maximum number of parallel messages.
const STREAMS: usize = 4;

/// A chain: the message of its next step in rows of four words, without the value, and the value.
#[derive(Clone, Copy)]
struct Link {
    first: [u32; 4],
    second: [u32; 4],
    value: [[u32; 4]; 2],
    steps: u32,
}

impl Link {
    const EMPTY: Self = Self { first: [0; 4], second: [0; 4], value: [[0; 4]; 2], steps: 0 };
}

/// The parts that the messages of all chains share.
struct Common {
    kept: [[u32; 4]; 2],
    last: [u32; 4],
}

#[target_feature(enable = "sha,sse4.1")]
fn hash(messages: &mut Messages<'_>) {
    let mut states = [[0; 8]; STREAMS];
    let mut blocks = [[0; BLOCK]; STREAMS];
    let mut room = [0; BLOCK];
    let mut first = 0;
    while first < messages.count() {
        let streams = STREAMS.min(messages.count() - first);
        states = [messages.start.state; STREAMS];
        for number in 0..messages.blocks() {
            for stream in 0..streams {
                let block = *messages.block(first + stream, number, &mut room);
                blocks[stream] = block;
            }
            match streams {
                1 => compress::<1>(&mut states, &blocks),
                2 => compress::<2>(&mut states, &blocks),
                _ => compress::<4>(&mut states, &blocks),
            }
        }
        for stream in 0..streams {
            messages.finish(first + stream, |word| states[stream][word]);
        }
        first += streams;
    }
    wipe(states.as_flattened_mut());
    wipe(blocks.as_flattened_mut());
    wipe(&mut room);
}

#[target_feature(enable = "sha,sse4.1")]
fn advance(chains: &mut Chains<'_>, bound: u8) {
    let mut common = Common { kept: [[0; 4]; 2], last: [0, chains.tail(), 0, chains.bits()] };
    common.kept.as_flattened_mut().copy_from_slice(&chains.kept());
    let mut empty = Link::EMPTY;
    empty.value.as_flattened_mut().copy_from_slice(&chains.padding());
    let mut links = [empty; STREAMS];
    let mut first = 0;
    while first < chains.count() {
        let streams = STREAMS.min(chains.count() - first);
        for stream in 0..streams {
            let head = chains.head(first + stream);
            let link = &mut links[stream];
            link.first.copy_from_slice(&head[..4]);
            link.second[..2].copy_from_slice(&head[4..]);
            link.steps = chains.steps(first + stream);
            let words = link.value.as_flattened_mut().iter_mut();
            for (word, bytes) in words.zip(chains.value(first + stream)) {
                *word = u32::from_be_bytes(*bytes);
            }
        }
        match streams {
            1 => advance_streams::<1>(&mut links, &common, bound),
            2 => advance_streams::<2>(&mut links, &common, bound),
            _ => advance_streams::<4>(&mut links, &common, bound),
        }
        for stream in 0..streams {
            chains.finish(first + stream, |word| links[stream].value.as_flattened()[word]);
        }
        first += streams;
    }
    for link in &mut links {
        wipe(link.value.as_flattened_mut());
        link.steps = 0;
    }
}

/// Compresses a block of each of the first `S` messages.
#[target_feature(enable = "sha,sse4.1")]
#[inline(never)]
fn compress<const S: usize>(states: &mut [State; STREAMS], blocks: &[Block; STREAMS]) {
    let big_endian = _mm_set_epi64x(0x0c0d_0e0f_0809_0a0b, 0x0405_0607_0001_0203);
    let mut starts = [[_mm_setzero_si128(); 2]; S];
    let mut window = [[_mm_setzero_si128(); 4]; S];
    for stream in 0..S {
        starts[stream] = halves(&states[stream]);
        let (rows, _) = blocks[stream].as_chunks::<16>();
        for row in 0..4 {
            window[stream][row] = _mm_shuffle_epi8(load(&rows[row]), big_endian);
        }
    }
    let ends = rounds(&starts, window);
    for stream in 0..S {
        let [low, high] = rows(&starts[stream], &ends[stream]);
        let (words, _) = states[stream].as_chunks_mut();
        store(&mut words[0], low);
        store(&mut words[1], high);
    }
}

/// Runs `bound` steps on the first `S` chains; a chain discards the results after its own last
/// step.
#[target_feature(enable = "sha,sse4.1")]
#[inline(never)]
fn advance_streams<const S: usize>(links: &mut [Link; STREAMS], common: &Common, bound: u8) {
    let start = halves(&INITIAL);
    let kept = [load(&common.kept[0]), load(&common.kept[1])];
    let last = load(&common.last);
    let mut number = _mm_setzero_si128();
    let mut values = [[_mm_setzero_si128(); 2]; S];
    for stream in 0..S {
        values[stream] = [load(&links[stream].value[0]), load(&links[stream].value[1])];
    }
    for step in 0..bound {
        let mut window = [[_mm_setzero_si128(); 4]; S];
        for stream in 0..S {
            let second = _mm_add_epi32(load(&links[stream].second), number);
            let [joined, next, end] = shifted(&values[stream]);
            window[stream] = [
                load(&links[stream].first),
                _mm_or_si128(second, joined),
                next,
                _mm_or_si128(end, last),
            ];
        }
        number = _mm_add_epi32(number, _mm_setr_epi32(0, 1 << 8, 0, 0));
        let ends = rounds(&[start; S], window);
        for stream in 0..S {
            let steps = _mm_set1_epi32(links[stream].steps.cast_signed());
            let taken = _mm_cmpgt_epi32(steps, _mm_set1_epi32(step.into()));
            let digest = rows(&start, &ends[stream]);
            for half in 0..2 {
                let mask = _mm_and_si128(taken, kept[half]);
                values[stream][half] = _mm_blendv_epi8(values[stream][half], digest[half], mask);
            }
        }
    }
    for stream in 0..S {
        store(&mut links[stream].value[0], values[stream][0]);
        store(&mut links[stream].value[1], values[stream][1]);
    }
}

/// Returns a value of eight words at its position in the last three rows of the message, with one
/// byte in word 5 and the last three in word 13.
#[inline]
#[target_feature(enable = "sse4.1")]
fn shifted(value: &[__m128i; 2]) -> [__m128i; 3] {
    let ends = [_mm_srli_epi32::<24>(value[0]), _mm_srli_epi32::<24>(value[1])];
    let begins = [_mm_slli_epi32::<8>(value[0]), _mm_slli_epi32::<8>(value[1])];
    // Words 5 to 8, 9 to 12, and 13.
    let low = _mm_or_si128(ends[0], _mm_bslli_si128::<4>(begins[0]));
    let high = _mm_or_si128(ends[1], _mm_alignr_epi8::<12>(begins[1], begins[0]));
    let rest = _mm_bsrli_si128::<12>(begins[1]);
    [_mm_bslli_si128::<4>(low), _mm_alignr_epi8::<12>(high, low), _mm_alignr_epi8::<12>(rest, high)]
}

/// Returns the working variables ABEF and CDGH after the 64 rounds.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn rounds<const S: usize>(
    starts: &[[__m128i; 2]; S],
    mut window: [[__m128i; 4]; S],
) -> [[__m128i; 2]; S] {
    let mut v = *starts;
    macro_rules! groups {
        ($($group:literal)*) => {$( four_rounds::<$group, S>(&mut v, &mut window); )*};
    }
    groups!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    v
}

/// Performs rounds `4 * GROUP` to `4 * GROUP + 3` and replaces their words with the words sixteen
/// rounds later.
#[inline]
#[target_feature(enable = "sha,sse4.1")]
fn four_rounds<const GROUP: usize, const S: usize>(
    v: &mut [[__m128i; 2]; S],
    window: &mut [[__m128i; 4]; S],
) {
    let constants = load(&K.as_chunks::<4>().0[GROUP]);
    let mut sums = [constants; S];
    for stream in 0..S {
        sums[stream] = _mm_add_epi32(window[stream][GROUP % 4], constants);
    }
    for stream in 0..S {
        let [abef, cdgh] = v[stream];
        v[stream][1] = _mm_sha256rnds2_epu32(cdgh, abef, sums[stream]);
    }
    for stream in 0..S {
        let [abef, cdgh] = v[stream];
        let sums = _mm_shuffle_epi32::<0b11_10>(sums[stream]);
        v[stream][0] = _mm_sha256rnds2_epu32(abef, cdgh, sums);
    }
    if GROUP < 12 {
        for stream in 0..S {
            let window = &mut window[stream];
            let (next, later, last) =
                (window[(GROUP + 1) % 4], window[(GROUP + 2) % 4], window[(GROUP + 3) % 4]);
            let seven_back = _mm_alignr_epi8::<4>(last, later);
            let most = _mm_add_epi32(_mm_sha256msg1_epu32(window[GROUP % 4], next), seven_back);
            window[GROUP % 4] = _mm_sha256msg2_epu32(most, last);
        }
    }
}

/// Converts a state to ABEF and CDGH.
#[inline]
#[target_feature(enable = "sse4.1")]
fn halves(state: &State) -> [__m128i; 2] {
    let (rows, _) = state.as_chunks::<4>();
    // Least significant word first: BADC, FEHG.
    let badc = _mm_shuffle_epi32::<0b10_11_00_01>(load(&rows[0]));
    let fehg = _mm_shuffle_epi32::<0b10_11_00_01>(load(&rows[1]));
    [_mm_unpacklo_epi64(fehg, badc), _mm_unpackhi_epi64(fehg, badc)]
}

/// Returns the state after a block, ABCD and EFGH, from the working variables before and after it.
#[inline]
#[target_feature(enable = "sse4.1")]
fn rows(start: &[__m128i; 2], end: &[__m128i; 2]) -> [__m128i; 2] {
    let abef = _mm_add_epi32(start[0], end[0]);
    let cdgh = _mm_add_epi32(start[1], end[1]);
    [
        _mm_shuffle_epi32::<0b10_11_00_01>(_mm_unpackhi_epi64(abef, cdgh)),
        _mm_shuffle_epi32::<0b10_11_00_01>(_mm_unpacklo_epi64(abef, cdgh)),
    ]
}

#[inline]
#[target_feature(enable = "sse2")]
#[allow(unsafe_code)]
fn load<const N: usize, T>(row: &[T; N]) -> __m128i {
    const { assert!(size_of::<[T; N]>() == 16) };
    // SAFETY: `row` is 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(core::ptr::from_ref(row).cast()) }
}

#[inline]
#[target_feature(enable = "sse2")]
#[allow(unsafe_code)]
fn store(words: &mut [u32; 4], row: __m128i) {
    // SAFETY: `words` is 16 writable bytes, and the store needs no alignment.
    unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), row) };
}
