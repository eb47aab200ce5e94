//! Leaves below the nodes that a high tree keeps, for signatures that come one after another.

use alloc::collections::VecDeque;
use alloc::vec::Vec;
use std::sync::{Mutex, MutexGuard, TryLockError};

/// How many subtrees' leaves are kept whole: threads may still sign below the last one but one.
const WHOLE: usize = 2;

/// Leaves of the subtrees below the lowest nodes kept, computed once for all signatures of a
/// subtree, and those of the next one bit by bit.
///
/// Whoever finds the lock taken does without: it is held to copy a few nodes, or for ever in a
/// child that was forked at that moment.
#[derive(Debug, Default)]
pub(super) struct Bottom(Mutex<Rows>);

#[derive(Debug, Default)]
struct Rows {
    whole: VecDeque<Row>,
    /// The first leaves of the next subtree.
    growing: Option<Row>,
}

/// Nodes of leaves one after another.
#[derive(Debug)]
struct Row {
    /// The first leaf.
    start: u32,
    nodes: Vec<u8>,
}

impl Bottom {
    /// The leaves from `start` on that are there: all of the subtree, some, or none.
    pub(super) fn find(&self, start: u32) -> Vec<u8> {
        let Some(mut rows) = self.rows() else { return Vec::new() };
        if let Some(row) = rows.whole.iter().find(|row| row.start == start) {
            return row.nodes.clone();
        }
        let row = rows.growing.take_if(|row| row.start == start);
        row.map(|row| row.nodes).unwrap_or_default()
    }

    /// Keeps all leaves of a subtree.
    pub(super) fn keep_whole(&self, start: u32, nodes: &[u8]) {
        if let Some(mut rows) = self.rows() {
            if rows.whole.iter().any(|row| row.start == start) {
                return;
            }
            if rows.whole.len() == WHOLE {
                rows.whole.pop_front();
            }
            rows.whole.push_back(Row { start, nodes: nodes.to_vec() });
        }
    }

    /// Keeps some leaves of a subtree, unless there are more.
    pub(super) fn keep_some(&self, start: u32, nodes: Vec<u8>) {
        if let Some(mut rows) = self.rows() {
            let more = |row: &Row| row.start == start && row.nodes.len() > nodes.len();
            if !rows.growing.as_ref().is_some_and(more) {
                rows.growing = Some(Row { start, nodes });
            }
        }
    }

    /// Nothing that can panic happens under the lock.
    fn rows(&self) -> Option<MutexGuard<'_, Rows>> {
        match self.0.try_lock() {
            Ok(rows) => Some(rows),
            Err(TryLockError::Poisoned(rows)) => Some(rows.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
