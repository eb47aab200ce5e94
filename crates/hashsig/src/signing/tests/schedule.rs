//! Signatures do about equal amounts of work.

use alloc::sync::Arc;
use core::ops::Range;

use super::{ALONE, TREE, key};
use crate::signing::SigningKey;
use crate::signing::schedule::{IndexPlan, Position, ScheduledTree, ThreadMonitor, UpcomingTree};
use crate::testing::secret;
use crate::trees::{TreeBuilder, TreeId};

/// The number of work units per tree.
const UNITS: u64 = 4 * TREE;

/// Returns the number of computed work units in all trees of a level, or `None` if no tree of the
/// level is scheduled.
fn computed(key: &SigningKey, level: usize) -> Option<u64> {
    let state = key.inner.state();
    let trees = state.trees.schedule.trees().iter().filter(|tree| tree.id.level == level);
    let first = trees.clone().next()?.id.number;
    Some(first * UNITS + trees.map(|tree| UNITS - tree.builder.open_units()).sum::<u64>())
}

#[test]
fn signatures_without_a_thread_compute_equal_shares() {
    let (key, _) = key(3, &ALONE);
    key.prepare(1).unwrap();
    let mut before = [None; 2];
    for number in 0..TREE * TREE + 2 * TREE {
        key.sign(b"m").unwrap();
        let after = [computed(&key, 2), computed(&key, 1)];
        for ((before, after), most) in before.into_iter().zip(after).zip([5, 1]) {
            let (Some(before), Some(after)) = (before, after) else { continue };
            // One more unit settles the rounding debt.
            assert!(after - before <= most + 1, "signature {number} did {}", after - before);
        }
        before = after;
    }
}

/// Simulates signatures beside a thread that computes `rate` work units per signature. Returns the
/// maximum number of units that one signature computes of the first tree after the present one, and
/// the total that all signatures compute.
fn beside_a_thread(rate: u64) -> (u64, u64) {
    const SPAN: u64 = 1024;
    let builder = Arc::new(TreeBuilder::new(secret(&[10]).tree(TreeId::TOP).unwrap(), 10).unwrap());
    let id = TreeId { level: 1, number: 1 };
    let trees = [ScheduledTree { id, builder, needed: SPAN, is_spare: false }];
    let (mut thread, mut debt, mut most, mut all) = (ThreadMonitor::default(), 0.0, 0, 0);
    for made in 1..=SPAN {
        let builder = &trees[0].builder;
        for _ in 0..rate {
            builder.advance(1).unwrap();
        }
        debt += thread.quota(Position { made, span: SPAN, ahead: 1 }, trees.iter());
        let units = debt as u64;
        debt -= units as f64;
        thread.exclude(units);
        let done = (0..units).map(|_| builder.advance(1).unwrap()).sum::<u64>();
        (most, all) = (most.max(done), all + done);
    }
    assert_eq!(trees[0].builder.open_units(), 0, "the tree must be complete when it is needed");
    (most, all)
}

/// A newly opened key is a whole tree late: a tree of 4096 units is needed after 1024 signatures.
#[test]
fn signatures_compute_only_what_the_thread_cannot() {
    assert_eq!(beside_a_thread(5), (0, 0));
    let (most, all) = beside_a_thread(3);
    assert!(most <= 2 && all <= 1100, "{most} at most, {all} in total");
    let (most, all) = beside_a_thread(0);
    assert!(most <= 6 && all == 4096, "{most} at most, {all} in total");
}

/// Indices between two reservations are not used by this key.
#[test]
fn the_distance_of_a_tree_counts_signatures() {
    let levels = secret(&[5; 3]).levels().clone();
    let upcoming = |next: u64, reserved: &[Range<u64>]| {
        let end = TREE * TREE * TREE;
        IndexPlan { next, end, ahead: 1, reserved }.upcoming_trees(&levels).unwrap()
    };
    let tree = |away, level, number, is_spare| {
        let id = TreeId { level, number };
        UpcomingTree { away, id, is_spare }
    };
    let near = [tree(0, 1, 0, false), tree(0, 2, 0, false), tree(26, 2, 1, false)];
    assert_eq!(upcoming(6, &[]), [&near[..], &[tree(1018, 1, 1, false)]].concat());
    let far = [
        tree(0, 1, 0, false),
        tree(0, 2, 0, false),
        tree(4, 1, 3, false),
        tree(4, 2, 100, false),
        tree(36, 2, 101, true),
        tree(1012, 1, 1, false),
    ];
    assert_eq!(upcoming(12, &[12..16, 3200..3204]), far[..]);
}
