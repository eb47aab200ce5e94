//! The file that holds the record, and what the process remembers of it.

use alloc::sync::Arc;
use core::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read as _, Write as _};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use super::text::{Entry, NO_RECORD, entries, parse, print, tells_epochs};
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
    let entries = entries(text)?;
    Ok(entries.iter().rfind(|entry| entry.is_ours(&cpu)).map(Entry::rows))
}

/// The text of a file that may hold a record.
fn read(path: &Path) -> Found<String> {
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
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

/// Puts the rows in the place of this machine's entry and keeps the newest entries of other
/// machines, unless the file is one that does not count ([`ignored`]). The file is replaced whole
/// or not at all; a symbolic link is replaced, not followed.
///
/// # Errors
/// [`Error::Record`] naming the file and what the operating system said, if it cannot be written,
/// if something other than a file is in its place, if there are more than 1024 rows, or if one
/// tells epochs in another form than the module's text describes.
pub fn save(rows: Vec<Row>) -> Result<PathBuf> {
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
    let old = read(&path).ok().flatten();
    let mut entries = old.as_deref().and_then(parse).unwrap_or_default();
    entries.retain(|entry| !entry.is_ours(&cpu));
    entries.push(Entry::ours(&cpu, &rows));
    let text = newest(&mut entries);
    replace(&path, text.as_bytes()).map_err(|error| cannot(error.to_string()))?;
    SAVED.fetch_add(1, SeqCst);
    Ok(path)
}

/// The text of the newest entries, which are the last, as many as a record may have. Where there is
/// no room for all, the oldest lose first their epochs, then all.
fn newest(entries: &mut Vec<Entry<'_>>) -> String {
    entries.drain(..entries.len().saturating_sub(MAX_ENTRIES));
    let mut thinned = 0;
    loop {
        let text = print(entries);
        if text.len() as u64 <= MAX_BYTES {
            return text;
        }
        // The last one, which is being saved, keeps its epochs as long as there are others.
        match entries.len() {
            all if thinned + 1 < all || (all == 1 && thinned == 0) => {
                entries[thinned].thin();
                thinned += 1;
            }
            0 | 1 => return text,
            _ => {
                entries.remove(0);
                thinned -= 1;
            }
        }
    }
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
