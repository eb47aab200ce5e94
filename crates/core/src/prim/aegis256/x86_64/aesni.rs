//! AEGIS-256 with AES-NI: a state of six blocks in registers, one message block per step.
//!
//! Origin: written from draft-irtf-cfrg-aegis-aead. Needs AES-NI, and AVX2 for three-operand
//! instructions. Fastest where AVX-512 is missing, and for opening.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis256::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::x86_64::aesni::{Block, and, load, rounds, store, xor};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("aesni", Features::AES.and(Features::AVX2), "own, draft-irtf-cfrg-aegis-aead")
        .checked(),
    ops: Ops { seal: seal::<TAG_LEN>, open: open::<TAG_LEN> },
};

crate::prim::shared::aegis::aegis256! { #[target_feature(enable = "aes,avx2")] }
