//! The primitives: one folder each, its `mod.rs` the contract, the table of candidates and the
//! safe call, beside it one file a candidate.

mod rank;
mod source;
pub mod xsalsa20;

pub use source::Source;

use crate::choose::Contract;

/// All primitives, in the order in which tables show them.
pub static PRIMITIVES: &[&'static dyn Contract] = &[&xsalsa20::PRIMITIVE];
