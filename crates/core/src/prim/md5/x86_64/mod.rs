//! The candidates of MD5 for x86-64.

pub(super) mod portable_bmi2;
