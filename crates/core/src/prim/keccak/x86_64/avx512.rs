//! Keccak-f[1600] with a row of the state in each of five AVX-512 registers.
//!
//! Origin: own, from FIPS 202, section 3.2. Row y occupies the low five lanes of its register.
//! Theta, rho and iota are bitwise operations and rotations of rows. Pi becomes a permutation of
//! lanes within each row, after which chi's three neighbours are in the same lane of three
//! registers. The registers then hold columns, and interleaving turns them back into rows. Wins
//! where one instruction rotates or permutes all 64-bit lanes.

use core::arch::x86_64::{
    __m512i, _mm_loadl_epi64, _mm512_loadu_si512, _mm512_mask_permutexvar_epi64,
    _mm512_mask_storeu_epi64, _mm512_maskz_loadu_epi64, _mm512_permutex2var_epi64,
    _mm512_permutexvar_epi64, _mm512_rol_epi64, _mm512_rolv_epi64, _mm512_ternarylogic_epi64,
    _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512, _mm512_zextsi128_si512,
};

use crate::choose::{Candidate, Features, Meta};
use crate::prim::keccak::portable::{IOTA, RHO};
use crate::prim::keccak::{Ops, ROUNDS, State};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("avx512", Features::AVX512F, "own, from FIPS 202, a row in a register"),
    ops: Ops { permute_24, permute_12 },
};

/// The truth table of `a ^ b ^ c`.
const XOR: i32 = 0x96;
/// The truth table of `a ^ (!b & c)`.
const CHI: i32 = 0xd2;

/// The mask of a row's five lanes.
const ROW: u8 = 0x1f;

/// The rotation offsets of rho by row. Rotating the three unused lanes does no harm.
const OFFSETS: [[u64; 8]; 5] = {
    let mut offsets = [[0; 8]; 5];
    let mut lane = 0;
    while lane < 25 {
        offsets[lane / 5][lane % 5] = RHO[lane] as u64;
        lane += 1;
    }
    offsets
};

/// Pi as a permutation of row x: output lane y comes from lane x + 3 y.
const MOVES: [[u64; 8]; 5] = {
    let mut moves = [[0; 8]; 5];
    let mut lane = 0;
    while lane < 25 {
        moves[lane / 5][lane % 5] = ((lane / 5 + 3 * (lane % 5)) % 5) as u64;
        lane += 1;
    }
    moves
};

const BEFORE: [u64; 8] = [4, 0, 1, 2, 3, 0, 0, 0];
const BEHIND: [u64; 8] = [1, 2, 3, 4, 0, 0, 0, 0];

/// Applies all 24 rounds.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(crate) fn permute_24(state: &mut State) {
    permute::<24>(state);
}

/// Applies the last twelve rounds.
#[target_feature(enable = "avx512f")]
#[inline(never)]
pub(crate) fn permute_12(state: &mut State) {
    permute::<12>(state);
}

#[inline]
#[target_feature(enable = "avx512f")]
fn permute<const COUNT: usize>(state: &mut State) {
    let (lanes, _) = state.as_chunks_mut::<5>();
    let mut rows =
        [load(&lanes[0]), load(&lanes[1]), load(&lanes[2]), load(&lanes[3]), load(&lanes[4])];
    for constant in &IOTA[ROUNDS - COUNT..] {
        rows = round(rows, constant);
    }
    for y in 0..5 {
        store(&mut lanes[y], rows[y]);
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn round([a, b, c, d, e]: [__m512i; 5], constant: &u64) -> [__m512i; 5] {
    let sum = xor(xor(a, b, c), d, e);
    let before = _mm512_permutexvar_epi64(eight(&BEFORE), sum);
    let behind = _mm512_permutexvar_epi64(eight(&BEHIND), _mm512_rol_epi64::<1>(sum));
    macro_rules! moved {
        ($row:ident, $y:literal) => {{
            let rotated = _mm512_rolv_epi64(xor($row, before, behind), eight(&OFFSETS[$y]));
            _mm512_permutexvar_epi64(eight(&MOVES[$y]), rotated)
        }};
    }
    let (a, b, c, d, e) = (moved!(a, 0), moved!(b, 1), moved!(c, 2), moved!(d, 3), moved!(e, 4));
    let iota = _mm512_zextsi128_si512(half(constant));
    columns_to_rows([
        _mm512_xor_si512(chi(a, b, c), iota),
        chi(b, c, d),
        chi(c, d, e),
        chi(d, e, a),
        chi(e, a, b),
    ])
}

/// Turns five columns into five rows.
///
/// Interleaving pairs of columns leaves lanes free after the fifth row; the last column moves into
/// them.
#[inline]
#[target_feature(enable = "avx512f")]
fn columns_to_rows([a, b, c, d, e]: [__m512i; 5]) -> [__m512i; 5] {
    // `even` holds two lanes each of rows 0, 2 and 4, `odd` of rows 1 and 3.
    let (even, odd) = (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
    let (more_even, more_odd) = (_mm512_unpacklo_epi64(c, d), _mm512_unpackhi_epi64(c, d));
    let even = _mm512_mask_permutexvar_epi64(even, 0x40, eight(&[0, 0, 0, 0, 0, 0, 4, 0]), e);
    let more_even =
        _mm512_mask_permutexvar_epi64(more_even, 0xc0, eight(&[0, 0, 0, 0, 0, 0, 0, 2]), e);
    let more_odd =
        _mm512_mask_permutexvar_epi64(more_odd, 0xc0, eight(&[0, 0, 0, 0, 0, 0, 1, 3]), e);
    [
        _mm512_permutex2var_epi64(even, eight(&[0, 1, 8, 9, 14, 0, 0, 0]), more_even),
        _mm512_permutex2var_epi64(odd, eight(&[0, 1, 8, 9, 14, 0, 0, 0]), more_odd),
        _mm512_permutex2var_epi64(even, eight(&[2, 3, 10, 11, 15, 0, 0, 0]), more_even),
        _mm512_permutex2var_epi64(odd, eight(&[2, 3, 10, 11, 15, 0, 0, 0]), more_odd),
        _mm512_permutex2var_epi64(even, eight(&[4, 5, 12, 13, 6, 0, 0, 0]), more_even),
    ]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn xor(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<XOR>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn chi(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    _mm512_ternarylogic_epi64::<CHI>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn load(row: &[u64; 5]) -> __m512i {
    // SAFETY: the mask restricts the load to the five words of `row`; it needs no alignment.
    unsafe { _mm512_maskz_loadu_epi64(ROW, row.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn store(row: &mut [u64; 5], lanes: __m512i) {
    // SAFETY: the mask restricts the store to the five words of `row`; it needs no alignment.
    unsafe { _mm512_mask_storeu_epi64(row.as_mut_ptr().cast(), ROW, lanes) }
}

#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn eight(words: &[u64; 8]) -> __m512i {
    // SAFETY: `words` is 64 readable bytes, and the load needs no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

/// Returns a vector of the word and a zero.
#[inline]
#[target_feature(enable = "avx512f")]
#[allow(unsafe_code)]
fn half(word: &u64) -> core::arch::x86_64::__m128i {
    // SAFETY: the load reads the eight bytes of `word` and needs no alignment.
    unsafe { _mm_loadl_epi64(core::ptr::from_ref(word).cast()) }
}
