//! `quicksalt hashsig sign`: signs files.

use std::fs;
use std::path::{Path, PathBuf};

use quicksalt_command::{
    Argument, Call, Command, DASH, FORCE_HINT, Failure, Json, Kind, Layout, Opt, Outcome, Source,
    Terminal, beside, refuse_existing, refuse_source, shown, write_new,
};
use quicksalt_hashsig::keyspace::KeySpace;
use quicksalt_hashsig::pool::Pool;
use quicksalt_hashsig::signing::{KeyMaterial, Options, SigningKey};
use quicksalt_hashsig::store::{FileStore, Opening, Store as _};

use super::keys;
use super::messages::reading;
use super::options::QUIET;
use super::refusals::{OrRefused as _, Refused as _};

pub(super) const COMMAND: Command = Command {
    name: "sign",
    line: "Sign files; each signature uses up a one-time key.",
    about: &[
        "Sign each FILE with KEY; the signature goes into FILE.sig.",
        "FILE - is the standard input. Files of any size are read once, in pieces. Each signature uses up a \
         one-time key. All keys are reserved before the first is used; if a later step fails, they are lost and \
         never used again.",
    ],
    arguments: &[Argument::one("KEY", Kind::File), Argument::many("FILE", Kind::Stream)],
    options: &[
        keys::PASSPHRASE_FILE,
        keys::PASSPHRASE_FD,
        keys::NO_PASSPHRASE,
        Opt::value(
            "--name",
            "NAME",
            Kind::Text,
            "Sign with the part of the key that `reserve --name` made.",
        )
        .or(""),
        Opt::value(
            "--output",
            "SIG",
            Kind::Anything,
            "The file for the signature of FILE; - is the standard output.",
        )
        .letter('o'),
        Opt::flag("--force", "Replace existing signatures.").letter('f'),
    ],
    json: Some(Layout { indent: 2 }),
    examples: &[
        "quicksalt hashsig sign release.key program.tar.gz",
        "quicksalt hashsig sign --name nightly --passphrase-file word.txt \\",
        "    release.key *.tar.gz",
        "tar c src | quicksalt hashsig sign --output src.sig release.key -",
    ],
    run: sign,
};

fn sign(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let (key, files) = (keys::argument(call, "KEY")?, call.paths("FILE"));
    let (name, force) = (call.text("--name")?.unwrap_or_default(), call.has("--force"));
    let paths = signatures(&files, call.path("--output"))?;
    let descriptor = call.number(keys::PASSPHRASE_FD.long);
    if descriptor == Some(0) && files.iter().any(|file| is_dash(file)) {
        return Err(Failure::usage(
            "the standard input cannot hold both the passphrase and the file",
        ));
    }
    for path in paths.iter().filter(|_| !force) {
        refuse_existing(path, FORCE_HINT)?;
    }
    for file in &files {
        terminal.open(file)?;
    }
    let (public, cache) = (beside(key, ".pub"), beside(key, ".cache"));
    let needed = [key, &public, &cache].into_iter().chain(files.iter().map(PathBuf::as_path));
    let needed = needed.chain(call.path(keys::PASSPHRASE_FILE.long)).map(Source::Path);
    let needed: Vec<Source<'_>> = needed.chain(descriptor.map(Source::Descriptor)).collect();
    for path in &paths {
        refuse_source(path, needed.iter().copied())?;
    }
    let word = keys::passphrase(call, terminal, key)?;
    let opening = Opening::new(keys::secret(word.as_ref()));
    let (signatures, remaining) =
        terminal.working("signing", || signed(terminal, key, &opening, name, &files))?;
    for (path, signature) in paths.iter().zip(&signatures) {
        write(terminal, path, signature, force)?;
    }
    let plural = if remaining == 1 { "" } else { "s" };
    terminal.note(&format!("{remaining} signature{plural} left"))?;
    let names = Json::list(paths.iter().map(PathBuf::as_path));
    Ok(Outcome::ok(Json::map([("signatures", names), ("remaining", remaining.into())])))
}

fn is_dash(path: &Path) -> bool {
    path == Path::new(DASH)
}

/// Returns the paths of the signature files.
fn signatures(files: &[PathBuf], output: Option<&Path>) -> Result<Vec<PathBuf>, Failure> {
    if let Some(output) = output {
        if files.len() > 1 {
            return Err(Failure::usage("--output requires exactly one FILE"));
        }
        return Ok(vec![output.into()]);
    }
    if files.iter().any(|file| is_dash(file)) {
        return Err(Failure::usage(
            "a signature of the standard input needs --output, such as --output -",
        ));
    }
    let paths: Vec<PathBuf> = files.iter().map(|file| beside(file, ".sig")).collect();
    let mut places: Vec<PathBuf> = paths.iter().map(|path| place(path)).collect();
    places.sort_unstable();
    places.dedup();
    if places.len() < paths.len() {
        return Err(Failure::usage("the same file is given twice"));
    }
    Ok(paths)
}

/// Returns a file's canonical path, whether or not the file exists.
fn place(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let beside_it = || {
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(beside_it).unwrap_or_else(|| path.into())
}

/// Returns the files' signatures, and the number of signatures that the allocation has left.
/// Reserves one one-time key per file.
fn signed(
    terminal: &Terminal,
    path: &Path,
    opening: &Opening<'_>,
    name: &str,
    files: &[PathBuf],
) -> Result<(Vec<Vec<u8>>, u64), Failure> {
    let space = KeySpace::new(FileStore::open(path, opening).or_refused()?);
    let line = space.allocation(name).or_refused()?;
    let pool = Pool::new(0);
    let material = space.with(|store| KeyMaterial::load(store, Some(&pool))).or_refused()?;
    let options = Options { reservation: Some(files.len() as u64), ..QUIET };
    let key = SigningKey::over(material.or_refused()?, Box::new(line), &options).or_refused()?;
    let signature = |file: &PathBuf| {
        reading(terminal, file, |pieces| key.sign_pieces(pieces)).map_err(|error| error.refused())
    };
    let signatures = files.iter().map(signature).collect::<Result<_, _>>()?;
    key.close();
    let mark = space.allocation(name).and_then(|line| line.watermark()).or_refused()?;
    Ok((signatures, mark.remaining()))
}

fn write(
    terminal: &mut Terminal,
    path: &Path,
    signature: &[u8],
    force: bool,
) -> Result<(), Failure> {
    if is_dash(path) {
        return terminal.write(signature);
    }
    write_new(path, signature, force, false)?;
    terminal.say(&shown(path))
}
