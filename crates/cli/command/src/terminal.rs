//! The terminal, to which a command writes its output and its questions.

use alloc::sync::Arc;
use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;

use quicksalt::{Wiped, interrupt};

use crate::failure::Failure;
use crate::kind::DASH;
use crate::letters::{encoded, has_all_letters};
use crate::os::{self, Interrupts};
use crate::progress::Bar;
use crate::streams::{Input, Output, of_file, put};

/// The standard streams of the process while a command runs.
pub struct Terminal {
    output: File,
    errors: File,
    pub(crate) interrupts: Arc<Interrupts>,
    pub(crate) has_all_letters: bool,
    /// The standard output if `--json -` reserves it for JSON.
    json: Option<File>,
}

impl Terminal {
    pub(crate) fn new() -> io::Result<Self> {
        let [output, errors] = os::outputs()?;
        Ok(Self {
            output,
            errors,
            interrupts: Arc::new(Interrupts::caught()?),
            has_all_letters: has_all_letters(),
            json: None,
        })
    }

    /// Returns a second handle to the same streams, for work that asks its own questions.
    ///
    /// # Errors
    /// If no file descriptor is available.
    pub fn another(&self) -> Result<Self, Failure> {
        let clone = |file: &File| file.try_clone().map_err(|error| Failure::of_output(&error));
        Ok(Self {
            output: clone(&self.output)?,
            errors: clone(&self.errors)?,
            interrupts: Arc::clone(&self.interrupts),
            has_all_letters: self.has_all_letters,
            json: self.json.as_ref().map(clone).transpose()?,
        })
    }

    /// Reserves the standard output for JSON; all other text goes to the error output.
    pub(crate) fn give_output_to_json(&mut self) -> Result<(), Failure> {
        let errors = self.errors.try_clone().map_err(|error| Failure::of_output(&error))?;
        self.json = Some(core::mem::replace(&mut self.output, errors));
        Ok(())
    }

    /// Writes JSON to the standard output reserved for it.
    pub(crate) fn write_json(&self, text: &str) -> Result<(), Failure> {
        let output = self.json.as_ref().unwrap_or(&self.output);
        put(&mut &*output, text.as_bytes()).map_err(|error| Failure::of_output(&error))
    }

    /// Shows a line on the standard output, unbuffered.
    ///
    /// # Errors
    /// If the line cannot be written, or an interrupt arrived.
    pub fn say(&self, line: &str) -> Result<(), Failure> {
        self.show(&format!("{line}\n"))
    }

    /// Shows a text on the standard output unchanged and unbuffered.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn show(&self, text: &str) -> Result<(), Failure> {
        self.write(encoded(text, self.has_all_letters).as_bytes())
    }

    /// Writes bytes to the standard output.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        put(&mut &self.output, bytes).map_err(|error| Failure::of_output(&error))
    }

    /// Shows a line on the error output, unbuffered.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn note(&self, line: &str) -> Result<(), Failure> {
        self.note_part(&format!("{line}\n"))
    }

    /// Shows a text on the error output unchanged.
    pub(crate) fn note_part(&self, text: &str) -> Result<(), Failure> {
        let text = encoded(text, self.has_all_letters);
        put(&mut &self.errors, text.as_bytes()).map_err(|error| Failure::of_output(&error))
    }

    /// Returns whether the standard output is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    /// Returns the width of the standard output: from `COLUMNS`, from the terminal, or `None`.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        set.filter(|columns| *columns > 0).or_else(|| os::columns(&self.output))
    }

    /// Returns the standard output as an unbuffered byte stream.
    #[must_use]
    pub fn output(&self) -> Output<'_> {
        Output(&self.output)
    }

    /// Returns the standard input; an interrupt ends its reads.
    ///
    /// # Errors
    /// If no file descriptor is available.
    pub fn input(&self) -> Result<Input<'_>, Failure> {
        let file = os::input();
        let file = file.map_err(|error| Failure::of_file(Path::new("-"), &error))?;
        Ok(Input { file, interrupts: &self.interrupts, is_ours: false })
    }

    /// Opens a file; - is the standard input. An interrupt ends the wait for its bytes.
    ///
    /// # Errors
    /// Exit code 4 with the name of the file.
    pub fn open(&self, path: &Path) -> Result<Input<'_>, Failure> {
        if path == Path::new(DASH) {
            return self.input();
        }
        let file = os::open(path).map_err(|error| of_file(path, &error))?;
        Ok(Input { file, interrupts: &self.interrupts, is_ours: true })
    }

    /// Reads a whole file, which may contain a secret.
    ///
    /// # Errors
    /// Exit code 4 with the name of the file.
    pub fn read(&self, path: &Path) -> Result<Wiped<Vec<u8>>, Failure> {
        // The buffer has room for the whole file, because growing it would leave copies. Only input
        // from a device or a pipe makes it grow.
        let room = fs::metadata(path).map_or(0, |found| found.len().min(1 << 30) as usize + 1);
        let mut content = Wiped::new(Vec::new());
        content.try_reserve(room).map_err(|_| Failure::broken("there is not enough memory"))?;
        self.open(path)?.read_to_end(&mut content).map_err(|error| of_file(path, &error))?;
        Ok(content)
    }

    /// Runs long work that calls [`interrupt::check`]: an interrupt ends it, and after 0.3 seconds
    /// a terminal shows its progress. The work must not use the terminal.
    pub fn working<T>(&self, what: &'static str, work: impl FnOnce() -> T) -> T {
        let bar = Bar::new(what, &self.errors);
        let shown = bar.clone();
        let done = interrupt::while_wanted(
            move || {
                shown.look(interrupt::told());
                !os::is_interrupted()
            },
            work,
        );
        bar.end();
        done
    }
}
