//! AES instructions on sixteen blocks in parallel, four per AVX-512 register; GHASH by carry-less
//! multiplication with one reduction for sixteen blocks. Masked loads and stores handle the
//! remainder.
//!
//! Origin: written from FIPS 197, SP 800-38A and SP 800-38D. Needs AVX-512 F and BW, VAES and
//! VPCLMULQDQ. Fastest wherever it can run, except for CBC encryption, which it delegates to
//! `aesni`.

use core::arch::x86_64::*;

use super::super::candidate::candidate;
use super::super::key::{Key, Prepared, Schedule};
use super::super::{NONCE_LEN, Ops, TAG_LEN, gcm, ghash as portable};
use super::aesni::{cbc_encrypt, expand};
use super::ghash::product;
use super::in_runs;
use super::rows::{
    ROW, Row as Vector, everywhere, input, load, mask, number, power_row, store, to_number, turned,
    xor, zero,
};
use crate::choose::{Candidate, Features, Meta};
use crate::error::Result;
use crate::prim::Source;
use crate::prim::shared::aes::Block;

candidate!(
    Meta::own(
        "vaes",
        Features::VAES.and(Features::VPCLMULQDQ).and(Features::AVX512BW),
        "own, sixteen blocks a pass"
    ),
    "avx512bw,vaes,vpclmulqdq"
);

/// Number of registers in parallel.
const ROWS: usize = 4;
const WIDE: usize = ROWS * ROW;
const LANES: usize = WIDE / 16;

#[inline]
#[target_feature(enable = "avx512bw,vaes")]
fn encrypt<const N: usize>(
    schedule: &Schedule,
    blocks: &mut [Vector; N],
    mut between: impl FnMut(usize),
) {
    let (first, nine, others, last) = schedule.keys_in_parts();
    let key = everywhere(first);
    for i in 0..N {
        blocks[i] = xor(blocks[i], key);
    }
    for round in 0..9 {
        let key = everywhere(&nine[round]);
        for i in 0..N {
            blocks[i] = _mm512_aesenc_epi128(blocks[i], key);
        }
        between(round);
    }
    for key in others {
        let key = everywhere(key);
        for i in 0..N {
            blocks[i] = _mm512_aesenc_epi128(blocks[i], key);
        }
    }
    let key = everywhere(last);
    for i in 0..N {
        blocks[i] = _mm512_aesenclast_epi128(blocks[i], key);
    }
}

/// The equivalent inverse cipher (FIPS 197 section 5.3.5).
#[inline]
#[target_feature(enable = "avx512bw,vaes,aes")]
fn decrypt<const N: usize>(schedule: &Schedule, blocks: &mut [Vector; N]) {
    let (first, middle, last) = schedule.keys();
    let key = everywhere(last);
    for i in 0..N {
        blocks[i] = xor(blocks[i], key);
    }
    for key in middle.iter().rev() {
        let key = _mm512_broadcast_i32x4(_mm_aesimc_si128(_mm512_castsi512_si128(everywhere(key))));
        for i in 0..N {
            blocks[i] = _mm512_aesdec_epi128(blocks[i], key);
        }
    }
    let key = everywhere(first);
    for i in 0..N {
        blocks[i] = _mm512_aesdeclast_epi128(blocks[i], key);
    }
}

#[target_feature(enable = "avx512bw,vaes")]
fn ctr(schedule: &Schedule, counter: u128, out: &mut [u8], source: Source<'_>) {
    in_runs(counter, out, source, |counter, out, mut source| {
        let mut numbers = numbers(counter);
        let (wides, rest) = out.as_chunks_mut::<WIDE>();
        for wide in wides {
            crypt_wide(schedule, &mut numbers, wide, source, |_| {});
            source = source.skip(WIDE);
        }
        for row in rest.chunks_mut(ROW) {
            crypt_row(schedule, &mut numbers, row, source);
            source = source.skip(row.len());
        }
    });
}

/// Encrypts or decrypts sixteen blocks with CTR, returns the output, and advances the counters.
#[inline]
#[target_feature(enable = "avx512bw,vaes")]
fn crypt_wide(
    schedule: &Schedule,
    numbers: &mut Vector,
    out: &mut [u8; WIDE],
    source: Source<'_>,
    between: impl FnMut(usize),
) -> [Vector; ROWS] {
    let mut rows = [zero(); ROWS];
    for i in 0..ROWS {
        rows[i] = next(numbers);
    }
    encrypt(schedule, &mut rows, between);
    for i in 0..ROWS {
        rows[i] = xor(rows[i], input(out, source, i));
        store(out, i, rows[i]);
    }
    rows
}

/// Encrypts or decrypts at most four blocks with CTR, returns the output padded with zeros, and
/// advances the counters.
#[inline]
#[target_feature(enable = "avx512bw,vaes")]
fn crypt_row(
    schedule: &Schedule,
    numbers: &mut Vector,
    out: &mut [u8],
    source: Source<'_>,
) -> Vector {
    let mut rows = [next(numbers)];
    encrypt(schedule, &mut rows, |_| {});
    let row = xor(rows[0], input(out, source, 0));
    store(out, 0, row);
    _mm512_maskz_mov_epi8(mask(out.len(), 0), row)
}

/// Returns the numbers of four consecutive counter blocks. Their lowest 32 bits do not overflow.
#[inline]
#[target_feature(enable = "avx512bw")]
fn numbers(counter: u128) -> Vector {
    let quarters = _mm512_set_epi32(0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0);
    _mm512_add_epi32(_mm512_broadcast_i32x4(number(counter)), quarters)
}

/// Returns four counter blocks and advances the counters.
#[inline]
#[target_feature(enable = "avx512bw")]
fn next(numbers: &mut Vector) -> Vector {
    let blocks = turned(*numbers);
    let four = _mm512_broadcast_i32x4(_mm_set_epi32(0, 0, 0, 4));
    *numbers = _mm512_add_epi32(*numbers, four);
    blocks
}

#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn hash(key: &Prepared, sum: &mut u128, bytes: &[u8]) {
    let mut total = number(*sum);
    let (wides, rest) = bytes.as_chunks::<WIDE>();
    for wide in wides {
        let mut rows = [zero(); ROWS];
        for i in 0..ROWS {
            rows[i] = load(wide, i);
        }
        total = absorbed(key, total, &rows);
    }
    if !rest.is_empty() {
        let powers = key.powers(rest.len().div_ceil(16));
        let mut product = Product::zero();
        for i in 0..rest.len().div_ceil(ROW) {
            add_row(&mut product, powers, i, &mut total, load(rest, i));
        }
        total = folded(product);
    }
    *sum = to_number(total);
}

/// Adds row `i` of the blocks, each times its power, to the product. The first block also includes
/// the sum so far.
#[inline]
#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn add_row(product: &mut Product, powers: &[u128], i: usize, sum: &mut __m128i, row: Vector) {
    product.add(xor(_mm512_zextsi128_si512(*sum), turned(row)), power_row(powers, i));
    *sum = _mm_setzero_si128();
}

/// Returns the sum after absorbing sixteen blocks.
#[inline]
#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn absorbed(key: &Prepared, mut sum: __m128i, rows: &[Vector; ROWS]) -> __m128i {
    let mut product = Product::zero();
    for i in 0..ROWS {
        add_row(&mut product, key.powers(LANES), i, &mut sum, rows[i]);
    }
    folded(product)
}

/// Reduces the product and returns the sum of its blocks.
#[inline]
#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn folded(product: Product) -> __m128i {
    let four = product.reduced();
    let two = _mm256_xor_si256(_mm512_castsi512_si256(four), _mm512_extracti64x4_epi64::<1>(four));
    _mm_xor_si128(_mm256_castsi256_si128(two), _mm256_extracti128_si256::<1>(two))
}

#[inline]
#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn dot(a: u128, b: u128) -> u128 {
    let mut product = Product::zero();
    product.add(_mm512_zextsi128_si512(number(a)), _mm512_zextsi128_si512(number(b)));
    to_number(_mm512_castsi512_si128(product.reduced()))
}

/// Alternates encryption and hashing, so that the processor overlaps the two.
#[inline]
#[target_feature(enable = "avx512bw,vaes,vpclmulqdq")]
fn seal_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], message: &[u8]) {
    let mut total = number(*sum);
    let mut numbers = numbers(counter);
    let (wides, rest) = out.as_chunks_mut::<WIDE>();
    let (messages, rest_message) = message.as_chunks::<WIDE>();
    let mut pairs = wides.iter_mut().zip(messages);
    if let Some((wide, message)) = pairs.next() {
        let source = Source::From(message);
        let mut rows = crypt_wide(&key.schedule, &mut numbers, wide, source, |_| {});
        for (wide, message) in pairs {
            let mut product = Product::zero();
            let source = Source::From(message);
            let next = crypt_wide(&key.schedule, &mut numbers, wide, source, |round| {
                if round < ROWS {
                    add_row(&mut product, key.powers(LANES), round, &mut total, rows[round]);
                }
            });
            total = folded(product);
            rows = next;
        }
        total = absorbed(key, total, &rows);
    }
    if !rest.is_empty() {
        let powers = key.powers(rest.len().div_ceil(16));
        let mut product = Product::zero();
        for (i, row) in rest.chunks_mut(ROW).enumerate() {
            let source = Source::From(&rest_message[i * ROW..]);
            let text = crypt_row(&key.schedule, &mut numbers, row, source);
            add_row(&mut product, powers, i, &mut total, text);
        }
        total = folded(product);
    }
    *sum = to_number(total);
}

/// Alternates decryption and hashing, so that the processor overlaps the two.
#[inline]
#[target_feature(enable = "avx512bw,vaes,vpclmulqdq")]
fn open_text(key: &Prepared, counter: u128, sum: &mut u128, out: &mut [u8], text: &[u8]) {
    let mut total = number(*sum);
    let mut numbers = numbers(counter);
    let (wides, rest) = out.as_chunks_mut::<WIDE>();
    let (texts, rest_text) = text.as_chunks::<WIDE>();
    for (wide, text) in wides.iter_mut().zip(texts) {
        let mut product = Product::zero();
        crypt_wide(&key.schedule, &mut numbers, wide, Source::From(text), |round| {
            if round < ROWS {
                let row = load(text, round);
                add_row(&mut product, key.powers(LANES), round, &mut total, row);
            }
        });
        total = folded(product);
    }
    if !rest.is_empty() {
        let powers = key.powers(rest.len().div_ceil(16));
        let mut product = Product::zero();
        for (i, row) in rest.chunks_mut(ROW).enumerate() {
            add_row(&mut product, powers, i, &mut total, load(rest_text, i));
            crypt_row(&key.schedule, &mut numbers, row, Source::From(&rest_text[i * ROW..]));
        }
        total = folded(product);
    }
    *sum = to_number(total);
}

#[inline]
#[target_feature(enable = "avx512bw,vaes,aes")]
fn cbc_decrypt(schedule: &Schedule, iv: &mut Block, out: &mut [Block], mut source: Source<'_>) {
    let (wides, rest) = out.as_chunks_mut::<LANES>();
    for wide in wides {
        decrypt_chained::<ROWS>(schedule, iv, wide.as_flattened_mut(), source);
        source = source.skip(WIDE);
    }
    for row in rest.chunks_mut(4) {
        decrypt_chained::<1>(schedule, iv, row.as_flattened_mut(), source);
        source = source.skip(16 * row.len());
    }
}

/// Decrypts whole blocks with CBC, at most the `N` registers full, and sets `chain` to the last
/// ciphertext block.
#[inline]
#[target_feature(enable = "avx512bw,vaes,aes")]
fn decrypt_chained<const N: usize>(
    schedule: &Schedule,
    chain: &mut Block,
    out: &mut [u8],
    source: Source<'_>,
) {
    let mut rows = [zero(); N];
    for i in 0..N {
        rows[i] = input(out, source, i);
    }
    let mut before = [zero(); N];
    let mut above = everywhere(chain);
    for i in 0..N {
        before[i] = _mm512_alignr_epi64::<6>(rows[i], above);
        above = rows[i];
    }
    let from = match source {
        Source::From(input) => &input[..out.len()],
        Source::InPlace => &*out,
        Source::Zero => &[],
    };
    *chain = from.last_chunk().copied().unwrap_or_default();
    decrypt(schedule, &mut rows);
    for i in 0..N {
        store(out, i, xor(rows[i], before[i]));
    }
}

product!("avx512bw,vpclmulqdq");

#[inline]
#[target_feature(enable = "avx512bw")]
fn xor3(a: Vector, b: Vector, c: Vector) -> Vector {
    _mm512_ternarylogic_epi64::<0x96>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512bw,vpclmulqdq")]
fn multiply<const WHICH: i32>(a: Vector, b: Vector) -> Vector {
    _mm512_clmulepi64_epi128::<WHICH>(a, b)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn halves_swapped(a: Vector) -> Vector {
    _mm512_shuffle_epi32::<0x4e>(a)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn to_upper(a: Vector) -> Vector {
    _mm512_bslli_epi128::<8>(a)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn to_lower(a: Vector) -> Vector {
    _mm512_bsrli_epi128::<8>(a)
}

#[inline]
#[target_feature(enable = "avx512bw")]
fn polynomial() -> Vector {
    _mm512_set1_epi64(portable::POLYNOMIAL.cast_signed())
}
