//! Reads files that contain identities.

use std::path::Path;

use quicksalt::Wiped;
use quicksalt_command::{Failure, Terminal, Ways, shown};
use quicksalt_files::Error;
use quicksalt_files::age::{Identity, WORK_FACTOR_MAX, decrypt};

use crate::refusal;

/// Reads the identities in a file. A file that is encrypted with a passphrase is decrypted first.
///
/// # Errors
/// A usage error that names the file; exit code 1 for a wrong passphrase.
pub(crate) fn read(path: &Path, terminal: &Terminal) -> Result<Vec<Identity>, Failure> {
    let content = terminal.read(path)?;
    let starts = |magic: &[u8]| content.starts_with(magic);
    let refused = |error| refusal::of_argument(path, error);
    if !starts(b"age-encryption.org/") && !starts(b"-----BEGIN AGE ENCRYPTED FILE-----") {
        return Identity::parse_file(&content).map_err(refused);
    }
    let of = format!("Passphrase of {}", shown(path));
    let passphrase = asking(of, Asked::default(), WORK_FACTOR_MAX, terminal)?;
    // The buffer is allocated in full, because growing it would leave copies of the secret.
    let mut opened = Wiped::new(Vec::with_capacity(content.len()));
    let work = || decrypt(&mut content.as_slice(), &mut *opened, &[passphrase]);
    terminal.working("decrypting", work).map_err(refused)?;
    Identity::parse_file(&opened).map_err(refused)
}

/// Where to get a passphrase; it is requested only when a file needs it.
#[derive(Default)]
pub(crate) struct Asked {
    /// The file that the command reads; - is the standard input.
    pub(crate) source: std::path::PathBuf,
    /// A file that holds the passphrase.
    pub(crate) file: Option<std::path::PathBuf>,
    /// A file descriptor that holds the passphrase.
    pub(crate) descriptor: Option<u64>,
}

/// Returns an identity that asks for its passphrase when a file needs it.
///
/// # Errors
/// If no file descriptor is available.
pub(crate) fn asking(
    of: String,
    asked: Asked,
    most: u8,
    terminal: &Terminal,
) -> Result<Identity, Failure> {
    let terminal = terminal.another()?;
    let ask = move || {
        let ways = Ways { file: asked.file.as_deref(), descriptor: asked.descriptor, none: false };
        let word = ways.beside_source(&terminal, &of, false, &asked.source);
        word.map_err(|failure| Error::Read(failure.into()))
    };
    Ok(Identity::Ask { ask: Box::new(ask), most })
}
