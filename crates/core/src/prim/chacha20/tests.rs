//! Tests of the kernels where the low word of the block counter overflows: 256 GiB into an
//! XChaCha20 message, whose counter carries into the next word.
#![allow(unsafe_code)]

use chacha20::ChaCha20Legacy;
use chacha20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

use super::{Ops, PRIMITIVE, Source, kat, portable};
use crate::choose::{State, sample_array};
use crate::error::Result;
use crate::prim::family::stream::LATE;
use crate::prim::selftest;
use crate::prim::shared::arx::{BLOCK, SIGMA, word};
use crate::prim::testing::outcome;

type Kernel = fn(&mut [u32; 16], &mut [u8], Source<'_>);

/// Returns the kernels that this processor can run, under the names of their candidates.
fn kernels() -> Vec<(&'static str, Kernel)> {
    let mut kernels: Vec<(&'static str, Kernel)> = vec![("portable", portable::chacha20)];
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: `named` finds a candidate only if the processor has the features that it needs.
        let avx2: Kernel =
            |state, out, from| unsafe { super::x86_64::avx2::chacha20(state, out, from) };
        // SAFETY: as for `avx2`.
        let avx512: Kernel =
            |state, out, from| unsafe { super::x86_64::avx512::chacha20(state, out, from) };
        kernels.extend([("avx2", avx2), ("avx512", avx512)]);
    }
    kernels.retain(|(name, _)| PRIMITIVE.named(name).is_some());
    kernels
}

/// Builds the state of the original cipher with its 64-bit counter.
fn state(key: &[u8; 32], counter: u64, nonce: &[u8; 8]) -> [u32; 16] {
    let mut state = [0; 16];
    state[..4].copy_from_slice(&SIGMA);
    for i in 0..8 {
        state[4 + i] = word(key, i);
    }
    (state[12], state[13]) = (counter as u32, (counter >> 32) as u32);
    (state[14], state[15]) = (word(nonce, 0), word(nonce, 1));
    state
}

#[test]
fn every_kernel_carries_into_the_next_word() {
    let (key, nonce) = (sample_array(8), sample_array(9));
    for before in [0_u32, 1, 2, 3, 5, 7, 8, 15, 16, 31] {
        let counter = u64::from(u32::MAX - before);
        let mut expected = vec![0; 40 * BLOCK + 5];
        let mut peer = ChaCha20Legacy::new(&key.into(), &nonce.into());
        peer.seek(counter * BLOCK as u64);
        peer.apply_keystream(&mut expected);
        for (name, kernel) in kernels() {
            for len in [64, 130, 255, 257, 600, 1025, expected.len()] {
                let mut state = state(&key, counter, &nonce);
                let mut found = vec![0; len];
                kernel(&mut state, &mut found, Source::Zero);
                assert!(found == expected[..len], "{name}, {len} bytes from block {counter}");
                let left = u64::from(state[12]) | u64::from(state[13]) << 32;
                let next = counter + len.div_ceil(BLOCK) as u64;
                assert_eq!(left, next, "{name}, the counter after {len} bytes");
            }
        }
    }
}

/// The first keystream block of a message is the Poly1305 key, so it must not recur.
#[test]
fn the_first_block_does_not_recur_in_a_message() {
    for (name, kernel) in kernels() {
        let mut start = [0; 16];
        super::extended(&mut start, &sample_array(8), &sample_array(9));
        let mut first = [0; BLOCK];
        kernel(&mut { start }, &mut first, Source::Zero);
        let mut late = start;
        late[12] = u32::MAX - 40;
        let mut keystream = vec![0; 80 * BLOCK];
        kernel(&mut late, &mut keystream, Source::Zero);
        assert!(keystream.chunks(BLOCK).all(|block| block != first), "{name}");
    }
}

/// The first nonce word is zero, so the original cipher with its longer counter has the same
/// keystream.
#[test]
fn known_answers_match_an_independent_crate() {
    let answers = &kat::ANSWERS;
    let short: [u8; 8] = core::array::from_fn(|i| answers.nonce[4 + i]);
    assert_eq!(answers.nonce[..4], [0; 4]);
    let sum = |block: u64, len: usize| {
        let mut keystream = vec![0; len];
        let mut peer = ChaCha20Legacy::new(answers.key.into(), &short.into());
        peer.seek(block * BLOCK as u64);
        peer.apply_keystream(&mut keystream);
        selftest::checksum(&keystream)
    };
    assert_eq!(sum(answers.block, selftest::STREAM), answers.keystream);
    assert_eq!(sum(answers.late.0, LATE), answers.late.1);
}

/// At the end of its range, seeking back restores the original nonce.
#[test]
fn a_stream_seeks_back_from_its_end() -> Result<()> {
    let (key, nonce) = (sample_array(8), sample_array(9));
    let mut expected = [0; 300];
    super::stream(&key, &nonce, 0, &mut expected)?;
    let mut stream = super::init(&key, &nonce)?;
    stream.seek(u32::MAX.into());
    stream.xor(&mut [0; BLOCK], Source::Zero)?;
    stream.seek(0);
    let mut found = [0; 300];
    stream.xor(&mut found, Source::Zero)?;
    assert_eq!(found, expected);
    Ok(())
}

/// Kernels with an error in only one of the code paths of the AVX-512 kernel.
#[test]
fn selftest_fails_kernels_with_an_error_in_one_pass() {
    let outcome = |xor| outcome(super::selftest, Ops { xor, reduced: () });
    assert_eq!(outcome(portable::chacha20), State::Proven);
    let first_pass = |state: &mut [u32; 16], out: &mut [u8], from: Source<'_>| {
        portable::chacha20(state, out, from);
        out.iter_mut().skip(15 * BLOCK).take(BLOCK).for_each(|byte| *byte ^= 1);
    };
    let second_pass = |state: &mut [u32; 16], out: &mut [u8], from: Source<'_>| {
        portable::chacha20(state, out, from);
        out.iter_mut().skip(16 * BLOCK).take(1).for_each(|byte| *byte ^= 1);
    };
    let after_two_passes = |state: &mut [u32; 16], out: &mut [u8], from: Source<'_>| {
        portable::chacha20(state, out, from);
        out.iter_mut().skip(40 * BLOCK).take(1).for_each(|byte| *byte ^= 1);
    };
    let in_place = |state: &mut [u32; 16], out: &mut [u8], from: Source<'_>| {
        let (len, start) = (out.len(), *state);
        portable::chacha20(state, out, from);
        if matches!(from, Source::InPlace) && len > 16 * BLOCK {
            portable::chacha20(&mut { start }, out, from);
        }
    };
    assert_eq!(outcome(first_pass), State::Failed);
    assert_eq!(outcome(second_pass), State::Failed);
    assert_eq!(outcome(after_two_passes), State::Failed);
    assert_eq!(outcome(in_place), State::Failed);
}
