//! Measures how long other threads occupied the processor of a thread between two calls.

use core::time::Duration;
use std::fs;

/// Scheduler counters of the thread that created this value; zero where the system lacks them.
#[derive(Default)]
pub(crate) struct Queue {
    /// The number of times the thread was scheduled.
    runs: u64,
    last: Passed,
}

/// The time that the thread waited for a processor, and the number of preemptions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Passed {
    /// The time during which the thread was ready but not running.
    pub(crate) waited: Duration,
    /// The number of times that another thread preempted it.
    pub(crate) preempted: u64,
}

impl Queue {
    /// Returns both values since the last call. The call costs a small read, and a second read if
    /// the thread was rescheduled.
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

/// Reads the time waiting for a processor and the number of times scheduled.
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
