//! Layer zero against test vectors, and refusals.

mod refusals;

use serde_json::Value;

use super::kdf::{self, Purpose};
use super::{
    ChainStarts, Contexts, Key, Layout, LevelKey, LevelParams, LevelValidation, OneTimeSigningKey,
    OneTimeValidator, Params, digits, key_from_creds, public_keys, wif,
};
use crate::error::Error;
use crate::testing::{Case, assert_listed, each, read};

fn params(case: &Case<'_>) -> Params {
    Params::new(case.number("hashlen") as usize, case.number("otsbits") as usize).unwrap()
}

fn key(case: &Case<'_>, field: &str) -> Key {
    Key::new(case.array(field))
}

#[test]
fn vectors_of_the_python_package() {
    let file = read("coinzdense");
    let file = Case(&file);
    let executed = [creds(&file), derived(&file), one_time(&file), level(&file), texts(&file)];
    assert_eq!(executed, [3, 4, 7, 6, 2]);
    assert_listed("coinzdense", executed.iter().sum());
}

fn creds(file: &Case<'_>) -> u64 {
    let mut executed = 0;
    for case in file.list("creds") {
        let (account, role) = (case.text("account"), case.text("role"));
        let made = key_from_creds(account, role, case.text("password")).unwrap();
        assert_eq!(made[..], case.bytes("key"), "{account}");
        executed += 1;
    }
    executed
}

fn derived(file: &Case<'_>) -> u64 {
    let mut executed = 0;
    for case in file.list("kdf") {
        let purpose = match case.text("ctx") {
            "levelslt" => Purpose::LevelSalt,
            "SigNonce" => Purpose::Nonce,
            "Signatur" => Purpose::Chain,
            other => panic!("unknown context {other}"),
        };
        let mut out = vec![0; case.number("len") as usize];
        let index = case.number("index");
        kdf::derive(&mut out, &key(&case, "key"), Contexts::Linux, purpose, index).unwrap();
        assert_eq!(out, case.bytes("out"), "{index}");
        executed += 1;
    }
    executed
}

fn one_time(file: &Case<'_>) -> u64 {
    let mut executed = 0;
    for case in file.list("ots") {
        let (params, salt) = (params(&case), case.bytes("levelsalt"));
        let make = || {
            let (key, startno) = (key(&case, "key"), case.number("startno"));
            OneTimeSigningKey::new(params, &salt, key, startno, Contexts::Linux).unwrap()
        };
        let public_key = case.bytes("pubkey");
        assert_eq!(make().public_key().unwrap(), public_key);
        assert_eq!(make().nonce().unwrap(), case.bytes("nonce"));
        let starts = make().chain_starts().unwrap().to_bytes();
        let (_, starts) = starts.split_at(params.hashlen());
        assert!(starts.starts_with(&case.bytes("first_priv")));
        assert!(starts.ends_with(&case.bytes("last_priv")));
        let validator = OneTimeValidator::new(params, &salt, &public_key).unwrap();
        for signed in case.list("sign_data") {
            let (message, signature) = (signed.bytes("msg"), signed.bytes("sig"));
            assert_eq!(make().sign_data(&message).unwrap(), signature);
            assert_eq!(validator.validate_data(&message, &signature), Ok(()));
            let signer = validator.signer_of_data(&message, &signature);
            assert_eq!(signer.as_ref(), Ok(&public_key));
            let other = [&message[..], b"."].concat();
            assert_eq!(validator.validate_data(&other, &signature), Err(Error::Verification));
            executed += 1;
        }
        for signed in case.list("sign_hash") {
            let (digest, signature) = (signed.bytes("digest"), signed.bytes("sig"));
            let expected: Vec<_> = signed.list("digits").map(|digit| digit.0.as_u64()).collect();
            let digits = digits::digits(params, &digest);
            let digits: Vec<_> = digits.into_iter().map(|digit| Some(digit.into())).collect();
            assert_eq!(digits, expected);
            assert_eq!(make().sign_hash(&digest).unwrap(), signature);
            assert_eq!(validator.validate_hash(&digest, &signature), Ok(()));
            executed += 1;
        }
    }
    executed
}

fn level(file: &Case<'_>) -> u64 {
    let mut executed = 0;
    for case in file.list("level") {
        let sizes = ["hashlen", "otsbits", "height"].map(|field| case.number(field) as usize);
        let params = LevelParams::new(sizes[0], sizes[1], sizes[2]).unwrap();
        let (seedkey, first) = (key(&case, "seedkey"), case.number("wen3index"));
        let level =
            LevelKey::new(params, seedkey, first, Contexts::Linux, Layout::LevelKey).unwrap();
        let root = case.bytes("pubkey");
        assert_eq!(level.levelsalt(), case.bytes("levelsalt"));
        assert_eq!(level.public_key().unwrap(), root);
        let text = |value: &Value| hex::decode(value.as_str().unwrap()).unwrap();
        for (index, nonce) in (0..).zip(case.list("nonces")) {
            assert_eq!(level.nonce(index).unwrap(), text(nonce.0));
        }
        let expected: Vec<_> = case.list("ots_pubkeys").map(|key| text(key.0)).collect();
        assert_eq!(level.one_time_public_keys(0..params.leaves()).unwrap(), expected);
        for signed in case.list("sigs") {
            executed += level_signatures(params, &root, &signed);
        }
    }
    executed
}

fn level_signatures(params: LevelParams, root: &[u8], signed: &Case<'_>) -> u64 {
    let validation = LevelValidation::new(params);
    let (message, digest) = (signed.bytes("msg"), signed.bytes("digest"));
    let (of_data, of_hash) = (signed.bytes("sig_data"), signed.bytes("sig_hash"));
    assert_eq!(validation.verify_data(root, &message, &of_data), Ok(()));
    assert_eq!(validation.verify_hash(root, &digest, &of_hash), Ok(()));
    assert_eq!(validation.verify_data(root, &digest, &of_hash), Err(Error::Verification));
    assert_eq!(validation.verify_hash(root, &message, &of_data), Err(Error::Verification));
    for (signature, is_data) in [(&of_data, true), (&of_hash, false)] {
        let parsed = validation.signature(signature).unwrap();
        assert_eq!(u64::from(parsed.index()), signed.number("index"));
        assert_eq!(parsed.public_key(), root);
        assert_eq!(parsed.validate_data(&message).is_ok(), is_data);
        assert_eq!(parsed.validate_hash(&digest).is_ok(), !is_data);
    }
    2
}

fn texts(file: &Case<'_>) -> u64 {
    let mut executed = 0;
    for case in file.list("wif") {
        let (name, raw, text) = (case.text("type"), case.bytes("raw"), case.text("wif"));
        let key_type = wif::KeyType::ALL.into_iter().find(|t| t.name() == name).unwrap();
        assert_eq!(wif::encode(key_type, &raw).unwrap()[..], *text.as_bytes());
        let (parsed_type, parsed) = wif::parse(text).unwrap();
        assert_eq!((parsed_type, &parsed[..]), (key_type, &raw[..]));
        executed += 1;
    }
    executed
}

#[test]
fn other_sizes_in_all_contexts() {
    each("coinzdense-sizes", |case| {
        if case.0.get("height").is_some() {
            return level_of_other_size(&case);
        }
        let (params, contexts) = (params(&case), case.contexts());
        let (salt, startno) = (case.bytes("levelsalt"), case.text("startno").parse().unwrap());
        let make = |contexts| {
            OneTimeSigningKey::new(params, &salt, key(&case, "key"), startno, contexts).unwrap()
        };
        let public_key = case.bytes("public_key");
        assert_eq!(make(contexts).public_key().unwrap(), public_key, "{}", case.source());
        let message = case.bytes("message");
        let signature = make(contexts).sign_data(&message).unwrap();
        let digest = quicksalt::hazmat::sha256::hash(&[&signature]).unwrap();
        assert_eq!(digest, case.array("signature_sha256"), "{}", case.source());
        let validator = OneTimeValidator::new(params, &salt, &public_key).unwrap();
        assert_eq!(validator.validate_data(&message, &signature), Ok(()));
    });
}

fn level_of_other_size(case: &Case<'_>) {
    let sizes = ["hashlen", "otsbits", "height"].map(|field| case.number(field) as usize);
    let params = LevelParams::new(sizes[0], sizes[1], sizes[2]).unwrap();
    let first = case.text("wen3index").parse().unwrap();
    let fields =
        [(Layout::LevelKey, "public_key"), (Layout::RecoveryTool, "recovery_tool_public_key")];
    for (layout, field) in fields {
        let level =
            LevelKey::new(params, key(case, "key"), first, case.contexts(), layout).unwrap();
        assert_eq!(level.public_key().unwrap(), case.bytes(field), "{}", case.source());
    }
}

/// Distinct keys let an exhaustive recovery identify how a published key was made.
#[test]
fn contexts_and_layouts_make_different_keys() {
    let params = LevelParams::new(16, 4, 3).unwrap();
    let mut keys = Vec::new();
    for contexts in Contexts::ALL {
        for layout in Layout::ALL {
            let level = LevelKey::new(params, Key::new([9; 32]), 0, contexts, layout).unwrap();
            keys.push(level.public_key().unwrap());
        }
    }
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 6);
}

#[test]
fn encoded_chain_starts_give_the_same_public_keys() {
    let params = LevelParams::new(16, 4, 6).unwrap();
    let (contexts, layout) = (Contexts::Linux, Layout::LevelKey);
    let level = LevelKey::new(params, Key::new([3; 32]), 7, contexts, layout).unwrap();
    let mut keys = Vec::new();
    for range in [0..1, 1..40, 40..64] {
        for starts in level.chain_starts(range).unwrap() {
            let bytes = starts.to_bytes();
            let there = ChainStarts::from_bytes(params.one_time(), &bytes).unwrap();
            keys.push(there.public_key().unwrap());
        }
    }
    assert_eq!(keys, level.one_time_public_keys(0..64).unwrap());
    assert_eq!(level.root(&keys), level.public_key());
}

/// One call with several salts and sizes.
#[test]
fn keys_of_several_salts_and_sizes_are_computed_together() {
    let mut all = Vec::new();
    for number in 0..40_u8 {
        let params = Params::new(if number < 25 { 16 } else { 20 }, 4).unwrap();
        let salt = vec![number; params.hashlen()];
        let (key, startno) = (Key::new([number; 32]), u64::from(number));
        all.push(OneTimeSigningKey::new(params, &salt, key, startno, Contexts::Ascii).unwrap());
    }
    let starts: Vec<_> = all.iter().map(|key| key.chain_starts().unwrap()).collect();
    let together = ChainStarts::public_keys(&starts).unwrap();
    let alone: Vec<_> = all.iter().map(|key| key.public_key().unwrap()).collect();
    assert_eq!(together, alone);
    assert_eq!(public_keys(&all).unwrap(), alone);
    assert_eq!(ChainStarts::public_keys(&[]), Ok(vec![]));
    assert_eq!(public_keys(&[]), Ok(vec![]));
}
