//! The record: which candidate won on which machine, kept as plain text.
//!
//! ```text
//! quicksalt-record 1
//! begin x86_64-AuthenticAMD-26-2-1-0000ffff 0.1.0-0123456789abcdef-1.95.0
//! sha256.hash 0 shani
//! sha256.hash 128 graviola
//! end 2
//! ```
//!
//! One file holds entries for many pairs of processor identity and build id. A row names an
//! operation, the smallest size of a size class and a candidate. An entry counts only when its
//! `end` line gives the right number of rows. A missing, foreign, corrupt or unreadable record
//! means the static rank; it is never an error of the user's call.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use crate::choose::cpu;
use crate::choose::operation::CLASSES;

/// Crate version, hash of the sources and compiler version: a record holds for one build.
pub const BUILD_ID: &str = env!("QUICKSALT_BUILD_ID");

const HEADER: &str = "quicksalt-record 1";

/// A record larger than this is not one of ours.
#[cfg(feature = "std")]
const MOST_BYTES: u64 = 1 << 20;

/// A row: operation, smallest size of the class, candidate.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// Such as `sha256.hash`.
    pub operation: String,
    /// The smallest size of the size class.
    pub size: usize,
    /// The candidate's name.
    pub candidate: String,
}

/// An entry: what was measured on one processor with one build.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Entry {
    cpu: String,
    build: String,
    rows: Vec<Row>,
}

impl Entry {
    fn is_ours(&self) -> bool {
        self.cpu == cpu::identity() && self.build == BUILD_ID
    }
}

/// The whole entries of a record, in order; `None` if the text is no record at all.
fn parse(text: &str) -> Option<Vec<Entry>> {
    let mut lines = text.lines();
    if lines.next()? != HEADER {
        return None;
    }
    let mut entries = Vec::new();
    let mut open: Option<Entry> = None;
    for line in lines {
        let words: Vec<_> = line.split(' ').collect();
        match words[..] {
            ["begin", cpu, build] => {
                open = Some(Entry { cpu: cpu.into(), build: build.into(), rows: Vec::new() });
            }
            ["end", count] => {
                // An entry cut short or with a line lost does not count.
                entries.extend(open.take().filter(|e| count.parse() == Ok(e.rows.len())));
            }
            [operation, size, candidate] => match (&mut open, size.parse()) {
                (Some(entry), Ok(size)) => entry.rows.push(Row {
                    operation: operation.into(),
                    size,
                    candidate: candidate.into(),
                }),
                _ => open = None,
            },
            _ => open = None,
        }
    }
    Some(entries)
}

fn print(entries: &[Entry]) -> String {
    let mut text = format!("{HEADER}\n");
    for entry in entries {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "begin {} {}", entry.cpu, entry.build);
        for row in &entry.rows {
            let _ = writeln!(text, "{} {} {}", row.operation, row.size, row.candidate);
        }
        let _ = writeln!(text, "end {}", entry.rows.len());
    }
    text
}

/// What the record says of an operation: a candidate's name for each size class.
pub(super) fn recorded(operation: &str, bounds: &[usize]) -> [Option<String>; CLASSES] {
    let mut names = [const { None }; CLASSES];
    for row in in_force().iter().flatten().filter(|row| row.operation == operation) {
        if let Some(class) = bounds.iter().position(|&bound| bound == row.size) {
            names[class] = Some(row.candidate.clone());
        }
    }
    names
}

#[cfg(not(feature = "std"))]
fn in_force() -> Option<Vec<Row>> {
    None
}

#[cfg(feature = "std")]
pub use file::{in_force, path, save};

#[cfg(feature = "std")]
mod file {
    use std::ffi::OsString;
    use std::fs::{self, File};
    use std::io::{self, Read as _, Write as _};
    use std::path::{Path, PathBuf};

    use super::{BUILD_ID, Entry, MOST_BYTES, Row, parse, print};
    use crate::choose::cpu;
    use crate::error::{Error, Result};

    /// Where the record is kept: `$QUICKSALT_RECORD`, or `quicksalt/record` in the user's cache
    /// folder; `None` if there is no such folder.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        let set = |name: &str| -> Option<OsString> {
            std::env::var_os(name).filter(|value| !value.is_empty())
        };
        if let Some(file) = set("QUICKSALT_RECORD") {
            return Some(PathBuf::from(file));
        }
        let cache = set("XDG_CACHE_HOME")
            .map(PathBuf::from)
            .filter(|folder| folder.is_absolute())
            .or_else(|| set("LOCALAPPDATA").map(PathBuf::from))
            .or_else(|| set("HOME").map(|home| Path::new(&home).join(".cache")))?;
        Some(cache.join("quicksalt").join("record"))
    }

    fn read(path: &Path) -> Option<Vec<Entry>> {
        // A FIFO or a device would block or never end.
        if !fs::metadata(path).ok()?.is_file() {
            return None;
        }
        let mut text = String::new();
        File::open(path).ok()?.take(MOST_BYTES).read_to_string(&mut text).ok()?;
        parse(&text)
    }

    /// The rows that hold for this processor and this build, if there is a record of them.
    #[must_use]
    pub fn in_force() -> Option<Vec<Row>> {
        read(&path()?)?.into_iter().rfind(Entry::is_ours).map(|entry| entry.rows)
    }

    /// Puts the rows in the place of this machine's entry and keeps all other entries. The file
    /// is replaced whole or not at all.
    ///
    /// # Errors
    /// [`Error::Record`] naming the file and what the operating system said.
    pub fn save(rows: Vec<Row>) -> Result<PathBuf> {
        let path = path().ok_or_else(|| {
            Error::Record(String::from("no place for the record: set QUICKSALT_RECORD or HOME"))
        })?;
        let mut entries = read(&path).unwrap_or_default();
        entries.retain(|entry| !entry.is_ours());
        entries.push(Entry { cpu: cpu::identity(), build: BUILD_ID.into(), rows });
        replace(&path, print(&entries).as_bytes())
            .map_err(|error| Error::Record(format!("cannot write {}: {error}", path.display())))?;
        Ok(path)
    }

    fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut name = OsString::from(path.file_name().ok_or(io::ErrorKind::InvalidFilename)?);
        name.push(format!(".{}", std::process::id()));
        let temporary = folder.join(name);
        let written = File::create(&temporary)
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&temporary, path));
        if written.is_err() {
            // Nothing half-written stays; the first error is the one to tell.
            let _ = fs::remove_file(&temporary);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, Row, parse, print};

    fn sample() -> Vec<Entry> {
        let row = |operation: &str, size, candidate: &str| Row {
            operation: operation.into(),
            size,
            candidate: candidate.into(),
        };
        vec![
            Entry {
                cpu: "a".into(),
                build: "1".into(),
                rows: vec![row("sha256.hash", 0, "shani")],
            },
            Entry { cpu: "b".into(), build: "1".into(), rows: vec![] },
        ]
    }

    #[test]
    fn what_is_printed_is_read_back() {
        assert_eq!(parse(&print(&sample())), Some(sample()));
    }

    #[test]
    fn a_record_cut_anywhere_yields_only_whole_entries() {
        let text = print(&sample());
        for cut in 0..text.len() {
            let entries = parse(&text[..cut]).unwrap_or_default();
            assert!(entries.len() <= 2 && entries.iter().zip(sample()).all(|(a, b)| *a == b));
        }
    }

    #[test]
    fn damaged_entries_do_not_count() {
        let head = "quicksalt-record 1\n";
        for body in [
            "begin a 1\nsha256.hash 0 shani\nend 2\n",
            "begin a 1\nsha256.hash zero shani\nend 1\n",
            "begin a 1\nsha256.hash 0 shani extra\nend 1\n",
            "sha256.hash 0 shani\nend 1\n",
        ] {
            assert_eq!(parse(&format!("{head}{body}")), Some(vec![]), "{body}");
        }
        assert_eq!(parse("quicksalt-record 2\n"), None);
        assert_eq!(parse(""), None);
    }
}
