//! The kernels across the overflow of the block counter's low word, 256 GiB into a stream.
#![allow(unsafe_code)]

use salsa20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};
use salsa20::{Salsa8, Salsa12, XSalsa20};

use super::{Ops, PRIMITIVE, Source, kat, portable};
use crate::choose::{State, sample_array};
use crate::prim::family::stream::LATE;
use crate::prim::selftest;
use crate::prim::testing::outcome;

type Kernel = fn(&mut [u32; 16], &mut [u8], Source<'_>);

/// Returns the kernels that this processor can run, with the names of their candidates.
fn kernels() -> Vec<(&'static str, Kernel)> {
    let mut kernels: Vec<(&'static str, Kernel)> = vec![("portable", portable::salsa20)];
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: `named` finds a candidate only where the processor offers what it needs.
        let avx2: Kernel =
            |state, out, from| unsafe { super::x86_64::avx2::salsa20(state, out, from) };
        // SAFETY: likewise.
        let avx512: Kernel =
            |state, out, from| unsafe { super::x86_64::avx512::salsa20(state, out, from) };
        kernels.extend([("avx2", avx2), ("avx512", avx512)]);
    }
    kernels.retain(|(name, _)| PRIMITIVE.named(name).is_some());
    kernels
}

#[test]
fn every_kernel_carries_into_the_high_word_of_the_counter() {
    let (key, nonce) = (sample_array(8), sample_array(9));
    for before in [0_u32, 1, 2, 3, 5, 7, 8, 15, 16, 31] {
        let counter = u32::MAX - before;
        let mut expected = vec![0; 40 * 64 + 5];
        let mut peer = XSalsa20::new(&key.into(), &nonce.into());
        peer.seek(u64::from(counter) * 64);
        peer.apply_keystream(&mut expected);
        for (name, kernel) in kernels() {
            for len in [64, 130, 255, 257, 600, 1025, expected.len()] {
                let mut state = [0; 16];
                super::extended(&mut state, &key, &nonce);
                state[8] = counter;
                let mut found = vec![0; len];
                kernel(&mut state, &mut found, Source::Zero);
                assert!(found == expected[..len], "{name}, {len} bytes from block {counter}");
                let next = u64::from(counter) + len.div_ceil(64) as u64;
                let left = u64::from(state[8]) | u64::from(state[9]) << 32;
                assert_eq!(left, next, "{name}, the counter after {len} bytes");
            }
        }
    }
}

#[test]
fn known_answers_agree_with_an_independent_crate() {
    let answers = &kat::ANSWERS;
    let sum = |block: u64, len: usize| {
        let mut keystream = vec![0; len];
        let mut peer = XSalsa20::new(answers.key.into(), answers.nonce.into());
        peer.seek(block * 64);
        peer.apply_keystream(&mut keystream);
        selftest::checksum(&keystream)
    };
    assert_eq!(sum(answers.block, selftest::STREAM), answers.keystream);
    assert_eq!(sum(answers.late.0, LATE), answers.late.1);
}

/// The keystream checksum of a cipher with fewer rounds, starting at a block.
macro_rules! reduced {
    ($cipher:ident, $block:expr, $len:expr) => {{
        let mut keystream = vec![0; $len];
        let mut peer = $cipher::new((&kat::KEY).into(), (&kat::SHORT_NONCE).into());
        peer.seek($block * 64);
        peer.apply_keystream(&mut keystream);
        selftest::checksum(&keystream)
    }};
}

#[test]
fn known_answers_of_fewer_rounds_agree_with_an_independent_crate() {
    let [twelve, eight] = &kat::REDUCED;
    assert_eq!(reduced!(Salsa12, 0_u64, selftest::STREAM), twelve.keystream);
    assert_eq!(reduced!(Salsa12, kat::LATE, LATE), twelve.late);
    assert_eq!(reduced!(Salsa8, 0_u64, selftest::STREAM), eight.keystream);
    assert_eq!(reduced!(Salsa8, kat::LATE, LATE), eight.late);
}

#[test]
fn another_number_of_rounds_fails_the_selftest() {
    type Kernel = unsafe fn(&mut [u32; 16], &mut [u8], Source<'_>);
    let outcome =
        |reduced: [Kernel; 2]| outcome(super::selftest, Ops { xor: portable::salsa20, reduced });
    let [twelve, eight] = portable::CANDIDATE.ops.reduced;
    assert_eq!(outcome([twelve, eight]), State::Proven);
    assert_eq!(outcome([portable::salsa::<10>, eight]), State::Failed);
    assert_eq!(outcome([twelve, portable::salsa::<10>]), State::Failed);
    assert_eq!(outcome([eight, twelve]), State::Failed);
}

/// Kernels that count only in one word, do not count, or restart the counter in each pass.
#[test]
fn kernels_with_a_wrong_counter_fail_the_selftest() {
    let reduced = portable::CANDIDATE.ops.reduced;
    let outcome = |xor| outcome(super::selftest, Ops { xor, reduced });
    assert_eq!(outcome(portable::salsa20), State::Proven);
    let low_word = |state: &mut [u32; 16], out: &mut [u8], source: Source<'_>| {
        let high = state[9];
        let mut source = source;
        for piece in out.chunks_mut(64) {
            state[9] = high;
            portable::salsa20(state, piece, source);
            source = source.skip(piece.len());
        }
    };
    assert_eq!(outcome(low_word), State::Failed);
    let stays = |state: &mut [u32; 16], out: &mut [u8], source: Source<'_>| {
        portable::salsa20(&mut { *state }, out, source);
    };
    assert_eq!(outcome(stays), State::Failed);
    let pass_by_pass = |state: &mut [u32; 16], out: &mut [u8], source: Source<'_>| {
        let (start, mut source) = (*state, source);
        for (pass, piece) in out.chunks_mut(16 * 64).enumerate() {
            *state = start;
            state[8] += pass as u32;
            portable::salsa20(state, piece, source);
            source = source.skip(piece.len());
        }
    };
    assert_eq!(outcome(pass_by_pass), State::Failed);
}
