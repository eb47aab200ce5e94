//! `quicksalt trust diff`: shows the certificates and purposes in which two stores differ.

use std::path::Path;

use quicksalt_command::{Argument, Call, Command, Failure, Json, Kind, Outcome, Terminal};
use quicksalt_trust::{Certificate, TrustStore};

use super::JSON;
use super::facts::{facts, fingerprint, list};
use super::open::{Opened, Places};
use super::said::{self, failure};
use super::show::SHORT;

const OLD: Argument = Argument::one("OLD", Kind::Anything);
const NEW: Argument = Argument::one("NEW", Kind::Anything);

pub(super) const COMMAND: Command = Command {
    name: "diff",
    line: "Compare two stores.",
    about: &[
        "Compare two stores, and the purposes for which they trust each certificate.",
        "A store is a file, a directory, `system` or `certifi`.",
        "Exits with 1 if they differ, with 4 if one store holds no certificate.",
    ],
    arguments: &[OLD, NEW],
    options: &[],
    json: JSON,
    examples: &[
        "quicksalt trust diff old.pem new.pem",
        "quicksalt trust diff system certifi",
        "quicksalt trust diff /etc/ssl/certs /etc/ssl/certs/ca-certificates.crt",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let name = |argument: Argument| call.path(argument.name).unwrap_or(Path::new(""));
    let (old_name, new_name) = (name(OLD), name(NEW));
    let old = open(old_name, terminal)?.store;
    let new = open(new_name, terminal)?.store;
    let (gone, come) = (missing(&old, &new), missing(&new, &old));
    for (sign, certificates) in [("-", &gone), ("+", &come)] {
        for one in certificates {
            terminal.say(&format!("{sign} {} {}", short(one)?, one.subject_text()))?;
        }
    }
    let changed = trusted_otherwise(&old, &new)?;
    for (one, two) in &changed {
        let (subject, before, now) = (one.subject_text(), trust(one), trust(two));
        terminal.say(&format!("~ {} {subject}: {before}; now {now}", short(one)?))?;
    }
    terminal.say(&format!(
        "{} only in {}, {} only in {}, {} trusted differently",
        gone.len(),
        said::name(old_name),
        come.len(),
        said::name(new_name),
        changed.len()
    ))?;
    let both = changed.iter().map(|(one, two)| {
        Ok(Json::map([("old", Json::map(facts(one)?)), ("new", Json::map(facts(two)?))]))
    });
    let both: Result<Vec<Json>, Failure> = both.collect();
    let json = Json::map([
        ("only_old", list(&gone)?),
        ("only_new", list(&come)?),
        ("trusted_otherwise", Json::List(both?)),
    ]);
    Ok(Outcome::verdict(gone.is_empty() && come.is_empty() && changed.is_empty(), json))
}

fn open(name: &Path, terminal: &mut Terminal) -> Result<Opened, Failure> {
    let [system, certifi] = ["system", "certifi"].map(|word| name == Path::new(word));
    if !(system || certifi || name.exists()) {
        return Err(Failure::usage(format!("no file {}", said::name(name))));
    }
    let opened = if system || certifi {
        Places { system, certifi, ..Places::default() }.load(terminal)?
    } else {
        Opened::file(name, terminal)?
    };
    opened.filled(name, terminal)
}

fn missing<'a>(store: &'a TrustStore, other: &TrustStore) -> Vec<Certificate<'a>> {
    store.iter().filter(|one| other.position_of(one.der()).is_none()).collect()
}

/// Returns the certificates that are in both stores but with different trusted purposes.
fn trusted_otherwise<'a>(
    old: &'a TrustStore,
    new: &'a TrustStore,
) -> Result<Vec<(Certificate<'a>, Certificate<'a>)>, Failure> {
    let mut changed = Vec::new();
    for one in old {
        let Some(two) = new.position_of(one.der()).and_then(|position| new.get(position)) else {
            continue;
        };
        // The PEM form contains exactly the trusted purposes.
        let pem = |one: &Certificate<'_>| one.to_pem().map_err(|error| failure(&error));
        if pem(&one)? != pem(&two)? {
            changed.push((one, two));
        }
    }
    Ok(changed)
}

fn short(certificate: &Certificate<'_>) -> Result<String, Failure> {
    Ok(fingerprint(certificate)?.chars().take(SHORT).collect())
}

/// Describes the trusted and rejected purposes of a certificate.
fn trust(certificate: &Certificate<'_>) -> String {
    let trusted = match certificate.trusted_for() {
        None => "all purposes".into(),
        Some(purposes) if purposes.is_empty() => "nothing".into(),
        Some(purposes) => purposes.join(", "),
    };
    match certificate.rejected_for() {
        rejected if rejected.is_empty() => format!("trusted for {trusted}"),
        rejected => format!("trusted for {trusted}, not for {}", rejected.join(", ")),
    }
}
