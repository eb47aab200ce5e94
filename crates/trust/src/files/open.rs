//! Opens regular files and refuses all others.

use std::collections::HashSet;
use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use crate::report::{Kind, Reason};

/// The identity of a file, independent of its names: device and inode.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Identity(u64, u64);

/// A file to read, or a file that was read before.
pub(super) enum Opened {
    New { file: File, identity: Option<Identity>, len: u64 },
    Seen,
}

/// Opens a regular file unless it is in `seen`.
///
/// Other file types are recognised by their metadata, without opening: opening a FIFO can block,
/// and opening a device can have side effects. Because the path can change in between, the file is
/// opened without blocking and its metadata is checked again.
///
/// # Errors
/// [`Reason::NotAFile`] and [`Reason::Unreadable`].
pub(super) fn regular(path: &Path, seen: &HashSet<Identity>) -> Result<Opened, Reason> {
    let unreadable = |error: io::Error| Reason::unreadable(&error);
    let metadata = path.metadata().map_err(unreadable)?;
    expect_file(&metadata)?;
    if is_seen(&metadata, seen) {
        return Ok(Opened::Seen);
    }
    let mut options = OpenOptions::new();
    options.read(true);
    do_not_block(&mut options);
    let file = options.open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    expect_file(&metadata)?;
    if is_seen(&metadata, seen) {
        return Ok(Opened::Seen);
    }
    Ok(Opened::New { file, identity: identity(&metadata), len: metadata.len() })
}

fn expect_file(metadata: &Metadata) -> Result<(), Reason> {
    if metadata.is_file() { Ok(()) } else { Err(Reason::NotAFile(kind(metadata))) }
}

fn is_seen(metadata: &Metadata, seen: &HashSet<Identity>) -> bool {
    identity(metadata).is_some_and(|identity| seen.contains(&identity))
}

#[cfg(unix)]
fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity(metadata.dev(), metadata.ino()))
}

/// Without inode numbers, a file with two paths is read twice, and its certificates count as
/// duplicates.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}

#[cfg(unix)]
fn kind(metadata: &Metadata) -> Kind {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    if kind.is_dir() {
        Kind::Directory
    } else if kind.is_fifo() {
        Kind::Fifo
    } else if kind.is_char_device() || kind.is_block_device() {
        Kind::Device
    } else if kind.is_socket() {
        Kind::Socket
    } else {
        Kind::Other
    }
}

#[cfg(not(unix))]
fn kind(metadata: &Metadata) -> Kind {
    if metadata.is_dir() { Kind::Directory } else { Kind::Other }
}

/// With these flags, opening a file neither waits for a writer nor makes a terminal the controlling
/// terminal.
#[cfg(unix)]
fn do_not_block(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;
    options.custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY);
}

#[cfg(not(unix))]
fn do_not_block(_: &mut OpenOptions) {}
