//! AEGIS-128L with rounds of AES that look bytes up by four of their bits in vectors.
//!
//! Origin: own, from draft-irtf-cfrg-aegis-aead; see `prim/shared/aegis/wasm32/simd128.rs` for the rounds.
//! Needs SIMD128. Wins wherever it runs.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis128l::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::wasm32::simd128::{Block, and, load, rounds, store, xor};
use crate::wipe::without_traces;

pub(in crate::prim::aegis128l) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, draft-irtf-cfrg-aegis-aead"),
    ops: Ops { seal: seal_and_wipe, open: open_and_wipe },
};

crate::prim::shared::aegis::aegis128l! {}

fn seal_and_wipe(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) {
    without_traces(|| seal(key, nonce, aad, out, tag, message));
}

fn open_and_wipe(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    without_traces(|| open(key, nonce, aad, out, tag, ciphertext))
}
