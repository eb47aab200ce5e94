//! What primitives of one kind have in common: operations, checks, the dispatching call, the frame of
//! the self-test, the loop for the lab. A primitive itself has its name, its table and its answers.
// May import: `prim/*`.

pub mod aead;
pub mod hash;
pub(crate) mod pieces;
pub mod stream;
#[cfg(test)]
pub(in crate::prim) mod testing;
