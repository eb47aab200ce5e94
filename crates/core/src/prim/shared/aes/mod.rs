//! Bitsliced AES rounds without tables: neither time nor memory accesses depend on data.
//!
//! Origin: FIPS 197; bitslicing as in Käsper and Schwabe, "Faster and timing-attack resistant
//! AES-GCM" (CHES 2009), here in 64-bit words.
//!
//! Eight words hold four blocks, one word for each bit of a byte. In row r and column c of the
//! state, the bit of byte r + 4 c of block k is bit 16 r + 4 c + k of the word, so that each row is
//! a quarter of the word. [`Lanes`] are `N` such words, which a compiler may put into a vector.

#[cfg(any(test, target_feature = "simd128"))]
pub(in crate::prim) mod nibbles;
#[cfg(all(feature = "ipcrypt", any(test, target_feature = "simd128")))]
pub(in crate::prim) mod pairs;
mod sbox;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
pub(in crate::prim) mod wasm32;

use core::ops::{BitAnd, BitXor, BitXorAssign, Not};

use crate::wipe::wipe;

/// A block of AES: the bytes of the state, column by column.
pub type Block = [u8; 16];

/// One bit of each byte of `4 N` blocks.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<const N: usize>([u64; N]);

/// The eight bits of each byte of `4 N` blocks, lowest bit first.
pub(crate) type Slices<const N: usize> = [Lanes<N>; 8];

impl<const N: usize> Lanes<N> {
    #[inline(always)]
    fn each(self, change: impl Fn(u64) -> u64) -> Self {
        Self(self.0.map(change))
    }

    /// Overwrites all words with zeros.
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}

impl<const N: usize> Default for Lanes<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> BitXor for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(mut self, other: Self) -> Self {
        self ^= other;
        self
    }
}

impl<const N: usize> BitXorAssign for Lanes<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        for i in 0..N {
            self.0[i] ^= other.0[i];
        }
    }
}

impl<const N: usize> BitAnd for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] &= other.0[i];
        }
        self
    }
}

impl<const N: usize> Not for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.each(|word| !word)
    }
}

/// Returns the bit slices of the blocks.
#[inline(always)]
pub(crate) fn sliced<const N: usize>(blocks: &[[Block; 4]; N]) -> Slices<N> {
    let mut q = [Lanes::default(); 8];
    for n in 0..N {
        for k in 0..4 {
            let [c0, c1, c2, c3] = columns(&blocks[n][k]);
            q[k].0[n] = spread(c0) | spread(c2) << 8;
            q[4 + k].0[n] = spread(c1) | spread(c3) << 8;
        }
    }
    transpose(&mut q);
    q
}

/// Returns the blocks of the bit slices.
#[inline(always)]
pub(crate) fn gathered<const N: usize>(mut q: Slices<N>) -> [[Block; 4]; N] {
    transpose(&mut q);
    let mut blocks = [[[0; 16]; 4]; N];
    for n in 0..N {
        for k in 0..4 {
            let (even, odd) = (q[k].0[n], q[4 + k].0[n]);
            let columns = [even, odd, even >> 8, odd >> 8].map(|word| close(word).to_le_bytes());
            blocks[n][k].copy_from_slice(columns.as_flattened());
        }
    }
    blocks
}

#[inline(always)]
fn columns(block: &Block) -> [u32; 4] {
    let (words, _) = block.as_chunks();
    core::array::from_fn(|i| u32::from_le_bytes(words[i]))
}

/// Inserts a zero byte after each byte.
#[inline(always)]
fn spread(word: u32) -> u64 {
    let word = u64::from(word);
    let word = (word | word << 16) & 0x0000_ffff_0000_ffff;
    (word | word << 8) & 0x00ff_00ff_00ff_00ff
}

/// Returns the even bytes.
#[inline(always)]
fn close(word: u64) -> u32 {
    let word = word & 0x00ff_00ff_00ff_00ff;
    let word = (word | word >> 8) & 0x0000_ffff_0000_ffff;
    (word | word >> 16) as u32
}

/// Swaps bit j of each byte of word i with bit i of the same byte of word j.
#[inline(always)]
fn transpose<const N: usize>(q: &mut Slices<N>) {
    for (distance, mask) in
        [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f)]
    {
        for i in (0..8).filter(|i| i & distance == 0) {
            for n in 0..N {
                let (low, high) = (q[i].0[n], q[i + distance].0[n]);
                let crossing = (low >> distance ^ high) & mask;
                q[i].0[n] = low ^ crossing << distance;
                q[i + distance].0[n] = high ^ crossing;
            }
        }
    }
}

/// Applies AddRoundKey (FIPS 197 section 5.1.4) with a key sliced like the state.
#[inline(always)]
pub(crate) fn add<const N: usize>(q: &mut Slices<N>, key: &Slices<N>) {
    for i in 0..8 {
        q[i] ^= key[i];
    }
}

/// Applies [`add`] with a key of four blocks to each word.
#[inline(always)]
pub(crate) fn add_to_each<const N: usize>(q: &mut Slices<N>, key: &Slices<1>) {
    for i in 0..8 {
        q[i] = q[i].each(|word| word ^ key[i].0[0]);
    }
}

/// Applies SubBytes, ShiftRows and MixColumns: a round without adding its key.
#[inline(always)]
pub(crate) fn round<const N: usize>(q: &mut Slices<N>) {
    last_round(q);
    mix_columns(q);
}

/// Applies SubBytes and ShiftRows: the last round without adding its key.
#[inline(always)]
pub(crate) fn last_round<const N: usize>(q: &mut Slices<N>) {
    sbox::substitute(q);
    for bit in q {
        *bit = bit.each(shift_rows);
    }
}

/// Applies the inverse of [`round`].
#[inline(always)]
pub(crate) fn round_back<const N: usize>(q: &mut Slices<N>) {
    mix_columns_back(q);
    last_round_back(q);
}

/// Applies the inverse of [`last_round`].
#[inline(always)]
pub(crate) fn last_round_back<const N: usize>(q: &mut Slices<N>) {
    for bit in q.iter_mut() {
        *bit = bit.each(shift_rows_back);
    }
    sbox::substitute_back(q);
}

/// Applies SubWord (FIPS 197 section 5.2).
pub(crate) fn sub_word(word: u32) -> u32 {
    let mut blocks = [[[0; 16]; 4]];
    blocks[0][0][..4].copy_from_slice(&word.to_le_bytes());
    let mut q = sliced(&blocks);
    sbox::substitute(&mut q);
    let [blocks] = gathered(q);
    columns(&blocks[0])[0]
}

/// Rotates row r by r columns of four bits each.
#[inline(always)]
fn shift_rows(word: u64) -> u64 {
    word & 0x0000_0000_0000_ffff
        | word >> 4 & 0x0000_0000_0fff_0000
        | word << 12 & 0x0000_0000_f000_0000
        | word >> 8 & 0x0000_00ff_0000_0000
        | word << 8 & 0x0000_ff00_0000_0000
        | word >> 12 & 0x000f_0000_0000_0000
        | word << 4 & 0xfff0_0000_0000_0000
}

#[inline(always)]
fn shift_rows_back(word: u64) -> u64 {
    word & 0x0000_0000_0000_ffff
        | word << 4 & 0x0000_0000_fff0_0000
        | word >> 12 & 0x0000_0000_000f_0000
        | word >> 8 & 0x0000_00ff_0000_0000
        | word << 8 & 0x0000_ff00_0000_0000
        | word << 12 & 0xf000_0000_0000_0000
        | word >> 4 & 0x0fff_0000_0000_0000
}

/// Replaces each row by 2 a + 3 b + c + d, where a is the row and b to d are the three below it.
#[inline(always)]
fn mix_columns<const N: usize>(q: &mut Slices<N>) {
    let below = q.map(|bit| bit.each(|word| word.rotate_right(16)));
    let sum: Slices<N> = core::array::from_fn(|i| q[i] ^ below[i]);
    let twice = doubled(&sum);
    for i in 0..8 {
        q[i] = twice[i] ^ below[i] ^ sum[i].each(|word| word.rotate_right(32));
    }
}

/// The matrix of InvMixColumns is the matrix of MixColumns times a matrix that adds 4 (a + c) to a
/// and c.
#[inline(always)]
fn mix_columns_back<const N: usize>(q: &mut Slices<N>) {
    let sum = q.map(|bit| bit ^ bit.each(|word| word.rotate_right(32)));
    add(q, &doubled(&doubled(&sum)));
    mix_columns(q);
}

/// Returns the product with x modulo x^8 + x^4 + x^3 + x + 1.
#[inline(always)]
fn doubled<const N: usize>(q: &Slices<N>) -> Slices<N> {
    let [b0, b1, b2, b3, b4, b5, b6, b7] = *q;
    [b7, b0 ^ b7, b1, b2 ^ b7, b3 ^ b7, b4, b5, b6]
}
