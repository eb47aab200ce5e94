//! Invalid sizes, indices, signatures and texts are refused.

use super::super::{
    ChainStarts, Contexts, Key, Layout, LevelKey, LevelParams, LevelValidation, OneTimeSigningKey,
    OneTimeValidator, Params, key_from_creds, wif,
};
use crate::error::Error;
use crate::testing::{Case, all_damage_is_refused, other_lengths_are_refused, read};

fn one_time(startno: u64) -> Result<OneTimeSigningKey, Error> {
    let params = Params::new(16, 4).unwrap();
    OneTimeSigningKey::new(params, &[1; 16], Key::new([2; 32]), startno, Contexts::Linux)
}

#[test]
fn sizes_outside_the_limits() {
    for (hashlen, otsbits) in [(15, 7), (65, 7), (0, 7), (20, 3), (20, 17), (20, 0), (1 << 40, 7)] {
        let refused = Params::new(hashlen, otsbits);
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{hashlen}/{otsbits}");
    }
    for height in [0, 2, 17, 1 << 33] {
        assert!(matches!(LevelParams::new(20, 7, height), Err(Error::Parameter { .. })));
    }
    let pairs = |hashlen, otsbits| Params::new(hashlen, otsbits).unwrap().pairs();
    assert_eq!([pairs(20, 7), pairs(24, 12), pairs(32, 5), pairs(16, 4)], [23, 16, 52, 32]);
}

#[test]
fn indices_beyond_64_bits() {
    let last = u64::MAX - 64;
    assert_eq!(one_time(last).unwrap().footprint(), last..=u64::MAX);
    assert!(one_time(last).unwrap().public_key().is_ok());
    for startno in [last + 1, u64::MAX] {
        assert!(matches!(one_time(startno), Err(Error::Parameter { .. })));
    }
    let params = LevelParams::new(16, 4, 3).unwrap();
    let level = |first| {
        let (contexts, layout) = (Contexts::Linux, Layout::LevelKey);
        LevelKey::new(params, Key::new([2; 32]), first, contexts, layout)
    };
    // The last of 8 keys begins at 2 + 7 * 34 and uses 64 more indices; the bound leaves a small
    // reserve.
    let last = u64::MAX - 8 * 34 - 64;
    assert!(level(last).unwrap().public_key().is_ok());
    assert!(matches!(level(last + 1), Err(Error::Parameter { .. })));
    assert_eq!(level(0).unwrap().nonce(8), Err(Error::Exhausted));
    assert!(matches!(level(0).unwrap().chain_starts(0..9), Err(Error::Exhausted)));
    assert!(matches!(level(0).unwrap().root(&[vec![0; 16]]), Err(Error::Malformed { .. })));
    let odd: Vec<_> = [15, 17, 16, 16, 16, 16, 16, 16].map(|len| vec![0; len]).into();
    assert!(matches!(level(0).unwrap().root(&odd), Err(Error::Malformed { .. })));
}

#[test]
fn lengths_of_arguments() {
    let params = Params::new(16, 4).unwrap();
    let key = || Key::new([2; 32]);
    for len in [0, 15, 17, 64] {
        let other = vec![1; len];
        let refused = OneTimeSigningKey::new(params, &other, key(), 0, Contexts::Linux);
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{len}");
        assert!(OneTimeValidator::new(params, &other, &[1; 16]).is_err());
        assert!(OneTimeValidator::new(params, &[1; 16], &other).is_err());
        assert!(matches!(one_time(0).unwrap().sign_hash(&other), Err(Error::Parameter { .. })));
    }
    let starts = one_time(0).unwrap().chain_starts().unwrap().to_bytes();
    other_lengths_are_refused(&starts, |bytes| ChainStarts::from_bytes(params, bytes));
}

#[test]
fn damaged_one_time_signatures() {
    let (params, salt) = (Params::new(16, 4).unwrap(), [1; 16]);
    let public_key = one_time(5).unwrap().public_key().unwrap();
    let validator = OneTimeValidator::new(params, &salt, &public_key).unwrap();
    let signature = one_time(5).unwrap().sign_data(b"").unwrap();
    all_damage_is_refused(&signature, |bytes| validator.validate_data(b"", bytes));
    for digest in [[0; 16], [0xff; 16], [0x80; 16]] {
        let signature = one_time(5).unwrap().sign_hash(&digest).unwrap();
        all_damage_is_refused(&signature, |bytes| validator.validate_hash(&digest, bytes));
        for short in [&digest[..15], &[], &[0; 17]] {
            let verdict = validator.validate_hash(short, &signature);
            assert_eq!(verdict, Err(Error::Verification));
        }
    }
    let other = OneTimeValidator::new(params, &[2; 16], &public_key).unwrap();
    assert_eq!(other.validate_data(b"", &signature), Err(Error::Verification));
}

/// Returns a level's public key, a message, and its signature.
fn level_signature(field: &str) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
    let file = read("coinzdense");
    let level = Case(&file).list("level").next().unwrap();
    let signed = level.list("sigs").nth(1).unwrap();
    let message = if field == "sig_data" { "msg" } else { "digest" };
    (level.bytes("pubkey"), signed.bytes(message), signed.bytes(field))
}

#[test]
fn damaged_level_signatures() {
    let validation = LevelValidation::new(LevelParams::new(20, 7, 3).unwrap());
    let (root, message, signature) = level_signature("sig_data");
    all_damage_is_refused(&signature, |bytes| validation.verify_data(&root, &message, bytes));
    let (root, digest, signature) = level_signature("sig_hash");
    all_damage_is_refused(&signature, |bytes| validation.verify_hash(&root, &digest, bytes));
}

/// coinzdense treats index 13 of an 8-key level as index 5.
#[test]
fn an_index_out_of_range_is_refused() {
    let validation = LevelValidation::new(LevelParams::new(20, 7, 3).unwrap());
    let (root, message, mut signature) = level_signature("sig_data");
    for index in [5 + 8_u16, 5 + 0x8000] {
        signature[..2].copy_from_slice(&index.to_be_bytes());
        let verdict = validation.verify_data(&root, &message, &signature);
        assert_eq!(verdict, Err(Error::Verification));
        assert!(matches!(validation.signature(&signature), Err(Error::Malformed { .. })));
    }
}

/// An attacker's own tree yields a self-consistent signature.
#[test]
fn a_signature_of_an_untrusted_root_is_refused() {
    let validation = LevelValidation::new(LevelParams::new(20, 7, 3).unwrap());
    let (root, message, signature) = level_signature("sig_data");
    let parsed = validation.signature(&signature).unwrap();
    assert_eq!(parsed.validate_data(&message), Ok(()));
    for trusted in [&[0; 20][..], &root[1..], &[]] {
        let verdict = validation.verify_data(trusted, &message, &signature);
        assert_eq!(verdict, Err(Error::Verification));
    }
    let (_, digest, _) = level_signature("sig_hash");
    assert_ne!(parsed.validate_hash(&digest), Ok(()));
    let taller = LevelValidation::new(LevelParams::new(20, 7, 4).unwrap());
    assert_eq!(taller.verify_data(&root, &message, &signature), Err(Error::Verification));
}

#[test]
fn level_keys_refuse_to_sign() {
    let params = LevelParams::new(16, 4, 3).unwrap();
    let (contexts, layout) = (Contexts::Linux, Layout::LevelKey);
    let level = LevelKey::new(params, Key::new([2; 32]), 0, contexts, layout).unwrap();
    for refused in [level.sign_hash(&[0; 16], 0), level.sign_data(b"message", 0)] {
        let Err(Error::Unsafe(why)) = refused else { panic!("{refused:?}") };
        assert!(why.contains("share secrets") && why.contains("sign with another"), "{why}");
    }
}

#[test]
fn credentials_outside_the_encoding() {
    for (account, role, password) in [("ā", "r", "p"), ("a", "r\u{100}", "p"), ("a", "r", "🔑")]
    {
        let refused = key_from_creds(account, role, password);
        assert!(matches!(refused, Err(Error::Parameter { .. })));
    }
    assert!(key_from_creds("", "", "").is_ok());
    assert!(key_from_creds("a", "b", "\u{ff}").is_ok());
}

#[test]
fn malformed_texts_are_refused() {
    for key_type in wif::KeyType::ALL {
        for len in [1, 24, 32, 33, 64, wif::LEN_MAX] {
            for fill in [0, 0x5a, 0xff] {
                let key = vec![fill; len];
                let text = wif::encode(key_type, &key).unwrap();
                let text = core::str::from_utf8(&text).unwrap();
                let (parsed_type, parsed) = wif::parse(text).unwrap();
                assert_eq!((parsed_type, &parsed[..]), (key_type, &key[..]));
                damaged(text);
            }
        }
        assert!(matches!(wif::encode(key_type, &[]), Err(Error::Parameter { .. })));
        let long = vec![1; wif::LEN_MAX + 1];
        assert!(matches!(wif::encode(key_type, &long), Err(Error::Parameter { .. })));
    }
    for text in ["", "QRK", "1", "1111", "STM1111", "é", &"z".repeat(1 << 20)] {
        assert!(matches!(wif::parse(text), Err(Error::Malformed { .. })), "{}", text.len());
    }
}

fn damaged(text: &str) {
    // A four-byte checksum misses one change in 2^32.
    for at in (0..text.len()).step_by(1 + text.len() / 16) {
        let mut changed = text.as_bytes().to_vec();
        changed[at] = if changed[at] == b'2' { b'3' } else { b'2' };
        let changed = String::from_utf8(changed).unwrap();
        assert!(wif::parse(&changed).is_err(), "{changed}");
        let foreign = format!("{}0{}", &text[..at], &text[at + 1..]);
        assert!(wif::parse(&foreign).is_err(), "{foreign}");
        assert!(wif::parse(&text[..at]).is_err(), "{text} cut to {at}");
    }
    assert!(wif::parse(&format!("{text}1")).is_err());
    assert!(wif::parse(&format!("1{text}")).is_err());
    assert!(wif::parse(&format!(" {text}")).is_err());
}

#[test]
fn secrets_are_not_printed() {
    let text = format!("{:?} {:?}", one_time(0).unwrap(), one_time(0).unwrap().chain_starts());
    let level = LevelKey::new(
        LevelParams::new(16, 4, 3).unwrap(),
        Key::new([2; 32]),
        0,
        Contexts::Linux,
        Layout::LevelKey,
    );
    let text = format!("{text} {level:?}");
    assert!(
        !text.contains("2, 2") && !text.contains("key:") && !text.contains("starts:"),
        "{text}"
    );
}
