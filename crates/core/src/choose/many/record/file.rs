//! The file that holds the record, and what the process remembers of it.

use alloc::sync::Arc;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use super::text::{Entry, NO_RECORD, entries, print, tells_epochs};
use super::{MAX_BYTES, MAX_ENTRIES, MAX_ROWS, Row};
use crate::choose::cpu;
use crate::error::{Error, Result};
#[cfg(unix)]
use crate::process::effective_user;
use crate::process::variable;

/// Where the record is kept: `$QUICKSALT_RECORD`, or `quicksalt/record` in the user's cache
/// folder; `None` if there is no such folder, or if the process has rights that whoever set these
/// variables may not have.
#[must_use]
pub fn path() -> Option<PathBuf> {
    if let Some(file) = variable("QUICKSALT_RECORD") {
        return Some(PathBuf::from(file));
    }
    let cache = variable("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|folder| folder.is_absolute())
        .or_else(|| variable("LOCALAPPDATA").map(PathBuf::from))
        .or_else(|| variable("HOME").map(|home| Path::new(&home).join(".cache")))?;
    Some(cache.join("quicksalt").join("record"))
}

/// Something of a file, `None` if there is no such thing, or why the file does not count.
type Found<T> = core::result::Result<Option<T>, String>;

/// How often this process has saved a record.
static SAVED: AtomicUsize = AtomicUsize::new(0);

/// The rows of a file, and how often this process had saved a record when it read them.
struct Remembered {
    path: PathBuf,
    saved: usize,
    rows: Arc<Found<Vec<Row>>>,
}

/// Nobody ever waits for this lock, so that a child forked while somebody holds it goes on: who
/// does not get it at once reads the file anew.
static REMEMBERED: RwLock<Option<Remembered>> = RwLock::new(None);

/// What the file said of this processor and build when this process first read it, or first after
/// it saved it.
fn found() -> Option<Arc<Found<Vec<Row>>>> {
    let path = path()?;
    let saved = SAVED.load(SeqCst);
    if let Ok(remembered) = REMEMBERED.try_read()
        && let Some(known) = remembered.as_ref().filter(|r| r.saved == saved && r.path == path)
    {
        return Some(Arc::clone(&known.rows));
    }
    let rows = Arc::new(read(&path).and_then(|text| text.map_or(Ok(None), |text| ours(&text))));
    if let Ok(mut remembered) = REMEMBERED.try_write() {
        *remembered = Some(Remembered { path, saved, rows: Arc::clone(&rows) });
    }
    Some(rows)
}

/// Shows the rows that hold for this processor and this build to `look`, if there are any.
pub(super) fn look_at<T>(look: impl FnOnce(&[Row]) -> T) -> Option<T> {
    match found()?.as_ref() {
        Ok(rows) => rows.as_deref().map(look),
        Err(_) => None,
    }
}

/// The rows of the file that hold for this processor and this build, if there is a record of them,
/// whether or not another one was given ([`give`](super::give)). The file is read once in a process,
/// and again after [`save`].
#[must_use]
pub fn in_force() -> Option<Vec<Row>> {
    look_at(<[Row]>::to_vec)
}

/// Why the file of the record does not count, if there is one that does not.
#[must_use]
pub fn ignored() -> Option<String> {
    found()?.as_ref().as_ref().err().cloned()
}

fn ours(text: &str) -> Found<Vec<Row>> {
    let cpu = cpu::identity();
    let (entries, damaged) = entries(text)?;
    if let Some(entry) = entries.iter().rfind(|entry| entry.is_ours(&cpu)) {
        return Ok(Some(entry.rows()));
    }
    match damaged.iter().rfind(|damage| damage.may_be_ours(&cpu)) {
        Some(damage) => Err(format!(
            "the entry for this processor and build is damaged in line {}",
            damage.line
        )),
        None => Ok(None),
    }
}

/// Whose entries the file has: the identity of a processor and the id of a build for each, the newest
/// last. Empty where no file counts.
#[must_use]
pub fn owners() -> Vec<(String, String)> {
    let text = path().and_then(|path| read(&path).ok().flatten()).unwrap_or_default();
    let (entries, _) = entries(&text).unwrap_or_default();
    entries.iter().map(|entry| (entry.cpu.into(), entry.build.into())).collect()
}

/// The text of a file that may hold a record.
fn read(path: &Path) -> Found<String> {
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            // Windows opens no directory: its error would hide the reason.
            #[cfg(windows)]
            path.metadata().map_or(Ok(()), |found| trusted(&found))?;
            return Err(error.to_string());
        }
    };
    // What has been opened is asked, not what the path names a moment before or after.
    trusted(&file.metadata().map_err(|error| error.to_string())?)?;
    let mut text = String::new();
    match file.take(MAX_BYTES).read_to_string(&mut text) {
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(error.to_string()),
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // A FIFO without a writer must not block, and a terminal must not become that of the process.
    #[cfg(unix)]
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    options.read(true).open(path)
}

/// Whether a file may hold the record: a regular one that nobody else can write to. Files of the
/// kernel, which have no length, are none: to read one may consume what it tells.
fn trusted(file: &Metadata) -> core::result::Result<(), String> {
    if !file.is_file() {
        return Err("it is no regular file".into());
    }
    if file.len() == 0 {
        return Err(NO_RECORD.into());
    }
    if file.len() > MAX_BYTES {
        return Err(format!("it has more than {MAX_BYTES} bytes"));
    }
    #[cfg(unix)]
    {
        let (owner, mode) = (file.uid(), file.mode());
        if owner != 0 && owner != effective_user() {
            return Err(format!("it belongs to user {owner}"));
        }
        if mode & 0o022 != 0 {
            return Err(format!("others than its owner may write to it (mode {:o})", mode & 0o777));
        }
    }
    Ok(())
}

/// The outcome of [`save`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// The losses: entries of the old file that the new file lacks, other than this machine's entry.
    pub lost: Vec<Lost>,
}

/// Something that a record held and holds no more.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Lost {
    /// All of the file, which did not count for this reason.
    File(String),
    /// The entry of this processor and build: it was damaged, or there was no room for it.
    Entry(String, String),
    /// An entry whose owner this line does not name, since it is damaged.
    Line(usize),
    /// The figures of the epochs of the entry of this processor and build; its choices stay.
    Epochs(String, String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) => write!(f, "the whole file, which did not count: {why}"),
            Self::Entry(cpu, build) => write!(f, "the entry of {cpu}, build {build}"),
            Self::Line(line) => write!(f, "the damaged entry in line {line}"),
            Self::Epochs(cpu, build) => {
                write!(f, "the epochs of the entry of {cpu}, build {build}; its choices stay")
            }
        }
    }
}

/// Replaces this machine's entry by the rows and copies the entries of other machines, as the
/// module's text says, unless the file is one that does not count ([`ignored`]). The file is
/// replaced whole or not at all; a symbolic link is replaced, not followed.
///
/// # Errors
/// [`Error::Record`] naming the file and what the operating system said, if it cannot be written,
/// if something other than a file is in its place, if there are more than 1024 rows or 1 MiB of
/// them, or if the epochs of a row are not of the form that the module's text describes.
pub fn save(rows: Vec<Row>) -> Result<Saved> {
    let path = path().ok_or_else(|| {
        Error::Record(String::from("no place for the record: set QUICKSALT_RECORD or HOME"))
    })?;
    let cannot = |why: String| Error::Record(format!("cannot write {}: {why}", path.display()));
    if rows.len() > MAX_ROWS {
        return Err(cannot(format!("more than {MAX_ROWS} rows")));
    }
    if let Some(row) = rows.iter().find(|r| !r.epochs.is_empty() && !tells_epochs(&r.epochs)) {
        return Err(cannot(format!("no epochs of {}: {:?}", row.operation, row.epochs)));
    }
    let cpu = cpu::identity();
    let mut lost = Vec::new();
    let mut whole = Vec::new();
    let old = read(&path).unwrap_or_else(|why| {
        lost.push(Lost::File(why));
        None
    });
    match old.as_deref().map(entries) {
        Some(Ok((found, damaged))) => {
            whole = found;
            let foreign = damaged.iter().filter(|d| d.cpu.is_empty() || !d.may_be_ours(&cpu));
            lost.extend(foreign.map(|d| match d.cpu {
                "" => Lost::Line(d.line),
                cpu => Lost::Entry(cpu.into(), d.build.into()),
            }));
        }
        Some(Err(why)) => lost.push(Lost::File(why.into())),
        None => {}
    }
    whole.retain(|entry| !entry.is_ours(&cpu));
    whole.push(Entry::ours(&cpu, &rows));
    let text = fitting(&mut whole, &mut lost)
        .ok_or_else(|| cannot(format!("more than {MAX_BYTES} bytes")))?;
    replace(&path, text.as_bytes()).map_err(|error| cannot(error.to_string()))?;
    SAVED.fetch_add(1, SeqCst);
    Ok(Saved { path, lost })
}

/// Drops entries until they fit a record, and prints them; the last entry, which is being saved, stays.
/// `None` if the last entry is too large by itself.
fn fitting(entries: &mut Vec<Entry<'_>>, lost: &mut Vec<Lost>) -> Option<String> {
    while entries.len() > MAX_ENTRIES {
        lost.push(drop_one(entries));
    }
    let mut text = print(entries);
    // The oldest are the first, and the one that is being saved comes last.
    for at in 0..entries.len() {
        if text.len() as u64 > MAX_BYTES && entries[at].thin() {
            lost.push(Lost::Epochs(entries[at].cpu.into(), entries[at].build.into()));
            text = print(entries);
        }
    }
    while text.len() as u64 > MAX_BYTES && entries.len() > 1 {
        lost.push(drop_one(entries));
        text = print(entries);
    }
    (text.len() as u64 <= MAX_BYTES).then_some(text)
}

/// Removes the oldest entry that a newer build on the same processor has replaced, or else the oldest.
fn drop_one(entries: &mut Vec<Entry<'_>>) -> Lost {
    let cpus: Vec<_> = entries.iter().map(|entry| entry.cpu).collect();
    let replaced = (0..cpus.len()).find(|&at| cpus[at + 1..].contains(&cpus[at]));
    let entry = entries.remove(replaced.unwrap_or(0));
    Lost::Entry(entry.cpu.into(), entry.build.into())
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    // A device or a FIFO in the place of the record is not ours to remove.
    if fs::symlink_metadata(path).is_ok_and(|old| !old.is_file() && !old.is_symlink()) {
        return Err(io::Error::other("something else than a file is there"));
    }
    let (temporary, mut file) = create_beside(folder, name)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Nothing half-written stays; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// A new file with a random name, so that no other process, also of another host on the same
/// disk, can have it, and nothing that was put there before is written to.
fn create_beside(folder: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{:016x}", u64::from_le_bytes(random)));
    let temporary = folder.join(temporary);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Everybody may read what nobody else may change.
    #[cfg(unix)]
    options.mode(0o644);
    let file = options.open(&temporary)?;
    Ok((temporary, file))
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use core::time::Duration;
    use std::process::Command;
    use std::sync::mpsc;
    use std::{env, fs, thread};

    use super::read;

    /// Seconds after which a reader that hangs makes the test fail.
    const PATIENCE: u64 = 60;

    #[test]
    fn a_fifo_swapped_in_at_any_moment_does_not_block() {
        let folder = env::temp_dir().join(format!("quicksalt-swap-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [record, regular, fifo] = ["record", "regular", "fifo"].map(|name| folder.join(name));
        fs::write(&regular, "quicksalt-record 2\n").unwrap();
        assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        fs::hard_link(&regular, &record).unwrap();
        let (done, finished) = mpsc::channel();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let spare = folder.join("spare");
                while !stop.load(Relaxed) {
                    for file in [&fifo, &regular] {
                        fs::hard_link(file, &spare).unwrap();
                        fs::rename(&spare, &record).unwrap();
                        // A rename of one link of a file onto another link of it does nothing.
                        let _ = fs::remove_file(&spare);
                    }
                }
            });
            let path = record.clone();
            thread::spawn(move || {
                let outcomes: Vec<_> = (0..20_000).map(|_| read(&path).is_ok()).collect();
                done.send(outcomes).unwrap();
            });
            let outcomes = finished.recv_timeout(Duration::from_secs(PATIENCE));
            stop.store(true, Relaxed);
            // Both were met: a file that is read and a FIFO that is not.
            let outcomes = outcomes.unwrap();
            assert!(outcomes.contains(&true) && outcomes.contains(&false));
        });
        fs::remove_dir_all(&folder).unwrap();
    }
}
