//! ChaCha20-Poly1305: authenticated encryption with associated data, with a 32-byte key, a nonce
//! that must never repeat under that key, and a 16-byte tag after the ciphertext. Three variants
//! differ in their nonces; [`crate::hazmat`] has a module for each.

mod kat;
#[cfg(test)]
mod tests;

use super::chacha20::portable::{ChaCha20, WIPED};
use super::composed::{Composed, FOUR_BLOCKS, composed};
use super::family::aead::{self, Associated};
use super::family::stream::Cipher;
use super::shared::arx::BLOCK;
use super::table::candidates;
use crate::choose::{Candidate, Primitive, Runnable};
use crate::wipe::wipe_stack;

pub use super::composed::{KEY_LEN, NONCE_LEN, TAG_LEN};

/// The variants of ChaCha20-Poly1305.
#[derive(Clone, Copy, Debug, Default)]
pub enum Variant {
    /// The original variant, with an 8-byte nonce; the tag covers data and ciphertext without
    /// padding (draft-agl-tls-chacha20poly1305-04 section 5).
    Original,
    /// The IETF variant, with a 12-byte nonce (RFC 8439 section 2.8).
    Ietf,
    /// The extended variant, with a 24-byte nonce (draft-irtf-cfrg-xchacha-03 section 2).
    #[default]
    Extended,
}

/// The variant, and the associated data of a message.
#[derive(Clone, Copy, Debug, Default)]
pub struct Data<'a> {
    /// The variant: it determines the nonce length and the padding under the tag.
    pub variant: Variant,
    /// Associated data of any length.
    pub aad: &'a [u8],
}

impl Data<'_> {
    /// Returns whether the input of the tag is padded to whole blocks.
    const fn is_padded(self) -> bool {
        !matches!(self.variant, Variant::Original)
    }
}

/// The layout of a sealed message. The tag is at the end, and the whole first keystream block is
/// reserved for the Poly1305 key.
#[derive(Debug)]
pub enum Form {}

impl Associated for Form {
    type Data<'a> = Data<'a>;
    #[cfg(test)]
    const DATA: fn(&[u8]) -> Data<'_> = |aad| {
        let variant = [Variant::Original, Variant::Ietf, Variant::Extended][aad.len() % 3];
        Data { variant, aad }
    };
}

impl Composed for Form {
    const TEXT_AT: usize = BLOCK;

    /// Uses the prefix of `nonce` that the variant requires.
    #[inline(always)]
    fn begin(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN], data: Data<'_>) {
        fn begin<const N: usize>(state: &mut [u32; 16], key: &[u8; KEY_LEN], nonce: &[u8])
        where
            ChaCha20: Cipher<BLOCK, N, KEY_LEN, State = [u32; 16]>,
        {
            <ChaCha20 as Cipher<BLOCK, N, KEY_LEN>>::begin(
                state,
                key,
                nonce.first_chunk().unwrap_or(&[0; N]),
            );
        }
        match data.variant {
            Variant::Original => begin::<8>(state, key, nonce),
            Variant::Ietf => begin::<12>(state, key, nonce),
            Variant::Extended => begin::<24>(state, key, nonce),
        }
    }

    /// A text that fits into the computed keystream after the first block is encrypted with it.
    #[inline(always)]
    fn first_len(text_len: usize) -> usize {
        if text_len <= FOUR_BLOCKS - BLOCK { BLOCK + text_len } else { BLOCK }
    }

    #[inline(always)]
    fn wipe_stack() {
        wipe_stack::<WIPED>();
    }
}

/// The functions that a candidate implements. The nonce of a shorter variant is padded with zeros.
pub type Ops = aead::Ops<Form, NONCE_LEN, KEY_LEN, TAG_LEN>;

composed! {
    chacha20poly1305 = chacha20::chacha20, |key, data, text| if data.is_padded() {
        mac::tag_padded(key, data.aad, text)
    } else {
        mac::tag_unpadded(key, data.aad, text)
    };
    x86_64 {
        avx2 = avx2 in x86_64 + avx2 in x86_64, ONE_BLOCK, "avx2";
        avx512 = avx512 in x86_64 + avx2 in x86_64, FOUR_BLOCKS, "avx512f";
        avx512ifma = avx512 in x86_64 + avx512ifma in x86_64, FOUR_BLOCKS, "avx512f,avx512ifma";
    }
    wasm32 {
        #[cfg(target_feature = "simd128")]
        simd128 = simd128 in wasm32 + simd128 in wasm32, FOUR_BLOCKS, "simd128";
        #[cfg(not(target_feature = "simd128"))]
        limbs32 = portable + limbs32 in wasm32, ONE_BLOCK;
    }
    any {
        portable = portable + portable, ONE_BLOCK;
    }
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: avx512ifma, avx512, avx2;
    wasm32: #[cfg(target_feature = "simd128")] simd128, #[cfg(not(target_feature = "simd128"))] limbs32;
    any: portable;
};

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = aead::primitive("chacha20poly1305", CANDIDATES, selftest);

/// Checks the published example of each variant, boxes of many lengths, and that a box does not
/// open without its associated data.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let mut opened = [0; kat::TEXT.len()];
    let none = Data { variant: Variant::Extended, aad: &[] };
    kat::ANSWERS.iter().all(|answers| aead::agrees(candidate, answers))
        && candidate.open(&kat::KEY, &kat::NONCE, none, &mut opened, &kat::SEALED).is_err()
}
