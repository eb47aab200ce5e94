//! The features that this machine must offer: `QUICKSALT_REQUIRE` names an x86-64 level, such as
//! `x86-64-v3`, and no candidate that such a processor can run may be skipped.

use std::env;

use quicksalt::choose::Features;

/// Broadwell, Zen and later.
const V3: Features = Features::AVX2
    .and(Features::BMI1)
    .and(Features::BMI2)
    .and(Features::ADX)
    .and(Features::AES)
    .and(Features::PCLMULQDQ);

/// Ice Lake, Zen 4 and later.
const V4: Features = V3
    .and(Features::SHA)
    .and(Features::AVX512BW)
    .and(Features::AVX512VL)
    .and(Features::AVX512DQ)
    .and(Features::AVX512IFMA)
    .and(Features::VAES)
    .and(Features::VPCLMULQDQ);

/// The levels, lowest first, with the features of their processors.
pub(crate) const LEVELS: [(&str, Features); 3] =
    [("x86-64", Features::NONE), ("x86-64-v3", V3), ("x86-64-v4", V4)];

/// Returns the features of the required level, or no features if the variable is not set.
pub(crate) fn required() -> Features {
    let Ok(wanted) = env::var("QUICKSALT_REQUIRE") else { return Features::NONE };
    let level = LEVELS.iter().find(|(name, _)| *name == wanted);
    level.unwrap_or_else(|| panic!("QUICKSALT_REQUIRE={wanted} is no level of x86-64")).1
}
