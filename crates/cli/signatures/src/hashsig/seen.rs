//! Finds the one-time key indices that existing signatures use.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use quicksalt_command::{Call, Failure, Terminal, shown};
use quicksalt_hashsig::Error;
use quicksalt_hashsig::lms::hss::PublicKey;

use super::messages::{ReadOr, reading};
use super::options::SEEN;
use super::refusals::Refused as _;

/// Returns the highest index among the values of `--seen`. A value is a number, or the file of a
/// signature that the public key verifies.
pub(super) fn highest(
    call: &Call,
    terminal: &Terminal,
    public: Option<&PublicKey>,
) -> Result<Option<u64>, Failure> {
    let index = |given: &OsString| match (number(given), public) {
        (Some(number), _) => number,
        (None, Some(public)) => index(terminal, public, given),
        (None, None) => Err(Failure::usage("--seen must be an index if --published is not given")),
    };
    let indices = call.all(SEEN.long).iter().map(index).collect::<Result<Vec<u64>, _>>()?;
    Ok(indices.into_iter().max())
}

fn number(given: &OsStr) -> Option<Result<u64, Failure>> {
    let digits = given.to_str()?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse().map_err(|_| Failure::usage("--seen must be at most 2^64 - 1 as an index")))
}

/// Returns the index of a genuine signature. The message is in the same folder as the signature
/// file.
pub(super) fn index(
    terminal: &Terminal,
    public: &PublicKey,
    signature: &OsStr,
) -> Result<u64, Failure> {
    let (path, name) = (Path::new(signature), shown(signature));
    let message = message_of(path).filter(|message| message.is_file()).ok_or_else(|| {
        Failure::usage(format!("{name} must be a signature FILE.sig with FILE beside it"))
    })?;
    let signature = terminal.read(path)?;
    let verified = terminal.working("verifying", || {
        reading(terminal, &message, |pieces| public.verify_pieces(pieces, &signature))
    });
    let forged = || {
        let message = shown(&message);
        Failure::broken(format!(
            "{name} is not a genuine signature of {message} by this key; nothing was changed"
        ))
    };
    match verified {
        Ok(()) => public.index(&signature).ok_or_else(forged),
        Err(ReadOr::Work(Error::Verification)) => Err(forged()),
        Err(error) => Err(error.refused()),
    }
}

/// Returns the path of the message: FILE for a signature FILE.sig.
fn message_of(signature: &Path) -> Option<PathBuf> {
    let is_signature = signature.extension().is_some_and(|suffix| suffix == "sig");
    is_signature.then(|| signature.with_extension(""))
}
