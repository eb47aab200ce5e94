//! Code shared by all primitives of one kind: the operations, the checks, the calls of candidates,
//! the skeleton of the self-test, and the lab's benchmark loop. A primitive adds only its name, its
//! table of candidates and its known answers.
// May import: `prim/*`.

pub mod aead;
pub mod hash;
pub(crate) mod pieces;
pub mod stream;
#[cfg(test)]
pub(in crate::prim) mod testing;
