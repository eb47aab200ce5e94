//! ML-KEM-768 by the crate libcrux-ml-kem, without processor-specific instructions.
//!
//! Strategy: vectors of sixteen coefficients as arrays, Montgomery and Barrett reduction; SHA-3 by
//! the crate libcrux-sha3. It never wins where AVX2 is available.

use libcrux_ml_kem::mlkem768::portable as libcrux;

use super::candidate::candidate;
use super::{
    CIPHERTEXT_LEN, Ops, PUBLIC_KEY_LEN, RANDOMNESS_LEN, SECRET_KEY_LEN, SEED_LEN,
    SHARED_SECRET_LEN,
};
use crate::choose::{Candidate, Features, Meta};

candidate!(
    libcrux,
    Meta::own("portable", Features::NONE, "crate libcrux-ml-kem, portable")
        .checked()
        .verified("libcrux: arithmetic, number-theoretic transform and serialisation")
);
