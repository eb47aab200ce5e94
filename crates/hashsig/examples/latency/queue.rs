//! What became of a thread between two looks: whether it waited, and for what.

use core::time::Duration;
use std::fs::{self, File};

/// What Linux counts of the thread that made this; nothing where nobody counts.
pub(crate) struct Queue {
    schedstat: Option<File>,
    status: Option<File>,
    last: Counts,
}

/// What is counted since the thread began.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// For so long it was ready and had no processor.
    waited: Duration,
    /// So often it came to run.
    runs: u64,
    /// So often it gave its processor up by itself, to wait for a lock or the disk.
    blocked: u64,
}

/// What became of the thread since the last look.
#[derive(Clone, Copy, Default)]
pub(crate) struct Passed {
    /// For so long it was ready and had no processor.
    pub(crate) waited: Duration,
    /// It waited for a lock or the disk.
    pub(crate) blocked: bool,
    /// Another took its processor.
    pub(crate) preempted: bool,
}

impl Queue {
    pub(crate) fn new() -> Self {
        let open = |name| File::open(format!("/proc/thread-self/{name}")).ok();
        let (schedstat, status) = (open("schedstat"), open("status"));
        let mut queue = Self { schedstat, status, last: Counts::default() };
        queue.passed();
        queue
    }

    /// What became of the thread since the last call. It costs a small read, and one more if it
    /// did not run all the time.
    pub(crate) fn passed(&mut self) -> Passed {
        let (waited, runs) = self.runs().unwrap_or_default();
        if runs == self.last.runs {
            return Passed::default();
        }
        let blocked = self.blocked().unwrap_or_default();
        let last = core::mem::replace(&mut self.last, Counts { waited, runs, blocked });
        let (runs, blocked) = (runs - last.runs, blocked.saturating_sub(last.blocked));
        Passed {
            waited: waited.saturating_sub(last.waited),
            blocked: blocked > 0,
            preempted: runs > blocked,
        }
    }

    /// Nanoseconds on a processor, nanoseconds in the queue for one, how often it ran.
    fn runs(&self) -> Option<(Duration, u64)> {
        let mut text = [0; 64];
        let text = read(self.schedstat.as_ref()?, &mut text)?;
        let mut fields = text.trim_end().split(' ').skip(1).map_while(|field| field.parse().ok());
        Some((Duration::from_nanos(fields.next()?), fields.next()?))
    }

    fn blocked(&self) -> Option<u64> {
        let mut text = [0; 4096];
        let text = read(self.status.as_ref()?, &mut text)?;
        let line = text.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"))?;
        line.trim().parse().ok()
    }
}

/// For how long a hypervisor ran something else on the processors of this machine, since it was
/// started.
pub(crate) fn stolen() -> Duration {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let ticks = text.lines().next().and_then(|all| all.split_whitespace().nth(8)?.parse().ok());
    // A tick is a hundredth of a second, whatever the kernel's own are.
    Duration::from_millis(10 * ticks.unwrap_or(0))
}

#[cfg(unix)]
fn read<'a>(file: &File, text: &'a mut [u8]) -> Option<&'a str> {
    use std::os::unix::fs::FileExt;

    let len = file.read_at(text, 0).ok()?;
    core::str::from_utf8(&text[..len]).ok()
}

#[cfg(not(unix))]
fn read<'a>(_: &File, _: &'a mut [u8]) -> Option<&'a str> {
    None
}
