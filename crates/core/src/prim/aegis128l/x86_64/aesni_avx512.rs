//! AEGIS-128L with AES-NI and the three-operand XOR of AVX-512: a state of eight blocks in
//! registers, two message blocks per step.
//!
//! Origin: written from draft-irtf-cfrg-aegis-aead. Needs AES-NI and AVX-512 VL. Fastest for
//! opening long messages.

use crate::choose::{Candidate, Features, Meta};
use crate::prim::aegis128l::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::prim::shared::aegis::x86_64::aesni::{Block, and, load, rounds, store, xor};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own(
        "aesni_avx512",
        Features::AES.and(Features::AVX512VL),
        "own, draft-irtf-cfrg-aegis-aead",
    ),
    ops: Ops { seal: seal::<TAG_LEN>, open: open::<TAG_LEN> },
};

crate::prim::shared::aegis::aegis128l! { #[target_feature(enable = "aes,avx512vl")] }
