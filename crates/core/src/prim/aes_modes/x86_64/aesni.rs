//! AES instructions on eight blocks in parallel; GHASH by carry-less multiplication with one
//! reduction for eight blocks.
//!
//! Origin: written from FIPS 197, SP 800-38A and SP 800-38D. Needs AES, PCLMULQDQ, and AVX for
//! three-operand instructions. Fastest where wider AES instructions are missing, and for CBC
//! encryption.

use core::arch::x86_64::*;

use super::super::candidate::candidate;
use super::super::key::{Key, Prepared, Schedule};
use super::super::{NONCE_LEN, Ops, TAG_LEN, gcm, ghash as portable};
use super::ghash::product;
use super::in_runs;
use crate::choose::{Candidate, Features, Meta};
use crate::error::Result;
use crate::prim::Source;
use crate::prim::shared::aes::Block;
use crate::wipe::wipe;

candidate!(
    Meta::own(
        "aesni",
        Features::AES.and(Features::PCLMULQDQ).and(Features::AVX),
        "own, eight blocks a pass"
    )
    .checked(),
    "aes,pclmulqdq,avx"
);

pub(in crate::prim) type Vector = __m128i;

/// Number of blocks in parallel.
const LANES: usize = 8;
const WIDE: usize = 16 * LANES;

#[inline]
#[target_feature(enable = "aes,avx")]
pub(in crate::prim) fn expand(schedule: &mut Schedule, key: Key<'_>) {
    schedule.expand(key, |word| sub_word(word));
}

/// Applies the S-box to each byte of a word. All columns of the state are equal, so ShiftRows
/// changes nothing.
#[inline]
#[target_feature(enable = "aes,avx")]
fn sub_word(word: u32) -> u32 {
    let state = _mm_set1_epi32(word.cast_signed());
    _mm_cvtsi128_si32(_mm_aesenclast_si128(state, zero())).cast_unsigned()
}

#[inline]
#[target_feature(enable = "aes,avx")]
pub(in crate::prim) fn encrypt<const N: usize>(schedule: &Schedule, blocks: &mut [Vector; N]) {
    let (first, middle, last) = schedule.keys();
    let key = load(first);
    for i in 0..N {
        blocks[i] = xor(blocks[i], key);
    }
    for key in middle {
        let key = load(key);
        for i in 0..N {
            blocks[i] = _mm_aesenc_si128(blocks[i], key);
        }
    }
    let key = load(last);
    for i in 0..N {
        blocks[i] = _mm_aesenclast_si128(blocks[i], key);
    }
}

/// The equivalent inverse cipher (FIPS 197 section 5.3.5).
#[inline]
#[target_feature(enable = "aes,avx")]
pub(in crate::prim) fn decrypt<const N: usize>(schedule: &Schedule, blocks: &mut [Vector; N]) {
    let (first, middle, last) = schedule.keys();
    let key = load(last);
    for i in 0..N {
        blocks[i] = xor(blocks[i], key);
    }
    for key in middle.iter().rev() {
        let key = _mm_aesimc_si128(load(key));
        for i in 0..N {
            blocks[i] = _mm_aesdec_si128(blocks[i], key);
        }
    }
    let key = load(first);
    for i in 0..N {
        blocks[i] = _mm_aesdeclast_si128(blocks[i], key);
    }
}

#[target_feature(enable = "aes,avx")]
fn ctr(schedule: &Schedule, counter: u128, out: &mut [u8], source: Source<'_>) {
    in_runs(counter, out, source, |counter, out, mut source| {
        let mut number = turned(from_number(counter));
        let (wides, rest) = out.as_chunks_mut::<WIDE>();
        for wide in wides {
            crypt_wide(schedule, &mut number, wide, source);
            source = source.skip(WIDE);
        }
        crypt_rest(schedule, &mut number, rest, source);
    });
}

/// Encrypts or decrypts eight blocks with CTR and advances the counter. Its lowest 32 bits do not
/// overflow.
#[inline]
#[target_feature(enable = "aes,avx")]
fn crypt_wide(schedule: &Schedule, number: &mut Vector, out: &mut [u8; WIDE], source: Source<'_>) {
    let mut blocks = [zero(); LANES];
    for i in 0..LANES {
        blocks[i] = next(number);
    }
    encrypt(schedule, &mut blocks);
    let (out, _) = out.as_chunks_mut();
    for i in 0..LANES {
        let text = xor(blocks[i], input(&out[i], source, i));
        store(&mut out[i], text);
    }
}

/// Encrypts or decrypts the remainder with CTR, block by block.
#[inline]
#[target_feature(enable = "aes,avx")]
fn crypt_rest(schedule: &Schedule, number: &mut Vector, out: &mut [u8], mut source: Source<'_>) {
    for out in out.chunks_mut(16) {
        let mut block = [next(number)];
        encrypt(schedule, &mut block);
        let mut keystream = [0; 16];
        store(&mut keystream, block[0]);
        source.xor(out, &keystream);
        wipe(&mut keystream);
        source = source.skip(out.len());
    }
}

/// Returns the next counter block and advances the counter.
#[inline]
#[target_feature(enable = "avx")]
fn next(number: &mut Vector) -> Vector {
    let block = turned(*number);
    *number = _mm_add_epi32(*number, _mm_set_epi32(0, 0, 0, 1));
    block
}

#[target_feature(enable = "aes,pclmulqdq,avx")]
fn hash(key: &Prepared, sum: &mut u128, bytes: &[u8]) {
    let mut total = turned(from_number(*sum));
    let (blocks, rest) = bytes.as_chunks::<16>();
    let (wides, blocks) = blocks.as_chunks::<LANES>();
    for wide in wides {
        total = absorbed(key, total, wide);
    }
    if !blocks.is_empty() {
        total = absorbed(key, total, blocks);
    }
    if !rest.is_empty() {
        let mut block = [0; 16];
        block[..rest.len()].copy_from_slice(rest);
        total = absorbed(key, total, &[block]);
    }
    *sum = to_number(turned(total));
}

/// Returns the sum after absorbing at most eight blocks.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,avx")]
fn absorbed(key: &Prepared, mut sum: Vector, blocks: &[Block]) -> Vector {
    let powers = key.powers(blocks.len());
    let mut product = Product::zero();
    for (block, power) in blocks.iter().zip(powers) {
        product.add(xor(sum, turned(load(block))), load_power(power));
        sum = zero();
    }
    product.reduced()
}

#[inline]
#[target_feature(enable = "aes,pclmulqdq,avx")]
fn dot(a: u128, b: u128) -> u128 {
    let mut product = Product::zero();
    product.add(turned(from_number(a)), turned(from_number(b)));
    to_number(turned(product.reduced()))
}

/// Alternates encryption and hashing, so that the processor overlaps the two.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,avx")]
fn seal_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], message: &[u8]) {
    let mut total = turned(from_number(*sum));
    let mut number = turned(from_number(counter));
    let (wides, rest) = out.as_chunks_mut::<WIDE>();
    let (messages, rest_message) = message.as_chunks::<WIDE>();
    for (wide, message) in wides.iter_mut().zip(messages) {
        crypt_wide(&key.schedule, &mut number, wide, Source::From(message));
        total = absorbed(key, total, wide.as_chunks().0);
    }
    *sum = to_number(turned(total));
    crypt_rest(&key.schedule, &mut number, rest, Source::From(rest_message));
    hash(key, sum, rest);
}

/// Alternates decryption and hashing, so that the processor overlaps the two.
#[inline]
#[target_feature(enable = "aes,pclmulqdq,avx")]
fn open_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], text: &[u8]) {
    let mut total = turned(from_number(*sum));
    let mut number = turned(from_number(counter));
    let (wides, rest) = out.as_chunks_mut::<WIDE>();
    let (texts, rest_text) = text.as_chunks::<WIDE>();
    for (wide, text) in wides.iter_mut().zip(texts) {
        total = absorbed(key, total, text.as_chunks().0);
        crypt_wide(&key.schedule, &mut number, wide, Source::From(text));
    }
    *sum = to_number(turned(total));
    hash(key, sum, rest_text);
    crypt_rest(&key.schedule, &mut number, rest, Source::From(rest_text));
}

#[inline]
#[target_feature(enable = "aes,avx")]
pub(super) fn cbc_encrypt(
    schedule: &Schedule,
    iv: &mut Block,
    out: &mut [Block],
    source: Source<'_>,
) {
    let mut chain = [load(iv)];
    for i in 0..out.len() {
        chain[0] = xor(chain[0], input(&out[i], source, i));
        encrypt(schedule, &mut chain);
        store(&mut out[i], chain[0]);
    }
    store(iv, chain[0]);
}

#[inline]
#[target_feature(enable = "aes,avx")]
fn cbc_decrypt(schedule: &Schedule, iv: &mut Block, out: &mut [Block], mut source: Source<'_>) {
    let mut chain = load(iv);
    let (wides, rest) = out.as_chunks_mut::<LANES>();
    for wide in wides {
        chain = decrypt_chained(schedule, chain, wide, source);
        source = source.skip(WIDE);
    }
    for block in rest.as_chunks_mut::<1>().0 {
        chain = decrypt_chained(schedule, chain, block, source);
        source = source.skip(16);
    }
    store(iv, chain);
}

/// Decrypts `N` blocks in parallel with CBC. Returns the last ciphertext block.
#[inline]
#[target_feature(enable = "aes,avx")]
fn decrypt_chained<const N: usize>(
    schedule: &Schedule,
    chain: Vector,
    out: &mut [Block; N],
    source: Source<'_>,
) -> Vector {
    let mut before = [chain; N];
    let mut blocks = [chain; N];
    for i in 0..N {
        blocks[i] = input(&out[i], source, i);
    }
    before[1..].copy_from_slice(&blocks[..N - 1]);
    let last = blocks[N - 1];
    decrypt(schedule, &mut blocks);
    for i in 0..N {
        store(&mut out[i], xor(blocks[i], before[i]));
    }
    last
}

product!("pclmulqdq,avx");

#[inline]
#[target_feature(enable = "avx")]
fn zero() -> Vector {
    _mm_setzero_si128()
}

#[inline]
#[target_feature(enable = "avx")]
pub(in crate::prim) fn xor(a: Vector, b: Vector) -> Vector {
    _mm_xor_si128(a, b)
}

#[inline]
#[target_feature(enable = "avx")]
fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
    xor(a, xor(b, c))
}

#[inline]
#[target_feature(enable = "pclmulqdq,avx")]
fn multiply<const WHICH: i32>(a: Vector, b: Vector) -> Vector {
    _mm_clmulepi64_si128::<WHICH>(a, b)
}

#[inline]
#[target_feature(enable = "avx")]
fn halves_swapped(a: Vector) -> Vector {
    _mm_shuffle_epi32::<0x4e>(a)
}

#[inline]
#[target_feature(enable = "avx")]
fn to_upper(a: Vector) -> Vector {
    _mm_slli_si128::<8>(a)
}

#[inline]
#[target_feature(enable = "avx")]
fn to_lower(a: Vector) -> Vector {
    _mm_srli_si128::<8>(a)
}

#[inline]
#[target_feature(enable = "avx")]
fn polynomial() -> Vector {
    _mm_set1_epi64x(portable::POLYNOMIAL.cast_signed())
}

/// Reverses the bytes of a block: converts between a block and its number.
#[inline]
#[target_feature(enable = "avx")]
fn turned(block: Vector) -> Vector {
    _mm_shuffle_epi8(block, _mm_set_epi64x(0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f))
}

/// Returns the block of a number.
#[inline]
#[target_feature(enable = "avx")]
pub(in crate::prim) fn from_number(number: u128) -> Vector {
    let halves = [number >> 64, number].map(|half| (half as u64).swap_bytes().cast_signed());
    _mm_set_epi64x(halves[1], halves[0])
}

/// Returns the number of a block.
#[inline]
#[target_feature(enable = "avx")]
pub(in crate::prim) fn to_number(block: Vector) -> u128 {
    let mut bytes = [0; 16];
    store(&mut bytes, block);
    u128::from_be_bytes(bytes)
}

/// Loads block `i` of the input.
#[inline]
#[target_feature(enable = "avx")]
fn input(out: &Block, source: Source<'_>, i: usize) -> Vector {
    match source {
        Source::From(input) => load(&input.as_chunks().0[i]),
        Source::InPlace => load(out),
        Source::Zero => zero(),
    }
}

#[inline]
#[target_feature(enable = "avx")]
#[allow(unsafe_code)]
pub(in crate::prim) fn load(block: &Block) -> Vector {
    // SAFETY: a block is 16 bytes.
    unsafe { _mm_loadu_si128(block.as_ptr().cast()) }
}

/// Loads a power of the hash key, which is stored as a number, not byte-reversed.
#[inline]
#[target_feature(enable = "avx")]
#[allow(unsafe_code)]
fn load_power(power: &u128) -> Vector {
    // SAFETY: a `u128` is 16 bytes.
    unsafe { _mm_loadu_si128(core::ptr::from_ref(power).cast()) }
}

#[inline]
#[target_feature(enable = "avx")]
#[allow(unsafe_code)]
pub(in crate::prim) fn store(to: &mut Block, block: Vector) {
    // SAFETY: a block is 16 bytes.
    unsafe { _mm_storeu_si128(to.as_mut_ptr().cast(), block) }
}
