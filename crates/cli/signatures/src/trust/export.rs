//! `quicksalt trust export`: writes a store as PEM, or only the certificates that some chains need.

use std::path::Path;

use quicksalt_command::{Call, Command, Failure, Json, Kind, Opt, Outcome, Terminal, number, save};
use quicksalt_trust::{Certificate, Encoding, Purpose, Request, TrustStore};

use super::chains::{CHAIN, CONNECT, read};
use super::facts::{fingerprint, matches};
use super::open::{CERTIFI, MISSING_OK, PATHS, Places, STRICT, SYSTEM};
use super::said::{failure, name};
use super::show::now;
use super::{JSON, MATCH};

const WITHOUT: Opt = Opt::value(
    "--without",
    "TEXT",
    Kind::Text,
    "Leave out the certificates that --match would select by this text.",
);
const OUT: Opt =
    Opt::value("--out", "FILE", Kind::Path, "The bundle to write; by default the standard output.");
const EACH: Opt = Opt::value(
    "--each",
    "FOLDER",
    Kind::Folder,
    "Write each certificate to its own file, named by its fingerprint.",
);
const DER: Opt = Opt::flag("--der", "With --each: write DER instead of PEM.");

pub(super) const COMMAND: Command = Command {
    name: "export",
    line: "Write certificates as one bundle, or as one file each.",
    about: &[
        "Write the store as one PEM bundle or as one file per certificate, each certificate once.",
        "A certificate trusted only for some purposes is written as `TRUSTED CERTIFICATE`, as \
         OpenSSL does.",
        "With --connect or --chain, write only the certificates that anchor these chains. Exits with \
         1 if a chain is not accepted or nothing is left to write, with 4 if a server or a file gives \
         no chain or the bundle cannot be written.",
    ],
    arguments: &[PATHS],
    options: &[SYSTEM, CERTIFI, STRICT, MISSING_OK, CONNECT, CHAIN, MATCH, WITHOUT, OUT, EACH, DER],
    json: JSON,
    examples: &[
        "quicksalt trust export --out all.pem /etc/ssl/certs extra.der",
        "quicksalt trust export --connect example.org --out few.pem",
        "quicksalt trust export --match 'example' > some.pem",
        "quicksalt trust export --without 'Old Root' --each folder /etc/ssl/certs",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let mut store = Places::of(call).load(terminal)?.warn(terminal)?.store;
    if call.has(DER.long) && !call.has(EACH.long) {
        return Err(Failure::usage("--der needs --each"));
    }
    if call.has(EACH.long) && call.has(OUT.long) {
        return Err(Failure::usage("--each and --out exclude each other"));
    }
    if let Some(text) = call.text(WITHOUT.long)? {
        keep(&mut store, |one| Ok(!matches(one, text)?))?;
    }
    if let Some(text) = call.text(MATCH.long)? {
        keep(&mut store, |one| matches(one, text))?;
    }
    let sources = read(call, None, terminal)?;
    if !sources.is_empty() {
        let chains: Vec<_> = sources.iter().map(|source| source.ders()).collect();
        let request = Request::new(None, now().try_into().unwrap_or(0), Purpose::Server);
        let few = store.minimal(chains.iter().map(Vec::as_slice), &request);
        store = few.map_err(|error| failure(&error))?;
    }
    write(&store, call, terminal)?;
    let fingerprints: Result<Vec<String>, _> = store.iter().map(|one| fingerprint(&one)).collect();
    let json = Json::map([("certificates", Json::list(fingerprints?))]);
    Ok(Outcome::verdict(!store.is_empty(), json))
}

fn keep(
    store: &mut TrustStore,
    is_kept: impl Fn(&Certificate<'_>) -> Result<bool, Failure>,
) -> Result<(), Failure> {
    let mut refused = None;
    let kept = store.retain(|one| {
        is_kept(one).unwrap_or_else(|failure| {
            refused.get_or_insert(failure);
            true
        })
    });
    kept.map_err(|error| failure(&error))?;
    refused.map_or(Ok(()), Err)
}

/// Writes to the file or folder that the options name, by default to the standard output.
fn write(store: &TrustStore, call: &Call, terminal: &mut Terminal) -> Result<(), Failure> {
    let place = match (call.path(EACH.long), call.path(OUT.long)) {
        (Some(folder), _) => {
            write_each(
                store,
                folder,
                if call.has(DER.long) { Encoding::Der } else { Encoding::Pem },
            )?;
            folder
        }
        (None, Some(path)) => {
            save(path, to_pem(store)?.as_bytes())?;
            path
        }
        (None, None) => return terminal.show(&to_pem(store)?),
    };
    let count = number(store.len() as u64, "certificate");
    terminal.say(&format!("{count} in {}", name(place)))
}

fn write_each(store: &TrustStore, folder: &Path, encoding: Encoding) -> Result<(), Failure> {
    let files = store.to_files(encoding).map_err(|error| failure(&error))?;
    files.iter().try_for_each(|(name, content)| save(&folder.join(name), content))
}

fn to_pem(store: &TrustStore) -> Result<String, Failure> {
    store.to_pem().map_err(|error| failure(&error))
}
