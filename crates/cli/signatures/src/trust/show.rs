//! `quicksalt trust list` and `quicksalt trust show`: show the certificates of a store.

use std::time::{SystemTime, UNIX_EPOCH};

use quicksalt_command::{Call, Command, Failure, Json, Kind, Opt, Outcome, Terminal, utc};
use quicksalt_trust::Certificate;

use super::facts::{facts, fingerprint, list, matches};
use super::open::{CERTIFI, MISSING_OK, Opened, PATHS, Places, STRICT, SYSTEM, report_json};
use super::said::failure;
use super::{JSON, MATCH};

/// The number of fingerprint digits in a table.
pub(super) const SHORT: usize = 16;

/// The purposes for servers. A certificate that allows one of them can vouch for servers.
const OF_SERVERS: [&str; 2] = ["serverAuth", "anyExtendedKeyUsage"];

const EXPIRED: Opt = Opt::flag("--expired", "Only certificates that have expired.");
const PEM: Opt = Opt::flag("--pem", "Print the certificates themselves as well.");

pub(super) const LIST: Command = Command {
    name: "list",
    line: "List certificates, one per line.",
    about: &[
        "List certificates: key, last day, fingerprint, what they vouch for, subject.",
        "Exits with 1 if there is no match.",
    ],
    arguments: &[PATHS],
    options: &[MATCH, EXPIRED, SYSTEM, CERTIFI, STRICT, MISSING_OK],
    json: JSON,
    examples: &[
        "quicksalt trust list",
        "quicksalt trust list --match 'example' bundle.pem",
        "quicksalt trust list --expired --certifi",
    ],
    run: run_list,
};

pub(super) const SHOW: Command = Command {
    name: "show",
    line: "Show all properties of some certificates.",
    about: &[
        "Show all properties of the certificates that match.",
        "Exits with 1 if there is no match.",
    ],
    arguments: &[PATHS],
    options: &[
        Opt::value(
            MATCH.long,
            "TEXT",
            Kind::Text,
            "Text in the subject, or the first digits of a fingerprint.",
        )
        .required(),
        PEM,
        SYSTEM,
        CERTIFI,
        STRICT,
        MISSING_OK,
    ],
    json: JSON,
    examples: &[
        "quicksalt trust show --match 'Root X1'",
        "quicksalt trust show --match 96bcec06 --pem",
    ],
    run: run_show,
};

fn run_list(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let opened = Places::of(call).load(terminal)?.warn(terminal)?;
    let mut found = matching(&opened, call)?;
    if call.has(EXPIRED.long) {
        let now = now();
        found.retain(|one| one.validity().is_some_and(|(_, last)| last < now));
    }
    let rows: Result<Vec<_>, Failure> = found.iter().map(row).collect();
    let title = format!("{} of {} certificates", found.len(), opened.store.len());
    terminal.list(&title, ["key", "until", "SHA-256", "vouches for", "subject"], &rows?)?;
    let report = Json::Map(report_json(&opened.report));
    let json = Json::map([("certificates", list(&found)?), ("report", report)]);
    Ok(Outcome::verdict(!found.is_empty(), json))
}

fn run_show(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let opened = Places::of(call).load(terminal)?.warn(terminal)?;
    let found = matching(&opened, call)?;
    for certificate in &found {
        for (name, value) in facts(certificate)? {
            let (label, absent) = shown_as(name);
            let shown = if value == Json::Null { absent.into() } else { words(&value) };
            terminal.say(&format!("{label:>15}  {shown}"))?;
        }
        if call.has(PEM.long) {
            terminal.say(&certificate.to_pem().map_err(|error| failure(&error))?)?;
        }
        terminal.say("")?;
    }
    let json = Json::map([("certificates", list(&found)?)]);
    Ok(Outcome::verdict(!found.is_empty(), json))
}

/// Returns the current time in seconds since 1970.
pub(super) fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs().try_into().unwrap_or(i64::MAX)
}

fn matching<'a>(opened: &'a Opened, call: &Call) -> Result<Vec<Certificate<'a>>, Failure> {
    let text = call.text(MATCH.long)?;
    let mut found = Vec::new();
    for certificate in &opened.store {
        if text.map_or(Ok(true), |text| matches(&certificate, text))? {
            found.push(certificate);
        }
    }
    Ok(found)
}

fn row(certificate: &Certificate<'_>) -> Result<[String; 5], Failure> {
    let until = certificate.validity().map(|(_, last)| utc(last));
    let until = until.and_then(|time| Some(time.split_once('T')?.0.into()));
    Ok([
        certificate.key_text(),
        until.unwrap_or_else(|| "?".into()),
        fingerprint(certificate)?.chars().take(SHORT).collect(),
        vouches(certificate).into(),
        certificate.subject_text(),
    ])
}

/// Describes which certificates a certificate vouches for.
fn vouches(certificate: &Certificate<'_>) -> &'static str {
    let is_of_servers = |purposes: Vec<String>| {
        purposes.iter().any(|purpose| OF_SERVERS.contains(&purpose.as_str()))
    };
    let is_trusted = certificate.trusted_for().is_none_or(is_of_servers);
    if !is_trusted || is_of_servers(certificate.rejected_for()) {
        "no server"
    } else if certificate.is_authority() {
        "others"
    } else {
        "itself"
    }
}

/// Returns the screen label for a JSON name, and the text to show if the value is missing.
fn shown_as(name: &str) -> (String, &'static str) {
    let (label, absent) = match name {
        "key_id" => ("key identifier", "none"),
        "authority" => ("CA status", "not stated"),
        "is_authority" => ("may vouch", ""),
        "trusted_for" => ("trusted for", "all purposes"),
        "is_constrained" => ("constrained", ""),
        _ => return (name.replace('_', " "), "unknown"),
    };
    (label.into(), absent)
}

/// Formats a value for the screen.
fn words(value: &Json) -> String {
    match value {
        Json::Bool(true) => "yes".into(),
        Json::Bool(false) => "no".into(),
        Json::List(values) if values.is_empty() => "none".into(),
        Json::List(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        Json::Number(number) => number.to_string(),
        Json::Text(text) => text.clone(),
        _ => "unknown".into(),
    }
}
