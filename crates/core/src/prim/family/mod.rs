//! Code shared by primitives of one kind: operations, checks, the dispatching call, the skeleton of
//! the self-test and the benchmark loop of the lab. A primitive itself only adds its name, its
//! table and its known answers.
// May import: `prim/*`.

pub mod aead;
pub mod hash;
pub(crate) mod pieces;
pub mod stream;
#[cfg(test)]
pub(in crate::prim) mod testing;
