//! Output files. A file is written completely or not at all, and never replaces a file that the
//! user did not name.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, reason};
use crate::kind::{DASH, Kind};
use crate::letters::shown;
use crate::os;
use crate::streams::{of_file, put};
use crate::table::Opt;
use crate::terminal::Terminal;

/// The option `--output`.
pub const OUTPUT: Opt =
    Opt::value("--output", "FILE", Kind::Target, "The output file; - is the standard output.")
        .letter('o');

/// The option `--force`.
pub const FORCE: Opt = Opt::flag("--force", "Replace an existing file.").letter('f');

/// The hint that [`refuse_existing`] gives if `--force` may replace the file.
pub const FORCE_HINT: &str = "--force replaces it";

/// The hint that [`refuse_existing`] gives if the file is never replaced.
pub const NEVER: &str = "it is not overwritten";

/// Returns the path with a suffix appended to its name.
#[must_use]
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Refuses a path that already exists. Call this before any other work. The path - is the standard
/// output.
///
/// # Errors
/// Exit code 4 if the path exists.
pub fn refuse_existing(path: &Path, hint: &str) -> Result<(), Failure> {
    if path != Path::new(DASH) && fs::symlink_metadata(path).is_ok() {
        return Err(Failure::broken(format!("{} already exists: {hint}", shown(path))));
    }
    Ok(())
}

/// An input of a command, for [`refuse_source`].
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A file; - is the standard input.
    Path(&'a Path),
    /// A file descriptor.
    Descriptor(u64),
}

/// Refuses an output that is the same file as an input of the command, even under another path.
///
/// # Errors
/// A usage error.
pub fn refuse_source<'a>(
    target: &Path,
    sources: impl IntoIterator<Item = Source<'a>>,
) -> Result<(), Failure> {
    if !target.is_file() {
        return Ok(());
    }
    let there = os::identity_of(target);
    for source in sources {
        let needed = match source {
            Source::Path(path) if path == Path::new(DASH) => os::identity(0),
            Source::Path(path) => os::identity_of(path),
            Source::Descriptor(number) => i32::try_from(number).ok().and_then(os::identity),
        };
        if needed.is_some() && needed == there {
            let name = match source {
                Source::Path(path) if path != Path::new(DASH) => shown(path),
                Source::Descriptor(number) if number > 0 => number.to_string(),
                _ => String::from("the standard input"),
            };
            let target = shown(target);
            let text = format!("{target} is the same file as {name}: name another output");
            return Err(Failure::usage(text));
        }
    }
    Ok(())
}

/// Writes a file completely or not at all. Without `force`, the file must not exist. A device or a
/// pipe is written directly. Only the owner can read a `secret` file. Interrupts are not checked.
///
/// # Errors
/// Exit code 4 with the name of the file.
pub fn write_new(path: &Path, content: &[u8], force: bool, secret: bool) -> Result<(), Failure> {
    if force && fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        // A device such as /dev/null must not be replaced.
        let written = os::open_to_write(path).and_then(|file| put(&mut &file, content));
        return written.map_err(|error| of_file(path, &error));
    }
    let place = if force { beside(path, &format!(".{}", std::process::id())) } else { path.into() };
    let file = os::create(&place, secret);
    let mut file = file.map_err(|error| Failure::of_file(&place, &error))?;
    let made = Made(&place);
    let written = file.write_all(content).and_then(|()| file.sync_all());
    written.map_err(|error| Failure::broken(reason(&error)))?;
    if force {
        fs::rename(&place, path).map_err(|error| Failure::of_file(&place, &error))?;
    }
    made.keep();
    Ok(())
}

/// A file that is removed on drop unless [`Made::keep`] was called.
pub struct Made<'a>(pub &'a Path);

impl Made<'_> {
    /// Prevents the removal of the file.
    pub fn keep(self) {
        core::mem::forget(self);
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        // The file may already be removed.
        let _ = fs::remove_file(self.0);
    }
}

/// Writes a file completely or not at all, replacing an existing one; writes a pipe or a device
/// directly.
///
/// # Errors
/// Exit code 4 with the name of the file.
pub fn save(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    let refused = |error: io::Error| {
        if error.kind() == ErrorKind::BrokenPipe {
            return Failure::of_output(&error);
        }
        Failure::broken(format!("cannot write {}: {}", shown(path), reason(&error)))
    };
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, content).map_err(refused);
    }
    let place = beside(path, &format!(".{}", std::process::id()));
    let made = Made(&place);
    fs::write(&place, content).and_then(|()| fs::rename(&place, path)).map_err(refused)?;
    made.keep();
    Ok(())
}

/// The output of a command: the standard output, or a file that gets its name once it is complete.
///
/// An incomplete file is removed, and an existing file stays unchanged.
pub struct Target<'a> {
    path: &'a Path,
    force: bool,
    to: To,
}

enum To {
    /// The standard output. The flag is set for a terminal, which accepts only text.
    Output(File, bool),
    /// A device or a pipe, which is written directly.
    Device(File),
    /// A temporary file in the folder of the final path, and its temporary name.
    Beside(File, Part),
}

struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // Either the file has its final name, or an error occurred.
        let _ = fs::remove_file(&self.0);
    }
}

impl<'a> Target<'a> {
    /// Opens the output. Set `is_text` if a terminal can show the content.
    ///
    /// # Errors
    /// Exit code 4 if the path exists or cannot be written.
    pub fn open(
        path: &'a Path,
        force: bool,
        is_text: bool,
        terminal: &Terminal,
    ) -> Result<Self, Failure> {
        if path == Path::new(DASH) {
            let output = terminal.output().0.try_clone();
            let output = output.map_err(|error| Failure::of_output(&error))?;
            let to = To::Output(output, terminal.is_terminal() && !is_text);
            return Ok(Self { path, force, to });
        }
        if !force {
            refuse_existing(path, FORCE_HINT)?;
        }
        if force && fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let file = os::open_to_write(path);
            let to = To::Device(file.map_err(|error| of_file(path, &error))?);
            return Ok(Self { path, force, to });
        }
        let (beside, file) = part(path).map_err(|error| Failure::of_file(path, &error))?;
        Ok(Self { path, force, to: To::Beside(file, Part(beside)) })
    }

    /// Returns the file if it is seekable.
    #[must_use]
    pub fn regular(&self) -> Option<&File> {
        match &self.to {
            To::Beside(file, _) => Some(file),
            _ => None,
        }
    }

    /// Moves the completed file to its final name.
    ///
    /// # Errors
    /// Exit code 4 if the file cannot be moved.
    pub fn finish(self) -> Result<(), Failure> {
        if os::is_interrupted() {
            return Err(Failure::interrupted());
        }
        let To::Beside(file, beside) = &self.to else { return Ok(()) };
        self.name(file, &beside.0).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists if !self.force => {
                Failure::broken(format!("{} already exists: {FORCE_HINT}", shown(self.path)))
            }
            _ => Failure::of_file(self.path, &error),
        })
    }

    fn name(&self, file: &File, beside: &Path) -> io::Result<()> {
        os::give_mode(file, self.path)?;
        if self.force {
            // A crash before the new content is on disk must not lose the replaced content.
            file.sync_all()?;
            return fs::rename(beside, self.path);
        }
        // Unlike a rename, this fails if another process created the file in the meantime.
        match fs::hard_link(beside, self.path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // Some file systems, such as FAT, lack hard links.
            Err(_) => fs::rename(beside, self.path),
        }
    }
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &self.to {
            To::Output(_, true) if bytes.iter().any(|byte| is_control(*byte)) => {
                return Err(Failure::usage(
                    "the content is not text, and the output is a terminal: name a file with --output",
                )
                .into());
            }
            To::Output(file, _) | To::Device(file) | To::Beside(file, _) => file,
        };
        put(&mut &*file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a byte never occurs in text.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..0x20 | 0x7f) && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// Creates a temporary file in the folder of a path. Only its owner can read it until the content
/// is complete and authenticated.
fn part(path: &Path) -> io::Result<(PathBuf, File)> {
    let mut random = [0; 6];
    quicksalt::nacl::random::fill(&mut random).map_err(io::Error::other)?;
    let name = path.file_name().unwrap_or(path.as_os_str()).as_encoded_bytes();
    let mut hidden = OsString::from(".");
    hidden.push(os::word_of(&name[..name.len().min(200)]));
    let random: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
    hidden.push(format!(".{random}.part"));
    let beside = path.with_file_name(hidden);
    let file = os::create(&beside, true)?;
    Ok((beside, file))
}
