//! `quicksalt hashsig verify`: verifies signatures of files.

use std::ffi::OsString;
use std::path::Path;

use quicksalt_command::{
    Argument, Call, Command, DASH, Failure, Json, Kind, Layout, Opt, Outcome, Terminal, beside,
    shown,
};
use quicksalt_hashsig::Error;
use quicksalt_hashsig::lms::hss::PublicKey;

use super::keys;
use super::messages::{ReadOr, reading};
use super::refusals::Refused as _;

pub(super) const COMMAND: Command = Command {
    name: "verify",
    line: "Verify signatures with a public key.",
    about: &[
        "Verify each FILE with its signature in FILE.sig and the public key PUBLIC.",
        "FILE - is the standard input. Files of any size are read once, in pieces.",
        "Exits with 1 if a signature is not genuine.",
    ],
    arguments: &[Argument::one("PUBLIC", Kind::File), Argument::many("FILE", Kind::Stream)],
    options: &[Opt::value(
        "--signature",
        "SIG",
        Kind::File,
        "The signature of FILE; by default, FILE.sig.",
    )],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig verify release.key.pub program.tar.gz",
        "quicksalt hashsig verify --signature old.sig release.key.pub program.tar.gz",
    ],
    run: verify,
};

fn verify(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let (files, signature) = (call.paths("FILE"), call.path("--signature"));
    if signature.is_some() && files.len() > 1 {
        return Err(Failure::usage("--signature requires exactly one FILE"));
    }
    if signature.is_none() && files.iter().any(|file| file == Path::new(DASH)) {
        return Err(Failure::usage("name the signature of the standard input: --signature SIG"));
    }
    let key = keys::public_key(terminal, keys::argument(call, "PUBLIC")?)?;
    let mut verdicts: Vec<(OsString, Json)> = Vec::new();
    let mut are_genuine = true;
    for file in &files {
        let beside = beside(file, ".sig");
        let is_genuine = verdict(terminal, &key, file, signature.unwrap_or(&beside))?;
        are_genuine &= is_genuine;
        match verdicts.iter_mut().find(|(name, _)| name == file.as_os_str()) {
            // The file may have changed since the first verdict.
            Some((_, before)) => *before = is_genuine.into(),
            None => verdicts.push((file.into(), is_genuine.into())),
        }
        let said = if is_genuine { "genuine" } else { "NOT GENUINE" };
        terminal.say(&format!("{}: {said}", shown(file)))?;
    }
    let json = Json::map([("ok", are_genuine.into()), ("files", Json::Map(verdicts))]);
    Ok(Outcome::verdict(are_genuine, json))
}

/// Returns whether a file's signature is genuine.
fn verdict(
    terminal: &Terminal,
    key: &PublicKey,
    file: &Path,
    signature: &Path,
) -> Result<bool, Failure> {
    let signature = terminal.read(signature)?;
    let verified = terminal.working("verifying", || {
        reading(terminal, file, |pieces| key.verify_pieces(pieces, &signature))
    });
    match verified {
        Ok(()) => Ok(true),
        Err(ReadOr::Work(Error::Verification)) => Ok(false),
        Err(error) => Err(error.refused()),
    }
}
