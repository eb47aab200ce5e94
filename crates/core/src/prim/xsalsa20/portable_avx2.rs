//! The portable source compiled for AVX2, eight blocks side by side.

use super::{Candidate, Features, KEY_LEN, Meta, NONCE_LEN, Ops, Source, portable};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable_avx2", Features::AVX2, "own, the portable source under AVX2"),
    ops: Ops { xor },
};

#[target_feature(enable = "avx2")]
fn xor(out: &mut [u8], source: Source<'_>, key: &[u8; KEY_LEN], nonce: &[u8; NONCE_LEN]) {
    portable::xsalsa20::<8>(out, source, key, nonce);
}
