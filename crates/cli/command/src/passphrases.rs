//! Passphrases: read from the terminal, a file or a file descriptor, never from an argument.

use std::io::Read;
use std::path::Path;

use quicksalt::Wiped;

use crate::ask::Word;
use crate::call::Call;
use crate::failure::{Failure, reason};
use crate::kind::{DASH, Kind};
use crate::letters::shown;
use crate::os;
use crate::streams::Descriptor;
use crate::table::Opt;
use crate::terminal::Terminal;

/// The maximum length of a passphrase in a file, in bytes.
pub const PASSPHRASE_MAX: usize = 4096;

/// The greatest file descriptor number.
const DESCRIPTOR_MAX: u64 = 1 << 20;

/// Returns the option `--passphrase-file` with a specific help text.
#[must_use]
pub const fn file_option(text: &'static str) -> Opt {
    Opt::value("--passphrase-file", "FILE", Kind::File, text)
}

/// Returns the option `--passphrase-fd` with a specific help text.
#[must_use]
pub const fn descriptor_option(text: &'static str) -> Opt {
    Opt::value("--passphrase-fd", "N", Kind::Number(0, DESCRIPTOR_MAX), text)
}

/// The option `--passphrase-file`.
pub const PASSPHRASE_FILE: Opt =
    file_option("Read the passphrase from the first line of FILE; by default, ask for it.");

/// The option `--passphrase-fd`.
pub const PASSPHRASE_FD: Opt =
    descriptor_option("Read the passphrase from the first line of file descriptor N.");

/// The source of a passphrase.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ways<'a> {
    /// A file.
    pub file: Option<&'a Path>,
    /// A file descriptor.
    pub descriptor: Option<u64>,
    /// Whether to use no passphrase.
    pub none: bool,
}

impl<'a> Ways<'a> {
    /// Reads the passphrase options of a call. `none` is the name of the option `--no-passphrase`,
    /// or `None` for a command without this option.
    #[must_use]
    pub fn of(call: &'a Call, none: Option<&str>) -> Self {
        Self {
            file: call.path(PASSPHRASE_FILE.long),
            descriptor: call.number(PASSPHRASE_FD.long),
            none: none.is_some_and(|name| call.has(name)),
        }
    }

    /// Returns whether a file or a file descriptor holds the passphrase.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.file.is_some() || self.descriptor.is_some()
    }

    /// Returns the passphrase, or `None` if the call excludes one.
    ///
    /// # Errors
    /// Usage errors; exit code 4 for a file that cannot be read.
    pub fn passphrase(
        &self,
        terminal: &Terminal,
        of: &str,
        is_new: bool,
    ) -> Result<Option<Word>, Failure> {
        let ways = [
            ("--passphrase-file", self.file.is_some()),
            ("--passphrase-fd", self.descriptor.is_some()),
            ("--no-passphrase", self.none),
        ];
        let given: Vec<&str> = ways.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
        if given.len() > 1 {
            return Err(Failure::usage(format!("{} exclude each other", given.join(" and "))));
        }
        if self.none {
            return Ok(None);
        }
        if let Some(number) = self.descriptor {
            return of_descriptor(terminal, number).map(Some);
        }
        if let Some(path) = self.file {
            let mut file = terminal.open(path)?;
            let line = first_line(&mut file);
            let line = line.map_err(|error| crate::streams::of_file(path, &error))?;
            return checked(line, &shown(path)).map(Some);
        }
        terminal.ask(of, is_new).map(Some)
    }

    /// Returns the passphrase for a command that also reads a file, which may be the standard
    /// input.
    ///
    /// # Errors The errors of [`Ways::passphrase`], and a usage error if the standard input would
    /// supply both the passphrase and the file.
    pub fn beside_source(
        &self,
        terminal: &Terminal,
        of: &str,
        is_new: bool,
        source: &Path,
    ) -> Result<Word, Failure> {
        let is_input = source == Path::new(DASH);
        if is_input && self.descriptor == Some(0) {
            let text = "the standard input cannot hold both the passphrase and the file";
            return Err(Failure::usage(text));
        }
        if is_input && !self.is_given() && !terminal.has_asker() {
            return Err(Failure::usage(format!(
                "cannot ask for the {} without a terminal: name a file that holds it, see --help",
                of.to_lowercase()
            )));
        }
        let word = self.passphrase(terminal, of, is_new)?;
        Ok(word.unwrap_or_else(|| Wiped::new(Vec::new())))
    }
}

fn of_descriptor(terminal: &Terminal, number: u64) -> Result<Word, Failure> {
    let place = format!("file descriptor {number}");
    let descriptor = number as i32;
    if os::is_terminal(descriptor) {
        return Err(Failure::usage(format!(
            "{place} is a terminal, which would show the passphrase: \
             omit --passphrase-fd to be asked for it"
        )));
    }
    let mut input = Descriptor { number: descriptor, interrupts: &terminal.interrupts };
    let line = os::check_given(descriptor).and_then(|()| first_line(&mut input));
    let line = line.map_err(|error| {
        if os::is_interrupted() {
            return Failure::interrupted();
        }
        Failure::usage(format!("cannot read {place}: {}", reason(&error)))
    })?;
    checked(line, &place)
}

/// Reads one line including its line end. Reads byte by byte, since another program may read the
/// rest.
fn first_line(input: &mut impl Read) -> std::io::Result<Word> {
    let mut line = Wiped::new(Vec::with_capacity(PASSPHRASE_MAX + 2));
    let mut byte = [0];
    while line.len() <= PASSPHRASE_MAX + 1
        && line.last() != Some(&b'\n')
        && input.read(&mut byte)? > 0
    {
        line.push(byte[0]);
    }
    Ok(line)
}

/// Checks a passphrase that the first line of a file or descriptor contains.
fn checked(mut line: Word, place: &str) -> Result<Word, Failure> {
    while matches!(line.last(), Some(b'\r' | b'\n')) {
        line.pop();
    }
    if core::str::from_utf8(&line).is_err() {
        return Err(Failure::usage(format!("the first line of {place} is not UTF-8")));
    }
    if line.is_empty() || line.len() > PASSPHRASE_MAX {
        return Err(Failure::usage(format!(
            "the first line of {place} must be a passphrase of 1 to {PASSPHRASE_MAX} bytes"
        )));
    }
    Ok(line)
}
