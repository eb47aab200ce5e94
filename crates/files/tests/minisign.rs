//! minisign signatures and keys.
#![allow(clippy::unwrap_used, missing_docs)]

use core::cell::Cell;
use std::fs::{self, File};
use std::{env, process};

use quicksalt::nacl::scrypt::{INTERACTIVE, Limits};
use quicksalt::nacl::sign::SigningKey;
use quicksalt::{Error as Primitive, interrupt};
use quicksalt_files::Error;
use quicksalt_files::minisign::{PublicKey, SecretKey, Signature, open_and_sign, sign, verify};

/// Limits that are too low for real use but save time.
const CHEAP: Limits = Limits { opslimit: 1 << 15, memlimit: INTERACTIVE.memlimit };

#[test]
fn keys_round_trip_through_files() {
    let key = SecretKey::generate().unwrap();
    let public = PublicKey::parse(&key.public_key().to_text().unwrap()).unwrap();
    assert_eq!(public, key.public_key());
    let open = key.to_text(None).unwrap();
    let locked = key.to_text(Some((b"word", CHEAP))).unwrap();
    assert!(!SecretKey::is_encrypted(&open).unwrap());
    assert!(SecretKey::is_encrypted(&locked).unwrap());
    for (file, word) in [(&open, None), (&locked, Some(&b"word"[..]))] {
        assert_eq!(SecretKey::parse(file, word).unwrap().public_key(), public);
    }
    for word in [None, Some(&b"other"[..])] {
        assert!(matches!(SecretKey::parse(&locked, word), Err(Error::NoMatch(_))));
    }
}

/// Creates a temporary file that disappears when it is closed.
fn unnamed(name: &str, content: &[u8]) -> File {
    let path = env::temp_dir().join(format!("quicksalt-minisign-{}-{name}", process::id()));
    fs::write(&path, content).unwrap();
    let file = File::open(&path).unwrap();
    fs::remove_file(path).unwrap();
    file
}

#[test]
fn open_and_sign_matches_sign() {
    let key = SecretKey::generate().unwrap();
    let open = key.to_text(None).unwrap();
    let locked = key.to_text(Some((b"word", CHEAP))).unwrap();
    for len in [0, 5, 128 << 10, 1_000_000] {
        let data = vec![7; len];
        let expected = sign(&mut &data[..], &key, "c", "u").unwrap();
        for (file, word) in [(&open, None), (&locked, Some(&b"word"[..]))] {
            let (opened, made) =
                open_and_sign(&unnamed("good", &data), file, word, "c", "u").unwrap();
            assert_eq!((opened.public_key(), made), (key.public_key(), expected.clone()));
        }
    }
    let file = unnamed("other", b"hello");
    for word in [None, Some(&b"other"[..])] {
        assert!(matches!(open_and_sign(&file, &locked, word, "c", "u"), Err(Error::NoMatch(_))));
    }
    let comment = open_and_sign(&file, &locked, Some(b"word"), "two\nlines", "u");
    assert!(matches!(comment, Err(Error::Key(_))));
    // Windows cannot open a directory as a file.
    if cfg!(unix) {
        let folder = File::open(env::temp_dir()).unwrap();
        let read = open_and_sign(&folder, &locked, Some(b"word"), "c", "u");
        assert!(matches!(read, Err(Error::Read(_))));
    }
}

/// Tests that cancellation ends the stretching of the passphrase, and also the hashing of a file
/// that takes longer.
#[test]
fn open_and_sign_can_be_cancelled() {
    let key = SecretKey::generate().unwrap();
    let locked = key.to_text(Some((b"word", CHEAP))).unwrap();
    let dear = key.to_text(Some((b"word", INTERACTIVE))).unwrap();
    let huge = unnamed("huge", b"");
    let path = env::temp_dir().join(format!("quicksalt-minisign-{}-sparse", process::id()));
    let sparse = File::options().read(true).write(true).create_new(true).open(&path).unwrap();
    fs::remove_file(path).unwrap();
    // NTFS allocates all of it.
    sparse.set_len(if cfg!(windows) { 1 << 30 } else { 1 << 42 }).unwrap();
    for (secret, source) in [(&dear, &huge), (&locked, &sparse)] {
        let asked = Cell::new(0);
        let is_wanted = move || asked.replace(asked.get() + 1) < 10;
        let signed = interrupt::while_wanted(is_wanted, || {
            open_and_sign(source, secret, Some(b"word"), "c", "u")
        });
        assert!(matches!(signed, Err(Error::Primitive(Primitive::Interrupted))));
    }
}

/// A throw-away key for this test, written by `minisign -G -W`, version 0.11. This version leaves
/// the checksum zero in keys without a passphrase.
const WITHOUT_PASSPHRASE: &str = "untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFkfi\
r9DNb06+xE85T3nlzSTU+BOspSbPaNwEJ1dTzZW/eZk3c3BUOJkNKmeOruRg2Zlp5WgYLMt6gmM4\
7kx7gHwBxkfIm3K+AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
";
const ITS_PUBLIC: &str = "RWQWR+Kv0M1vTpkNKmeOruRg2Zlp5WgYLMt6gmM47kx7gHwBxkfIm3K+";

#[test]
fn keys_of_minisign_without_a_passphrase_are_read() {
    let file = WITHOUT_PASSPHRASE.as_bytes();
    assert!(!SecretKey::is_encrypted(file).unwrap());
    let key = SecretKey::parse(file, None).unwrap();
    let public = format!("untrusted comment: x\n{ITS_PUBLIC}\n");
    assert_eq!(key.public_key(), PublicKey::parse(public.as_bytes()).unwrap());
}

#[test]
fn every_altered_byte_is_detected() {
    let key = SecretKey::generate().unwrap();
    let made = sign(&mut &b"hello"[..], &key, "trusted", "untrusted").unwrap();
    let (file, secret) = (made.to_text().unwrap(), key.to_text(None).unwrap());
    let untrusted = b"untrusted comment: ".len()..b"untrusted comment: untrusted".len();
    for at in (0..file.len()).filter(|at| !untrusted.contains(at)) {
        let mut altered = file.clone();
        altered[at] ^= 1;
        let verdict = Signature::parse(&altered)
            .and_then(|signature| verify(&mut &b"hello"[..], &key.public_key(), &signature));
        // Whitespace of a different kind may replace a line end.
        assert!(verdict.is_err() || file[at] == b'\n', "{at}");
        let short = Signature::parse(&file[..at]);
        assert!(short.is_err() || file[at..].trim_ascii().is_empty(), "{at}");
    }
    let comment = b"untrusted comment: minisign secret key\n".len();
    for at in comment..secret.len() - 1 {
        let mut altered = secret.to_vec();
        altered[at] ^= 1;
        // The salt and limits of an unencrypted key are ignored.
        let idle = (comment + 8..comment + 72).contains(&at);
        assert!(SecretKey::parse(&altered, None).is_err() || idle, "{at}");
    }
}

#[test]
fn legacy_signatures_are_verified() {
    let key = SecretKey::generate().unwrap();
    let made = sign(&mut &b"hello"[..], &key, "c", "u").unwrap();
    // Sign the message itself with the same key; the seed is in its file.
    let file = key.to_text(None).unwrap();
    let line = file.split(|byte| *byte == b'\n').nth(1).unwrap();
    let stored = quicksalt::keyfile::base64::decode(line).unwrap();
    let seed = quicksalt::nacl::sign::Seed::try_from(&stored[62..94]).unwrap();
    let signing = SigningKey::from_seed(&seed).unwrap();
    let signature = signing.sign_detached(b"hello").unwrap();
    let over_all = [signature.as_bytes(), &b"c"[..]].concat();
    let over_all = signing.sign_detached(&over_all).unwrap();
    let id = &stored[54..62];
    let mut old = b"untrusted comment: u\n".to_vec();
    let first = [b"Ed", id, signature.as_bytes()].concat();
    quicksalt::keyfile::base64::encode(&mut old, &first).unwrap();
    old.extend_from_slice(b"\ntrusted comment: c\n");
    quicksalt::keyfile::base64::encode(&mut old, over_all.as_bytes()).unwrap();
    let old = Signature::parse(&old).unwrap();
    assert!(!old.is_prehashed() && made.is_prehashed());
    verify(&mut &b"hello"[..], &key.public_key(), &old).unwrap();
    let other = verify(&mut &b"hellp"[..], &key.public_key(), &old);
    assert!(matches!(other, Err(Error::Signature)));
}

#[test]
fn errors_name_the_cause() {
    let key = SecretKey::generate().unwrap();
    let (public, secret) = (key.public_key().to_text().unwrap(), key.to_text(None).unwrap());
    assert!(PublicKey::parse(&secret).is_err());
    let due = SecretKey::parse(&public, None).unwrap_err().to_string();
    assert_eq!(due, "this is a minisign public key");
    for file in [&b""[..], b"-----BEGIN PGP SIGNATURE-----\n"] {
        assert!(matches!(Signature::parse(file), Err(Error::Foreign(_))));
    }
    let long = "x".repeat(9000);
    for comment in ["two\nlines", &long] {
        assert!(matches!(sign(&mut &b""[..], &key, comment, "u"), Err(Error::Key(_))));
    }
    let made = sign(&mut &b""[..], &key, "c", "u").unwrap();
    let other = SecretKey::generate().unwrap().public_key();
    assert!(matches!(verify(&mut &b""[..], &other, &made), Err(Error::OtherKey(_))));
    // A key file with a memory limit of 2^40 bytes is limited by its few operations; with 2^42
    // operations it exceeds the limit.
    let locked = key.to_text(Some((b"word", CHEAP))).unwrap();
    let line = locked.split(|byte| *byte == b'\n').nth(1).unwrap();
    let mut stored = quicksalt::keyfile::base64::decode(line).unwrap().to_vec();
    stored[46 + 5] = 1;
    let mut cheap = b"untrusted comment: x\n".to_vec();
    quicksalt::keyfile::base64::encode(&mut cheap, &stored).unwrap();
    assert!(SecretKey::parse(&cheap, Some(b"word")).is_ok());
    stored[38 + 5] = 4;
    let mut costly = b"untrusted comment: x\n".to_vec();
    quicksalt::keyfile::base64::encode(&mut costly, &stored).unwrap();
    assert!(matches!(SecretKey::parse(&costly, Some(b"word")), Err(Error::Cost(_))));
    // With a low memory limit, many operations still need many blocks: 4 GiB here.
    let mut stored = vec![0; 158];
    stored[..6].copy_from_slice(b"EdScB2");
    stored[38..46].copy_from_slice(&(1_u64 << 28).to_le_bytes());
    let mut hidden = b"untrusted comment: minisign encrypted secret key\n".to_vec();
    quicksalt::keyfile::base64::encode(&mut hidden, &stored).unwrap();
    assert!(matches!(SecretKey::parse(&hidden, Some(b"word")), Err(Error::Cost(_))));
}
