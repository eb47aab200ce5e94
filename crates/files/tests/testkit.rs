//! Age's published test vectors.
#![allow(clippy::panic, clippy::unwrap_used, missing_docs)]

use quicksalt::nacl::hash;
use quicksalt_files::Error;
use quicksalt_files::age::{self, Identity};
use serde_json::Value;

fn texts<'a>(case: &'a Value, name: &str) -> Vec<&'a str> {
    case[name].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn identities(case: &Value) -> Result<Vec<Identity>, Error> {
    let keys = texts(case, "identity").into_iter().map(|text| Identity::parse(text.as_bytes()));
    let words = texts(case, "passphrase").into_iter();
    keys.chain(words.map(|word| Identity::passphrase(word.as_bytes()))).collect()
}

fn verdict(error: &Error, is_armored: bool) -> &'static str {
    match error {
        Error::Armor(_) => "armor failure",
        // The reader detects armour itself.
        Error::Header("not an age file") if is_armored => "armor failure",
        Error::Header(_) | Error::Cost(_) | Error::Foreign(_) => "header failure",
        Error::HeaderAltered => "HMAC failure",
        Error::NoMatch(_) => "no match",
        Error::Payload => "payload failure",
        error => panic!("{error}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn every_vector_has_its_published_outcome() {
    let text = std::fs::read_to_string("vectors/age/testkit.json").unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let (mut run, mut postquantum, mut compressed) = (0, 0, 0);
    for case in file["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        if case["compressed"].is_string() {
            // Compressed vectors need a decompressor: the Python tests run them.
            compressed += 1;
            continue;
        }
        let sealed = base64_simd::STANDARD.decode_to_vec(case["file"].as_str().unwrap()).unwrap();
        let identities = match identities(case) {
            Ok(identities) => identities,
            Err(error) => {
                assert!(name.contains("hybrid"), "{name}: {error}");
                assert!(error.to_string().contains("post-quantum"), "{name}: {error}");
                postquantum += 1;
                continue;
            }
        };
        let mut opened = Vec::new();
        let outcome = age::decrypt(&mut &sealed[..], &mut opened, &identities);
        let is_armored = case["armored"].is_string();
        let found = outcome.as_ref().map_or_else(|e| verdict(e, is_armored), |()| "success");
        assert_eq!(found, case["expect"].as_str().unwrap(), "{name}: {outcome:?}");
        if let Some(digest) = case["payload"].as_str() {
            assert_eq!(hex(&hash::sha256(&opened).unwrap()), digest, "{name}");
        } else {
            assert!(opened.is_empty(), "{name}");
        }
        run += 1;
    }
    let count = file["count"].as_u64().unwrap();
    assert_eq!((run + postquantum + compressed, compressed), (count, 22));
    assert_eq!(postquantum, 17);
}
