//! Streams, one-time authenticators and what is made of both.

use quicksalt::hazmat::{Source, chacha20, poly1305, xsalsa20, xsalsa20poly1305};
use zeroize::Zeroize as _;

use crate::Case;
use crate::primitives::{by, first, moved};
use crate::secrets::{Secrets, drawn, drawn_message};

pub(crate) const CASES: &[Case] = &[
    Case { name: "poly1305.tag", prepare: poly1305_input, run: poly1305 },
    Case { name: "poly1305.update", prepare: poly1305_input, run: poly1305_pieces },
    Case { name: "xsalsa20.stream", prepare: xsalsa20_input, run: xsalsa20_stream },
    Case { name: "xsalsa20.xor", prepare: xsalsa20_input, run: xsalsa20_xor },
    Case { name: "chacha20.stream", prepare: chacha20_input, run: chacha20_stream },
    Case { name: "chacha20.xor", prepare: chacha20_input, run: chacha20_xor },
    Case { name: "xsalsa20poly1305.seal", prepare: secretbox_input, run: secretbox_seal },
    Case { name: "xsalsa20poly1305.open", prepare: sealed_secretbox, run: secretbox_open },
];

pub(crate) const NONCE: [u8; 24] = [24; 24];

pub(crate) fn poly1305_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    let tag = poly1305::tag(&key, &message).unwrap();
    ([&key[..], &message].concat(), Secrets::default().poly1305(&key, &tag))
}

fn poly1305(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let _ = by(&poly1305::PRIMITIVE, name).tag(key, message);
}

fn poly1305_pieces(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut mac = moved(by(&poly1305::PRIMITIVE, name).init(key).unwrap());
    message.chunks(1 + message.len() / 3).for_each(|piece| mac.update(piece));
    let _ = mac.finish();
}

/// The key, what HSalsa20 makes of it, the stream and the message.
fn xsalsa20_secrets(key: &[u8; 32], message: &[u8]) -> Secrets {
    let mut stream = vec![0; message.len().max(64)];
    xsalsa20::stream(key, &NONCE, 0, &mut stream).unwrap();
    let subkey = xsalsa20::hsalsa20(key, first(&NONCE).0);
    Secrets::default()
        .key("key", key)
        .key("subkey", &subkey)
        .bytes("stream", &stream)
        .bytes("message", message)
}

pub(crate) fn xsalsa20_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    let secrets = xsalsa20_secrets(&key, &message);
    ([&key[..], &message].concat(), secrets)
}

fn xsalsa20_stream(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut out = vec![0; message.len()];
    let run = by(&xsalsa20::PRIMITIVE, name);
    run.xor(key, &NONCE, 0, &mut out, Source::Zero);
    let mut stream = moved(run.init(key, &NONCE));
    out.chunks_mut(90).for_each(|piece| stream.xor(piece, Source::Zero).unwrap());
    out.zeroize();
}

fn xsalsa20_xor(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut out = vec![0; message.len()];
    let run = by(&xsalsa20::PRIMITIVE, name);
    run.xor(key, &NONCE, 0, &mut out, Source::From(message));
    let mut stream = moved(run.init(key, &NONCE));
    for (out, piece) in out.chunks_mut(90).zip(message.chunks(90)) {
        stream.xor(out, Source::From(piece)).unwrap();
    }
}

fn chacha20_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    let mut stream = vec![0; len];
    chacha20::stream(&key, first(&NONCE).0, 0, &mut stream).unwrap();
    let secrets =
        Secrets::default().key("key", &key).bytes("stream", &stream).bytes("message", &message);
    ([&key[..], &message].concat(), secrets)
}

fn chacha20_stream(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut out = vec![0; message.len()];
    let (run, nonce) = (by(&chacha20::PRIMITIVE, name), first(&NONCE).0);
    run.xor(key, nonce, 0, &mut out, Source::Zero);
    let mut stream = moved(run.init(key, nonce));
    out.chunks_mut(90).for_each(|piece| stream.xor(piece, Source::Zero).unwrap());
    out.zeroize();
}

fn chacha20_xor(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut out = vec![0; message.len()];
    let (run, nonce) = (by(&chacha20::PRIMITIVE, name), first(&NONCE).0);
    run.xor(key, nonce, 0, &mut out, Source::From(message));
    let mut stream = moved(run.init(key, nonce));
    for (out, piece) in out.chunks_mut(90).zip(message.chunks(90)) {
        stream.xor(out, Source::From(piece)).unwrap();
    }
}

/// The secrets of a box, and the box.
pub(crate) fn secretbox(key: &[u8; 32], message: &[u8]) -> (Vec<u8>, Secrets) {
    let mut boxed = vec![0; 16 + message.len()];
    xsalsa20poly1305::seal(key, &NONCE, &mut boxed, message).unwrap();
    let mut stream = vec![0; 32 + message.len()];
    xsalsa20::stream(key, &NONCE, 0, &mut stream).unwrap();
    let (secrets, mac_key) = (xsalsa20_secrets(key, message), *first(&stream).0);
    let secrets = secrets.bytes("stream", &stream).poly1305(&mac_key, first(&boxed).0);
    (boxed, secrets)
}

pub(crate) fn secretbox_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn(1), drawn_message(len));
    ([&key[..], &message].concat(), secretbox(&key, &message).1)
}

fn secretbox_seal(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    let mut boxed = vec![0; message.len() + 16];
    by(&xsalsa20poly1305::PRIMITIVE, name).seal(key, &NONCE, (), &mut boxed, message);
}

pub(crate) fn sealed_secretbox(len: usize) -> (Vec<u8>, Secrets) {
    let key = drawn(1);
    let (boxed, secrets) = secretbox(&key, &drawn_message(len));
    ([&key[..], &boxed].concat(), secrets)
}

fn secretbox_open(name: &str, input: &[u8]) {
    let (key, boxed) = first(input);
    let mut message = vec![0; boxed.len() - 16];
    by(&xsalsa20poly1305::PRIMITIVE, name).open(key, &NONCE, (), &mut message, boxed).unwrap();
    message.zeroize();
}
