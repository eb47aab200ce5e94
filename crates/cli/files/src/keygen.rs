//! `quicksalt keygen`.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use quicksalt::Wiped;
use quicksalt_command::{
    Argument, Call, Command, DASH, Failure, Json, Kind, Layout, Made, NEVER, OUTPUT, Opt, Outcome,
    PASSPHRASE_FD, PASSPHRASE_FILE, Terminal, Ways, beside, refuse_existing, shown, utc, write_new,
};
use quicksalt_files::age::Identity;
use quicksalt_files::minisign::{LIMITS, SecretKey};

use crate::{identities, refusal};

/// The command.
pub(crate) const COMMAND: Command = Command {
    name: "keygen",
    line: "Make a decryption key or a signing key.",
    about: &[
        "Make an age identity for decryption, and print the recipient that others encrypt to.",
        "With --sign, make a minisign signing key. Hashing its passphrase takes 1 GiB of memory.",
        "Without --output, the identity goes to the standard output. Existing files are never replaced.",
    ],
    arguments: &[Argument::optional("FILE", Kind::File)],
    options: &[
        Opt { text: "The file to write the secret key to.", ..OUTPUT },
        Opt::flag("--recipients", "Print the recipients of the identities in FILE.").letter('y'),
        Opt::flag("--sign", "Make a minisign signing key; its public key goes to OUTPUT.pub.")
            .letter('s'),
        PASSPHRASE_FILE,
        PASSPHRASE_FD,
        Opt::flag(
            "--no-passphrase",
            "With --sign: do not encrypt the key; only its file mode protects it.",
        ),
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt keygen -o key.txt          prints the recipient, which is public",
        "quicksalt keygen --recipients key.txt",
        "quicksalt keygen --sign -o release.key       writes release.key.pub too",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let (source, output) = (call.path("FILE"), call.path("--output"));
    let shows = call.has("--recipients");
    if shows != source.is_some() || (shows && output.is_some()) {
        let text = "--recipients needs a FILE of identities and excludes --output";
        return Err(Failure::usage(text));
    }
    let file = output.filter(|path| *path != Path::new(DASH));
    if call.has("--sign") {
        let Some(place) = file.filter(|_| source.is_none()) else {
            let text = "--sign needs --output, the file for the secret key";
            return Err(Failure::usage(text));
        };
        return signing(call, terminal, place);
    }
    if call.has("--no-passphrase") || Ways::of(call, None).is_given() {
        let text = "an identity takes no passphrase: encrypt its file with `quicksalt encrypt -p`";
        return Err(Failure::usage(text));
    }
    match source {
        Some(source) => recipients(terminal, source),
        None => decrypting(terminal, file),
    }
}

/// Shows the recipients that belong to the identities in a file.
fn recipients(terminal: &Terminal, source: &Path) -> Result<Outcome, Failure> {
    let mut found = Vec::new();
    for identity in identities::read(source, terminal)? {
        found.push(identity.recipient().map_err(refusal::of)?.to_string());
    }
    terminal.say(&found.join("\n"))?;
    Ok(Outcome::ok(Json::map([("recipients", Json::list(found))])))
}

/// Generates an identity.
fn decrypting(terminal: &Terminal, file: Option<&Path>) -> Result<Outcome, Failure> {
    let identity = Identity::generate().map_err(refusal::of)?;
    let recipient = identity.recipient().map_err(refusal::of)?.to_string();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let now = utc(i64::try_from(now).unwrap_or_default());
    let secret = identity.to_text().map_err(refusal::of)?;
    let head = format!("# created: {now}Z\n# public key: {recipient}\n");
    // The buffer is allocated in full, because growing it would leave copies of the secret.
    let mut text = Wiped::new(Vec::with_capacity(head.len() + secret.len() + 1));
    text.extend_from_slice(head.as_bytes());
    text.extend_from_slice(&secret);
    text.push(b'\n');
    let shown = format!("Public key: {recipient}");
    if let Some(file) = file {
        refuse_existing(file, NEVER)?;
        write_new(file, &text, false, true)?;
        terminal.say(&shown)?;
    } else {
        terminal.write(&text)?;
        terminal.note(&shown)?;
    }
    let output = Json::from(file.unwrap_or(Path::new(DASH)));
    Ok(Outcome::ok(Json::map([("recipients", Json::list([recipient])), ("output", output)])))
}

/// Generates a signing key and its public key.
fn signing(call: &Call, terminal: &Terminal, place: &Path) -> Result<Outcome, Failure> {
    let public = beside(place, ".pub");
    refuse_existing(place, NEVER)?;
    refuse_existing(&public, NEVER)?;
    let word = if call.has("--no-passphrase") {
        None
    } else {
        Ways::of(call, None).passphrase(terminal, "Passphrase", true)?
    };
    let key = SecretKey::generate().map_err(refusal::of)?;
    let locked = terminal.working("locking the key", || {
        key.to_text(word.as_deref().map(|word| (word.as_slice(), LIMITS)))
    });
    let locked = locked.map_err(refusal::of)?;
    let verifying = key.public_key();
    let text = verifying.to_text().map_err(refusal::of)?;
    write_new(place, &locked, false, true)?;
    // If the public key cannot be written, the secret key is removed.
    let made = Made(place);
    write_new(&public, &text, false, false)?;
    made.keep();
    let line = text.split(|byte| *byte == b'\n').nth(1).unwrap_or_default();
    terminal.say(&format!("{}: {}", shown(&public), String::from_utf8_lossy(line)))?;
    Ok(Outcome::ok(Json::map([
        ("key", Json::from(place)),
        ("public", Json::from(&*public)),
        ("id", Json::from(verifying.id())),
    ])))
}
