//! Two field elements that are multiplied in parallel: in vectors of floating-point numbers where a
//! 128-bit product is a function call.

#[cfg(float_pairs)]
pub(in crate::prim) use super::pair_f64::{HALF_PACKED, PACKED, Pair};
#[cfg(not(float_pairs))]
pub(in crate::prim) use super::pair_plain::{HALF_PACKED, PACKED, Pair};
