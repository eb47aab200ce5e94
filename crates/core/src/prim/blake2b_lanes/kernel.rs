//! The compression function in lanes, for any instruction set.

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
            let at = const { SIGMA[R % 10] };
            mix(v, [0, 4, 8, 12], word(message, at[0]), word(message, at[1]));
            mix(v, [1, 5, 9, 13], word(message, at[2]), word(message, at[3]));
            mix(v, [2, 6, 10, 14], word(message, at[4]), word(message, at[5]));
            mix(v, [3, 7, 11, 15], word(message, at[6]), word(message, at[7]));
            mix(v, [0, 5, 10, 15], word(message, at[8]), word(message, at[9]));
            mix(v, [1, 6, 11, 12], word(message, at[10]), word(message, at[11]));
            mix(v, [2, 7, 8, 13], word(message, at[12]), word(message, at[13]));
            mix(v, [3, 4, 9, 14], word(message, at[14]), word(message, at[15]));
        }

        /// A word of the message. Adding one that is known to be zero compiles to nothing.
        $(#[$attribute])*
        #[inline]
        fn word<const G: usize, const W: usize>(message: &[Row<G>; W], at: usize) -> Row<G> {
            if at < W { message[at] } else { splat(0) }
        }

        /// The function G of section 3.1.
        $(#[$attribute])*
        #[inline]
        fn mix<const G: usize>(v: &mut [Row<G>; 16], at: [usize; 4], x: Row<G>, y: Row<G>) {
            half::<32, 24, G>(v, at, x);
            half::<16, 63, G>(v, at, y);
        }

        /// Half of G, whose halves differ in their rotations. It is generic in nothing else that
        /// differs from call to call: the compiler simplifies one copy before it puts that into all
        /// rounds.
        $(#[$attribute])*
        #[inline]
        fn half<const D: i32, const B: i32, const G: usize>(
            v: &mut [Row<G>; 16],
            [a, b, c, d]: [usize; 4],
            word: Row<G>,
        ) {
            v[a] = add(add(v[a], v[b]), word);
            v[d] = rotr::<D, G>(xor(v[d], v[a]));
            v[c] = add(v[c], v[d]);
            v[b] = rotr::<B, G>(xor(v[b], v[c]));
        }
    };
}

pub(super) use kernel;
