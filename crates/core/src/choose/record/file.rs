//! The file that holds the record.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::text::{Entry, parse, print};
use super::{BUILD_ID, Row};
use crate::choose::cpu;
use crate::error::{Error, Result};

/// A record larger than this is not one of ours.
const MOST_BYTES: u64 = 1 << 20;

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
