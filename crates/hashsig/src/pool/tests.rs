//! Tasks that end, panic, are cancelled, or are abandoned.

use alloc::sync::Arc;
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use core::time::Duration;
use std::sync::mpsc;

use quicksalt::interrupt::while_wanted;

use super::{Pool, TaskError};
use crate::error::Error;
use crate::testing::seed;
use crate::trees::{Tree, TreeBuilder};

const LONG: Duration = Duration::from_secs(60);

#[test]
fn all_tasks_run_on_at_most_the_given_threads() {
    let pool = Pool::new(3);
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let task = |number: usize| {
        let (now, most) = (Arc::clone(&now), Arc::clone(&most));
        pool.submit(move |_| {
            most.fetch_max(now.fetch_add(1, SeqCst) + 1, SeqCst);
            std::thread::yield_now();
            now.fetch_sub(1, SeqCst);
            number
        })
    };
    let tasks: Vec<_> = (0..100).map(|number| task(number).unwrap()).collect();
    let sum: usize = tasks.into_iter().map(|task| task.wait().unwrap()).sum();
    assert_eq!(sum, 99 * 100 / 2);
    assert!((1..=3).contains(&most.load(SeqCst)));
}

#[test]
fn several_threads_build_the_same_tree() {
    let whole = Tree::generate(seed(5)).unwrap();
    for threads in [1, 2, 7] {
        let task = Pool::new(threads).build(seed(5), 5).unwrap();
        let shown = task.progress();
        assert!((0.0..=1.0).contains(&shown));
        // The pool was dropped: a started task completes, a waiting task is dropped.
        match task.wait() {
            Ok(tree) => assert_eq!(tree.unwrap().public_key(), whole.public_key()),
            Err(lost) => assert_eq!(lost, TaskError::Dropped),
        }
    }
    let pool = Pool::new(2);
    let tree = pool.build(seed(5), 5).unwrap().wait().unwrap().unwrap();
    assert_eq!(tree.public_key(), whole.public_key());
    assert!(pool.build(seed(5), 9).unwrap().wait().unwrap().is_err());
}

#[test]
fn an_interrupted_tree_can_be_continued() {
    let builder = TreeBuilder::new(seed(10), 10).unwrap();
    let asked = Cell::new(0);
    let thrice = move || asked.replace(asked.get() + 1) < 3;
    let interrupted = while_wanted(thrice, || builder.tree()).map(drop);
    assert_eq!(interrupted, Err(Error::Primitive(quicksalt::Error::Interrupted)));
    assert!((1..builder.total()).contains(&builder.done()), "{}", builder.done());
    let whole = Tree::generate(seed(10)).unwrap();
    assert_eq!(builder.tree().unwrap().public_key(), whole.public_key());
}

#[test]
fn helpers_stop_when_dropped() {
    let pool = Pool::new(2);
    let builder = Arc::new(TreeBuilder::new(seed(15), 15).unwrap());
    let helpers = pool.help(&builder, 2);
    while builder.done() == 0 {
        std::thread::yield_now();
    }
    drop(helpers);
    // The threads are free for other tasks, although most of the tree is unfinished.
    for _ in 0..2 {
        pool.submit(|_| ()).unwrap().wait().unwrap();
    }
    assert!(builder.done() < builder.total());
}

#[test]
fn a_panic_affects_only_its_task() {
    let pool = Pool::new(1);
    let task = pool.submit::<()>(|_| panic!("in mid-work")).unwrap();
    assert_eq!(task.wait(), Err(TaskError::Panicked));
    assert_eq!(pool.submit(|_| 7).unwrap().wait(), Ok(7));
}

#[test]
fn work_is_cancelled_before_and_after_it_begins() {
    let pool = Pool::new(1);
    let (begun, has_begun) = mpsc::channel();
    let first = pool.submit(move |token| {
        begun.send(()).unwrap();
        while !token.is_cancelled() {
            token.report(1, 4);
            std::thread::yield_now();
        }
    });
    let first = first.unwrap();
    has_begun.recv().unwrap();
    let second = pool.submit(|_| ()).unwrap();
    assert_eq!((first.is_ended(), second.is_ended()), (Ok(false), Ok(false)));
    second.cancel();
    assert_eq!(second.wait(), Err(TaskError::Cancelled));
    while first.progress() == 0.0 {
        std::thread::yield_now();
    }
    assert_eq!(first.progress(), 0.25);
    first.cancel();
    assert_eq!(first.wait_for(LONG), Ok(true));
    assert_eq!((first.progress(), first.wait()), (1.0, Ok(())));
    let builder = pool.build(seed(20), 16).unwrap();
    builder.cancel();
    assert!(matches!(builder.wait(), Err(TaskError::Cancelled)));
}

#[test]
fn waiting_tasks_are_dropped_with_the_pool() {
    let pool = Pool::new(1);
    let ((begun, has_begun), (go, gone)) = (mpsc::channel(), mpsc::channel());
    let first = pool.submit(move |_| {
        begun.send(()).unwrap();
        gone.recv().unwrap()
    });
    let first = first.unwrap();
    has_begun.recv().unwrap();
    let second = pool.submit(|_| ()).unwrap();
    drop(pool);
    assert_eq!(second.wait(), Err(TaskError::Dropped));
    go.send(7).unwrap();
    assert_eq!(first.wait(), Ok(7));
}
