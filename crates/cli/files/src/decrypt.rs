//! `quicksalt decrypt`.

use std::path::{Path, PathBuf};

use quicksalt_command::{
    Argument, Call, Command, DASH, FORCE, FORCE_HINT, Failure, Input, Json, Kind, Layout, OUTPUT,
    Opt, Outcome, PASSPHRASE_FD, PASSPHRASE_FILE, Source, Target, Terminal, Ways, refuse_existing,
    refuse_source, shown,
};
use quicksalt_files::age::{self, Identity};
use quicksalt_files::openssl::{self, Cipher, Found, Kdf, Layer, Options};

use crate::identities::{self, Asked};
use crate::refusal;

/// The command.
pub(crate) const COMMAND: Command = Command {
    name: "decrypt",
    line: "Decrypt a file that age or openssl encrypted.",
    about: &[
        "Decrypt FILE, or the standard input, in the format of age.",
        "The output is FILE without .age; without FILE, it is the standard output. An output file appears \
         only after all of it is written and authenticated. On the standard output, authenticity is known only \
         at the end: exit code 1 means that the output must be discarded.",
    ],
    arguments: &[Argument::optional("FILE", Kind::Stream)],
    options: &[
        Opt::value(
            "--identity",
            "FILE",
            Kind::File,
            "A file of age identities, or an OpenSSH private key; may be repeated.",
        )
        .letter('i')
        .repeatable(),
        PASSPHRASE_FILE,
        PASSPHRASE_FD,
        Opt::value(
            "--work-factor-max",
            "N",
            Kind::Number(1, age::WORK_FACTOR_LIMIT as u64),
            "Refuse a file if hashing its passphrase takes more than 2^N KiB of memory.",
        )
        .or_shown("22"),
        Opt::flag("--openssl", "Read the format of `openssl enc` and kaesar."),
        Opt::value(
            "--cipher",
            "NAME",
            Kind::Text,
            "With --openssl: the cipher, AES of 128, 192 or 256 bits in CBC or CTR.",
        )
        .or_shown("aes-256-cbc"),
        Opt::value(
            "--kdf",
            "",
            Kind::Choice(&["pbkdf2", "sha256", "md5"]),
            "With --openssl: the key derivation; by default, all are tried.",
        ),
        Opt::value(
            "--iterations",
            "N",
            Kind::Number(1, u32::MAX as u64),
            "With --openssl: the number of PBKDF2 iterations.",
        )
        .or_shown("10000"),
        OUTPUT,
        FORCE,
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt decrypt -i key.txt notes.org.age         writes notes.org",
        "quicksalt decrypt -i ~/.ssh/id_ed25519 -o - notes.org.age | less",
        "ssh host cat folder.tar.age | quicksalt decrypt -i key.txt | tar x",
        "quicksalt decrypt notes.org.age                    asks for the passphrase",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let source = call.path("FILE").unwrap_or(Path::new(DASH));
    let is_openssl = call.has("--openssl");
    let place = place(call, source, if is_openssl { ".enc" } else { ".age" })?;
    let force = call.has("--force");
    if !force {
        refuse_existing(&place, FORCE_HINT)?;
    }
    refuse_source(&place, needed(call, source))?;
    let mut identities = Vec::new();
    for path in call.paths("--identity") {
        identities.extend(identities::read(&path, terminal)?);
    }
    if is_openssl {
        return of_openssl(call, terminal, source, &place);
    }
    let ways = Ways::of(call, None);
    if identities.is_empty() || ways.is_given() {
        let asked = Asked {
            source: source.into(),
            file: ways.file.map(PathBuf::from),
            descriptor: ways.descriptor,
        };
        let most = call.number("--work-factor-max").and_then(|most| most.try_into().ok());
        let most = most.unwrap_or(age::WORK_FACTOR_MAX);
        identities.push(identities::asking("Passphrase".into(), asked, most, terminal)?);
    }
    let mut target = Target::open(&place, force, false, terminal)?;
    let mut input = terminal.open(source)?;
    let work = || opened(&mut input, &mut target, &identities);
    terminal.working("decrypting", work).map_err(refusal::of)?;
    target.finish()?;
    if place != Path::new(DASH) {
        terminal.say(&shown(&place))?;
    }
    Ok(Outcome::ok(Json::map([("output", Json::from(&*place))])))
}

fn opened(
    source: &mut Input<'_>,
    target: &mut Target<'_>,
    identities: &[Identity],
) -> quicksalt_files::Result<()> {
    match (source.regular(), target.regular()) {
        (Some(from), Some(into)) => age::decrypt_file(from, into, identities),
        _ => age::decrypt(source, target, identities),
    }
}

fn of_openssl(
    call: &Call,
    terminal: &Terminal,
    source: &Path,
    place: &Path,
) -> Result<Outcome, Failure> {
    if call.has("--identity") {
        return Err(Failure::usage("--openssl takes a passphrase, not an identity"));
    }
    let word = Ways::of(call, None).beside_source(terminal, "Passphrase", false, source)?;
    let iterations = call.number("--iterations").and_then(|number| number.try_into().ok());
    let iterations = iterations.unwrap_or(openssl::ITERATIONS);
    let cipher = Cipher::parse(call.text("--cipher")?.unwrap_or_default());
    let kdf = call.text("--kdf")?.map(|name| Kdf::parse(name, iterations)).transpose();
    let mut target = Target::open(place, call.has("--force"), false, terminal)?;
    let options = Options {
        cipher: cipher.map_err(refusal::of)?,
        kdf: kdf.map_err(refusal::of)?,
        iterations,
        layer: Layer::Binary,
    };
    let mut input = terminal.open(source)?;
    let found = terminal.working("decrypting", || match input.regular() {
        Some(file) => openssl::decrypt_file(file, &mut target, &word, &options),
        None => openssl::decrypt(&mut input, &mut target, &word, &options),
    });
    let Found { cipher, kdf, layer } = found.map_err(refusal::of)?;
    target.finish()?;
    if place != Path::new(DASH) {
        terminal.say(&shown(place))?;
    }
    terminal.note("note: this format is not authenticated: the content may have been changed")?;
    let form = match layer {
        Layer::Binary => "binary",
        Layer::Base64 => "base64",
        Layer::KaesarMode => "kaesar-mode",
        Layer::KaesarText => "kaesar-text",
    };
    Ok(Outcome::ok(Json::map([
        ("output", Json::from(place)),
        ("cipher", Json::from(cipher.to_string())),
        ("kdf", Json::from(kdf.to_string())),
        ("form", Json::from(form)),
    ])))
}

/// Returns the output's path.
fn place(call: &Call, source: &Path, suffix: &str) -> Result<PathBuf, Failure> {
    if let Some(path) = call.path("--output").filter(|path| !path.as_os_str().is_empty()) {
        return Ok(path.into());
    }
    if source == Path::new(DASH) {
        return Ok(source.into());
    }
    let name = source.file_name().map(Path::new);
    let stem = name.and_then(|name| {
        let has_suffix = name.extension().is_some_and(|found| suffix[1..] == *found);
        has_suffix.then(|| name.file_stem()).flatten()
    });
    match stem {
        Some(stem) => Ok(source.with_file_name(stem)),
        None => Err(Failure::usage(format!(
            "{} does not end in {suffix}: name the output with --output",
            shown(source)
        ))),
    }
}

/// Returns all files and descriptors that the command reads.
fn needed<'a>(call: &'a Call, source: &'a Path) -> impl Iterator<Item = Source<'a>> {
    let options = ["--identity", PASSPHRASE_FILE.long];
    let named = options.into_iter().flat_map(|name| call.all(name));
    let files = named.map(|path| Source::Path(Path::new(path)));
    let descriptor = call.number(PASSPHRASE_FD.long).map(Source::Descriptor);
    [Source::Path(source)].into_iter().chain(files).chain(descriptor)
}
