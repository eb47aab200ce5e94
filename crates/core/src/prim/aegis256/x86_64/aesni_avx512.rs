//! AEGIS-256 with the processor's rounds of AES and AVX-512's sums of three operands: a state of six blocks in
//! registers, one of a message a step.
//!
//! Origin: own, from draft-irtf-cfrg-aegis-aead. Needs AES-NI and AVX-512 VL. Wins where it runs to seal.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis256::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::x86_64::aesni::{Block, and, load, rounds, store, xor};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "aesni_avx512",
        Features::AES.and(Features::AVX512VL),
        "own, draft-irtf-cfrg-aegis-aead",
    ),
    ops: Ops { seal: seal::<TAG_LEN>, open: open::<TAG_LEN> },
};

crate::prim::shared::aegis::aegis256! { #[target_feature(enable = "aes,avx512vl")] }
