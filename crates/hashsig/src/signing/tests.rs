//! Keys that sign over stores in memory: well, badly, and from several threads.

mod ahead;
#[cfg(unix)]
mod kept;
mod memory;
mod once;
mod pace;
mod refusals;
mod root;

use alloc::boxed::Box;
use alloc::sync::Arc;

use super::{Key, Options, Root};
use crate::testing::{Sample, secret};
use memory::Memory;

/// Signatures of a lowest tree.
const TREE: u64 = 32;

const ALONE: Options = Options { reservation: Some(8), ahead: 1, background: false };
const HELPED: Options = Options { background: true, ..ALONE };

fn root<S: Sample>(levels: usize) -> Root<S> {
    Root::generate(secret(&vec![5; levels]), None).unwrap()
}

/// A key over all indices of its levels, and what its store does.
fn key<S: Sample>(levels: usize, options: &Options) -> (Key<S>, Arc<Memory>) {
    let root = root(levels);
    let memory = Memory::new(root.secret().levels().capacity());
    let store = Box::new(Arc::clone(&memory));
    (Key::over(root, store, options).unwrap(), memory)
}
