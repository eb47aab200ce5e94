//! Key files, public keys, and the passphrases of key files.

use std::io::Read as _;
use std::path::Path;

use quicksalt_command::{
    Call, Failure, Opt, Terminal, Ways, Word, beside, descriptor_option, file_option, shown,
};
use quicksalt_hashsig::lms::hss::PublicKey;
use quicksalt_hashsig::store::{START_LEN, Secret, is_unsealed};

pub(super) const PASSPHRASE_FILE: Opt =
    file_option("Read the passphrase of the key file from the first line; else it is asked for.");

pub(super) const PASSPHRASE_FD: Opt =
    descriptor_option("Read it from the first line of an open file descriptor.");

pub(super) const NO_PASSPHRASE: Opt =
    Opt::flag("--no-passphrase", "The key file is not encrypted; only its file mode protects it.");

/// Bytes of a file that may hold a public key: the longest has 60.
const PUBLIC_MAX: u64 = 1024;

/// What an argument names, which the parser asked for.
pub(super) fn argument<'a>(call: &'a Call, name: &str) -> Result<&'a Path, Failure> {
    call.path(name).ok_or_else(|| Failure::usage(format!("Missing argument '{name}'.")))
}

/// The passphrase of a new key file, or none.
pub(super) fn new_passphrase(
    call: &Call,
    terminal: &mut Terminal,
) -> Result<Option<Word>, Failure> {
    Ways::of(call, Some(NO_PASSPHRASE.long)).passphrase(terminal, "Passphrase", true)
}

/// The passphrase of a key file that is there; none is asked for if it has none.
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

/// What a key file is sealed by.
pub(super) fn secret(passphrase: Option<&Word>) -> Secret<'_> {
    passphrase.map_or(Secret::None, |word| Secret::Passphrase(word))
}

/// Whether a file is one of a key, sealed or not.
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
                "{name} holds the private key: the public one is in {public}"
            ));
        }
        Failure::usage(format!("{name} holds no public key: {error}"))
    })
}

/// The first bytes of a file.
fn start(terminal: &Terminal, path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    let read = terminal.open(path)?.take(most).read_to_end(&mut content);
    read.map(|_| content).map_err(|error| Failure::of_file(path, &error))
}

/// Two digits a byte.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
