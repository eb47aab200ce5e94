//! Signing keys over in-memory stores: normal use, failures, and concurrent threads.

mod ahead;
#[cfg(unix)]
mod kept;
mod material;
mod memory;
mod once;
mod pieces;
mod refusals;
mod schedule;

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{KeyMaterial, Options, SigningKey};
use crate::testing::secret;
use memory::Memory;

/// The number of signatures per lowest tree.
const TREE: u64 = 32;

const ALONE: Options = Options { reservation: Some(8), ahead: 1, background: false };
const HELPED: Options = Options { background: true, ..ALONE };

fn material(levels: usize) -> KeyMaterial {
    KeyMaterial::generate(secret(&vec![5; levels]), None).unwrap()
}

/// Returns a key over all indices of its levels, and its in-memory store.
fn key(levels: usize, options: &Options) -> (SigningKey, Arc<Memory>) {
    let material = material(levels);
    let memory = Memory::new(material.secret().levels().capacity());
    let store = Box::new(Arc::clone(&memory));
    (SigningKey::over(material, store, options).unwrap(), memory)
}
