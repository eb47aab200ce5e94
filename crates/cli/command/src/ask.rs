//! Questions on the terminal.

use std::io::{self, Read};

use quicksalt::Wiped;

use crate::failure::{Failure, reason};
use crate::os::{self, Hidden};
use crate::streams::{Input, put};
use crate::terminal::Terminal;

/// A typed text, which may be a secret.
pub type Word = Wiped<Vec<u8>>;

/// The maximum length of a line in bytes.
const LINE_MAX: usize = 4096;

/// The reason why no line was read.
enum Unread {
    /// The input ended.
    End,
    Failure(Failure),
}

impl Terminal {
    /// Returns whether a terminal can show a question. Otherwise, the answer is read from the
    /// standard input.
    #[must_use]
    pub fn has_asker(&self) -> bool {
        os::asker().is_some()
    }

    /// Asks a yes/no question; an empty answer means no.
    ///
    /// # Errors
    /// Exit code 4 if the answer is no; a usage error if the input ends before an answer.
    pub fn confirm(&self, question: &str) -> Result<(), Failure> {
        loop {
            self.prompt(&format!("{question} [y/N]: "))?;
            let answer = match self.line() {
                Ok(line) => line,
                Err(Unread::End) => {
                    return Err(Failure::usage(
                        "no answer on the standard input: give --yes to confirm",
                    ));
                }
                Err(Unread::Failure(failure)) => return Err(failure),
            };
            let answer = answer.trim_ascii().to_ascii_lowercase();
            match answer.as_slice() {
                b"y" | b"yes" => return Ok(()),
                b"" | b"n" | b"no" => return Err(Failure::broken("nothing was changed")),
                _ => self.note("Error: invalid input")?,
            }
        }
    }

    /// Asks for a passphrase on the terminal without echo; without a terminal, reads a line of the
    /// standard input. A new passphrase must be entered twice.
    ///
    /// # Errors
    /// A usage error if the input ends before an answer; exit code 130 after an interrupt.
    pub fn ask(&self, of: &str, is_new: bool) -> Result<Word, Failure> {
        loop {
            let word = self.filled(of, of)?;
            if !is_new {
                return Ok(word);
            }
            let again = self.filled("Repeat for confirmation", of)?;
            if *word == *again {
                return Ok(word);
            }
            self.note("Error: The two entered values do not match.")?;
        }
    }

    /// Asks until the answer is not empty.
    fn filled(&self, prompt: &str, of: &str) -> Result<Word, Failure> {
        loop {
            let word = match self.hidden(prompt) {
                Ok(word) => word,
                Err(Unread::Failure(failure)) => return Err(failure),
                Err(Unread::End) if self.has_asker() => {
                    return Err(Failure::usage("the input ended before the question was answered"));
                }
                Err(Unread::End) => {
                    return Err(Failure::usage(format!(
                        "cannot ask for the {}: no terminal, and no line on the standard input; \
                         name a file that holds it, see --help",
                        of.to_lowercase()
                    )));
                }
            };
            if core::str::from_utf8(&word).is_err() {
                return Err(Failure::usage(format!("the {} is not UTF-8", of.to_lowercase())));
            }
            if !word.is_empty() {
                return Ok(word);
            }
        }
    }

    fn hidden(&self, prompt: &str) -> Result<Word, Unread> {
        let Some([input, shown]) = os::asker() else {
            self.prompt(&format!("{prompt}: ")).map_err(Unread::Failure)?;
            return self.line();
        };
        let refused = |error: io::Error| {
            let failure = if os::is_interrupted() {
                Failure::interrupted()
            } else {
                Failure::usage(format!("cannot ask on the terminal: {}", reason(&error)))
            };
            Unread::Failure(failure)
        };
        let quiet = Hidden::new(&input).map_err(refused)?;
        put(&mut &shown, format!("{prompt}: ").as_bytes()).map_err(refused)?;
        let file = input.try_clone().map_err(refused)?;
        let read = line_of(&mut Input { file, interrupts: &self.interrupts, is_ours: true });
        drop(quiet);
        // The terminal did not echo the line end that the user typed.
        put(&mut &shown, b"\n").map_err(refused)?;
        read.map_err(refused)?.ok_or(Unread::End)
    }

    fn prompt(&self, text: &str) -> Result<(), Failure> {
        self.note_part(text)
    }

    fn line(&self) -> Result<Word, Unread> {
        let mut input = self.input().map_err(Unread::Failure)?;
        let read = line_of(&mut input);
        read.map_err(|_| Unread::Failure(Failure::interrupted()))?.ok_or(Unread::End)
    }
}

/// Reads a line byte by byte, since another program may read the rest; `None` at the end of the
/// input.
pub(crate) fn line_of(input: &mut impl Read) -> io::Result<Option<Word>> {
    let mut line = Wiped::new(Vec::with_capacity(LINE_MAX + 2));
    let mut byte = [0];
    while line.len() < LINE_MAX + 2 {
        if input.read(&mut byte)? == 0 {
            if line.is_empty() {
                return Ok(None);
            }
            break;
        }
        if byte == *b"\n" {
            break;
        }
        line.push(byte[0]);
    }
    while line.last() == Some(&b'\r') {
        line.pop();
    }
    Ok(Some(line))
}
