//! Rounds of SHA-256 and SHA-512 in plain integers, which run in parallel with vectors that compute
//! the schedule (FIPS 180-4, sections 6.2 and 6.4). Both hashes have the same round, with different
//! word sizes.

use core::arch::x86_64::{__m128i, _mm_loadu_si128};

/// Defines `round`, `add` and `store` for a word type. `$register` is the assembly text that names
/// operand 0 in the width of a word; `$sum0` and `$sum1` are the rotations of the two sums.
macro_rules! rounds {
    ($word:ty, $lanes:literal, $register:literal, $sum0:expr, $sum1:expr) => {
        /// Performs round `T` modulo 8 with the sum of its constant and its schedule word.
        #[inline(always)]
        fn round<const T: usize>(v: &mut [$word; 8], constant_and_word: $word) {
            let at = |name: usize| (name + 16 - T) % 8;
            let [a, b, c, d] = [v[at(0)], v[at(1)], v[at(2)], v[at(3)]];
            let [e, f, g, h] = [v[at(4)], v[at(5)], v[at(6)], v[at(7)]];
            let sum0 = a.rotate_right($sum0[0]) ^ a.rotate_right($sum0[1]) ^ a.rotate_right($sum0[2]);
            let sum1 = e.rotate_right($sum1[0]) ^ e.rotate_right($sum1[1]) ^ e.rotate_right($sum1[2]);
            let choice = (e & f) ^ (!e & g);
            // `a ^ b` is the next round's `b ^ c`.
            let majority = (kept(a ^ b) & kept(b ^ c)) ^ b;
            // First the terms that do not depend on `e`, then the terms that do: only one addition
            // is on the path from here to the next `e`, at the price of one more addition.
            let early = kept(h.wrapping_add(constant_and_word));
            let early_d = kept(d.wrapping_add(early));
            let late = kept(choice.wrapping_add(sum1));
            v[at(3)] = early_d.wrapping_add(late);
            v[at(7)] = kept(early.wrapping_add(late)).wrapping_add(kept(majority.wrapping_add(sum0)));
        }

        /// Returns the same value, with its origin hidden from the compiler, which therefore cannot
        /// regroup the sum that the value is part of.
        #[inline(always)]
        #[allow(unsafe_code)]
        fn kept(mut value: $word) -> $word {
            // SAFETY: the assembly text is only a comment and leaves its operand unchanged.
            unsafe {
                core::arch::asm!(
                    $register,
                    inout(reg) value,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
            value
        }

        #[inline(always)]
        fn add(state: &mut [$word; 8], working: &[$word; 8]) {
            for (word, working) in state.iter_mut().zip(working) {
                *word = word.wrapping_add(*working);
            }
        }

        #[inline]
        #[target_feature(enable = "avx2")]
        #[allow(unsafe_code)]
        fn store(vector: __m256i) -> [$word; $lanes] {
            const { assert!(size_of::<[$word; $lanes]>() == size_of::<__m256i>()) };
            let mut words = [0; $lanes];
            // SAFETY: `words` is 32 writable bytes, and the store needs no alignment.
            unsafe { core::arch::x86_64::_mm256_storeu_si256(words.as_mut_ptr().cast(), vector) };
            words
        }
    };
}
pub(in crate::prim) use rounds;

/// Loads a row of 16 bytes as a vector.
#[inline]
#[target_feature(enable = "sse2")]
#[allow(unsafe_code)]
pub(in crate::prim) fn load<const N: usize, T>(row: &[T; N]) -> __m128i {
    const { assert!(size_of::<[T; N]>() == 16) };
    // SAFETY: `row` is 16 readable bytes, and the load needs no alignment.
    unsafe { _mm_loadu_si128(row.as_ptr().cast()) }
}
