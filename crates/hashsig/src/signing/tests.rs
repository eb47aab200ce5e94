//! Keys that sign over stores in memory: well, badly, and from several threads.

mod ahead;
#[cfg(unix)]
mod kept;
mod material;
mod memory;
mod once;
mod pace;
mod refusals;

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Options, Root, SigningKey};
use crate::testing::secret;
use memory::Memory;

/// Signatures of a lowest tree.
const TREE: u64 = 32;

const ALONE: Options = Options { reservation: Some(8), ahead: 1, background: false };
const HELPED: Options = Options { background: true, ..ALONE };

fn root(levels: usize) -> Root {
    Root::generate(secret(&vec![5; levels]), None).unwrap()
}

/// A key over all indices of its levels, and what its store does.
fn key(levels: usize, options: &Options) -> (SigningKey, Arc<Memory>) {
    let root = root(levels);
    let memory = Memory::new(root.secret().levels().capacity());
    let store = Box::new(Arc::clone(&memory));
    (SigningKey::over(root, store, options).unwrap(), memory)
}
