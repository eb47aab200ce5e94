//! Two elements of the field that are multiplied side by side: where a product of 128 bits is a call, in vectors
//! of floating-point numbers.

#[cfg(float_pairs)]
pub(in crate::prim) use super::pair_f64::{HALF_PACKED, PACKED, Pair};
#[cfg(not(float_pairs))]
pub(in crate::prim) use super::pair_plain::{HALF_PACKED, PACKED, Pair};
