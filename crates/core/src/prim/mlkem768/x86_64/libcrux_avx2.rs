//! ML-KEM-768 by the crate libcrux-ml-kem with AVX2.
//!
//! Strategy: sixteen 16-bit coefficients per register; four parallel SHAKE instances sample the
//! matrix and the noise. Wins wherever AVX2 is available.

use libcrux_ml_kem::mlkem768::avx2 as libcrux;

use crate::choose::{Candidate, Features, Meta};
use crate::prim::mlkem768::candidate::candidate;
use crate::prim::mlkem768::{
    CIPHERTEXT_LEN, Ops, PUBLIC_KEY_LEN, RANDOMNESS_LEN, SECRET_KEY_LEN, SEED_LEN,
    SHARED_SECRET_LEN,
};

candidate!(
    libcrux,
    Meta::own("libcrux_avx2", Features::AVX2, "crate libcrux-ml-kem, AVX2")
        .checked()
        .verified("libcrux: arithmetic, number-theoretic transform and serialisation")
);
