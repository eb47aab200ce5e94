//! The candidates of RIPEMD-160 for x86-64.

pub(super) mod portable_bmi2;
