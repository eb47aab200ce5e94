//! XChaCha20-Poly1305 out of AVX-512's ChaCha20 and AVX2's Poly1305, for processors without the
//! 52-bit multiply-add.

use super::portable::{open_with, seal_with};
use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops};
use crate::error::Result;
use crate::prim::chacha20::avx512::chacha20;
use crate::prim::poly1305::avx2::tag_padded;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["chacha20/avx512", "poly1305/avx2"],
        ..Meta::own("avx512", Features::AVX512F, "own, out of its parts")
    },
    ops: Ops { seal, open },
};

#[target_feature(enable = "avx512f")]
fn seal(out: &mut [u8], message: &[u8], aad: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) {
    seal_with(
        out,
        message,
        aad,
        nonce,
        key,
        |o, s, k| chacha20(o, s, k),
        |k, a, t| tag_padded(k, a, t),
    );
}

#[target_feature(enable = "avx512f")]
fn open(
    out: &mut [u8],
    sealed: &[u8],
    aad: &[u8],
    nonce: &[u8; NONCE_LEN],
    key: &[u8; KEY_LEN],
) -> Result<()> {
    open_with(
        out,
        sealed,
        aad,
        nonce,
        key,
        |o, s, k| chacha20(o, s, k),
        |k, a, t| tag_padded(k, a, t),
    )
}
