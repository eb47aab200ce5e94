//! What a run comes to.

use core::time::Duration;
use std::time::Instant;

use crate::TREE;
use crate::queue::{Passed, Queue};

/// One run: how long each signature took, and each sync.
pub(crate) struct Run {
    name: String,
    queue: Queue,
    signatures: Vec<Signature>,
    /// At which signature the tree after each tree was ready.
    ready: Vec<usize>,
    syncs: Vec<Duration>,
}

/// How long a signature took, and what became of its thread meanwhile.
#[derive(Clone, Copy)]
struct Signature {
    time: Duration,
    passed: Passed,
}

impl Signature {
    /// Without the time in which the thread was ready and had no processor.
    fn own(&self) -> Duration {
        self.time.saturating_sub(self.passed.waited)
    }
}

impl Run {
    /// Nothing so far.
    pub(crate) fn new(name: String) -> Self {
        let (signatures, ready, syncs) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, queue: Queue::default(), signatures, ready, syncs }
    }

    /// What was run.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes the next signature.
    pub(crate) fn time<T>(&mut self, sign: impl FnOnce() -> T) -> T {
        self.queue.passed();
        let start = Instant::now();
        let made = sign();
        let time = start.elapsed();
        self.signatures.push(Signature { time, passed: self.queue.passed() });
        made
    }

    /// The next tree is ready.
    pub(crate) fn ready(&mut self) {
        let last = self.signatures.len() - 1;
        if self.ready.len() <= last / TREE {
            self.ready.push(last);
        }
    }

    /// How much of a tree was used, at worst, when the next one was ready.
    fn readiness(&self) -> String {
        let worst = self.ready.iter().map(|at| at % TREE + 1).max();
        let worst = worst.filter(|_| self.ready.len() * TREE >= self.signatures.len());
        worst.map_or_else(|| String::from("-"), |worst| format!("{}%", 100 * worst / TREE))
    }

    /// The disk took so long to sync, each time.
    pub(crate) fn set_syncs(&mut self, syncs: Vec<Duration>) {
        self.syncs = syncs;
    }

    /// The mean time of a signature.
    pub(crate) fn mean(&self) -> Duration {
        self.signatures.iter().map(|one| one.time).sum::<Duration>()
            / self.signatures.len().max(1) as u32
    }

    /// Prints a row of the table.
    pub(crate) fn print(&self) {
        let all = sorted(self.signatures.iter().map(|one| one.time));
        let calm = self.signatures.iter().filter(|one| one.passed.preempted == 0);
        let calm = sorted(calm.map(Signature::own));
        let us = |times: &[Duration], share| part(times, share).as_secs_f64() * 1e6;
        let ratio = |times: &[Duration]| us(times, 0.999) / us(times, 0.5);
        let boundaries = self.signatures.iter().step_by(TREE).skip(1).map(|one| one.time);
        let synced: Duration = self.syncs.iter().sum();
        println!(
            "{:<28} | {:>6} | {:>7.0} | {:>7.0} | {:>8.0} | {:>7.2} | {:>5} | {:>8.0} | {:>8.0} | {:>7.2} | {:>8.0} | {:>5} | {:>5} | {:>7.0}",
            self.name,
            all.len(),
            us(&all, 0.5),
            us(&all, 0.99),
            us(&all, 0.999),
            ratio(&all),
            all.len() - calm.len(),
            us(&calm, 0.5),
            us(&calm, 0.999),
            ratio(&calm),
            us(&sorted(boundaries), 1.0),
            self.readiness(),
            self.syncs.len(),
            synced.as_secs_f64() * 1e3,
        );
    }
}

fn sorted(times: impl Iterator<Item = Duration>) -> Vec<Duration> {
    let mut times: Vec<_> = times.collect();
    times.sort();
    times
}

/// What this part of some sorted times did not exceed; zero if there are none.
fn part(times: &[Duration], part: f64) -> Duration {
    times.get((times.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or_default()
}

/// Prints the head of the table.
pub(crate) fn heading() {
    println!(
        "us a signature, wall clock
hit: in so many, others had the processor of the thread; calm: all without these, and without the
time from when a lock or the disk was there until the thread ran again
ready: how much of a tree was used, at worst, when the next was there

key and way                  |  signs |     p50 |     p99 |    p99.9 | 99.9/50 |   hit | calm p50 |  .. 99.9 | 99.9/50 | boundary | ready | syncs | sync ms"
    );
}
