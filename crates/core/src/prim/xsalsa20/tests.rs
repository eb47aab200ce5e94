//! The kernels where the low word of the block counter runs over: 256 GiB into a stream, so that
//! no call through the contract gets there.
#![allow(unsafe_code)]

use salsa20::XSalsa20;
use salsa20::cipher::{KeyIvInit as _, StreamCipher as _, StreamCipherSeek as _};

use super::{Ops, PRIMITIVE, Source, kat, portable, selftest};
use crate::choose::{State, painted};
use crate::prim::testing::outcome;

type Kernel = fn(&mut [u8], Source<'_>, &mut [u32; 16]);

/// The kernels that this processor can run, under the names of their candidates.
fn kernels() -> Vec<(&'static str, Kernel)> {
    let mut kernels: Vec<(&'static str, Kernel)> = vec![("portable", portable::salsa20)];
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: a candidate is found by name only where the processor offers what it needs.
        let avx2: Kernel =
            |out, from, state| unsafe { super::x86_64::avx2::salsa20(out, from, state) };
        // SAFETY: likewise.
        let avx512: Kernel =
            |out, from, state| unsafe { super::x86_64::avx512::salsa20(out, from, state) };
        kernels.extend([("avx2", avx2), ("avx512", avx512)]);
    }
    kernels.retain(|(name, _)| PRIMITIVE.named(name).is_some());
    kernels
}

#[test]
fn every_kernel_carries_into_the_high_word_of_the_counter() {
    let (key, nonce) = (painted(8), painted(9));
    for before in [0_u32, 1, 2, 3, 5, 7, 8, 15, 16, 31] {
        let counter = u32::MAX - before;
        let mut expected = vec![0; 40 * 64 + 5];
        let mut peer = XSalsa20::new(&key.into(), &nonce.into());
        peer.seek(u64::from(counter) * 64);
        peer.apply_keystream(&mut expected);
        for (name, kernel) in kernels() {
            for len in [64, 130, 255, 257, 600, 1025, expected.len()] {
                let mut state = [0; 16];
                portable::extended(&mut state, &key, &nonce);
                state[8] = counter;
                let mut found = vec![0; len];
                kernel(&mut found, Source::Zero, &mut state);
                assert!(found == expected[..len], "{name}, {len} bytes from block {counter}");
                let next = u64::from(counter) + len.div_ceil(64) as u64;
                let left = u64::from(state[8]) | u64::from(state[9]) << 32;
                assert_eq!(left, next, "{name}, the counter after {len} bytes");
            }
        }
    }
}

#[test]
fn known_answers_are_those_of_an_independent_crate() {
    let mut keystream = vec![0; selftest::STREAM];
    XSalsa20::new(&kat::KEY.into(), &kat::NONCE.into()).apply_keystream(&mut keystream);
    assert_eq!(selftest::checksum(&keystream), kat::STREAM_SUM);
}

/// A kernel whose second pass of sixteen blocks begins with the block after the first one's first.
#[test]
fn a_kernel_that_does_not_count_its_passes_fails_the_selftest() {
    fn xor(out: &mut [u8], source: Source<'_>, key: &[u8; 32], nonce: &[u8; 24]) {
        let mut source = source;
        for (pass, piece) in out.chunks_mut(16 * 64).enumerate() {
            let mut state = [0; 16];
            portable::extended(&mut state, key, nonce);
            state[8] = pass as u32;
            portable::salsa20(piece, source, &mut state);
            source = source.skip(piece.len());
        }
    }
    assert_eq!(outcome(super::selftest, Ops { xor }), State::Failed);
}
