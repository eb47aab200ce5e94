//! AEGIS-256 with AES rounds by vector lookups of nibbles (swizzles), without tables in memory.
//!
//! Origin: written from draft-irtf-cfrg-aegis-aead; for the rounds see
//! `prim/shared/aegis/wasm32/simd128.rs`. Needs SIMD128. Fastest wherever it can run.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis256::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::wasm32::simd128::{Block, and, load, rounds, store, xor};

pub(in crate::prim::aegis256) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("simd128", Features::SIMD128, "own, draft-irtf-cfrg-aegis-aead"),
    ops: Ops { seal: seal_and_wipe, open: open_and_wipe },
};

crate::prim::shared::aegis::aegis256! {}
crate::prim::shared::aegis::wiping! {}
