//! Key files, public keys, and the passphrases of key files.

use std::io::Read as _;
use std::path::Path;

use quicksalt_command::{
    Call, Failure, Opt, Terminal, Ways, Word, beside, descriptor_option, file_option, shown,
};
use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::store::{START_LEN, Secret, is_unsealed};

pub(super) const PASSPHRASE_FILE: Opt = file_option(
    "Read the passphrase of the key file from the first line of FILE; by default, ask.",
);

pub(super) const PASSPHRASE_FD: Opt =
    descriptor_option("Read the passphrase of the key file from the first line of descriptor N.");

pub(super) const NO_PASSPHRASE: Opt =
    Opt::flag("--no-passphrase", "The key file is not encrypted; only its file mode protects it.");

/// The number of bytes to read from a file that may contain a public key. The longest public key
/// has 60 bytes.
const PUBLIC_MAX: u64 = 1024;

/// Returns the path given for a required argument.
pub(super) fn argument<'a>(call: &'a Call, name: &str) -> Result<&'a Path, Failure> {
    call.path(name).ok_or_else(|| Failure::usage(format!("Missing argument '{name}'.")))
}

/// Returns the passphrase for a new key file, or `None` for an unencrypted file.
pub(super) fn new_passphrase(
    call: &Call,
    terminal: &mut Terminal,
) -> Result<Option<Word>, Failure> {
    Ways::of(call, Some(NO_PASSPHRASE.long)).passphrase(terminal, "Passphrase", true)
}

/// Returns the passphrase of an existing key file, without asking the user if the file is not
/// encrypted.
pub(super) fn passphrase(
    call: &Call,
    terminal: &mut Terminal,
    key: &Path,
) -> Result<Option<Word>, Failure> {
    let ways = Ways::of(call, Some(NO_PASSPHRASE.long));
    let is_open =
        !ways.is_given() && is_unsealed(&start(terminal, key, START_LEN as u64)?) == Some(true);
    Ways { none: ways.none || is_open, ..ways }.passphrase(terminal, "Passphrase", false)
}

/// Returns the secret that encrypts a key file.
pub(super) fn secret(passphrase: Option<&Word>) -> Secret<'_> {
    passphrase.map_or(Secret::None, |word| Secret::Passphrase(word))
}

/// Returns whether a file is a key file, encrypted or not.
pub(super) fn is_key_file(terminal: &Terminal, path: &Path) -> Result<bool, Failure> {
    Ok(is_unsealed(&start(terminal, path, START_LEN as u64)?).is_some())
}

/// Reads a public key.
pub(super) fn public_key(terminal: &Terminal, path: &Path) -> Result<PublicKey, Failure> {
    let content = start(terminal, path, PUBLIC_MAX)?;
    PublicKey::from_bytes(&content).map_err(|error| {
        let name = shown(path);
        if is_unsealed(&content).is_some() {
            let public = shown(&beside(path, ".pub"));
            return Failure::usage(format!(
                "{name} holds the private key: the public key is in {public}"
            ));
        }
        Failure::usage(format!("{name} is not a public key: {error}"))
    })
}

/// Reads the first bytes of a file.
fn start(terminal: &Terminal, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    let read = terminal.open(path)?.take(most).read_to_end(&mut content);
    read.map(|_| content).map_err(|error| Failure::of_file(path, &error))
}

/// Returns the bytes in hexadecimal.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
