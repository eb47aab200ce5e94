//! Every candidate of Ed25519 against `vectors/ed25519-verdicts.json`: the decisions of the
//! libsodium in PyNaCl 1.6.2 on malformed or unusual signatures and keys.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use quicksalt::Error;
use quicksalt::choose::sample_array;
use quicksalt::hazmat::ed25519::{
    PRIMITIVE, Signed, SigningKey, public_to_x25519, secret_to_x25519, verify,
};
use serde_json::Value;

use common::candidates::subjects;

struct Case {
    name: String,
    public_key: [u8; 32],
    message: Vec<u8>,
    signature: [u8; 64],
    verdict: bool,
    batch: bool,
}

impl Case {
    fn signed(&self) -> Signed<'_> {
        Signed { signature: &self.signature, message: &self.message, public_key: &self.public_key }
    }
}

fn rows(list: &str) -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/ed25519-verdicts.json");
    let table: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    table[list].as_array().unwrap().clone()
}

fn text<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().unwrap()
}

fn bytes<const N: usize>(row: &Value, field: &str) -> [u8; N] {
    let mut bytes = [0; N];
    hex::decode_to_slice(text(row, field), &mut bytes).unwrap();
    bytes
}

fn signatures() -> Vec<Case> {
    let cases: Vec<_> = rows("signatures")
        .iter()
        .map(|row| Case {
            name: text(row, "name").into(),
            public_key: bytes(row, "public_key"),
            message: hex::decode(text(row, "message")).unwrap(),
            signature: bytes(row, "signature"),
            verdict: row["verdict"].as_bool().unwrap(),
            batch: row["batch"].as_bool().unwrap(),
        })
        .collect();
    let count = |verdict, batch| {
        cases.iter().filter(|case| (case.verdict, case.batch) == (verdict, batch)).count()
    };
    assert_eq!((count(true, true), count(false, true), count(false, false)), (23, 21, 313));
    assert_eq!(cases.len(), 357);
    cases
}

fn outcome(genuine: bool) -> Result<(), Error> {
    if genuine { Ok(()) } else { Err(Error::Verification) }
}

#[test]
fn every_candidate_verifies_what_libsodium_verifies() {
    let cases = signatures();
    for subject in subjects(&PRIMITIVE, "verify") {
        for case in &cases {
            let found = subject.run.verify(&case.signed());
            assert_eq!(found, outcome(case.verdict), "{}: {}", subject.name, case.name);
        }
    }
    for case in &cases {
        let found = verify(&case.public_key, &case.signature, &case.message);
        assert_eq!(found, outcome(case.verdict), "the choice: {}", case.name);
    }
}

/// Verifies each case as a batch of one and between two good signatures. Single and batch
/// verification differ only for points of mixed order, which the batch accepts.
#[test]
fn every_candidate_gives_the_expected_batch_verdicts() {
    let key = SigningKey::from_seed(&sample_array(1)).unwrap();
    let signature = key.sign(b"good").unwrap();
    let good = Signed { signature: &signature, message: b"good", public_key: key.public_key() };
    let cases = signatures();
    for subject in subjects(&PRIMITIVE, "verify_batch") {
        for case in &cases {
            for batch in [vec![case.signed()], vec![good, case.signed(), good]] {
                let found = subject.run.verify_batch(&batch);
                assert_eq!(found, outcome(case.batch), "{}: {}", subject.name, case.name);
            }
        }
    }
    for case in cases.iter().filter(|case| case.verdict != case.batch) {
        assert!(case.batch && case.name.contains("mixed"), "{}", case.name);
    }
}

#[test]
fn every_candidate_converts_what_libsodium_converts() {
    let rows = rows("public_keys");
    let good = rows.iter().filter(|row| !row["x25519"].is_null()).count();
    assert_eq!((rows.len(), good), (92, 3));
    for row in &rows {
        let public_key = bytes(row, "public_key");
        let expected = match row["x25519"] {
            Value::Null => Err(Error::WeakPublicKey),
            _ => Ok(bytes(row, "x25519")),
        };
        for subject in subjects(&PRIMITIVE, "to_x25519") {
            let found = subject.run.public_to_x25519(&public_key);
            assert_eq!(found, expected, "{}: {}", subject.name, text(row, "name"));
        }
        assert_eq!(public_to_x25519(&public_key), expected, "the choice: {}", text(row, "name"));
    }
}

#[test]
fn seeds_give_the_same_keys_as_libsodium() {
    let rows = rows("seeds");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let seed = bytes(row, "seed");
        for subject in subjects(&PRIMITIVE, "keypair") {
            let name = format!("{}: {}", subject.name, text(row, "name"));
            assert_eq!(subject.run.public_key(&seed), bytes(row, "public_key"), "{name}");
        }
        assert_eq!(secret_to_x25519(&seed), Ok(bytes(row, "x25519")), "{}", text(row, "name"));
    }
}
