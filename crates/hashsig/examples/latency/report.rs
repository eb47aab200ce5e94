//! What a run comes to.

use core::time::Duration;

use crate::TREE;

/// One run: how long each signature took, and each sync.
pub(crate) struct Run {
    name: String,
    signatures: Vec<Duration>,
    syncs: Vec<Duration>,
}

impl Run {
    /// Nothing so far.
    pub(crate) fn new(name: String) -> Self {
        Self { name, signatures: Vec::new(), syncs: Vec::new() }
    }

    /// What was run.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next signature took so long.
    pub(crate) fn add(&mut self, time: Duration) {
        self.signatures.push(time);
    }

    /// The last signature took so long.
    pub(crate) fn last(&self) -> Duration {
        self.signatures.last().copied().unwrap_or_default()
    }

    /// The disk took so long to sync, each time.
    pub(crate) fn set_syncs(&mut self, syncs: Vec<Duration>) {
        self.syncs = syncs;
    }

    /// The mean time of a signature.
    pub(crate) fn mean(&self) -> Duration {
        self.signatures.iter().sum::<Duration>() / self.signatures.len().max(1) as u32
    }

    /// Prints a row of the table.
    pub(crate) fn print(&self) {
        let mut sorted = self.signatures.clone();
        sorted.sort();
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        let at = |part: f64| us(sorted[((sorted.len() - 1) as f64 * part) as usize]);
        let boundaries = self.signatures.iter().step_by(TREE).skip(1);
        let worst = boundaries.clone().max().copied().unwrap_or_default();
        let synced: Duration = self.syncs.iter().sum();
        println!(
            "{:<22} | {:>6} | {:>3} | {:>7.0} | {:>7.0} | {:>8.0} | {:>8.0} | {:>6.2} | {:>8.0} | {:>5} | {:>7.0} | {:>8.0}",
            self.name,
            sorted.len(),
            boundaries.len(),
            at(0.5),
            at(0.99),
            at(0.999),
            at(1.0),
            at(0.999) / at(0.5),
            us(worst),
            self.syncs.len(),
            synced.as_secs_f64() * 1e3,
            us(self.syncs.iter().max().copied().unwrap_or_default()),
        );
    }
}

/// Prints the head of the table.
pub(crate) fn heading() {
    println!("us a signature, wall clock; boundaries are first signatures of a tree\n");
    println!(
        "key and way            |  signs | bnd |     p50 |     p99 |    p99.9 |      max | 99.9/50 | boundary | syncs | sync ms | worst us"
    );
}
