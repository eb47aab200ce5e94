//! Tests AES with 32-byte keys. The secrets are the key (which equals the first round keys), values
//! derived from the key, and the message.

use quicksalt::hazmat::Source;
use quicksalt::hazmat::aes::{self, Block, Key, PRIMITIVE};
use zeroize::Zeroize as _;

use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("aes.gcm_seal", gcm_input, |name, input| {
        let (key, message) = first::<32>(input);
        let mut sealed = vec![0; message.len()];
        by(&PRIMITIVE, name).gcm_seal(Key::new(key).unwrap(), &NONCE, &AAD, &mut sealed, message);
    }),
    case("aes.gcm_open", sealed, |name, input| {
        let (key, sealed) = first::<32>(input);
        let (text, tag) = sealed.split_last_chunk().unwrap();
        let mut message = vec![0; text.len()];
        let run = by(&PRIMITIVE, name);
        run.gcm_open(Key::new(key).unwrap(), &NONCE, &AAD, &mut message, tag, text).unwrap();
        message.zeroize();
    }),
    case("aes.ctr", ctr_input, |name, input| {
        let (key, message) = first::<32>(input);
        let mut out = vec![0; message.len()];
        let key = Key::new(key).unwrap();
        by(&PRIMITIVE, name).ctr(key, &mut BLOCK.clone(), &mut out, Source::From(message));
    }),
    case("aes.cbc_encrypt", cbc_input, |name, input| {
        let (key, message) = first::<32>(input);
        let mut out = vec![[0; 16]; message.len() / 16];
        let key = Key::new(key).unwrap();
        by(&PRIMITIVE, name).cbc_encrypt(key, &mut BLOCK.clone(), &mut out, Source::From(message));
    }),
    // Encrypts and decrypts; only the final message is wiped.
    case("aes.cbc_decrypt", cbc_input, |name, input| {
        let (key, message) = first::<32>(input);
        let (mut out, run) = (vec![[0; 16]; message.len() / 16], by(&PRIMITIVE, name));
        let key = Key::new(key).unwrap();
        run.cbc_encrypt(key, &mut BLOCK.clone(), &mut out, Source::From(message));
        run.cbc_decrypt(key, &mut BLOCK.clone(), &mut out, Source::InPlace);
        out.zeroize();
    }),
];

pub(crate) const NONCE: [u8; aes::NONCE_LEN] = [24; 12];
const BLOCK: Block = [24; 16];

/// The associated data of all messages.
pub(crate) const AAD: [u8; 20] = [20; 20];

/// The secrets of CTR mode: the key, the message, and the keystream from a given counter on.
fn secrets(key: &[u8; 32], message: &[u8], counter: &Block) -> Secrets {
    let mut stream = vec![0; message.len()];
    aes::ctr(Key::new(key).unwrap(), &mut counter.clone(), &mut stream, Source::Zero).unwrap();
    Secrets::default().key("key", key).bytes("stream", &stream).bytes("message", message)
}

/// Returns a sealed message and its secrets. They are the secrets of CTR mode, the mask of the tag,
/// and the hash key, which is also listed multiplied by x, as kernels store it.
fn gcm(key: &[u8; 32], message: &[u8]) -> (Vec<u8>, Secrets) {
    let mut counter = [0; 16];
    counter[..NONCE.len()].copy_from_slice(&NONCE);
    counter[15] = 1;
    let (mut hash_key, mut mask) = ([0; 16], counter);
    for block in [&mut hash_key, &mut mask] {
        aes::ctr(Key::new(key).unwrap(), &mut block.clone(), block, Source::Zero).unwrap();
    }
    let number = u128::from_be_bytes(hash_key);
    let carry = if number >> 127 == 1 { 0xc2 << 120 | 1 } else { 0 };
    counter[15] = 2;
    let secrets = secrets(key, message, &counter)
        .bytes("hash key", &hash_key)
        .bytes("hash key times x", &(number << 1 ^ carry).to_le_bytes())
        .bytes("mask of the tag", &mask);
    let mut sealed = vec![0; message.len()];
    let tag = aes::gcm_seal(Key::new(key).unwrap(), &NONCE, &AAD, &mut sealed, message).unwrap();
    ([sealed, tag.into()].concat(), secrets)
}

pub(crate) fn gcm_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    ([&key[..], &message].concat(), gcm(&key, &message).1)
}

pub(crate) fn sealed(len: usize) -> (Vec<u8>, Secrets) {
    let key = drawn(1);
    let (sealed, secrets) = gcm(&key, &drawn_message(len));
    ([&key[..], &sealed].concat(), secrets)
}

pub(crate) fn ctr_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    ([&key[..], &message].concat(), secrets(&key, &message, &BLOCK))
}

/// Returns a key and a message of whole blocks.
pub(crate) fn cbc_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn::<32>(1), drawn_message(len / 16 * 16));
    let secrets = Secrets::default().key("key", &key).bytes("message", &message);
    ([&key[..], &message].concat(), secrets)
}
