//! What a command shows and asks.

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

/// The streams of the process, while a command runs.
pub struct Terminal {
    output: File,
    errors: File,
    pub(crate) interrupts: Arc<Interrupts>,
    pub(crate) has_all_letters: bool,
    /// Where the standard output goes that `--json -` takes.
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

    /// Another hold on the same streams, for work that asks on its own.
    ///
    /// # Errors
    /// If there are no descriptors left.
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

    /// Gives the standard output to JSON; everything else goes to the error output from now on.
    pub(crate) fn give_output_to_json(&mut self) -> Result<(), Failure> {
        let errors = self.errors.try_clone().map_err(|error| Failure::of_output(&error))?;
        self.json = Some(core::mem::replace(&mut self.output, errors));
        Ok(())
    }

    /// Writes JSON to the standard output, which it has for itself.
    pub(crate) fn write_json(&self, text: &str) -> Result<(), Failure> {
        let output = self.json.as_ref().unwrap_or(&self.output);
        put(&mut &*output, text.as_bytes()).map_err(|error| Failure::of_output(&error))
    }

    /// Shows a line on the standard output, at once.
    ///
    /// # Errors
    /// If it cannot be written; if an interrupt arrived.
    pub fn say(&self, line: &str) -> Result<(), Failure> {
        self.show(&format!("{line}\n"))
    }

    /// Shows a text on the standard output as it is, at once.
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

    /// Shows a line on the error output, at once.
    ///
    /// # Errors
    /// As for [`Terminal::say`].
    pub fn note(&self, line: &str) -> Result<(), Failure> {
        self.note_part(&format!("{line}\n"))
    }

    /// Shows a text on the error output as it is.
    pub(crate) fn note_part(&self, text: &str) -> Result<(), Failure> {
        let text = encoded(text, self.has_all_letters);
        put(&mut &self.errors, text.as_bytes()).map_err(|error| Failure::of_output(&error))
    }

    /// Whether the standard output is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.output.is_terminal()
    }

    /// Columns of the standard output: of `COLUMNS`, of the terminal, or `None`.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        let set = std::env::var("COLUMNS").ok().and_then(|columns| columns.trim().parse().ok());
        set.filter(|columns| *columns > 0).or_else(|| os::columns(&self.output))
    }

    /// The standard output for bytes as they come.
    #[must_use]
    pub fn output(&self) -> Output<'_> {
        Output(&self.output)
    }

    /// The standard input, whose reads an interrupt ends.
    ///
    /// # Errors
    /// If there are no descriptors left.
    pub fn input(&self) -> Result<Input<'_>, Failure> {
        let file = os::input();
        let file = file.map_err(|error| Failure::of_file(Path::new("-"), &error))?;
        Ok(Input { file, interrupts: &self.interrupts, is_ours: false })
    }

    /// Opens a file; - is the standard input. An interrupt ends a wait for its bytes.
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

    /// Reads a file whole, which may hold a secret.
    ///
    /// # Errors
    /// Exit code 4 with the name of the file.
    pub fn read(&self, path: &Path) -> Result<Wiped<Vec<u8>>, Failure> {
        // Room for the file, so that no copies are left behind; devices and pipes grow it.
        let room = fs::metadata(path).map_or(0, |found| found.len().min(1 << 30) as usize + 1);
        let mut content = Wiped::new(Vec::new());
        content.try_reserve(room).map_err(|_| Failure::broken("there is not enough memory"))?;
        self.open(path)?.read_to_end(&mut content).map_err(|error| of_file(path, &error))?;
        Ok(content)
    }

    /// Does work that may take long and asks [`interrupt::check`]: an interrupt ends it, and after 0.3 seconds
    /// a terminal shows how far it is. Nothing else may be shown or asked meanwhile.
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
