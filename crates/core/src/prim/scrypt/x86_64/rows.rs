//! The operations on rows in 128-bit registers, except the rotation.

/// Defines everything that the kernel needs except `rotated`.
macro_rules! rows {
    ($(#[$attribute:meta])*) => {
        type Row = __m128i;

        $(#[$attribute])*
        #[inline]
        fn add(x: Row, y: Row) -> Row {
            _mm_add_epi32(x, y)
        }

        $(#[$attribute])*
        #[inline]
        fn xor(x: Row, y: Row) -> Row {
            _mm_xor_si128(x, y)
        }

        $(#[$attribute])*
        #[inline]
        fn turned_once(x: Row) -> Row {
            _mm_shuffle_epi32::<0b10_01_00_11>(x)
        }

        $(#[$attribute])*
        #[inline]
        fn turned_twice(x: Row) -> Row {
            _mm_shuffle_epi32::<0b01_00_11_10>(x)
        }

        $(#[$attribute])*
        #[inline]
        fn turned_thrice(x: Row) -> Row {
            _mm_shuffle_epi32::<0b00_11_10_01>(x)
        }

        $(#[$attribute])*
        #[inline]
        #[allow(unsafe_code)]
        fn load(chunk: &Chunk, row: usize) -> Row {
            let words = &chunk.0.as_chunks::<4>().0[row];
            // SAFETY: `words` is 16 readable bytes, aligned to 16 because its chunk is aligned to
            // 64.
            unsafe { _mm_load_si128(words.as_ptr().cast()) }
        }

        $(#[$attribute])*
        #[inline]
        #[allow(unsafe_code)]
        fn store(chunk: &mut Chunk, row: usize, words: Row) {
            let to = &mut chunk.0.as_chunks_mut::<4>().0[row];
            // SAFETY: `to` is 16 writable bytes, aligned to 16 because its chunk is aligned to 64.
            unsafe { _mm_store_si128(to.as_mut_ptr().cast(), words) }
        }
    };
}
pub(super) use rows;
