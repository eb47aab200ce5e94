//! A program that the ruler times by its own clock: the protocol `quicksalt-child/1`, which
//! `docs/children.md` specifies, over the standard input and output.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::time::Duration;

use cpu_time::ThreadTime;

const HELLO: &str = "quicksalt-child/1";
const CLOCK: &str = "thread-cpu";

/// What goes wrong is the answer to the request.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// The work of a child.
pub trait Work {
    /// Takes the task that `run` does from now on, given in words.
    fn task(&mut self, words: &[&str]) -> Outcome;

    /// Does the task so many times. Only what runs under the stopwatch counts.
    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome;

    /// What the last iteration put out; competitors must agree on it.
    fn output(&self) -> Vec<u8>;
}

/// CPU time of the thread, added up over what counts.
#[derive(Default)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Runs something that counts.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = ThreadTime::now();
        let done = work();
        self.0 += start.elapsed();
        done
    }
}

/// Answers requests until there are no more. The version says what does the work.
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
