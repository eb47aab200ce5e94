//! Files of `openssl enc` and of kaesar.
#![allow(clippy::unwrap_used, missing_docs)]

use quicksalt_files::Error;
use quicksalt_files::openssl::{Cipher, Found, Kdf, Layer, Options, decrypt, encrypt};

const LAYERS: [Layer; 4] = [Layer::Binary, Layer::Base64, Layer::KaesarMode, Layer::KaesarText];

fn sealed(plain: &[u8], options: &Options) -> Vec<u8> {
    let mut sealed = Vec::new();
    encrypt(&mut &*plain, &mut sealed, b"word", options).unwrap();
    sealed
}

fn opened(sealed: &[u8], options: &Options) -> Result<(Vec<u8>, Found), Error> {
    let mut plain = Vec::new();
    decrypt(&mut &*sealed, &mut plain, b"word", options).map(|found| (plain, found))
}

#[test]
fn every_format_round_trips() {
    let text = b"attack at dawn\n".repeat(9000);
    for name in ["aes-128-cbc", "aes-192-cbc", "aes-256-cbc", "aes-128-ctr", "aes-256-ctr"] {
        let cipher = Cipher::parse(name).unwrap();
        assert_eq!(cipher.to_string(), name);
        for layer in LAYERS {
            for kdf in [Kdf::Pbkdf2(100), Kdf::Sha256, Kdf::Md5] {
                let options = Options { cipher, kdf: Some(kdf), iterations: 100, layer };
                for len in [0, 1, 15, 16, 48, 57, 65535, 65536, 65537, text.len()] {
                    let sealed = sealed(&text[..len], &options);
                    let (plain, found) = opened(&sealed, &options).unwrap();
                    assert_eq!(plain, &text[..len], "{name} {layer:?} {len}");
                    assert_eq!(found, Found { cipher, kdf, layer });
                }
                // Readable plaintext suffices to detect the derivation.
                let tried = Options { kdf: None, ..options };
                let sealed = sealed(&text[..500], &options);
                assert_eq!(opened(&sealed, &tried).unwrap().1.kdf, kdf, "{name} {layer:?}");
            }
        }
    }
}

/// Among 1000 files, some also have valid padding under a wrong derivation; their content then
/// determines the derivation. Four bytes of padding determine it without the content. With less
/// padding, one file in 2^22 looks like a known format under a wrong derivation: the derivation is
/// then ambiguous, and decryption fails.
#[test]
fn the_derivation_of_a_short_text_is_found() {
    let options = Options { iterations: 10, ..Options::default() };
    for (text, is_sure) in [
        (&b""[..], true),
        (b"hello", true),
        (b"attack at dawn!", false),
        (b"attack at dawn, all", true),
    ] {
        let mut unknown = 0;
        for _ in 0..1000 {
            match opened(&sealed(text, &options), &options) {
                Ok((plain, found)) => assert_eq!((&plain[..], found.kdf), (text, Kdf::Pbkdf2(10))),
                Err(error) => {
                    assert!(!is_sure && matches!(error, Error::Unsure(_)), "{error}");
                    unknown += 1;
                }
            }
        }
        assert!(unknown <= 2, "{unknown}");
    }
}

#[test]
fn truncated_and_foreign_files_are_rejected() {
    let options = Options { iterations: 10, ..Options::default() };
    let file = sealed(b"attack at dawn, all of you", &options);
    for len in 0..file.len() {
        let refused = opened(&file[..len], &options);
        // One block in 256 ends in bytes that look like padding.
        assert!(refused.is_err() || len % 16 == 0, "{len}");
    }
    for (start, name) in [
        (&b""[..], "this is an empty file"),
        (b"age-encryption.org/v1\n", "this is a file encrypted by age"),
        (b"text", "not an openssl enc file"),
    ] {
        assert_eq!(opened(start, &options).unwrap_err().to_string(), name);
    }
    let ecb = b"-----BEGIN ENCRYPTED DATA-----\nAlgorithm: aes-256-ecb\n\nU2FsdGVkX18=\n";
    assert!(matches!(opened(ecb, &options), Err(Error::Key(_))));
    for line in ["##### -*- mode: kaesar; x -*- \n", "##### -*- mode: kaesar;", "##### -*-\n"] {
        assert!(matches!(opened(line.as_bytes(), &options), Err(Error::Header(_))), "{line}");
    }
}

#[test]
fn a_wrong_passphrase_is_reported_as_possible_corruption() {
    let options = Options { iterations: 10, ..Options::default() };
    let mut told = 0;
    for _ in 0..100 {
        let file = sealed(b"attack at dawn", &options);
        let mut plain = Vec::new();
        match decrypt(&mut &file[..], &mut plain, b"other", &options) {
            Err(Error::NoMatch(text)) if text.contains("does not say which") => told += 1,
            _ => {}
        }
    }
    // Decryption tries three derivations. Each finds valid padding in one case of 256.
    assert!(told > 80, "{told}");
}
