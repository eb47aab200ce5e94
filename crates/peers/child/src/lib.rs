//! A program that the ruler times by the program's own clock: implements the protocol
//! `quicksalt-child/1` (see `docs/children.md`) over standard input and output.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::time::Duration;

use cpu_time::ThreadTime;

const HELLO: &str = "quicksalt-child/1";
const CLOCK: &str = "thread-cpu";

/// The result of a request; an error is sent as the answer.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The work of a child process.
pub trait Work {
    /// Sets the task for `run`, given in words.
    fn task(&mut self, words: &[&str]) -> Outcome;

    /// Runs the task `count` times. Only work inside the stopwatch is timed.
    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome;

    /// The output of the last iteration; competitors must agree on it.
    fn output(&self) -> Vec<u8>;
}

/// The accumulated CPU time of the thread.
#[derive(Default)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Runs and times `work`.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = ThreadTime::now();
        let done = work();
        self.0 += start.elapsed();
        done
    }
}

/// Answers requests until the input ends. `version` identifies the implementation.
pub fn serve(version: &str, work: &mut dyn Work) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<_> = line.split_ascii_whitespace().collect();
        if words == ["end"] {
            break;
        }
        match answer(&words, version, work) {
            Ok(text) => writeln!(out, "ok {text}")?,
            Err(error) => writeln!(out, "error {}", error.to_string().replace('\n', " "))?,
        }
        out.flush()?;
    }
    Ok(())
}

fn answer(words: &[&str], version: &str, work: &mut dyn Work) -> Outcome<String> {
    match words {
        ["hello", HELLO] => Ok(format!("{HELLO} {CLOCK} {version}")),
        ["task", rest @ ..] => work.task(rest).map(|()| String::new()),
        ["run", count] => {
            let mut watch = Stopwatch::default();
            work.run(count.parse()?, &mut watch)?;
            Ok(watch.0.as_nanos().to_string())
        }
        ["output"] => Ok(work.output().iter().map(|byte| format!("{byte:02x}")).collect()),
        _ => Err(format!("no such request: {}", words.join(" ")).into()),
    }
}
