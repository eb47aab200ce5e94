//! The compression function in lanes, for any instruction set.

use crate::prim::blake2b::SIGMA;

/// The words of the message that the `i`th application of G in a round adds (RFC 7693, section 3.2).
pub(super) const fn picks(round: usize, i: usize) -> [usize; 2] {
    [SIGMA[round % 10][2 * i], SIGMA[round % 10][2 * i + 1]]
}

/// Defines `compress` and `advance` in a module that defines what they are made of:
///
/// - `LANES`, the lanes of a group, `GROUPS`, how many groups go side by side, and `ALL`, the lanes of
///   these; `Row<G>`, a word of each lane of `G` groups, one vector a group;
/// - `load` and `store`, the first `G` groups of a row of words; `splat`, a word in all lanes;
/// - `add`, `xor`, `and`, and `xor3`, the XOR of three;
/// - `rotr::<R, G>`, every word rotated to the right by `R`;
/// - `eq0_mask`, all ones in the lanes whose word is zero.
///
/// Several groups at a time hide the latency of the instructions. All arithmetic is modulo 2^64, so no
/// bound is held back.
macro_rules! kernel {
    ($(#[$attribute:meta])*) => {
        /// Absorbs a block in each lane.
        $(#[$attribute])*
        #[inline(never)]
        fn compress(blocks: &mut Blocks<LANES>) {
            let mut message = [splat::<1>(0); 16];
            for word in 0..16 {
                message[word] = load(&blocks.message[word]);
            }
            let mut v = [splat::<1>(0); 16];
            for word in 0..8 {
                v[word] = load(&blocks.state[word]);
                v[word + 8] = splat(INITIAL[word]);
            }
            v[12] = splat(INITIAL[4] ^ blocks.count);
            v[14] = splat(INITIAL[6] ^ blocks.last);
            rounds(&mut v, &message);
            for word in 0..8 {
                let start = load(&blocks.state[word]);
                store(&mut blocks.state[word], xor3(start, v[word], v[word + 8]));
            }
        }

        /// Steps the lanes in use, whose values have so many words.
        $(#[$attribute])*
        fn advance(lanes: &mut Lanes<ALL>, used: usize, words: usize, steps: u32) {
            // Each of these takes the compiler a while. Few lanes wait for latency, which the
            // additions of zeros hide behind.
            match words {
                _ if used <= LANES && GROUPS > 1 => advance_words::<1, 8>(lanes, steps),
                ..=4 => advance_words::<GROUPS, 4>(lanes, steps),
                _ => advance_words::<GROUPS, 8>(lanes, steps),
            }
        }

        /// Steps the first `G` groups of lanes, whose values lie in `W` words.
        $(#[$attribute])*
        #[inline(never)]
        fn advance_words<const G: usize, const W: usize>(lanes: &mut Lanes<ALL>, steps: u32) {
            let mut value = [splat::<G>(0); W];
            for word in 0..W {
                value[word] = load(&lanes.value[word]);
            }
            let mut number = load(&lanes.number);
            for _ in 0..steps {
                if lanes.are_pairs {
                    turn_over(lanes, &mut value, &mut number);
                }
                let mut v = [splat::<G>(0); 16];
                for word in 0..8 {
                    v[word] = load(&lanes.start[word]);
                    v[word + 8] = splat(INITIAL[word]);
                }
                let own = number;
                v[7] = xor(v[7], own);
                v[12] = splat(INITIAL[4] ^ lanes.count);
                v[14] = splat(!INITIAL[6]);
                number = add(number, splat(lanes.increment));
                rounds(&mut v, &value);
                for word in 0..W {
                    let mut start = load(&lanes.start[word]);
                    if word == 7 {
                        start = xor(start, own);
                    }
                    value[word] = xor3(start, v[word], v[word + 8]);
                    value[word] = and(value[word], splat(lanes.mask[word]));
                }
            }
            if lanes.are_pairs {
                turn_over(lanes, &mut value, &mut number);
            }
            for word in 0..W {
                store(&mut lanes.value[word], value[word]);
            }
            store(&mut lanes.number, number);
        }

        /// Exchanges the chains of the pairs whose turn it is, and counts down to the others'.
        $(#[$attribute])*
        #[inline]
        fn turn_over<const G: usize, const W: usize>(
            lanes: &mut Lanes<ALL>,
            value: &mut [Row<G>; W],
            number: &mut Row<G>,
        ) {
            let turn: Row<G> = load(&lanes.turn);
            let now = eq0_mask(turn);
            store(&mut lanes.turn, add(turn, splat(!0)));
            for word in 0..W {
                let other = load(&lanes.other[word]);
                let change = and(xor(value[word], other), now);
                value[word] = xor(value[word], change);
                store(&mut lanes.other[word], xor(other, change));
            }
            let other = load(&lanes.other_number);
            let change = and(xor(*number, other), now);
            *number = xor(*number, change);
            store(&mut lanes.other_number, xor(other, change));
        }

        /// Twelve rounds; the words of the message from `W` on are zeros.
        $(#[$attribute])*
        #[inline]
        fn rounds<const G: usize, const W: usize>(v: &mut [Row<G>; 16], message: &[Row<G>; W]) {
            round::<0, G, W>(v, message);
            round::<1, G, W>(v, message);
            round::<2, G, W>(v, message);
            round::<3, G, W>(v, message);
            round::<4, G, W>(v, message);
            round::<5, G, W>(v, message);
            round::<6, G, W>(v, message);
            round::<7, G, W>(v, message);
            round::<8, G, W>(v, message);
            round::<9, G, W>(v, message);
            round::<10, G, W>(v, message);
            round::<11, G, W>(v, message);
        }

        $(#[$attribute])*
        #[inline]
        fn round<const R: usize, const G: usize, const W: usize>(
            v: &mut [Row<G>; 16],
            message: &[Row<G>; W],
        ) {
            mix::<R, 0, G, W>(v, [0, 4, 8, 12], message);
            mix::<R, 1, G, W>(v, [1, 5, 9, 13], message);
            mix::<R, 2, G, W>(v, [2, 6, 10, 14], message);
            mix::<R, 3, G, W>(v, [3, 7, 11, 15], message);
            mix::<R, 4, G, W>(v, [0, 5, 10, 15], message);
            mix::<R, 5, G, W>(v, [1, 6, 11, 12], message);
            mix::<R, 6, G, W>(v, [2, 7, 8, 13], message);
            mix::<R, 7, G, W>(v, [3, 4, 9, 14], message);
        }

        /// The function G of section 3.1, the `I`th of round `R`.
        $(#[$attribute])*
        #[inline]
        fn mix<const R: usize, const I: usize, const G: usize, const W: usize>(
            v: &mut [Row<G>; 16],
            [a, b, c, d]: [usize; 4],
            message: &[Row<G>; W],
        ) {
            let [x, y] = const { picks(R, I) };
            v[a] = add(v[a], v[b]);
            if x < W {
                v[a] = add(v[a], message[x]);
            }
            v[d] = rotr::<32, G>(xor(v[d], v[a]));
            v[c] = add(v[c], v[d]);
            v[b] = rotr::<24, G>(xor(v[b], v[c]));
            v[a] = add(v[a], v[b]);
            if y < W {
                v[a] = add(v[a], message[y]);
            }
            v[d] = rotr::<16, G>(xor(v[d], v[a]));
            v[c] = add(v[c], v[d]);
            v[b] = rotr::<63, G>(xor(v[b], v[c]));
        }
    };
}

pub(super) use kernel;
