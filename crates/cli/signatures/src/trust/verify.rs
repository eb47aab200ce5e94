//! `quicksalt trust verify`: verifies chains against a store.

use std::ffi::OsString;
use std::path::PathBuf;

use quicksalt_command::{Call, Command, Failure, Json, Kind, Opt, Outcome, Terminal, utc};
use quicksalt_trust::{
    Depth, Error, Hint, Profile, Purpose, Refusal, Request, Revocation, RevocationLists, TrustStore,
};

use super::JSON;
use super::chains::{CHAIN, CONNECT, Source, read, shown};
use super::facts::fingerprint;
use super::open::{CERTIFI, MISSING_OK, PATHS, Places, STRICT, SYSTEM};
use super::said::{failure, name, time};
use super::show::now;

/// The last second of the year 9999, the latest time that a certificate can express.
const LATEST: i64 = 253_402_300_799;

const POLICY: &[&str] = &["accept", "reject"];

const HOST: Opt = Opt::value(
    "--host",
    "NAME",
    Kind::Text,
    "Host name that the leaf must be valid for; by default, the host of --connect.",
);
const CLIENT: Opt =
    Opt::flag("--client", "Verify the leaf as a client's certificate, without a host name.");
const AT: Opt = Opt::value(
    "--at",
    "TIME",
    Kind::Time,
    "Verify as of this time in UTC, such as 2026-01-01T12:00:00; by default, now.",
);
const CRL: Opt = Opt::value(
    "--crl",
    "FILE",
    Kind::File,
    "Revocation lists in PEM or DER; a revoked certificate is rejected.",
)
.repeatable();
const CRL_DEPTH: Opt = Opt::value(
    "--crl-depth",
    "",
    Kind::Choice(&["leaf", "chain"]),
    "Which certificates must not be revoked: only the leaf, or also the intermediates.",
)
.or_shown("chain");
const CRL_UNKNOWN: Opt = Opt::value(
    "--crl-unknown",
    "",
    Kind::Choice(POLICY),
    "How to treat a certificate if its issuer has no revocation list.",
)
.or("reject");
const CRL_EXPIRED: Opt = Opt::value(
    "--crl-expired",
    "",
    Kind::Choice(POLICY),
    "How to treat a revocation list if its next update is overdue.",
)
.or("reject");
const PROFILE: Opt = Opt::value(
    "--profile",
    "",
    Kind::Choice(&["usual", "strict", "webpki"]),
    "Rules for certificates. strict: the rules of OpenSSL's -x509_strict; webpki: also the rules \
     for public web sites.",
)
.or("usual");

pub(super) const COMMAND: Command = Command {
    name: "verify",
    line: "Verify chains from servers or files.",
    about: &[
        "Verify chains of certificates that servers send or files hold.",
        "Exits with 1 if a chain is not accepted, with 4 if a server or a file gives no chain or a \
         revocation list cannot be applied, with 5 if this processor cannot check a signature.",
    ],
    arguments: &[PATHS],
    options: &[
        SYSTEM,
        CERTIFI,
        STRICT,
        MISSING_OK,
        CONNECT,
        CHAIN,
        HOST,
        CLIENT,
        AT,
        CRL,
        CRL_DEPTH,
        CRL_UNKNOWN,
        CRL_EXPIRED,
        PROFILE,
    ],
    json: JSON,
    examples: &[
        "quicksalt trust verify --connect example.org",
        "quicksalt trust verify --chain chain.pem --host example.org roots.pem",
        "quicksalt trust verify --chain client.pem --client roots.pem",
        "quicksalt trust verify --connect 192.0.2.1 --host example.org",
        "quicksalt trust verify --connect example.org --crl list.crl --crl-depth leaf",
        "quicksalt trust verify --connect example.org --profile strict",
    ],
    run,
};

fn run(call: &Call, terminal: &mut Terminal) -> Result<Outcome, Failure> {
    let store = Places::of(call).load(terminal)?.warn(terminal)?.store;
    let host = call.text(HOST.long)?;
    let is_client = call.has(CLIENT.long);
    if !call.has(CONNECT.long) && !call.has(CHAIN.long) {
        return Err(Failure::usage("nothing to verify: give --connect or --chain"));
    }
    if call.has(CHAIN.long) && host.is_none() && !is_client {
        return Err(Failure::usage("--chain needs --host, or --client"));
    }
    let lists = read_lists(&call.paths(CRL.long), terminal)?;
    let sources = read(call, host.filter(|_| !is_client), terminal)?;
    let request = Request {
        revocation: lists.as_ref().map(|lists| revocation(call, lists)),
        profile: profile(call)?,
        ..request(call, is_client)?
    };
    let mut outcomes = Vec::new();
    for source in &sources {
        // An empty host name must be rejected, not ignored.
        let name = host.or(source.host.as_deref()).filter(|_| !is_client);
        outcomes.push(outcome(&store, source, &Request { host: name, ..request })?);
    }
    for (source, outcome) in sources.iter().zip(&outcomes) {
        terminal.say(&format!("{}: {}", shown(source), outcome.said))?;
    }
    let is_accepted = outcomes.iter().all(|one| one.is_accepted);
    let chains = outcomes.into_iter().map(|one| Json::Map(one.json)).collect();
    Ok(Outcome::verdict(is_accepted, Json::map([("chains", Json::List(chains))])))
}

fn request(call: &Call, is_client: bool) -> Result<Request<'static>, Failure> {
    let purpose = if is_client { Purpose::Client } else { Purpose::Server };
    let time = call.time(AT.long).unwrap_or_else(now);
    match u64::try_from(time) {
        Ok(seconds) if time <= LATEST => Ok(Request::new(None, seconds, purpose)),
        _ => Err(Failure::usage(format!("time must be from 1970 to 9999, not {}", utc(time)))),
    }
}

fn profile(call: &Call) -> Result<Profile, Failure> {
    Ok(match call.text(PROFILE.long)? {
        Some("strict") => Profile::Strict,
        Some("webpki") => Profile::WebPki,
        _ => Profile::Usual,
    })
}

/// Reads the revocation lists that a call names; `None` if it does not name any.
fn read_lists(
    paths: &[PathBuf],
    terminal: &mut Terminal,
) -> Result<Option<RevocationLists>, Failure> {
    let mut lists = RevocationLists::new();
    for path in paths {
        if !path.is_file() {
            return Err(Failure::broken(format!("{}: not a regular file", name(path))));
        }
        let content = terminal.read(path)?;
        lists.add(&content).map_err(|error| Failure::broken(format!("{}: {error}", name(path))))?;
    }
    Ok((!paths.is_empty()).then_some(lists))
}

fn revocation<'a>(call: &Call, lists: &'a RevocationLists) -> Revocation<'a> {
    let is = |option: Opt, word: &str| call.raw(option.long).is_some_and(|value| value == word);
    Revocation {
        depth: if is(CRL_DEPTH, "leaf") { Depth::Leaf } else { Depth::Chain },
        accepts_unknown: is(CRL_UNKNOWN, "accept"),
        accepts_expired: is(CRL_EXPIRED, "accept"),
        ..Revocation::new(lists)
    }
}

struct Verdict {
    is_accepted: bool,
    /// The verdict as text.
    said: String,
    json: Vec<(OsString, Json)>,
}

fn outcome(store: &TrustStore, source: &Source, request: &Request<'_>) -> Result<Verdict, Failure> {
    let name = ("chain", Json::Name(source.name.clone()));
    let named = |facts: Vec<(&str, Json)>| {
        core::iter::once(name.clone())
            .chain(facts)
            .map(|(name, value)| (OsString::from(name), value))
            .collect()
    };
    match store.verify(&source.ders(), request) {
        Ok(verified) => {
            let anchor = &verified.anchor;
            let json = named(vec![
                ("accepted", true.into()),
                ("anchor", anchor.subject_text().into()),
                ("fingerprint", fingerprint(anchor)?.into()),
                ("path", Json::list(verified.path)),
            ]);
            let said = format!("accepted by {}", anchor.subject_text());
            Ok(Verdict { is_accepted: true, said, json })
        }
        Err(Error::Rejected(refusal)) => {
            let (said, json) = (refusal.to_string(), named(refused(&refusal)));
            Ok(Verdict { is_accepted: false, said, json })
        }
        Err(error) => Err(failure(&error)),
    }
}

/// Returns JSON values for a rejection and the certificate at fault.
fn refused(refusal: &Refusal) -> Vec<(&'static str, Json)> {
    let fault = refusal.fault.as_ref();
    let validity = fault.and_then(|fault| fault.validity);
    vec![
        ("accepted", false.into()),
        ("code", refusal.why.code().into()),
        ("reason", refusal.to_string().into()),
        ("place", fault.map(|fault| fault.place.code()).into()),
        ("position", fault.map(|fault| fault.position).into()),
        ("subject", fault.map(|fault| fault.subject.as_str()).into()),
        ("issuer", fault.map(|fault| fault.issuer.as_str()).into()),
        ("not_before", validity.map(|(first, _)| time(first)).into()),
        ("not_after", validity.map(|(_, last)| time(last)).into()),
        ("hosts", Json::list(fault.map(|fault| fault.hosts.clone()).unwrap_or_default())),
        ("missing_issuer", refusal.missing_issuer.as_deref().into()),
        ("oid", refusal.oid.as_deref().into()),
        ("purposes", Json::list(refusal.purposes.clone())),
        ("hint", refusal.hint.map(Hint::code).into()),
    ]
}
