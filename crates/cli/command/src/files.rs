//! Files that a command writes: whole or not at all, and nothing over what the user did not name.

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
    Opt::value("--output", "FILE", Kind::Target, "Where to; - is the standard output.").letter('o');

/// The option `--force`.
pub const FORCE: Opt = Opt::flag("--force", "Replace a file that is there.").letter('f');

/// What to do about a file that is there already: for [`refuse_existing`].
pub const FORCE_HINT: &str = "--force replaces it";

/// What is said of a file that nothing can replace: for [`refuse_existing`].
pub const NEVER: &str = "it is not overwritten";

/// The path of the same name with a suffix more.
#[must_use]
pub fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Refuses before any work is done a file that would be overwritten; - is the standard output.
///
/// # Errors
/// Exit code 4 for a path where something is.
pub fn refuse_existing(path: &Path, hint: &str) -> Result<(), Failure> {
    if path != Path::new(DASH) && fs::symlink_metadata(path).is_ok() {
        return Err(Failure::broken(format!("{} already exists: {hint}", shown(path))));
    }
    Ok(())
}

/// What a command reads, for [`refuse_source`].
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// A file; - is the standard input.
    Path(&'a Path),
    /// A file descriptor.
    Descriptor(u64),
}

/// Refuses a target that is a file which the command needs, whatever path leads to it.
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

/// Writes a file whole or not at all. It must not be there yet unless `force` replaces it; into a device or a pipe it comes at once. A `secret` is for its
/// owner alone. No interrupt is looked at meanwhile.
///
/// # Errors
/// Exit code 4 with the name of the file.
pub fn write_new(path: &Path, content: &[u8], force: bool, secret: bool) -> Result<(), Failure> {
    if force && fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        // Such as /dev/null, which nothing may replace.
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

/// A file that goes unless it is kept.
pub struct Made<'a>(pub &'a Path);

impl Made<'_> {
    /// Leaves the file where it is.
    pub fn keep(self) {
        core::mem::forget(self);
    }
}

impl Drop for Made<'_> {
    fn drop(&mut self) {
        // It may be gone.
        let _ = fs::remove_file(self.0);
    }
}

/// Writes a file whole or not at all, over what is there; into a pipe or a device as it comes.
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

/// What a command writes to: a file that gets its name when all of it is written, or the standard output.
///
/// Nothing stays of a file that was not written to its end, and what was there stays then.
pub struct Target<'a> {
    path: &'a Path,
    force: bool,
    to: To,
}

enum To {
    /// The standard output; whether it is a terminal, which gets text alone.
    Output(File, bool),
    /// A device or a pipe, which has no place beside it.
    Device(File),
    /// A file beside the place, and its name until it is moved there.
    Beside(File, Part),
}

struct Part(PathBuf);

impl Drop for Part {
    fn drop(&mut self) {
        // It has its name by now, or something went wrong.
        let _ = fs::remove_file(&self.0);
    }
}

impl<'a> Target<'a> {
    /// Begins to write; `is_text` says that a terminal can show what comes.
    ///
    /// # Errors
    /// Exit code 4 if the place is taken or cannot be written to.
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

    /// The file that can be written to from any place, if there is one.
    #[must_use]
    pub fn regular(&self) -> Option<&File> {
        match &self.to {
            To::Beside(file, _) => Some(file),
            _ => None,
        }
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// Exit code 4 if that cannot be done.
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
            // A crash before the new content is safe must not lose the content that is replaced.
            file.sync_all()?;
            return fs::rename(beside, self.path);
        }
        // Unlike a rename, this fails if somebody else made the file meanwhile.
        match fs::hard_link(beside, self.path) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            // No links there, as on FAT.
            Err(_) => fs::rename(beside, self.path),
        }
    }
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let file = match &self.to {
            To::Output(_, true) if bytes.iter().any(|byte| is_control(*byte)) => {
                return Err(Failure::usage(
                    "the content is no text, and the output is a terminal: name a file with --output",
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

/// Whether no text has the byte.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..0x20 | 0x7f) && !matches!(byte, b'\t' | b'\n' | b'\r')
}

/// A new file beside a path, which only its owner can read until its content is whole and genuine.
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
