//! The record file and its copy in memory.

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

/// Returns the path of the record: `$QUICKSALT_RECORD`, or `quicksalt/record` in the user's cache
/// directory. Returns `None` if the user does not have a cache directory, or if the process has
/// privileges that its invoker may lack.
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

/// The content of a record file, `None` if it does not exist, or the reason why it is ignored.
type Found<T> = core::result::Result<Option<T>, String>;

/// The number of times that this process has saved a record.
static SAVED: AtomicUsize = AtomicUsize::new(0);

/// The rows of the file, and the value of [`SAVED`] when they were read.
struct Remembered {
    path: PathBuf,
    saved: usize,
    rows: Arc<Found<Vec<Row>>>,
}

/// Threads never wait for this lock, so that a child that was forked while a thread held it can
/// continue. A caller that cannot lock it immediately reads the file again.
static REMEMBERED: RwLock<Option<Remembered>> = RwLock::new(None);

/// Returns the file's rows for this processor and build as of the process's first read, or as of
/// its first read after saving.
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

/// Calls `look` with the rows for this processor and build, if there are any.
pub(super) fn look_at<T>(look: impl FnOnce(&[Row]) -> T) -> Option<T> {
    match found()?.as_ref() {
        Ok(rows) => rows.as_deref().map(look),
        Err(_) => None,
    }
}

/// Returns the rows of the record file for this processor and build, if there are any. A record in
/// memory ([`give`](super::give)) does not affect the result. A process reads the file once, and
/// again after [`save`].
#[must_use]
pub fn in_force() -> Option<Vec<Row>> {
    look_at(<[Row]>::to_vec)
}

/// Returns the reason why the record file is ignored, or `None` if it is used.
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

/// Returns the processor identity and the build id of each entry in the file, with the newest entry
/// last. The list is empty if no file is used.
#[must_use]
pub fn owners() -> Vec<(String, String)> {
    let text = path().and_then(|path| read(&path).ok().flatten()).unwrap_or_default();
    let (entries, _) = entries(&text).unwrap_or_default();
    entries.iter().map(|entry| (entry.cpu.into(), entry.build.into())).collect()
}

/// Reads a file that may contain a record.
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
    // Checks the open file and not the path, because the path may be replaced at any time.
    trusted(&file.metadata().map_err(|error| error.to_string())?)?;
    let mut text = String::new();
    match file.take(MAX_BYTES).read_to_string(&mut text) {
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(error.to_string()),
    }
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    // Opening must neither block on a FIFO without a writer nor make a terminal the controlling
    // terminal.
    #[cfg(unix)]
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
    options.read(true).open(path)
}

/// Checks that a file may contain the record: a regular file that only its owner can write to.
/// Files that the kernel generates have length zero. They are rejected, because reading may consume
/// their content.
fn trusted(file: &Metadata) -> core::result::Result<(), String> {
    if !file.is_file() {
        return Err("it is not a regular file".into());
    }
    if file.len() == 0 {
        return Err(NO_RECORD.into());
    }
    if file.len() > MAX_BYTES {
        return Err(format!("it is larger than {MAX_BYTES} bytes"));
    }
    #[cfg(unix)]
    {
        let (owner, mode) = (file.uid(), file.mode());
        if owner != 0 && owner != effective_user() {
            return Err(format!("it belongs to user {owner}"));
        }
        if mode & 0o022 != 0 {
            return Err(format!(
                "users other than its owner may write to it (mode {:o})",
                mode & 0o777
            ));
        }
    }
    Ok(())
}

/// The outcome of [`save`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Saved {
    /// The path of the file.
    pub path: PathBuf,
    /// The parts of the old file that the new file lacks, except this machine's entry.
    pub lost: Vec<Lost>,
}

/// Something that the old record contained and the new record lacks.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Lost {
    /// The whole file was lost: it was ignored for this reason.
    File(String),
    /// The entry of this processor and build was lost: it was damaged, or it did not fit.
    Entry(String, String),
    /// The entry that begins at this line was lost; the line with its processor and build is
    /// unreadable.
    Line(usize),
    /// The epochs in the entry of this processor and build were dropped; its choices remain.
    Epochs(String, String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(why) => write!(f, "the whole file, which was ignored: {why}"),
            Self::Entry(cpu, build) => write!(f, "the entry of {cpu}, build {build}"),
            Self::Line(line) => write!(f, "the damaged entry in line {line}"),
            Self::Epochs(cpu, build) => {
                write!(f, "the epochs of the entry of {cpu}, build {build}; its choices stay")
            }
        }
    }
}

/// Replaces this machine's entry by the rows and copies the entries of other machines, as the
/// module documentation describes, unless the file is ignored ([`ignored`]). The file is replaced
/// atomically; a symbolic link is replaced, not followed.
///
/// # Errors
/// [`Error::Record`] with the path and the reason, if the file cannot be written, if the path
/// exists and is not a file, if the rows exceed 1024 or 1 MiB, or if the epochs of a row do not
/// have the form in the module documentation.
pub fn save(rows: Vec<Row>) -> Result<Saved> {
    let path = path().ok_or_else(|| {
        Error::Record(String::from("no path for the record: set QUICKSALT_RECORD or HOME"))
    })?;
    let cannot = |why: String| Error::Record(format!("cannot write {}: {why}", path.display()));
    if rows.len() > MAX_ROWS {
        return Err(cannot(format!("more than {MAX_ROWS} rows")));
    }
    if let Some(row) = rows.iter().find(|r| !r.epochs.is_empty() && !tells_epochs(&r.epochs)) {
        return Err(cannot(format!("malformed epochs of {}: {:?}", row.operation, row.epochs)));
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

/// Drops entries until the rest fits into a record, and formats the rest. Never drops the last
/// entry, which is being saved. Returns `None` if the last entry is too large.
fn fitting(entries: &mut Vec<Entry<'_>>, lost: &mut Vec<Lost>) -> Option<String> {
    while entries.len() > MAX_ENTRIES {
        lost.push(drop_one(entries));
    }
    let mut text = print(entries);
    // The oldest entry comes first, and the entry that is being saved comes last.
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

/// Removes the oldest entry that a newer build on the same processor has replaced. Without such
/// entries, removes the oldest entry.
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
    // Do not delete a device or a FIFO in the place of the record.
    if fs::symlink_metadata(path).is_ok_and(|old| !old.is_file() && !old.is_symlink()) {
        return Err(io::Error::other("the path exists and is not a file"));
    }
    let (temporary, mut file) = create_beside(folder, name)?;
    let written = file
        .write_all(bytes)
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Do not leave a partial file; report the first error.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// Creates a file with a random name. No other process can have opened it, not even from a
/// different host on a shared disk, and no existing file is overwritten.
fn create_beside(folder: &Path, name: &OsStr) -> io::Result<(PathBuf, File)> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
    let mut temporary = name.to_os_string();
    temporary.push(format!(".{:016x}", u64::from_le_bytes(random)));
    let temporary = folder.join(temporary);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    // Readable for everyone, writable only for the owner.
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

    /// The number of seconds after which a blocked reader fails the test.
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
                        // Renaming a hard link onto a second link of the same file does nothing.
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
            // The test has covered both outcomes: a regular file was read, and a FIFO was rejected.
            let outcomes = outcomes.unwrap();
            assert!(outcomes.contains(&true) && outcomes.contains(&false));
        });
        fs::remove_dir_all(&folder).unwrap();
    }
}
