//! The box of NaCl out of AVX2's parts.

use super::portable::{one_block, open_with, seal_with};
use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops};
use crate::error::Result;
use crate::prim::poly1305::avx2::tag;
use crate::prim::xsalsa20::avx2::salsa20;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["xsalsa20/avx2", "poly1305/avx2"],
        ..Meta::own("avx2", Features::AVX2, "own, out of its parts").checked()
    },
    ops: Ops { seal, open },
};

#[target_feature(enable = "avx2")]
fn seal(out: &mut [u8], message: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) {
    seal_with(out, message, nonce, key, one_block, |o, s, k| salsa20(o, s, k), |k, m| tag(k, m));
}

#[target_feature(enable = "avx2")]
fn open(out: &mut [u8], boxed: &[u8], nonce: &[u8; NONCE_LEN], key: &[u8; KEY_LEN]) -> Result<()> {
    open_with(out, boxed, nonce, key, one_block, |o, s, k| salsa20(o, s, k), |k, m| tag(k, m))
}
