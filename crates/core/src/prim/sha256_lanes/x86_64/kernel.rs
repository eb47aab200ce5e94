//! The rounds over many messages in parallel, as a macro for each vector width.

/// Performs the listed rounds with the words of `$w` and the constants of `$k`.
macro_rules! rounds {
    ($v:ident, $w:ident, $k:expr; $($t:literal)*) => {$(
        for group in 0..G {
            round::<$t>(&mut $v[group], $w[group][$t], $k[$t]);
        }
    )*};
}

/// Performs the listed rounds; each first replaces its word of `$w` with the word sixteen rounds
/// later.
macro_rules! scheduled_rounds {
    ($v:ident, $w:ident, $k:expr; $($t:literal)*) => {$(
        for group in 0..G {
            $w[group][$t] = scheduled::<$t>(&$w[group]);
            round::<$t>(&mut $v[group], $w[group][$t], $k[$t]);
        }
    )*};
}

/// Defines the functions `hash` and `advance` of a candidate. The calling module defines:
///
/// - `Words`, a vector with one word of each of `LANES` messages, and `MAX_LANES`, the lanes of two
///   vectors, whose rounds are interleaved to hide latency;
/// - `load` and `store` for a vector of a row in memory, and `splat`, a word in all lanes;
/// - `add`, `and`, `or`, and `xor3` of three words; `rotr::<R, 32 - R>`, a rotation of every word
///   to the right; `right` and `left`, shifts;
/// - `choice` and `majority` (FIPS 180-4, section 4.1.2);
/// - `gt_mask`, all ones where a word is greater than another as a signed number, and `blend`,
///   which selects words of the first vector where a mask is ones, otherwise of the second.
macro_rules! kernel {
    ($feature:literal) => {
        #[target_feature(enable = $feature)]
        fn hash(messages: &mut Messages<'_>) {
            rows::hash::<MAX_LANES>(messages, |rows, lanes| {
                if lanes > LANES { compress::<2>(rows) } else { compress::<1>(rows) }
            });
        }

        #[target_feature(enable = $feature)]
        fn advance(chains: &mut Chains<'_>, bound: u8) {
            rows::advance::<MAX_LANES>(chains, |rows, lanes| {
                if lanes > LANES {
                    advance_lanes::<2>(rows, bound)
                } else {
                    advance_lanes::<1>(rows, bound)
                }
            });
        }

        /// Compresses a block of each message in the first `G` vectors.
        #[target_feature(enable = $feature)]
        #[inline(never)]
        fn compress<const G: usize>(rows: &mut Blocks<MAX_LANES>) {
            let mut v = [[splat(0); 8]; G];
            let mut w = [[splat(0); 16]; G];
            for group in 0..G {
                for word in 0..8 {
                    v[group][word] = load(&rows.state[word], group);
                }
                for word in 0..16 {
                    w[group][word] = load(&rows.message[word], group);
                }
            }
            rounds!(v, w, K; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            v = later_rounds(v, w);
            for group in 0..G {
                for word in 0..8 {
                    let start = load(&rows.state[word], group);
                    store(&mut rows.state[word], group, add(start, v[group][word]));
                }
            }
        }

        /// Runs `bound` steps on the chains in the first `G` vectors; a chain discards the results
        /// after its own last step.
        #[target_feature(enable = $feature)]
        #[inline(never)]
        fn advance_lanes<const G: usize>(rows: &mut ChainLanes<MAX_LANES>, bound: u8) {
            let mut value = [[splat(0); 8]; G];
            // The parts shared by all steps: the first words and the rounds over them.
            let mut fixed = [[splat(0); 16]; G];
            let mut begun = [[splat(0); 8]; G];
            for group in 0..G {
                for word in 0..8 {
                    value[group][word] = load(&rows.value[word], group);
                    begun[group][word] = splat(INITIAL[word]);
                }
                for word in 0..5 {
                    fixed[group][word] = load(&rows.fixed[word], group);
                }
                fixed[group][13] = splat(rows.tail);
                fixed[group][15] = splat(rows.bits);
            }
            rounds!(begun, fixed, K; 0 1 2 3 4);
            for step in 0..bound {
                let mut v = begun;
                let mut w = fixed;
                for group in 0..G {
                    let number = splat(u32::from(step) << 8);
                    let numbered = add(load(&rows.numbered, group), number);
                    place(&mut w[group], numbered, &value[group]);
                }
                rounds!(v, w, K; 5 6 7 8 9 10 11 12 13 14 15);
                v = later_rounds(v, w);
                for group in 0..G {
                    let taken = gt_mask(load(&rows.steps, group), splat(step.into()));
                    for word in 0..8 {
                        let mask = and(taken, splat(rows.kept[word]));
                        let next = add(v[group][word], splat(INITIAL[word]));
                        value[group][word] = blend(mask, next, value[group][word]);
                    }
                }
            }
            for group in 0..G {
                for word in 0..8 {
                    store(&mut rows.value[word], group, value[group][word]);
                }
            }
        }

        /// Places a value in the words of a message: its first byte after the step number, its last
        /// three bytes before the existing padding.
        #[inline]
        #[target_feature(enable = $feature)]
        fn place(w: &mut [Words; 16], numbered: Words, value: &[Words; 8]) {
            w[5] = or(numbered, right::<24>(value[0]));
            for word in 0..7 {
                w[word + 6] = or(left::<8>(value[word]), right::<24>(value[word + 1]));
            }
            w[13] = or(w[13], left::<8>(value[7]));
        }

        /// Performs rounds 16 to 63.
        #[inline]
        #[target_feature(enable = $feature)]
        fn later_rounds<const G: usize>(
            mut v: [[Words; 8]; G],
            mut w: [[Words; 16]; G],
        ) -> [[Words; 8]; G] {
            for sixteen in 1..4 {
                let constants = &K.as_chunks::<16>().0[sixteen];
                scheduled_rounds!(v, w, constants; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            }
            v
        }

        /// Performs round `T` modulo 16. The working variables rotate by renaming, not by moves.
        #[inline]
        #[target_feature(enable = $feature)]
        fn round<const T: usize>(v: &mut [Words; 8], word: Words, constant: u32) {
            let [a, b, c, d, e, f, g, h] = const {
                let mut at = [0; 8];
                let mut name = 0;
                while name < 8 {
                    at[name] = (name + 16 - T) % 8;
                    name += 1;
                }
                at
            };
            let sum1 = xor3(rotr::<6, 26>(v[e]), rotr::<11, 21>(v[e]), rotr::<25, 7>(v[e]));
            let sum0 = xor3(rotr::<2, 30>(v[a]), rotr::<13, 19>(v[a]), rotr::<22, 10>(v[a]));
            let constant_and_word = add(word, splat(constant));
            let known = add(add(v[h], constant_and_word), choice(v[e], v[f], v[g]));
            let first = add(known, sum1);
            v[d] = add(v[d], first);
            v[h] = add(first, add(sum0, majority(v[a], v[b], v[c])));
        }

        /// Returns the schedule word that replaces word `T` sixteen rounds later.
        #[inline]
        #[target_feature(enable = $feature)]
        fn scheduled<const T: usize>(w: &[Words; 16]) -> Words {
            let (far, near) = (w[(T + 1) % 16], w[(T + 14) % 16]);
            let sigma0 = xor3(rotr::<7, 25>(far), rotr::<18, 14>(far), right::<3>(far));
            let sigma1 = xor3(rotr::<17, 15>(near), rotr::<19, 13>(near), right::<10>(near));
            add(add(w[T], sigma0), add(w[(T + 9) % 16], sigma1))
        }
    };
}

pub(super) use {kernel, rounds, scheduled_rounds};
