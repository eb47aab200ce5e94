//! `quicksalt sign`.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use quicksalt_command::{
    Argument, Call, Command, FORCE, FORCE_HINT, Failure, Json, Kind, Layout, Opt, Outcome,
    PASSPHRASE_FD, PASSPHRASE_FILE, Source, Target, Terminal, Ways, Word, beside, refuse_existing,
    refuse_source, shown,
};
use quicksalt_files::Error;
use quicksalt_files::minisign::{self, SecretKey, Signature};

use crate::refusal;
use crate::verify::SUFFIX;

/// The command.
pub(crate) const COMMAND: Command = Command {
    name: "sign",
    line: "Sign files in the format of minisign.",
    about: &[
        "Sign each FILE with the secret key in KEY; the signature goes into FILE.minisig.",
        "KEY comes from `quicksalt keygen --sign` or from minisign, which can verify the signatures.",
    ],
    arguments: &[Argument::one("KEY", Kind::File), Argument::many("FILE", Kind::File)],
    options: &[
        Opt::value(
            "--comment",
            "TEXT",
            Kind::Text,
            "A comment that the signature covers; by default, the time and the file name.",
        ),
        PASSPHRASE_FILE,
        PASSPHRASE_FD,
        FORCE,
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt sign release.key program.tar.gz   writes program.tar.gz.minisig",
        "quicksalt sign --comment 'version 2' --passphrase-file word.txt \\",
        "    release.key *.tar.gz",
    ],
    run,
};

/// The untrusted comment, which the signature does not cover.
const UNTRUSTED: &str = "signature by quicksalt";

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let comment = call.text("--comment")?.filter(|comment| !comment.is_empty());
    let key = call.path("KEY").unwrap_or(Path::new(""));
    let files = call.paths("FILE");
    let places: Vec<PathBuf> = files.iter().map(|file| beside(file, SUFFIX)).collect();
    let force = call.has("--force");
    if !force {
        places.iter().try_for_each(|place| refuse_existing(place, FORCE_HINT))?;
    }
    let ways = Ways::of(call, None);
    let public = beside(key, ".pub");
    for place in &places {
        let named = [key, &public].into_iter().chain(files.iter().map(PathBuf::as_path));
        let sources = named.chain(ways.file).map(Source::Path);
        refuse_source(place, sources.chain(ways.descriptor.map(Source::Descriptor)))?;
    }
    let text = terminal.read(key)?;
    let refused = |error| match error {
        // This error is about the comment, not about the key file.
        Error::Key(_) => refusal::of(error),
        error => refusal::of_argument(key, error),
    };
    let word = if SecretKey::is_encrypted(&text).map_err(refused)? {
        ways.passphrase(terminal, "Passphrase", false)?
    } else {
        None
    };
    let mut secret = None;
    for (file, place) in files.iter().zip(&places) {
        let comment = comment.map_or_else(|| usual(file), String::from);
        let signed = terminal.open(file).and_then(|mut input| {
            let signed = terminal.working("signing", || match &secret {
                Some(secret) => sign(&mut input, secret, &comment),
                None => first(&mut input, &text, word.as_ref(), &comment)
                    .map(|(opened, signature)| (secret = Some(opened), signature).1),
            });
            signed.map_err(refused)
        });
        let signature = signed?.to_text().map_err(refusal::of)?;
        let mut target = Target::open(place, force, true, terminal)?;
        target.write_all(&signature).map_err(Failure::of_stream)?;
        target.finish()?;
        terminal.say(&shown(place))?;
    }
    let places = Json::list(places.iter().map(PathBuf::as_path));
    Ok(Outcome::ok(Json::map([("signatures", places)])))
}

/// Opens the key and signs the first file. The file is hashed while the key's passphrase is
/// stretched.
fn first(
    input: &mut quicksalt_command::Input<'_>,
    text: &[u8],
    word: Option<&Word>,
    comment: &str,
) -> quicksalt_files::Result<(SecretKey, Signature)> {
    let word = word.map(|word| word.as_slice());
    if let Some(file) = input.regular() {
        return minisign::open_and_sign(file, text, word, comment, UNTRUSTED);
    }
    let secret = SecretKey::parse(text, word)?;
    let signature = minisign::sign(input, &secret, comment, UNTRUSTED)?;
    Ok((secret, signature))
}

fn sign(
    input: &mut quicksalt_command::Input<'_>,
    secret: &SecretKey,
    comment: &str,
) -> quicksalt_files::Result<Signature> {
    match input.regular() {
        Some(file) => minisign::sign_file(file, secret, comment, UNTRUSTED),
        None => minisign::sign(input, secret, comment, UNTRUSTED),
    }
}

/// Returns minisign's default comment, which contains the time and the file name. Control
/// characters become U+FFFD.
fn usual(file: &Path) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let name = file.file_name().unwrap_or(OsStr::new("")).to_string_lossy();
    let name = name.replace(|letter: char| letter.is_ascii_control(), "\u{fffd}");
    format!("timestamp:{now}\tfile:{name}\thashed")
}
