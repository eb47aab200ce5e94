//! Tests stream ciphers, one-time authenticators, and combinations of both.

use quicksalt::hazmat::{Source, chacha20, poly1305, xsalsa20, xsalsa20poly1305};
use quicksalt::nacl::cores;
use zeroize::Zeroize as _;

use crate::primitives::{by, first, moved};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("poly1305.tag", poly1305_input, poly1305),
    case("poly1305.update", poly1305_input, |name, input| {
        let (key, message) = first(input);
        let mut mac = moved(by(&poly1305::PRIMITIVE, name).init(key));
        message.chunks(1 + message.len() / 3).for_each(|piece| mac.update(piece));
        let _ = mac.finish();
    }),
    case("xsalsa20.stream", xsalsa20_input, xsalsa20_stream),
    case("xsalsa20.xor", xsalsa20_input, xsalsa20_xor),
    case("salsa2012.stream by xsalsa20.stream", salsa2012_input, salsa2012_stream),
    case("salsa2012.xor by xsalsa20.xor", salsa2012_input, salsa2012_xor),
    case("salsa208.stream by xsalsa20.stream", salsa208_input, salsa208_stream),
    case("salsa208.xor by xsalsa20.xor", salsa208_input, salsa208_xor),
    case("chacha20.stream", chacha20_input, chacha20_stream),
    case("chacha20.xor", chacha20_input, chacha20_xor),
    case("xsalsa20poly1305.seal", secretbox_input, |name, input| {
        let (key, message) = first(input);
        let mut boxed = vec![0; message.len() + 16];
        by(&xsalsa20poly1305::PRIMITIVE, name).seal(key, &NONCE, (), &mut boxed, message);
    }),
    case("xsalsa20poly1305.open", sealed_secretbox, |name, input| {
        let (key, boxed) = first(input);
        let mut message = vec![0; boxed.len() - 16];
        by(&xsalsa20poly1305::PRIMITIVE, name).open(key, &NONCE, (), &mut message, boxed).unwrap();
        message.zeroize();
    }),
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

/// Returns the secrets of an extended-nonce cipher: the key, the subkey from HSalsa20, the
/// keystream and the message.
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

/// Defines the inputs, a key and a message, for a cipher without a subkey.
macro_rules! inputs {
    ($xor:path, $input:ident) => {
        fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (key, message) = (drawn(1), drawn_message(len));
            let mut stream = vec![0; len];
            $xor(&key, first(&NONCE).0, 0, &mut stream, Source::Zero).unwrap();
            let secrets = Secrets::default().key("key", &key);
            let secrets = secrets.bytes("stream", &stream).bytes("message", &message);
            ([&key[..], &message].concat(), secrets)
        }
    };
}

inputs!(xsalsa20::xor_salsa2012, salsa2012_input);
inputs!(xsalsa20::xor_salsa208, salsa208_input);
inputs!(chacha20::xor, chacha20_input);

/// Defines cases that produce a keystream, and that XOR a message with the keystream, one-shot and
/// incremental.
macro_rules! streams {
    ($primitive:ident, $stream:ident, $xor:ident) => {
        fn $stream(name: &str, input: &[u8]) {
            let (key, message) = first(input);
            let mut out = vec![0; message.len()];
            let (run, nonce) = (by(&$primitive::PRIMITIVE, name), first(&NONCE).0);
            run.xor(key, nonce, 0, &mut out, Source::Zero);
            let mut stream = moved(run.init(key, nonce));
            out.chunks_mut(90).for_each(|piece| stream.xor(piece, Source::Zero).unwrap());
            out.zeroize();
        }

        fn $xor(name: &str, input: &[u8]) {
            let (key, message) = first(input);
            let mut out = vec![0; message.len()];
            let (run, nonce) = (by(&$primitive::PRIMITIVE, name), first(&NONCE).0);
            run.xor(key, nonce, 0, &mut out, Source::From(message));
            let mut stream = moved(run.init(key, nonce));
            for (out, piece) in out.chunks_mut(90).zip(message.chunks(90)) {
                stream.xor(out, Source::From(piece)).unwrap();
            }
        }
    };
}

streams!(xsalsa20, xsalsa20_stream, xsalsa20_xor);
streams!(chacha20, chacha20_stream, chacha20_xor);

/// Defines the cases of the cipher variants with fewer rounds, which are one-shot only.
macro_rules! reduced {
    ($call:ident, $stream:ident, $xor:ident) => {
        fn $stream(name: &str, input: &[u8]) {
            let (key, message) = first(input);
            let mut out = vec![0; message.len()];
            by(&xsalsa20::PRIMITIVE, name).$call(key, first(&NONCE).0, 0, &mut out, Source::Zero);
            out.zeroize();
        }

        fn $xor(name: &str, input: &[u8]) {
            let (key, message) = first(input);
            let mut out = vec![0; message.len()];
            let run = by(&xsalsa20::PRIMITIVE, name);
            run.$call(key, first(&NONCE).0, 0, &mut out, Source::From(message));
        }
    };
}

reduced!(xor_salsa2012, salsa2012_stream, salsa2012_xor);
reduced!(xor_salsa208, salsa208_stream, salsa208_xor);

pub(crate) fn cores_input(_: usize) -> (Vec<u8>, Secrets) {
    let (key, input) = (drawn::<32>(1), first(&NONCE).0);
    let mut secrets = Secrets::default().key("key", &key);
    for core in [cores::hchacha20, cores::hsalsa20] {
        secrets = secrets.bytes("subkey", &*core(input, &key, cores::CONSTANTS));
    }
    for core in [cores::salsa20, cores::salsa2012, cores::salsa208] {
        secrets = secrets.bytes("block", &*core(input, &key, cores::CONSTANTS));
    }
    (key.into(), secrets)
}

pub(crate) fn cores(_: &str, input: &[u8]) {
    let (key, input) = (first(input).0, first(&NONCE).0);
    // The value is dropped in place, because moving it would leave a copy here.
    let _ = cores::hchacha20(input, key, cores::CONSTANTS);
    let _ = cores::hsalsa20(input, key, cores::CONSTANTS);
    let _ = cores::salsa20(input, key, cores::CONSTANTS);
    let _ = cores::salsa2012(input, key, cores::CONSTANTS);
    let _ = cores::salsa208(input, key, cores::CONSTANTS);
}

/// Returns a box and its secrets.
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

pub(crate) fn sealed_secretbox(len: usize) -> (Vec<u8>, Secrets) {
    let key = drawn(1);
    let (boxed, secrets) = secretbox(&key, &drawn_message(len));
    ([&key[..], &boxed].concat(), secrets)
}
