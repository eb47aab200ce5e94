//! Measures how long other threads had the processor of a thread, between two calls.

use core::time::Duration;
use std::fs;

/// What Linux counts of the thread that made this; nothing where nobody counts.
#[derive(Default)]
pub(crate) struct Queue {
    /// So often it came to run.
    runs: u64,
    last: Passed,
}

/// How long the thread waited for a processor, and how often another thread took it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Passed {
    /// The time in which the thread was ready and had no processor.
    pub(crate) waited: Duration,
    /// The number of times that another thread took its processor.
    pub(crate) preempted: u64,
}

impl Queue {
    /// Returns both since the last call. It costs a small read, and one more if the thread has
    /// left a processor.
    pub(crate) fn passed(&mut self) -> Passed {
        let (waited, runs) = runs().unwrap_or_default();
        if core::mem::replace(&mut self.runs, runs) == runs {
            return Passed::default();
        }
        let preempted = preempted().unwrap_or_default();
        let last = core::mem::replace(&mut self.last, Passed { waited, preempted });
        Passed {
            waited: waited.saturating_sub(last.waited),
            preempted: preempted.saturating_sub(last.preempted),
        }
    }
}

/// Nanoseconds on a processor, nanoseconds in the queue for one, how often it ran.
fn runs() -> Option<(Duration, u64)> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let mut fields = text.trim_end().split(' ').skip(1).map_while(|field| field.parse().ok());
    Some((Duration::from_nanos(fields.next()?), fields.next()?))
}

fn preempted() -> Option<u64> {
    let text = fs::read_to_string("/proc/thread-self/status").ok()?;
    text.lines()
        .find_map(|line| line.strip_prefix("nonvoluntary_ctxt_switches:"))?
        .trim()
        .parse()
        .ok()
}
