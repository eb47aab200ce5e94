//! What a run comes to.

use core::time::Duration;
use std::time::Instant;

use crate::TREE;
use crate::queue::Queue;

/// One run: how long each signature took, and each sync.
pub(crate) struct Run {
    name: String,
    queue: Queue,
    signatures: Vec<Duration>,
    /// The same without the time in which the thread waited for a processor.
    own: Vec<Duration>,
    /// At which signature the tree after each tree was ready.
    ready: Vec<usize>,
    syncs: Vec<Duration>,
}

impl Run {
    /// Nothing so far.
    pub(crate) fn new(name: String) -> Self {
        let (queue, own) = (Queue::new(), Vec::new());
        Self { name, queue, signatures: Vec::new(), own, ready: Vec::new(), syncs: Vec::new() }
    }

    /// What was run.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Makes the next signature.
    pub(crate) fn time<T>(&mut self, sign: impl FnOnce() -> T) -> T {
        let waited = self.queue.waited();
        let start = Instant::now();
        let made = sign();
        let time = start.elapsed();
        self.signatures.push(time);
        self.own.push(time.saturating_sub(self.queue.waited().saturating_sub(waited)));
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
        self.signatures.iter().sum::<Duration>() / self.signatures.len().max(1) as u32
    }

    /// Signatures a second.
    pub(crate) fn rate(&self) -> f64 {
        1.0 / self.mean().as_secs_f64()
    }

    /// Prints a row of the table.
    pub(crate) fn print(&self) {
        let (mut sorted, mut own) = (self.signatures.clone(), self.own.clone());
        sorted.sort();
        own.sort();
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        let part =
            |times: &[Duration], part: f64| us(times[((times.len() - 1) as f64 * part) as usize]);
        let at = |at: f64| part(&sorted, at);
        let own = |at: f64| part(&own, at);
        let hit = self.signatures.iter().zip(&self.own).filter(|(all, own)| all > own).count();
        let boundaries = self.signatures.iter().step_by(TREE).skip(1);
        let worst = boundaries.clone().max().copied().unwrap_or_default();
        let synced: Duration = self.syncs.iter().sum();
        println!(
            "{:<28} | {:>6} | {:>3} | {:>7.0} | {:>7.0} | {:>8.0} | {:>8.0} | {:>6.2} | {:>5} | {:>8.0} | {:>6.2} | {:>8.0} | {:>5} | {:>5} | {:>7.0} | {:>8.0}",
            self.name,
            sorted.len(),
            boundaries.len(),
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0),
            at(0.999) / at(0.5),
            hit,
            own(0.999),
            own(0.999) / own(0.5),
            us(worst),
            self.readiness(),
            self.syncs.len(),
            synced.as_secs_f64() * 1e3,
            us(self.syncs.iter().max().copied().unwrap_or_default()),
        );
    }
}

/// Prints the head of the table.
pub(crate) fn heading() {
    println!("us a signature, wall clock; boundaries are first signatures of a tree");
    println!("hit: so many waited for a processor; own: without that time");
    println!("ready: how much of a tree was used, at worst, when the next was there\n");
    println!(
        "key and way                  |  signs | bnd |     p50 |     p99 |    p99.9 |      max | 99.9/50 |   hit |  own 99.9 | 99.9/50 | boundary | ready | syncs | sync ms | worst us"
    );
}

/// Prints what larger reservations gain, given the rates of each key at both sizes.
pub(crate) fn gain(sizes: &[u64; 2], rates: &[(f64, String)]) {
    let [one, many] = sizes;
    println!("\nsignatures a second, one thread, trees prepared\n");
    for pair in rates.chunks_exact(2) {
        let ((slow, name), (fast, _)) = (&pair[0], &pair[1]);
        println!("{name} {one}: {slow:.0}, {many}: {fast:.0}, gain {:.1}", fast / slow);
    }
}
