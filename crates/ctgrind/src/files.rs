//! Encrypts and decrypts files while keys, passphrases and contents are hidden.
//!
//! Passphrases of age files and minisign keys are excluded, because scrypt's memory accesses depend
//! on them. OpenSSH keys are excluded: their public key is derived from the secret key, so that
//! memcheck treats it as secret. The CTR counter of openssl files is excluded: its carry is a
//! branch.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::boxes;
use quicksalt_files::age::{self, Form, Identity, To};
use quicksalt_files::openssl::{self, Kdf, Options};

use crate::calls::{Call, call, hidden};
use crate::memcheck::{hide, publish, reveal};

pub(crate) const CALLS: &[Call] = &[
    // The verdicts: whether trailing whitespace exists; whether each group of eight letters is
    // ASCII, of one case and in the alphabet; and whether the checksum matches.
    call("files::age::Identity::parse", 14, || {
        let Ok(text) = Identity::X25519(sample_array(41).into()).to_text() else { return };
        let mut text = text.to_vec();
        hide(&mut text["AGE-SECRET-KEY-1".len()..]);
        reveal(&mut [Identity::parse(&text).is_ok()]);
    }),
    call("files::age::encrypt", 0, || publish(sealed(&hidden_bytes(content())).ok_or(()))),
    // The verdicts: whether the shared secret is zero, and whether the stanza, the header and each
    // of the two chunks are authentic.
    call("files::age::decrypt", 6, || {
        let Some(sealed) = sealed(&content()) else { return };
        let mut opened = Vec::new();
        let identities = [identity(hidden(sample_array(42)))];
        let done = age::decrypt(&mut &sealed[..], &mut opened, &identities);
        reveal(&mut [done.is_ok()]);
        publish::<()>(Ok(opened));
    }),
    call("files::openssl::encrypt", 0, || {
        for how in ways() {
            let (word, mut sealed) = (hidden(sample_array::<20>(43)), Vec::new());
            let content = hidden_bytes(content());
            reveal(&mut [openssl::encrypt(&mut &content[..], &mut sealed, &word, &how).is_ok()]);
            publish::<()>(Ok(sealed));
        }
    }),
    // The verdicts, for each derivation: whether the padding is valid, and the plaintext's length,
    // which affects how the last block is copied and written. A leaking branch in each of the 4375
    // blocks would exceed this number.
    call("files::openssl::decrypt", 90, || {
        for how in ways() {
            let (word, mut sealed) = (sample_array::<20>(43), Vec::new());
            if openssl::encrypt(&mut &content()[..], &mut sealed, &word, &how).is_ok() {
                let mut opened = Vec::new();
                let found = openssl::decrypt(&mut &sealed[..], &mut opened, &hidden(word), &how);
                reveal(&mut [found.is_ok()]);
                publish::<()>(Ok(opened));
            }
        }
    }),
];

/// Returns a content that is longer than an age chunk and a byte shorter than a whole number of
/// blocks.
fn content() -> Vec<u8> {
    sample_bytes(69_999, 40)
}

fn hidden_bytes(mut bytes: Vec<u8>) -> Vec<u8> {
    hide(&mut bytes);
    bytes
}

fn identity(key: [u8; 32]) -> Identity {
    Identity::X25519(boxes::SecretKey::from(key))
}

fn sealed(content: &[u8]) -> Option<Vec<u8>> {
    let to = [identity(sample_array(42)).recipient().ok()?];
    let mut sealed = Vec::new();
    let source = &mut &content[..];
    age::encrypt(source, &mut sealed, &To::Recipients(&to), Form::Binary).ok()?;
    Some(sealed)
}

/// Returns the options for CBC with every key derivation.
fn ways() -> impl Iterator<Item = Options> {
    let kdfs = [Kdf::Pbkdf2(2), Kdf::Sha256, Kdf::Md5];
    kdfs.into_iter().map(|kdf| Options { kdf: Some(kdf), ..Options::default() })
}
