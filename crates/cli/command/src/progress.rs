//! A bar on a terminal that shows how far long work is.

use alloc::rc::Rc;
use core::cell::RefCell;
use core::time::Duration;
use std::fs::File;
use std::io::IsTerminal as _;
use std::time::Instant;

use crate::streams::put;

/// After so long a bar is shown.
const PATIENCE: Duration = Duration::from_millis(300);

/// So often it is drawn anew.
const PAUSE: Duration = Duration::from_millis(100);

const WIDTH: usize = 40;

// Of terminals (ECMA-48 and DEC).
const CLEAR: &str = "\x1b[K";
const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// A bar, which is shown where somebody waits for it.
#[derive(Clone)]
pub(crate) struct Bar(Option<Rc<RefCell<State>>>);

struct State {
    what: &'static str,
    terminal: File,
    begun: Instant,
    drawn: Option<Instant>,
}

impl Bar {
    /// A bar of work that begins now; none where the stream is no terminal.
    pub(crate) fn new(what: &'static str, errors: &File) -> Self {
        let terminal = errors.is_terminal().then(|| errors.try_clone().ok()).flatten();
        let begun = Instant::now();
        Self(
            terminal.map(|terminal| {
                Rc::new(RefCell::new(State { what, terminal, begun, drawn: None }))
            }),
        )
    }

    /// Shows how much is done, from 0 to 1, if it is time to.
    pub(crate) fn look(&self, share: Option<f64>) {
        let Some(state) = &self.0 else { return };
        let mut state = state.borrow_mut();
        let is_due = match state.drawn {
            Some(drawn) => drawn.elapsed() >= PAUSE,
            None => state.begun.elapsed() >= PATIENCE,
        };
        if is_due {
            let hide = if state.drawn.is_none() { HIDE_CURSOR } else { "" };
            state.drawn = Some(Instant::now());
            let line = line(state.what, share, state.begun.elapsed());
            // The work goes on without a bar.
            let _ = put(&mut &state.terminal, format!("{hide}\r{line}{CLEAR}").as_bytes());
        }
    }

    /// Takes the bar away.
    pub(crate) fn end(&self) {
        let Some(state) = &self.0 else { return };
        let state = state.borrow();
        if state.drawn.is_some() {
            // As above.
            let _ = put(&mut &state.terminal, format!("\r{CLEAR}{SHOW_CURSOR}").as_bytes());
        }
    }
}

/// The line of a bar.
fn line(what: &str, share: Option<f64>, since: Duration) -> String {
    let Some(share) = share.map(|share| share.clamp(0.0, 1.0)) else {
        return format!("{what} ... {}", clock(since.as_secs()));
    };
    let full = (share * WIDTH as f64) as usize;
    let (done, left) = ("#".repeat(full), "-".repeat(WIDTH - full));
    let percent = (share * 100.0) as usize;
    if share <= 0.0 {
        return format!("{what} [{left}]   0%");
    }
    let left_s = since.as_secs_f64() / share * (1.0 - share);
    format!("{what} [{done}{left}] {percent:3}% {}", clock(left_s.round() as u64))
}

fn clock(seconds: u64) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use core::time::Duration;

    use super::line;

    #[test]
    fn the_line_tells_share_and_time_left() {
        let second = Duration::from_secs(1);
        let half = "encrypting [####################--------------------]  50% 0:00:01";
        assert_eq!(line("encrypting", Some(0.5), second), half);
        assert_eq!(line("signing", None, second), "signing ... 0:00:01");
    }
}
