//! BlockMix in rows of four words, generic over the type of 128-bit register.

/// Defines `mix`. The calling module defines `Row`, a register of four words; `add` and `xor`;
/// `rotated::<L, R>`, which rotates every word to the left by `L`, with `R` = `32 - L`;
/// `turned_once`, `turned_twice` and `turned_thrice`, which rotate the words of a row by 1 to 3
/// positions; and `load` and `store` for a row of a chunk.
///
/// The rows are the diagonals of Salsa20's matrix, so that a quarter round processes all four at
/// the same time. Column and row rounds differ only in how the rows are turned in between.
macro_rules! kernel {
    ($(#[$attribute:meta])*) => {
        $(#[$attribute])*
        fn mix(out: &mut [Chunk], input: &[Chunk], other: Option<&[Chunk]>) {
            let half = input.len() / 2;
            let mut state = chunk(input, other, input.len() - 1);
            for i in 0..input.len() {
                let next = chunk(input, other, i);
                for row in 0..4 {
                    state[row] = xor(state[row], next[row]);
                }
                let start = state;
                for _ in 0..4 {
                    double_round(&mut state);
                }
                // Even-numbered chunks go to the first half.
                let to = &mut out[i / 2 + if i % 2 == 0 { 0 } else { half }];
                for row in 0..4 {
                    state[row] = add(state[row], start[row]);
                    store(to, row, state[row]);
                }
            }
        }

        /// Returns chunk `i` of the input, XORed with the same chunk of `other`.
        $(#[$attribute])*
        #[inline]
        fn chunk(input: &[Chunk], other: Option<&[Chunk]>, i: usize) -> [Row; 4] {
            let chunk = &input[i];
            let mut rows = [load(chunk, 0), load(chunk, 1), load(chunk, 2), load(chunk, 3)];
            if let Some(other) = other {
                for row in 0..4 {
                    rows[row] = xor(rows[row], load(&other[i], row));
                }
            }
            rows
        }

        /// Performs a column round and a row round.
        $(#[$attribute])*
        #[inline]
        fn double_round(rows: &mut [Row; 4]) {
            let [mut a, mut b, mut c, mut d] = *rows;
            b = xor(b, rotated::<7, 25>(add(a, d)));
            c = xor(c, rotated::<9, 23>(add(b, a)));
            d = xor(d, rotated::<13, 19>(add(c, b)));
            a = xor(a, rotated::<18, 14>(add(d, c)));
            (b, c, d) = (turned_once(b), turned_twice(c), turned_thrice(d));
            d = xor(d, rotated::<7, 25>(add(a, b)));
            c = xor(c, rotated::<9, 23>(add(d, a)));
            b = xor(b, rotated::<13, 19>(add(c, d)));
            a = xor(a, rotated::<18, 14>(add(b, c)));
            (b, c, d) = (turned_thrice(b), turned_twice(c), turned_once(d));
            *rows = [a, b, c, d];
        }
    };
}
pub(super) use kernel;
