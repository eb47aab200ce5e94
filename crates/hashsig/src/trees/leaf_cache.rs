//! Caches the leaves below the stored nodes of a high tree, for signatures that use the leaves in
//! order.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// The number of complete subtrees in the cache. Two, because some threads may still sign in the
/// previous subtree when others have started the next.
const SUBTREES: usize = 2;

/// The leaves of the present and the previous subtree, computed once for all signatures of a
/// subtree, and the first leaves of the next subtree.
///
/// A call that cannot acquire the lock treats the cache as empty. A thread holds the lock only to
/// copy a few nodes. In a child that is forked at that moment, however, the lock is never released.
#[derive(Debug, Default)]
pub(super) struct LeafCache(Mutex<Rows>);

#[derive(Debug, Default)]
struct Rows {
    complete: VecDeque<Row>,
    /// The first leaves of the next subtree.
    next: Option<Row>,
}

/// A row of consecutive leaves, as their nodes.
#[derive(Debug)]
struct Row {
    /// The first leaf.
    start: u32,
    nodes: Vec<u8>,
}

impl LeafCache {
    /// Returns the cached leaves of the subtree that begins at `start`: all, some, or none. An
    /// incomplete row is removed from the cache.
    pub(super) fn find(&self, start: u32) -> Vec<u8> {
        let Some(mut rows) = self.rows() else { return Vec::new() };
        if let Some(row) = rows.complete.iter().find(|row| row.start == start) {
            return row.nodes.clone();
        }
        let row = rows.next.take_if(|row| row.start == start);
        row.map(|row| row.nodes).unwrap_or_default()
    }

    /// Caches all leaves of a subtree.
    pub(super) fn keep_all(&self, start: u32, nodes: &[u8]) {
        if let Some(mut rows) = self.rows() {
            if rows.complete.iter().any(|row| row.start == start) {
                return;
            }
            if rows.complete.len() == SUBTREES {
                rows.complete.pop_front();
            }
            rows.complete.push_back(Row { start, nodes: nodes.to_vec() });
        }
    }

    /// Caches the first leaves of a subtree, unless the cache already has more of them.
    pub(super) fn keep_some(&self, start: u32, nodes: Vec<u8>) {
        if let Some(mut rows) = self.rows() {
            let more = |row: &Row| row.start == start && row.nodes.len() > nodes.len();
            if !rows.next.as_ref().is_some_and(more) {
                rows.next = Some(Row { start, nodes });
            }
        }
    }

    /// Recovering a poisoned lock is safe, because no code that holds this lock can panic.
    fn rows(&self) -> Option<MutexGuard<'_, Rows>> {
        match self.0.try_lock() {
            Ok(rows) => Some(rows),
            Err(TryLockError::Poisoned(rows)) => Some(rows.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
