//! A progress bar for long-running work on a terminal.

use alloc::rc::Rc;
use core::cell::RefCell;
use core::time::Duration;
use std::fs::File;
use std::io::IsTerminal as _;
use std::time::Instant;

use crate::streams::put;

/// The delay before the bar appears.
const PATIENCE: Duration = Duration::from_millis(300);

/// The interval between updates.
const PAUSE: Duration = Duration::from_millis(100);

const WIDTH: usize = 40;

// Escape sequences of terminals (ECMA-48 and DEC).
const CLEAR: &str = "\x1b[K";
const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// A progress bar. Only a terminal shows it.
#[derive(Clone)]
pub(crate) struct Bar(Option<Rc<RefCell<State>>>);

struct State {
    what: &'static str,
    terminal: File,
    begun: Instant,
    drawn: Option<Instant>,
}

impl Bar {
    /// Starts a progress bar for work that begins now. Without a terminal, the bar is not shown.
    pub(crate) fn new(what: &'static str, errors: &File) -> Self {
        let terminal = errors.is_terminal().then(|| errors.try_clone().ok()).flatten();
        let begun = Instant::now();
        Self(
            terminal.map(|terminal| {
                Rc::new(RefCell::new(State { what, terminal, begun, drawn: None }))
            }),
        )
    }

    /// Shows the completed share of the work, from 0 to 1, if an update is due.
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
            // If the terminal fails, the work continues without a bar.
            let _ = put(&mut &state.terminal, format!("{hide}\r{line}{CLEAR}").as_bytes());
        }
    }

    /// Removes the bar from the terminal.
    pub(crate) fn end(&self) {
        let Some(state) = &self.0 else { return };
        let state = state.borrow();
        if state.drawn.is_some() {
            // If the terminal fails, the work continues.
            let _ = put(&mut &state.terminal, format!("\r{CLEAR}{SHOW_CURSOR}").as_bytes());
        }
    }
}

/// Formats the progress bar as a line of text.
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
    fn the_line_shows_share_and_time_left() {
        let second = Duration::from_secs(1);
        let half = "encrypting [####################--------------------]  50% 0:00:01";
        assert_eq!(line("encrypting", Some(0.5), second), half);
        assert_eq!(line("signing", None, second), "signing ... 0:00:01");
    }
}
