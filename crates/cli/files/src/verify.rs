//! `quicksalt verify`.

use std::path::Path;

use quicksalt_command::{
    Argument, Call, Command, Failure, Json, Kind, Layout, Opt, Outcome, Terminal, beside,
    printable, shown,
};
use quicksalt_files::Error;
use quicksalt_files::minisign::{self, PublicKey, SecretKey, Signature};

use crate::refusal;

/// The suffix of a signature file.
pub(crate) const SUFFIX: &str = ".minisig";

/// The command.
pub(crate) const COMMAND: Command = Command {
    name: "verify",
    line: "Verify minisign signatures.",
    about: &[
        "Verify each FILE with its signature in FILE.minisig and the public key PUBLIC.",
        "Shows the signed comments. Exits with 1 if a signature is not genuine.",
    ],
    arguments: &[Argument::one("PUBLIC", Kind::File), Argument::many("FILE", Kind::File)],
    options: &[Opt::value(
        "--signature",
        "SIG",
        Kind::File,
        "The signature of FILE; by default, FILE.minisig.",
    )],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt verify release.key.pub program.tar.gz",
        "quicksalt verify --signature other.minisig release.key.pub program.tar.gz",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let files = call.paths("FILE");
    let signature = call.path("--signature");
    if signature.is_some() && files.len() > 1 {
        return Err(Failure::usage("--signature requires exactly one FILE"));
    }
    let key = public_key(call.path("PUBLIC").unwrap_or(Path::new("")), terminal)?;
    let mut verdicts: Vec<(&Path, Option<String>)> = Vec::new();
    for file in &files {
        let place = signature.map_or_else(|| beside(file, SUFFIX), Path::to_path_buf);
        let signature = Signature::parse(&terminal.read(&place)?).map_err(refusal::of)?;
        let mut input = terminal.open(file)?;
        let verified = terminal.working("verifying", || match input.regular() {
            Some(file) => minisign::verify_file(file, &key, &signature),
            None => minisign::verify(&mut input, &key, &signature),
        });
        let verdict = match verified {
            Ok(()) => {
                let comment = signature.trusted_comment();
                terminal.say(&format!("{}: genuine, {}", shown(file), printable(comment)))?;
                Some(String::from(comment))
            }
            Err(error @ (Error::OtherKey(_) | Error::Signature)) => {
                terminal.say(&format!("{}: NOT GENUINE: {error}", shown(file)))?;
                None
            }
            Err(error) => return Err(refusal::of(error)),
        };
        // A file that the call names twice is listed once.
        match verdicts.iter_mut().find(|(known, _)| known == file) {
            Some((_, known)) => *known = verdict,
            None => verdicts.push((file, verdict)),
        }
    }
    let is_ok = verdicts.iter().all(|(_, verdict)| verdict.is_some());
    let names = verdicts.into_iter().map(|(file, verdict)| (file.into(), Json::from(verdict)));
    let json = [("ok".into(), Json::from(is_ok)), ("files".into(), Json::Map(names.collect()))];
    Ok(Outcome::verdict(is_ok, Json::Map(json.into())))
}

/// Reads a public key.
fn public_key(path: &Path, terminal: &Terminal) -> Result<PublicKey, Failure> {
    let text = terminal.read(path)?;
    PublicKey::parse(&text).map_err(|error| {
        if SecretKey::is_encrypted(&text).is_ok() {
            let (name, public) = (shown(path), shown(&beside(path, ".pub")));
            let text = format!("{name} holds the secret key: the public key is in {public}");
            return Failure::usage(text);
        }
        refusal::of_argument(path, error)
    })
}
