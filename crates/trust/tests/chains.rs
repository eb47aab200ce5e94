//! Tests the verdicts on the test chains of x509-limbo, BetterTLS and NIST's PKITS.
//!
//! `vectors/trust/deviations.json` lists each case whose verdict differs from the suite's verdict,
//! and the reason. `QUICKSALT_CHAINS` names a folder with further files in the same format, such as
//! all cases of BetterTLS.
#![allow(clippy::panic, clippy::unwrap_used)]

extern crate alloc;

use alloc::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use quicksalt_trust::{Error, Profile, Purpose, Request, Revocation, RevocationLists, TrustStore};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/trust")
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Returns the elements of a JSON list.
fn each<'a>(value: &'a Value, name: &str) -> impl Iterator<Item = &'a Value> {
    value[name].as_array().unwrap().iter()
}

/// Converts a number in a test file to a position in a list.
fn place(number: &Value) -> usize {
    usize::try_from(number.as_u64().unwrap()).unwrap()
}

/// The number of agreeing verdicts, and the cases that deviate.
#[derive(Default)]
struct Outcome {
    agreed: usize,
    /// Cases accepted although the suite marks them as invalid.
    accepted: BTreeSet<String>,
    /// Cases rejected although the suite marks them as valid, with the error text.
    refused: BTreeMap<String, String>,
}

/// The certificates and revocation lists of a file, and its cases.
struct Suite {
    certificates: Vec<Vec<u8>>,
    crls: Vec<Vec<u8>>,
    file: Value,
}

impl Suite {
    fn read(path: &Path) -> Self {
        let file = json(path);
        let decode = |one: &Value| base64_simd::STANDARD.decode_to_vec(one.as_str().unwrap());
        let decoded = |name| each(&file, name).map(|one| decode(one).unwrap()).collect();
        Self { certificates: decoded("certificates"), crls: decoded("crls"), file }
    }

    fn certificates<'a>(&'a self, case: &'a Value, name: &str) -> Vec<&'a [u8]> {
        each(case, name).map(|one| &*self.certificates[place(one)]).collect()
    }

    /// Returns the revocation lists of a case; `None` disables revocation.
    fn revocation_lists(&self, case: &Value) -> Option<RevocationLists> {
        let mut lists = RevocationLists::new();
        for list in each(case, "crls") {
            // A revocation list of an unsupported type counts as missing.
            let _ = lists.add(&self.crls[place(list)]);
        }
        each(case, "crls").next().map(|_| lists)
    }

    /// Returns the reason why a case's chain is rejected; `None` if it is accepted.
    fn objection(&self, case: &Value, profile: Profile) -> Option<Error> {
        let mut store = TrustStore::new();
        for certificate in self.certificates(case, "trusted") {
            // A malformed certificate is not loaded and does not vouch.
            let _ = store.add(certificate);
        }
        let purpose = match case["purpose"].as_str().unwrap() {
            "server" => Purpose::Server,
            "client" => Purpose::Client,
            other => panic!("unknown purpose {other}"),
        };
        let usual = Request::new(case["host"].as_str(), case["time"].as_u64().unwrap(), purpose);
        let depth = case["max_depth"].as_u64().map(|depth| usize::try_from(depth).unwrap());
        let lists = self.revocation_lists(case);
        let request = Request {
            max_depth: depth.unwrap_or(usual.max_depth),
            revocation: lists.as_ref().map(Revocation::new),
            profile,
            ..usual
        };
        store.verify(&self.certificates(case, "chain"), &request).err()
    }

    fn judge(&self, profile: Profile) -> Outcome {
        let mut outcome = Outcome::default();
        for case in each(&self.file, "tests") {
            let id = case["id"].as_str().unwrap().to_owned();
            match (self.objection(case, profile), case["is_valid"].as_bool().unwrap()) {
                (Some(error @ Error::Unsupported(_)), _) => panic!("{id}: {error}"),
                (None, true) | (Some(_), false) => outcome.agreed += 1,
                (None, false) => drop(outcome.accepted.insert(id)),
                (Some(why), true) => drop(outcome.refused.insert(id, why.to_string())),
            }
        }
        let judged = outcome.agreed + outcome.accepted.len() + outcome.refused.len();
        assert_eq!(self.file["count"].as_u64(), Some(judged as u64), "cases executed");
        outcome
    }
}

/// Returns the listed deviations of a suite, under `accepted` or `refused`. An entry without
/// profiles applies to all.
fn listed(suite: &str, profile: Profile, verdict: &str) -> BTreeSet<String> {
    let list = json(&folder().join("deviations.json"));
    let mut found = BTreeSet::new();
    for entry in each(&list, suite) {
        assert!(!entry["reason"].as_str().unwrap().is_empty());
        let profiles = entry["profiles"].as_array();
        if profiles.is_some_and(|names| names.iter().all(|one| *one != *name(profile))) {
            continue;
        }
        for id in each(entry, verdict) {
            let id = id.as_str().unwrap().to_owned();
            assert!(found.insert(id.clone()), "{id} is listed twice");
        }
    }
    found
}

fn name(profile: Profile) -> &'static str {
    match profile {
        Profile::Usual => "usual",
        Profile::Strict => "strict",
        Profile::WebPki => "webpki",
        other => panic!("unknown {other:?}"),
    }
}

/// Runs a suite. The list of deviations must contain exactly the cases that deviate.
fn compare(suite: &str, profile: Profile) {
    let ours = folder();
    let given = env::var_os("QUICKSALT_CHAINS").map(PathBuf::from);
    let folder = given.unwrap_or(ours);
    let path = folder.join(suite).with_extension("json");
    let outcome = Suite::read(&path).judge(profile);
    let Outcome { agreed, accepted, refused } = &outcome;
    let (more, fewer) = (accepted.len(), refused.len());
    let asked = format!("{suite}, {}", name(profile));
    println!("{asked}: {agreed} agreed, {fewer} refused though valid, {more} accepted though not");
    let mut faults = vec![];
    let found = [accepted.clone(), refused.keys().cloned().collect()];
    for (verdict, found) in ["accepted", "refused"].into_iter().zip(found) {
        let listed = listed(suite, profile, verdict);
        let said = |id: &String| refused.get(id).map(String::as_str).unwrap_or_default();
        let unlisted = found.difference(&listed);
        faults.extend(unlisted.map(|id| format!("{id} is {verdict}, not listed: {}", said(id))));
        let stale = listed.difference(&found);
        faults.extend(stale.map(|id| format!("{id} is listed as {verdict}, and is not")));
    }
    assert!(faults.is_empty(), "{asked}:\n{}", faults.join("\n"));
}

#[test]
fn limbo() {
    compare("limbo", Profile::Usual);
}

#[test]
fn limbo_strict() {
    compare("limbo", Profile::Strict);
}

#[test]
fn limbo_webpki() {
    compare("limbo", Profile::WebPki);
}

#[test]
fn bettertls() {
    compare("bettertls", Profile::Usual);
}

#[test]
fn pkits() {
    compare("pkits", Profile::Usual);
}
