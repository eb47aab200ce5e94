//! Checks AES: the primitive with each key length in each mode, and the functions of
//! `quicksalt::nacl::aes`.

use quicksalt::choose::{Runnable, sample_array, sample_bytes};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::aes::{Key, Ops, PRIMITIVE};
use quicksalt::nacl::aes;

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

pub(crate) const CASES: &[Case] = &[
    case("aes.gcm_seal", 0, |name, len| {
        with_keys(name, |run, key| {
            let mut out = vec![0; len];
            reveal(&mut run.gcm_seal(key, &[2; 12], b"additional", &mut out, &message(len)));
            reveal(&mut out);
        });
    }),
    // One verdict for each key length: the ciphertexts were made with another key, and the caller
    // learns that authentication fails.
    case("aes.gcm_open", 3, |name, len| {
        with_keys(name, |run, key| {
            let (mut out, text) = (vec![0; len], sample_bytes(len, 7));
            let verdict = run.gcm_open(key, &[2; 12], b"additional", &mut out, &[3; 16], &text);
            reveal(&mut [verdict]);
            reveal(&mut out);
        });
    }),
    case("aes.ctr", 0, |name, len| {
        with_keys(name, |run, key| {
            let mut out = vec![0; len];
            run.ctr(key, &mut [0xff; 16], &mut out, Source::From(&message(len)));
            run.ctr(key, &mut [2; 16], &mut out, Source::InPlace);
            reveal(&mut out);
        });
    }),
    // Encrypts the whole blocks of a secret message, then the ciphertext again.
    case("aes.cbc_encrypt", 0, |name, len| {
        with_keys(name, |run, key| {
            let mut out = vec![[0; 16]; len / 16];
            let mut iv = secret(2);
            run.cbc_encrypt(key, &mut iv, &mut out, Source::From(&message(len / 16 * 16)));
            run.cbc_encrypt(key, &mut iv, &mut out, Source::InPlace);
            reveal(&mut out);
            reveal(&mut iv);
        });
    }),
    case("aes.cbc_decrypt", 0, |name, len| {
        with_keys(name, |run, key| {
            let mut out = vec![[0; 16]; len / 16];
            let mut iv = secret(2);
            run.cbc_decrypt(key, &mut iv, &mut out, Source::From(&message(len / 16 * 16)));
            run.cbc_decrypt(key, &mut iv, &mut out, Source::InPlace);
            reveal(&mut out);
            reveal(&mut iv);
        });
    }),
];

/// Each entry names one or more functions of `quicksalt`, separated by commas.
pub(crate) const CALLS: &[Call] = &[
    call("nacl::aes::gcm_seal, nacl::aes::gcm_seal_into", 0, || {
        with_key(|key| publish(aes::gcm_seal(&message(300), b"aad", &[2; 12], key)));
    }),
    call("nacl::aes::gcm_open, nacl::aes::gcm_open_into", 1, || {
        with_key(|key| publish(aes::gcm_open(&sample_bytes(300, 7), b"aad", &[2; 12], key)));
    }),
    call("nacl::aes::ctr_xor_into", 0, || {
        with_key(|key| {
            let mut out = [0; 300];
            reveal(&mut [aes::ctr_xor_into(&mut out, &message(300), &mut [2; 16], key)]);
            reveal(&mut out);
        });
    }),
    call("nacl::aes::cbc_encrypt, nacl::aes::cbc_encrypt_into", 0, || {
        with_key(|key| publish(aes::cbc_encrypt(&message(300), &[2; 16], key)));
    }),
    // The verdict: whether the padding is valid.
    call("nacl::aes::cbc_decrypt_into", 1, || {
        decrypt_into(&encrypted());
    }),
    call("nacl::aes::cbc_decrypt_into of a forgery", 1, || {
        decrypt_into(&sample_bytes(304, 7));
    }),
    // The verdicts: whether the padding is valid, and the length of the message.
    call("nacl::aes::cbc_decrypt", 2, || {
        with_key(|key| publish(aes::cbc_decrypt(&encrypted(), &[2; 16], key)));
    }),
];

/// Calls a candidate with a secret key of each length.
fn with_keys(name: &str, call: impl Fn(Runnable<Ops>, Key<'_>)) {
    let (run, bytes) = (candidate(&PRIMITIVE, name), secret::<32>(1));
    for len in [16, 24, 32] {
        if let Ok(key) = Key::new(&bytes[..len]) {
            call(run, key);
        }
    }
}

/// Calls a function with a secret key.
fn with_key(call: impl Fn(&aes::Key)) {
    if let Ok(key) = aes::Key::try_from(&hidden(sample_array::<24>(1))[..]) {
        call(&key);
    }
}

/// Reveals a result, including its verdict.
fn publish(result: quicksalt::Result<Vec<u8>>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}

/// Returns a public message, encrypted under the key.
fn encrypted() -> Vec<u8> {
    aes::Key::try_from(&sample_array::<24>(1)[..])
        .and_then(|key| aes::cbc_encrypt(&sample_bytes(300, 7), &[2; 16], &key))
        .unwrap_or_default()
}

fn decrypt_into(ciphertext: &[u8]) {
    with_key(|key| {
        let mut out = vec![0; ciphertext.len()];
        reveal(&mut [aes::cbc_decrypt_into(&mut out, ciphertext, &[2; 16], key)]);
        reveal(&mut out);
    });
}
