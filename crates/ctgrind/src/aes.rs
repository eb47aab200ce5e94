//! AES: the cases of the primitive, a key of each length in each mode, and the functions of
//! `quicksalt::nacl::aes`.

use quicksalt::choose::{Runnable, sample_array, sample_bytes};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::aes::{Key, Ops, PRIMITIVE};
use quicksalt::nacl::aes;

use crate::calls::{Call, hidden};
use crate::cases::Case;
use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

pub(crate) const CASES: &[Case] = &[
    Case { operation: "aes.gcm_seal", verdicts: 0, run: gcm_seal },
    // One for each length of keys.
    Case { operation: "aes.gcm_open", verdicts: 3, run: gcm_open },
    Case { operation: "aes.ctr", verdicts: 0, run: ctr },
    Case { operation: "aes.cbc_encrypt", verdicts: 0, run: cbc_encrypt },
    Case { operation: "aes.cbc_decrypt", verdicts: 0, run: cbc_decrypt },
];

/// The names are those of the functions, with commas between them.
pub(crate) const CALLS: &[Call] = &[
    Call { name: "nacl::aes::gcm_seal, nacl::aes::gcm_seal_into", verdicts: 0, run: nacl_gcm_seal },
    Call { name: "nacl::aes::gcm_open, nacl::aes::gcm_open_into", verdicts: 1, run: nacl_gcm_open },
    Call { name: "nacl::aes::ctr_xor_into", verdicts: 0, run: nacl_ctr },
    Call {
        name: "nacl::aes::cbc_encrypt, nacl::aes::cbc_encrypt_into",
        verdicts: 0,
        run: nacl_cbc_encrypt,
    },
    // Whether the padding is right.
    Call { name: "nacl::aes::cbc_decrypt_into", verdicts: 1, run: nacl_cbc_decrypt_into },
    Call { name: "nacl::aes::cbc_decrypt_into of a forgery", verdicts: 1, run: nacl_cbc_forged },
    // And how long the message is.
    Call { name: "nacl::aes::cbc_decrypt", verdicts: 2, run: nacl_cbc_decrypt },
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

fn gcm_seal(name: &str, len: usize) {
    with_keys(name, |run, key| {
        let mut out = vec![0; len];
        reveal(&mut run.gcm_seal(key, &[2; 12], b"additional", &mut out, &message(len)));
        reveal(&mut out);
    });
}

/// The boxes are of another key: whether they are genuine is the verdict.
fn gcm_open(name: &str, len: usize) {
    with_keys(name, |run, key| {
        let (mut out, text) = (vec![0; len], sample_bytes(len, 7));
        let verdict = run.gcm_open(key, &[2; 12], b"additional", &mut out, &[3; 16], &text);
        reveal(&mut [verdict]);
        reveal(&mut out);
    });
}

fn ctr(name: &str, len: usize) {
    with_keys(name, |run, key| {
        let mut out = vec![0; len];
        run.ctr(key, &mut [0xff; 16], &mut out, Source::From(&message(len)));
        run.ctr(key, &mut [2; 16], &mut out, Source::InPlace);
        reveal(&mut out);
    });
}

/// The whole blocks of a secret message, and then what has become of them.
fn cbc_encrypt(name: &str, len: usize) {
    with_keys(name, |run, key| {
        let mut out = vec![[0; 16]; len / 16];
        let mut iv = secret(2);
        run.cbc_encrypt(key, &mut iv, &mut out, Source::From(&message(len / 16 * 16)));
        run.cbc_encrypt(key, &mut iv, &mut out, Source::InPlace);
        reveal(&mut out);
        reveal(&mut iv);
    });
}

fn cbc_decrypt(name: &str, len: usize) {
    with_keys(name, |run, key| {
        let mut out = vec![[0; 16]; len / 16];
        let mut iv = secret(2);
        run.cbc_decrypt(key, &mut iv, &mut out, Source::From(&message(len / 16 * 16)));
        run.cbc_decrypt(key, &mut iv, &mut out, Source::InPlace);
        reveal(&mut out);
        reveal(&mut iv);
    });
}

/// Calls a function with a secret key.
fn with_key(call: impl Fn(&aes::Key)) {
    if let Ok(key) = aes::Key::try_from(&hidden(sample_array::<24>(1))[..]) {
        call(&key);
    }
}

/// Makes a result public whose verdict is.
fn publish(result: quicksalt::Result<Vec<u8>>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}

fn nacl_gcm_seal() {
    with_key(|key| publish(aes::gcm_seal(&message(300), b"aad", &[2; 12], key)));
}

fn nacl_gcm_open() {
    with_key(|key| publish(aes::gcm_open(&sample_bytes(300, 7), b"aad", &[2; 12], key)));
}

fn nacl_ctr() {
    with_key(|key| {
        let mut out = [0; 300];
        reveal(&mut [aes::ctr_xor_into(&mut out, &message(300), &mut [2; 16], key)]);
        reveal(&mut out);
    });
}

fn nacl_cbc_encrypt() {
    with_key(|key| publish(aes::cbc_encrypt(&message(300), &[2; 16], key)));
}

/// What the key encrypts from a message that is not secret.
fn encrypted() -> Vec<u8> {
    aes::Key::try_from(&sample_array::<24>(1)[..])
        .and_then(|key| aes::cbc_encrypt(&sample_bytes(300, 7), &[2; 16], &key))
        .unwrap_or_default()
}

fn nacl_cbc_decrypt_into() {
    decrypt_into(&encrypted());
}

fn nacl_cbc_forged() {
    decrypt_into(&sample_bytes(304, 7));
}

fn decrypt_into(ciphertext: &[u8]) {
    with_key(|key| {
        let mut out = vec![0; ciphertext.len()];
        reveal(&mut [aes::cbc_decrypt_into(&mut out, ciphertext, &[2; 16], key)]);
        reveal(&mut out);
    });
}

fn nacl_cbc_decrypt() {
    with_key(|key| publish(aes::cbc_decrypt(&encrypted(), &[2; 16], key)));
}
