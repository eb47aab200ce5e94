//! Implementations in other languages, each a program that answers requests of one line, its own
//! clock of the thread's CPU time in hand:
//!
//! | request | answer |
//! | --- | --- |
//! | `generate HEIGHT WIDTH` | `NANOSECONDS PUBLIC_KEY` |
//! | `sign COUNT MESSAGE` | `NANOSECONDS SIGNATURE` |
//! | `verify COUNT PUBLIC_KEY MESSAGE SIGNATURE` | `NANOSECONDS 1` or `NANOSECONDS 0` |
//!
//! Nanoseconds are those of one call; bytes are in hexadecimal.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, Stdio};

use crate::peer::{Outcome, Peer, Size, Timed};

/// A running program.
pub struct Child {
    name: String,
    process: Process,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Child {
    /// Starts a program given as `NAME=PROGRAM ARGUMENT ...`.
    pub fn start(text: &str) -> Outcome<Self> {
        let (name, command) = text.split_once('=').ok_or("expected NAME=PROGRAM ARGUMENT ...")?;
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("expected a program after NAME=")?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{program} does not start: {error}"))?;
        let requests = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().ok_or("no output")?);
        Ok(Self { name: name.to_owned(), process, requests, answers })
    }

    fn ask(&mut self, request: &str) -> Outcome<Timed<String>> {
        let requests = self.requests.as_mut().ok_or("no input")?;
        writeln!(requests, "{request}")?;
        requests.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let parsed = answer
            .trim()
            .split_once(' ')
            .and_then(|(ns, value)| Some(Timed { value: value.to_owned(), ns: ns.parse().ok()? }));
        let verb = request.split(' ').next().unwrap_or_default();
        parsed.ok_or_else(|| format!("{} answered {verb} with {answer:?}", self.name).into())
    }

    fn ask_bytes(&mut self, request: &str) -> Outcome<Timed<Vec<u8>>> {
        let answer = self.ask(request)?;
        Ok(Timed { value: hex::decode(answer.value)?, ns: answer.ns })
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The end of its input ends it.
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}

impl Peer for Child {
    fn name(&self) -> &str {
        &self.name
    }

    fn generate(&mut self, size: Size) -> Outcome<Timed<Vec<u8>>> {
        self.ask_bytes(&format!("generate {} {}", size.height, size.width))
    }

    fn sign(&mut self, message: &[u8], count: u32) -> Outcome<Timed<Vec<u8>>> {
        self.ask_bytes(&format!("sign {count} {}", hex::encode(message)))
    }

    fn verify(
        &mut self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
        count: u32,
    ) -> Outcome<Timed<bool>> {
        let [key, message, signature] = [public_key, message, signature].map(hex::encode);
        let answer = self.ask(&format!("verify {count} {key} {message} {signature}"))?;
        match answer.value.as_str() {
            "1" => Ok(Timed { value: true, ns: answer.ns }),
            "0" => Ok(Timed { value: false, ns: answer.ns }),
            other => Err(format!("{} answered verify with {other}", self.name).into()),
        }
    }
}
