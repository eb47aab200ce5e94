//! The box of NaCl out of AVX-512's Salsa20 and AVX2's Poly1305, for processors without the 52-bit
//! multiply-add.

use super::portable::{open_with, seal_with, up_to_four_blocks};
use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops};
use crate::error::Result;
use crate::prim::poly1305::avx2::tag;
use crate::prim::xsalsa20::avx512::salsa20;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["xsalsa20/avx512", "poly1305/avx2"],
        ..Meta::own("avx512", Features::AVX512F, "own, out of its parts")
    },
    ops: Ops { seal, open },
};

#[target_feature(enable = "avx512f")]
fn seal(out: &mut [u8], message: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) {
    seal_with(
        out,
        message,
        nonce,
        key,
        up_to_four_blocks,
        |o, s, k| salsa20(o, s, k),
        |k, m| tag(k, m),
    );
}

#[target_feature(enable = "avx512f")]
fn open(out: &mut [u8], boxed: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) -> Result<()> {
    open_with(
        out,
        boxed,
        nonce,
        key,
        up_to_four_blocks,
        |o, s, k| salsa20(o, s, k),
        |k, m| tag(k, m),
    )
}
