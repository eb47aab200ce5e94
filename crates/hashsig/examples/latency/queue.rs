//! How long a thread waited for a processor.

use core::time::Duration;
use std::fs;

/// What Linux counts of the thread that made this.
pub(crate) struct Queue(Option<fs::File>);

impl Queue {
    pub(crate) fn new() -> Self {
        Self(fs::File::open("/proc/thread-self/schedstat").ok())
    }

    /// How long the thread was ready and had no processor, since it began; nothing where nobody
    /// counts that.
    pub(crate) fn waited(&self) -> Duration {
        self.read().unwrap_or_default()
    }

    #[cfg(unix)]
    fn read(&self) -> Option<Duration> {
        use std::os::unix::fs::FileExt;

        let mut text = [0; 64];
        let len = self.0.as_ref()?.read_at(&mut text, 0).ok()?;
        // Nanoseconds on a processor, nanoseconds in the queue for one, how often it ran.
        let mut fields = core::str::from_utf8(&text[..len]).ok()?.split(' ');
        fields.nth(1)?.parse().ok().map(Duration::from_nanos)
    }

    #[cfg(not(unix))]
    fn read(&self) -> Option<Duration> {
        None
    }
}
