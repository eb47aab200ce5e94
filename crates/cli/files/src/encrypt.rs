//! `quicksalt encrypt`.

use std::path::{Path, PathBuf};

use quicksalt_command::{
    Argument, Call, Command, DASH, FORCE, FORCE_HINT, Failure, Input, Json, Kind, Layout, OUTPUT,
    Opt, Outcome, PASSPHRASE_FD, PASSPHRASE_FILE, Source, Target, Terminal, Ways, beside,
    refuse_existing, refuse_source, shown,
};
use quicksalt_files::age::{self, Form, Recipient, To, WORK_FACTOR};
use quicksalt_files::openssl::{self, Layer, Options};

use crate::{identities, refusal};

/// The command.
pub(crate) const COMMAND: Command = Command {
    name: "encrypt",
    line: "Encrypt a file or a pipe in the format of age.",
    about: &[
        "Encrypt FILE, or the standard input, in the format of age.",
        "The output is FILE.age; without FILE, it is the standard output. An output file appears only after \
         all of it is written. With --openssl, it is FILE.enc, encrypted with a passphrase.",
    ],
    arguments: &[Argument::optional("FILE", Kind::Stream)],
    options: &[
        Opt::value(
            "--recipient",
            "TEXT",
            Kind::Text,
            "A recipient that can decrypt: age1... or ssh-ed25519 ...; may be repeated.",
        )
        .letter('r')
        .repeatable(),
        Opt::value(
            "--recipients-file",
            "FILE",
            Kind::File,
            "A file of recipients, one per line; may be repeated.",
        )
        .letter('R')
        .repeatable(),
        Opt::value(
            "--identity",
            "FILE",
            Kind::File,
            "Encrypt to the recipients of the identities in this file.",
        )
        .letter('i')
        .repeatable(),
        Opt::flag("--passphrase", "Encrypt with a passphrase.").letter('p'),
        PASSPHRASE_FILE,
        PASSPHRASE_FD,
        Opt::flag("--armor", "Write ASCII armor instead of binary.").letter('a'),
        Opt::flag(
            "--openssl",
            "Write the format that `openssl enc -d -aes-256-cbc -pbkdf2` reads; it is not authenticated.",
        ),
        OUTPUT,
        FORCE,
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt encrypt -r age1... notes.org           writes notes.org.age",
        "quicksalt encrypt -R team.txt -o - notes.org | ssh host 'cat > notes.age'",
        "tar c folder | quicksalt encrypt -r age1... -o folder.tar.age",
        "quicksalt encrypt --passphrase notes.org",
        "quicksalt encrypt --openssl notes.org            writes notes.org.enc",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let source = call.path("FILE").unwrap_or(Path::new(DASH));
    let ways = Ways::of(call, None);
    let recipients = recipients(call, terminal)?;
    let is_openssl = call.has("--openssl");
    let has_passphrase = is_openssl || call.has("--passphrase") || ways.is_given();
    if has_passphrase != recipients.is_empty() {
        let text = "give either recipients (-r, -R, -i) or --passphrase";
        return Err(Failure::usage(text));
    }
    let place = place(call, source, is_openssl);
    let (is_armored, force) = (call.has("--armor"), call.has("--force"));
    if place == Path::new(DASH) && !is_armored && terminal.is_terminal() {
        let text = "binary output is not written to a terminal: give --output or --armor";
        return Err(Failure::usage(text));
    }
    if !force {
        refuse_existing(&place, FORCE_HINT)?;
    }
    refuse_source(&place, needed(call, source))?;
    let word = if has_passphrase {
        Some(ways.beside_source(terminal, "Passphrase", true, source)?)
    } else {
        None
    };
    let mut target = Target::open(&place, force, is_armored, terminal)?;
    let mut input = terminal.open(source)?;
    let sealed = match &word {
        Some(word) if is_openssl => {
            let layer = if is_armored { Layer::Base64 } else { Layer::Binary };
            let options = Options { layer, ..Options::default() };
            let work = || openssl::encrypt(&mut input, &mut target, word, &options);
            terminal.working("encrypting", work)
        }
        word => {
            let to = match word {
                Some(passphrase) => To::Passphrase { passphrase, work_factor: WORK_FACTOR },
                None => To::Recipients(&recipients),
            };
            let form = if is_armored { Form::Armored } else { Form::Binary };
            terminal.working("encrypting", || sealed(&mut input, &mut target, &to, form))
        }
    };
    sealed.map_err(refusal::of)?;
    target.finish()?;
    if is_openssl {
        terminal.note("note: this format is not authenticated: changes go unnoticed")?;
    }
    if place != Path::new(DASH) {
        terminal.say(&shown(&place))?;
    }
    let to = Json::list(recipients.iter().map(Recipient::to_string));
    Ok(Outcome::ok(Json::map([("output", Json::from(&*place)), ("recipients", to)])))
}

fn sealed(
    source: &mut Input<'_>,
    target: &mut Target<'_>,
    to: &To<'_>,
    form: Form,
) -> quicksalt_files::Result<()> {
    match (source.regular(), target.regular()) {
        (Some(from), Some(into)) => age::encrypt_file(from, into, to, form),
        _ => age::encrypt(source, target, to, form),
    }
}

/// Returns the output's path.
fn place(call: &Call, source: &Path, is_openssl: bool) -> PathBuf {
    match call.path("--output") {
        Some(path) if !path.as_os_str().is_empty() => path.into(),
        _ if source == Path::new(DASH) => source.into(),
        _ => beside(source, if is_openssl { ".enc" } else { ".age" }),
    }
}

/// Returns all files and descriptors that the command reads.
fn needed<'a>(call: &'a Call, source: &'a Path) -> impl Iterator<Item = Source<'a>> {
    let options = ["--recipients-file", "--identity", PASSPHRASE_FILE.long];
    let named = options.into_iter().flat_map(|name| call.all(name));
    let descriptor = call.number(PASSPHRASE_FD.long).map(Source::Descriptor);
    let files = named.map(|path| Source::Path(Path::new(path)));
    [Source::Path(source)].into_iter().chain(files).chain(descriptor)
}

/// Collects the recipients that the options name.
fn recipients(call: &Call, terminal: &Terminal) -> Result<Vec<Recipient>, Failure> {
    let mut found = Vec::new();
    for text in call.texts("--recipient")? {
        found.extend(Recipient::parse_file(text).map_err(refusal::of)?);
    }
    for path in call.paths("--recipients-file") {
        let content = terminal.read(&path)?;
        let text = core::str::from_utf8(&content)
            .map_err(|_| Failure::usage(format!("{}: the file is not UTF-8", shown(&path))))?;
        let read = Recipient::parse_file(text);
        found.extend(read.map_err(|error| refusal::of_argument(&path, error))?);
    }
    for path in call.paths("--identity") {
        for identity in identities::read(&path, terminal)? {
            found.push(identity.recipient().map_err(refusal::of)?);
        }
    }
    Ok(found)
}
