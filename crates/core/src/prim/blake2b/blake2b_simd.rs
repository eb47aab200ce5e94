//! BLAKE2b of the crate blake2b_simd.
//!
//! Origin: the crate; it processes the four columns in parallel with AVX2 where available, and
//! otherwise uses plain integers.

use blake2b_simd::{Params as Builder, State};
use zeroize::optimization_barrier;

use super::{Candidate, Features, Meta, Ops, Params};
use crate::choose::detected;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        backend: Some(backend),
        ..Meta::own("blake2b_simd", Features::NONE, "crate blake2b_simd").checked()
    },
    ops: Ops { hash, absorb: None },
};

fn backend() -> &'static str {
    if Features::AVX2.met_by(detected()) { "avx2" } else { "portable" }
}

fn hash(params: &Params<'_>, out: &mut [u8], parts: &[&[u8]]) {
    let mut builder = Builder::new();
    builder.hash_length(out.len()).salt(params.salt).personal(params.personal);
    if let ([part], []) = (parts, params.key) {
        out.copy_from_slice(builder.hash(part).as_bytes());
        return;
    }
    builder.key(params.key);
    let mut state = builder.to_state();
    for part in parts {
        state.update(part);
    }
    out.copy_from_slice(state.finalize().as_bytes());
    // The crate does not wipe its state, so fresh values overwrite the ones that held the key.
    (builder, state) = (Builder::new(), State::new());
    optimization_barrier(&builder);
    optimization_barrier(&state);
}
