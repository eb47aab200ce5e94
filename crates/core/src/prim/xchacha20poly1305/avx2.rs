//! XChaCha20-Poly1305 out of AVX2's parts.

use super::portable::{open_with, seal_with};
use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops};
use crate::error::Result;
use crate::prim::chacha20::avx2::chacha20;
use crate::prim::poly1305::avx2::tag_padded;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["chacha20/avx2", "poly1305/avx2"],
        ..Meta::own("avx2", Features::AVX2, "own, out of its parts").checked()
    },
    ops: Ops { seal, open },
};

#[target_feature(enable = "avx2")]
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

#[target_feature(enable = "avx2")]
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
