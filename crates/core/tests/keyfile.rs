//! Key files: the examples of the RFC, round trips, and all refusals.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use quicksalt::Error;
use quicksalt::keyfile::openssh::{public_line, read_public_line, read_secret_file, secret_file};
use quicksalt::keyfile::{PublicKey, SecretKey};
use quicksalt::nacl::{boxes, sign};

/// RFC 8410, section 10.1.
const PUBLIC: &str = "-----BEGIN PUBLIC KEY-----\n\
    MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n\
    -----END PUBLIC KEY-----\n";

/// RFC 8410, section 10.3, without a public key.
const PRIVATE: &str = "-----BEGIN PRIVATE KEY-----\n\
    MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
    -----END PRIVATE KEY-----\n";

/// The same private key with attributes and its public key (section 10.3).
const PRIVATE_2: &str = "-----BEGIN PRIVATE KEY-----\n\
    MHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
    oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\n\
    Z9w7lshQhqowtrbLDFw4rXAxZuE=\n\
    -----END PRIVATE KEY-----\n";

fn seed() -> sign::Seed {
    let bytes = hex::decode("d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842");
    sign::Seed::try_from(&bytes.unwrap()[..]).unwrap()
}

fn public() -> sign::PublicKey {
    sign::SigningKey::from_seed(&seed()).unwrap().public_key()
}

#[track_caller]
fn refused<T: core::fmt::Debug>(result: Result<T, Error>, why: &str) {
    match result {
        Err(Error::KeyFile(text)) => assert!(text.contains(why), "{text}"),
        other => panic!("{other:?}, not {why}"),
    }
}

#[test]
fn the_examples_of_the_rfc_are_read_and_written() {
    let secret = SecretKey::Ed25519(seed());
    assert_eq!(SecretKey::from_pem(PRIVATE.as_bytes()).unwrap(), secret);
    assert_eq!(SecretKey::from_pem(PRIVATE_2.as_bytes()).unwrap(), secret);
    assert_eq!(*secret.to_pem().unwrap(), PRIVATE.as_bytes());
    let public = PublicKey::Ed25519(public());
    assert_eq!(PublicKey::from_pem(PUBLIC.as_bytes()).unwrap(), public);
    assert_eq!(public.to_pem().unwrap(), PUBLIC);
}

#[test]
fn keys_of_both_kinds_round_trip() {
    for byte in 0..=255 {
        let mut bytes = [byte; 32];
        bytes[(byte / 8) as usize] ^= 0xa5;
        for key in [SecretKey::Ed25519(bytes.into()), SecretKey::X25519(bytes.into())] {
            assert_eq!(SecretKey::from_pem(&key.to_pem().unwrap()).unwrap(), key);
            assert_eq!(SecretKey::from_der(&key.to_der().unwrap()).unwrap(), key);
        }
        for key in [PublicKey::Ed25519(bytes.into()), PublicKey::X25519(bytes.into())] {
            assert_eq!(PublicKey::from_pem(key.to_pem().unwrap().as_bytes()).unwrap(), key);
            assert_eq!(PublicKey::from_der(&key.to_der().unwrap()).unwrap(), key);
        }
    }
}

#[test]
fn white_space_in_and_around_the_block_is_accepted() {
    let key = SecretKey::Ed25519(seed());
    let text = format!(" \r\n{}\n\n", PRIVATE.replace('\n', "\r\n").replace("BQYD", "BQ\n YD"));
    assert_eq!(SecretKey::from_pem(text.as_bytes()).unwrap(), key);
}

/// Flips every bit of the DER of a private and a public key: if the result still parses, it is
/// another key of the right length, or has the other algorithm.
#[test]
fn only_the_key_bytes_may_vary() {
    let der = SecretKey::Ed25519(seed()).to_der().unwrap();
    let public_der = PublicKey::Ed25519(public()).to_der().unwrap();
    for bit in 0..8 {
        for at in 0..der.len() {
            let mut changed = der.to_vec();
            changed[at] ^= 1 << bit;
            let read = SecretKey::from_der(&changed);
            let is_other_version = at == 4 && bit == 0;
            let is_x25519 = at == 11 && changed[at] == 0x6e;
            assert_eq!(read.is_ok(), at >= 16 || is_other_version || is_x25519, "{at} {bit}");
        }
        for at in 0..public_der.len() {
            let mut changed = public_der.clone();
            changed[at] ^= 1 << bit;
            let is_x25519 = at == 8 && changed[at] == 0x6e;
            assert_eq!(PublicKey::from_der(&changed).is_ok(), at >= 12 || is_x25519, "{at} {bit}");
        }
    }
}

#[test]
fn truncated_files_and_trailing_data_are_refused() {
    let key = SecretKey::Ed25519(seed());
    let der = key.to_der().unwrap();
    let public_der = PublicKey::Ed25519(public()).to_der().unwrap();
    for len in 0..der.len() {
        assert!(SecretKey::from_der(&der[..len]).is_err(), "{len}");
        assert!(len >= public_der.len() || PublicKey::from_der(&public_der[..len]).is_err());
    }
    refused(SecretKey::from_der(&[&der[..], &[0]].concat()), "after the key");
    refused(PublicKey::from_der(&[&public_der[..], &[0]].concat()), "after the key");
    for text in [PRIVATE, PRIVATE_2] {
        for len in 0..text.len() - 1 {
            assert!(SecretKey::from_pem(&text.as_bytes()[..len]).is_err(), "{len}");
        }
    }
    refused(SecretKey::from_pem([PRIVATE, "x"].concat().as_bytes()), "after the PEM block");
    refused(SecretKey::from_pem([PRIVATE, PRIVATE].concat().as_bytes()), "after the PEM block");
}

#[test]
fn errors_name_the_problem() {
    refused(SecretKey::from_pem(PUBLIC.as_bytes()), "expected a private key, not a public key");
    refused(PublicKey::from_pem(PRIVATE.as_bytes()), "unexpected PEM block: a PKCS #8 private key");
    let labelled = |label| PRIVATE.replace("PRIVATE KEY", label);
    for (label, why) in [
        ("ENCRYPTED PRIVATE KEY", "encrypted"),
        ("OPENSSH PRIVATE KEY", "OpenSSH"),
        ("RSA PRIVATE KEY", "unexpected label"),
        ("CERTIFICATE", "unexpected label"),
    ] {
        refused(SecretKey::from_pem(labelled(label).as_bytes()), why);
    }
    refused(PublicKey::from_pem(labelled("CERTIFICATE").as_bytes()), "certificate");
    let ends = PRIVATE.replace("END PRIVATE", "END PUBLIC");
    refused(SecretKey::from_pem(ends.as_bytes()), "labels of the PEM block differ");
    for text in ["", "hello", "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMC4C\n"]
    {
        refused(SecretKey::from_pem(text.as_bytes()), "not a PEM block");
    }
    for (good, bad) in [("VhC\n", "Vh*\n"), ("VhC\n", "VhC=\n"), ("VhC\n", "VhCA\n")] {
        refused(SecretKey::from_pem(PRIVATE.replace(good, bad).as_bytes()), "base64");
    }
    refused(PublicKey::from_pem(PUBLIC.replace("ZuE=", "ZuF=").as_bytes()), "base64");
    refused(PublicKey::from_pem(PUBLIC.replace("ZuE=", "ZuE").as_bytes()), "base64");
    // id-Ed448, and a key of 31 bytes.
    let hex = |text| hex::decode(text).unwrap();
    refused(PublicKey::from_der(&hex("300a300506032b6571030100")), "unsupported key algorithm");
    let short = ["3029300506032b6570032000", &"11".repeat(31)].concat();
    refused(PublicKey::from_der(&hex(&short)), "32 bytes");
    let with_null = ["302c300706032b65700500032100", &"11".repeat(32)].concat();
    refused(PublicKey::from_der(&hex(&with_null)), "parameters");
    let version = ["302e020102300506032b657004220420", &"11".repeat(32)].concat();
    refused(SecretKey::from_der(&hex(&version)), "unknown version");
}

#[test]
fn a_mismatched_public_key_is_refused() {
    let text = PRIVATE_2.replace("Z9w7", "Z9w8");
    assert_eq!(SecretKey::from_pem(text.as_bytes()), Err(Error::KeyMismatch));
    let secret = boxes::SecretKey::from([7; 32]);
    let public = secret.public_key().unwrap();
    let with = |public: &[u8; 32]| {
        let head = hex::decode("3051020101300506032b656e04220420").unwrap();
        [&head[..], secret.as_bytes(), &[0x81, 0x21, 0], public].concat()
    };
    let read = SecretKey::from_der(&with(public.as_bytes()));
    assert_eq!(read.unwrap(), SecretKey::X25519(secret.clone()));
    assert_eq!(SecretKey::from_der(&with(&[9; 32])), Err(Error::KeyMismatch));
}

#[test]
fn openssh_files_round_trip() {
    for comment in ["", "me@example.org", "with blanks, and umlauts: äöü", &"long ".repeat(50)] {
        let file = secret_file(&seed(), comment).unwrap();
        let (read, found) = read_secret_file(&file).unwrap();
        assert_eq!((read, &found[..]), (seed(), comment));
        let line = public_line(&public(), comment).unwrap();
        assert!(line.ends_with('\n'));
        let (read, found) = read_public_line(line.as_bytes()).unwrap();
        assert_eq!((read, &found[..]), (public(), comment.trim_end()));
    }
    for comment in ["two\nlines", "two\rlines", "a\0zero"] {
        refused(secret_file(&seed(), comment), "one line");
        refused(public_line(&public(), comment), "one line");
    }
}

#[test]
fn truncated_or_changed_openssh_files_are_refused() {
    let file = secret_file(&seed(), "comment").unwrap();
    let line = public_line(&public(), "").unwrap();
    for len in 0..file.len() - 1 {
        assert!(read_secret_file(&file[..len]).is_err(), "{len}");
    }
    for len in 0..line.len() - 1 {
        assert!(read_public_line(&line.as_bytes()[..len]).is_err(), "{len}");
    }
    refused(read_secret_file(PRIVATE.as_bytes()), "unexpected PEM block: a PKCS #8 private key");
    refused(read_secret_file(line.as_bytes()), "not a PEM block");
    refused(read_public_line(&file), "expected a public key line, not a PEM block");
    refused(
        read_public_line(line.replace("ed25519", "rsa").as_bytes()),
        "unsupported OpenSSH key type",
    );
    // Changes each letter: everything except the comment is verified.
    let begin = file.iter().position(|byte| *byte == b'\n').unwrap();
    let end = file.windows(4).rposition(|window| window == b"\n---").unwrap();
    for at in (begin..end).filter(|&at| file[at].is_ascii_alphanumeric()) {
        let mut changed = file.to_vec();
        changed[at] = if file[at] == b'A' { b'B' } else { b'A' };
        if let Ok((read, comment)) = read_secret_file(&changed) {
            assert_eq!(read, seed(), "{at}");
            assert_ne!(comment, "comment", "{at}");
        }
    }
}
