//! The results of a run.

use core::time::Duration;
use std::time::Instant;

use crate::TREE;
use crate::queue::{Passed, Queue};

/// One run: the duration of each signature and of each sync.
pub(crate) struct Run {
    name: String,
    queue: Queue,
    signatures: Vec<Signature>,
    /// For each tree, the signature at which the next tree was ready.
    ready: Vec<usize>,
    syncs: Vec<Duration>,
}

/// The duration of a signature, and the preemptions meanwhile.
#[derive(Clone, Copy)]
struct Signature {
    time: Duration,
    passed: Passed,
}

impl Signature {
    /// Returns the duration without the time during which the thread was ready but not running.
    fn own(&self) -> Duration {
        self.time.saturating_sub(self.passed.waited)
    }
}

impl Run {
    /// Creates an empty run.
    pub(crate) fn new(name: String) -> Self {
        let (signatures, ready, syncs) = (Vec::new(), Vec::new(), Vec::new());
        Self { name, queue: Queue::default(), signatures, ready, syncs }
    }

    /// Returns the name of the run.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Times the next signature.
    pub(crate) fn time<T>(&mut self, sign: impl FnOnce() -> T) -> T {
        self.queue.passed();
        let start = Instant::now();
        let made = sign();
        let time = start.elapsed();
        self.signatures.push(Signature { time, passed: self.queue.passed() });
        made
    }

    /// Records that the next tree is ready.
    pub(crate) fn ready(&mut self) {
        let last = self.signatures.len() - 1;
        if self.ready.len() <= last / TREE {
            self.ready.push(last);
        }
    }

    /// Returns the worst-case fraction of a tree that was used when the next tree was ready.
    fn readiness(&self) -> String {
        let worst = self.ready.iter().map(|at| at % TREE + 1).max();
        let worst = worst.filter(|_| self.ready.len() * TREE >= self.signatures.len());
        worst.map_or_else(|| String::from("-"), |worst| format!("{}%", 100 * worst / TREE))
    }

    /// Sets the durations of the syncs.
    pub(crate) fn set_syncs(&mut self, syncs: Vec<Duration>) {
        self.syncs = syncs;
    }

    /// Returns the mean time of a signature.
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

/// Returns a quantile of sorted times; zero if there are none.
fn part(times: &[Duration], part: f64) -> Duration {
    times.get((times.len().saturating_sub(1) as f64 * part) as usize).copied().unwrap_or_default()
}

/// Prints the head of the table.
pub(crate) fn heading() {
    println!(
        "microseconds per signature, wall clock
hit: signatures during which the thread was preempted; calm: all other signatures, without the
time during which the thread was ready but not running
ready: worst-case part of a tree that was used when the next tree was ready

key and way                  |  signs |     p50 |     p99 |    p99.9 | 99.9/50 |   hit | calm p50 |  .. 99.9 | 99.9/50 | boundary | ready | syncs | sync ms"
    );
}
