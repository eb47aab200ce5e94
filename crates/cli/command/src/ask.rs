//! Questions on the terminal.

use std::io::{self, Read};

use quicksalt::Wiped;

use crate::failure::{Failure, reason};
use crate::os::{self, Hidden};
use crate::streams::{Input, put};
use crate::terminal::Terminal;

/// A text that was typed, which may be a secret.
pub type Word = Wiped<Vec<u8>>;

/// The longest line that is read, in bytes.
const LINE_MAX: usize = 4096;

/// Why no line was read.
enum Unread {
    /// The input ended.
    End,
    Failure(Failure),
}

impl Terminal {
    /// Whether a terminal can take a question, so that the standard input need not be read.
    #[must_use]
    pub fn has_asker(&self) -> bool {
        os::asker().is_some()
    }

    /// Asks a question that is answered by y or n; no answer is no.
    ///
    /// # Errors
    /// Exit code 4 for a no, a usage error if the input ends before.
    pub fn confirm(&self, question: &str) -> Result<(), Failure> {
        loop {
            self.prompt(&format!("{question} [y/N]: "))?;
            let answer = match self.line() {
                Ok(line) => line,
                Err(Unread::End) => {
                    return Err(Failure::usage("nobody to ask: give --yes if it is so"));
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

    /// Asks for a passphrase: on the terminal, which does not show it, or by reading a line of the standard
    /// input where there is no terminal. A new one is asked for twice.
    ///
    /// # Errors
    /// A usage error if the input ends before; exit code 130 after an interrupt.
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

    /// Asks until something is typed.
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
                        "no terminal to ask for the {} on, and no line to read: \
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
        // The line end that was typed was not shown.
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

/// Reads a line byte by byte, since all behind it may be for somebody else; none at the end of the input.
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
