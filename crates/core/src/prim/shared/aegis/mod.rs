//! AEGIS-128L and AEGIS-256 over any AES round, for every representation of blocks.
//!
//! Origin: draft-irtf-cfrg-aegis-aead sections 2.3, 2.4 and 4, from the text. A kernel's file
//! imports the functions on blocks that are compiled for its instruction set (`load`, `store`,
//! `xor`, `and`, and `rounds`, which performs one AES round on each block and adds a key). It
//! invokes the macro of its cipher next to its key and nonce lengths. A kernel that does not store
//! its state block by block defines the functions on states itself and invokes [`kernel`].
//!
//! Every 16 or 32 bytes of a message change the whole state, so a message cannot be split; only the
//! rounds of one step run in parallel. A block that absorbs text uses a round with a zero key, and
//! text and old block are XORed afterwards: its dependency on its own old value is one XOR. With
//! the old value in the round key, the dependency would be an XOR and a round, six cycles per step
//! on Intel processors.

pub(in crate::prim) mod portable;
#[cfg(test)]
pub(in crate::prim) mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;
#[cfg(target_arch = "x86_64")]
pub(in crate::prim) mod x86_64;

/// The Fibonacci numbers modulo 256 (section 2.1).
pub(in crate::prim) const C: [[u8; 16]; 2] = [
    [
        0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79,
        0x62,
    ],
    [
        0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28,
        0xdd,
    ],
];

/// Returns the block of both lengths in bits, which the tag covers.
#[inline(always)]
pub(in crate::prim) fn lengths(aad_len: usize, text_len: usize) -> [u8; 16] {
    let bits = |len: usize| u128::from((len as u64).wrapping_mul(8));
    (bits(aad_len) | bits(text_len) << 64).to_le_bytes()
}

/// AEGIS-128L: a state of eight blocks; each step absorbs two blocks of a message.
macro_rules! aegis128l {
    ($(#[$target:meta])?) => {
        type State = [Block; 8];
        type Text = [Block; RATE];

        const RATE: usize = 2;

        #[cfg_attr(not(lean), inline)]
        #[cfg_attr(lean, inline(never))]
        $(#[$target])?
        fn start(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> State {
            let (key, nonce) = (load(key), load(nonce));
            let (c0, c1) = (load(&C[0]), load(&C[1]));
            let (both, key0, key1) = (xor(key, nonce), xor(key, c0), xor(key, c1));
            let mut state = [both, c1, c0, c1, both, key0, key1, key0];
            for _ in 0..10 {
                state = update(state, [nonce, key]);
            }
            state
        }

        #[inline]
        $(#[$target])?
        fn update(state: State, text: Text) -> State {
            let [a, b, c, d, e, f, g, h] = state;
            let none = load(&[0; 16]);
            let mut next = rounds([h, a, b, c, d, e, f, g], [none, b, c, d, none, f, g, h]);
            next[0] = xor(xor(next[0], text[0]), a);
            next[4] = xor(xor(next[4], text[1]), e);
            next
        }

        #[inline]
        $(#[$target])?
        fn keystream(state: &State) -> Text {
            let &[_, b, c, d, _, f, g, h] = state;
            [xor(xor(g, b), and(c, d)), xor(xor(c, f), and(g, h))]
        }

        /// Returns the text of the final steps: a block of the state XOR the lengths.
        #[inline]
        $(#[$target])?
        fn last(state: &State, lengths: &[u8; 16]) -> Text {
            [xor(state[2], load(lengths)); RATE]
        }

        /// Returns the two halves of a 32-byte tag, and the two blocks whose XOR is a 16-byte tag.
        #[inline]
        $(#[$target])?
        fn halves(state: State) -> ([Block; 2], [Block; 2]) {
            let [a, b, c, d, e, f, g, h] = state;
            let (front, middle) = (xor(xor(a, b), xor(c, d)), xor(xor(e, f), g));
            ([front, xor(middle, h)], [front, middle])
        }

        $crate::prim::shared::aegis::texts! { $(#[$target])? }
        $crate::prim::shared::aegis::kernel! { $(#[$target])? }
    };
}
pub(in crate::prim) use aegis128l;

/// AEGIS-256: a state of six blocks; each step absorbs one block of a message.
macro_rules! aegis256 {
    ($(#[$target:meta])?) => {
        type State = [Block; 6];
        type Text = [Block; RATE];

        const RATE: usize = 1;

        #[cfg_attr(not(lean), inline)]
        #[cfg_attr(lean, inline(never))]
        $(#[$target])?
        fn start(key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) -> State {
            let [key0, key1] = pair(key);
            let [nonce0, nonce1] = pair(nonce);
            let (c0, c1) = (load(&C[0]), load(&C[1]));
            let (both0, both1) = (xor(key0, nonce0), xor(key1, nonce1));
            let mut state = [both0, both1, c1, c0, xor(key0, c0), xor(key1, c1)];
            for _ in 0..4 {
                for text in [key0, key1, both0, both1] {
                    state = update(state, [text]);
                }
            }
            state
        }

        #[inline]
        $(#[$target])?
        fn pair(bytes: &[u8; 32]) -> [Block; 2] {
            let (halves, _) = bytes.as_chunks();
            [load(&halves[0]), load(&halves[1])]
        }

        #[inline]
        $(#[$target])?
        fn update(state: State, text: Text) -> State {
            let [a, b, c, d, e, f] = state;
            let mut next = rounds([f, a, b, c, d, e], [load(&[0; 16]), b, c, d, e, f]);
            next[0] = xor(xor(next[0], text[0]), a);
            next
        }

        #[inline]
        $(#[$target])?
        fn keystream(state: &State) -> Text {
            let &[_, b, c, d, e, f] = state;
            [xor(xor(b, e), xor(f, and(c, d)))]
        }

        /// Returns the text of the final steps: a block of the state XOR the lengths.
        #[inline]
        $(#[$target])?
        fn last(state: &State, lengths: &[u8; 16]) -> Text {
            [xor(state[3], load(lengths))]
        }

        /// Returns the two halves of a 32-byte tag, and the two blocks whose XOR is a 16-byte tag.
        #[inline]
        $(#[$target])?
        fn halves(state: State) -> ([Block; 2], [Block; 2]) {
            let [a, b, c, d, e, f] = state;
            let both = [xor(xor(a, b), c), xor(xor(d, e), f)];
            (both, both)
        }

        $crate::prim::shared::aegis::texts! { $(#[$target])? }
        $crate::prim::shared::aegis::kernel! { $(#[$target])? }
    };
}
pub(in crate::prim) use aegis256;

/// Defines `read`, `write` and `sum` for the text of a step as separate blocks.
macro_rules! texts {
    ($(#[$target:meta])?) => {
        #[inline]
        $(#[$target])?
        fn read(bytes: &[u8; WIDE]) -> Text {
            let (blocks, _) = bytes.as_chunks();
            let mut text = [load(&blocks[0]); RATE];
            for i in 0..RATE {
                text[i] = load(&blocks[i]);
            }
            text
        }

        #[inline]
        $(#[$target])?
        fn write(bytes: &mut [u8; WIDE], text: Text) {
            let (blocks, _) = bytes.as_chunks_mut();
            for i in 0..RATE {
                store(&mut blocks[i], text[i]);
            }
        }

        #[inline]
        $(#[$target])?
        fn sum(a: Text, b: Text) -> Text {
            let mut sum = a;
            for i in 0..RATE {
                sum[i] = xor(a[i], b[i]);
            }
            sum
        }
    };
}
pub(in crate::prim) use texts;

/// The code shared by all kernels of both ciphers: associated data, texts and the tag. The
/// surrounding module defines `State`, `Text` and `RATE`, the number of blocks in a text; `start`,
/// `update`, `keystream`, `last` and `halves` as above; `read`, `write` and `sum` of texts; and
/// `xor` and `store` of single blocks.
macro_rules! kernel {
    ($(#[$target:meta])?) => {
        use $crate::error::{Error, Result};
        use $crate::prim::equal::equal;
        use $crate::prim::shared::aegis::{C, lengths};
        use $crate::wipe::wipe;

        /// Bytes of a message per step.
        const WIDE: usize = 16 * RATE;

        /// Encrypts a message and writes its tag.
        $(#[$target])?
        pub(crate) fn seal<const TAG: usize>(
            key: &[u8; KEY_LEN],
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &mut [u8; TAG],
            message: &[u8],
        ) {
            let mut state = start(key, nonce);
            state = absorb(state, aad);
            let (wides, rest) = message.as_chunks::<WIDE>();
            let (to, to_rest) = out.as_chunks_mut::<WIDE>();
            for (to, wide) in to.iter_mut().zip(wides) {
                let text = read(wide);
                write(to, sum(text, keystream(&state)));
                state = update(state, text);
            }
            if !rest.is_empty() {
                let mut wide = [0; WIDE];
                wide[..rest.len()].copy_from_slice(rest);
                let text = read(&wide);
                write(&mut wide, sum(text, keystream(&state)));
                to_rest.copy_from_slice(&wide[..rest.len()]);
                state = update(state, text);
                wipe(&mut wide);
            }
            *tag = finish(state, lengths(aad.len(), message.len()));
        }

        /// Decrypts a ciphertext. The tag depends on the plaintext, which is wiped if the tag is
        /// wrong.
        $(#[$target])?
        pub(crate) fn open<const TAG: usize>(
            key: &[u8; KEY_LEN],
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &[u8; TAG],
            ciphertext: &[u8],
        ) -> Result<()> {
            let mut state = start(key, nonce);
            state = absorb(state, aad);
            let (wides, rest) = ciphertext.as_chunks::<WIDE>();
            let (to, to_rest) = out.as_chunks_mut::<WIDE>();
            for (to, wide) in to.iter_mut().zip(wides) {
                let text = sum(read(wide), keystream(&state));
                write(to, text);
                state = update(state, text);
            }
            if !rest.is_empty() {
                let mut wide = [0; WIDE];
                wide[..rest.len()].copy_from_slice(rest);
                let text = sum(read(&wide), keystream(&state));
                write(&mut wide, text);
                wide[rest.len()..].fill(0);
                to_rest.copy_from_slice(&wide[..rest.len()]);
                state = update(state, read(&wide));
                wipe(&mut wide);
            }
            let mut own = finish::<TAG>(state, lengths(aad.len(), ciphertext.len()));
            let genuine = equal(&own, tag);
            wipe(&mut own);
            if genuine {
                return Ok(());
            }
            wipe(out);
            Err(Error::Verification)
        }

        #[cfg_attr(not(lean), inline)]
        #[cfg_attr(lean, inline(never))]
        $(#[$target])?
        fn absorb(mut state: State, aad: &[u8]) -> State {
            let (wides, rest) = aad.as_chunks::<WIDE>();
            for wide in wides {
                state = update(state, read(wide));
            }
            if !rest.is_empty() {
                let mut wide = [0; WIDE];
                wide[..rest.len()].copy_from_slice(rest);
                state = update(state, read(&wide));
            }
            state
        }

        #[cfg_attr(not(lean), inline)]
        #[cfg_attr(lean, inline(never))]
        $(#[$target])?
        fn finish<const TAG: usize>(state: State, lengths: [u8; 16]) -> [u8; TAG] {
            let text = last(&state, &lengths);
            let mut state = state;
            for _ in 0..7 {
                state = update(state, text);
            }
            let (long, [front, back]) = halves(state);
            let mut tag = [0; TAG];
            let (to, rest) = tag.as_chunks_mut::<16>();
            if let [to] = to {
                store(to, xor(front, back));
            }
            if let [first, second] = to {
                store(first, long[0]);
                store(second, long[1]);
            }
            debug_assert!(rest.is_empty());
            tag
        }
    };
}
pub(in crate::prim) use kernel;

/// Defines `seal` and `open` variants that overwrite the kernel's secret remnants on the stack.
macro_rules! wiping {
    () => {
        fn seal_and_wipe(
            key: &[u8; KEY_LEN],
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &mut [u8; TAG_LEN],
            message: &[u8],
        ) {
            $crate::wipe::without_traces(|| seal(key, nonce, aad, out, tag, message));
        }

        fn open_and_wipe(
            key: &[u8; KEY_LEN],
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &[u8; TAG_LEN],
            ciphertext: &[u8],
        ) -> Result<()> {
            $crate::wipe::without_traces(|| open(key, nonce, aad, out, tag, ciphertext))
        }
    };
}
pub(in crate::prim) use wiping;
