//! Checks stream ciphers, and the core functions of stream ciphers and hash functions, while their
//! keys are hidden.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::{Source, chacha20, xsalsa20};
use quicksalt::nacl::cores::{self, CONSTANTS, Keccak1600};
use quicksalt::nacl::stream;

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

pub(crate) const CALLS: &[Call] = &[
    call(
        "nacl::cores::hchacha20, nacl::cores::hsalsa20, nacl::cores::salsa20, \
               nacl::cores::salsa2012, nacl::cores::salsa208",
        0,
        || {
            let (input, key) = (hidden(sample_array(5)), hidden(sample_array(6)));
            for core in [cores::hchacha20, cores::hsalsa20] {
                reveal(&mut *core(&input, &key, CONSTANTS));
            }
            for core in [cores::salsa20, cores::salsa2012, cores::salsa208] {
                reveal(&mut *core(&input, &key, CONSTANTS));
            }
        },
    ),
    call(
        "nacl::cores::as_bytes, nacl::cores::xor_bytes, \
               nacl::cores::extract_bytes, nacl::cores::permute_24, nacl::cores::permute_12",
        0,
        || {
            let mut state = Keccak1600::new();
            let mut out = [0; 150];
            for permute in [Keccak1600::permute_24, Keccak1600::permute_12] {
                reveal(&mut [state.xor_bytes(50, &secret::<150>(3))]);
                reveal(&mut [permute(&mut state)]);
                reveal(&mut [state.extract_bytes(50, &mut out)]);
            }
            reveal(&mut { *state.as_bytes() });
            reveal(&mut out);
        },
    ),
    call("nacl::stream::xsalsa20::init", 0, || {
        if let Ok(mut stream) = stream::init(&sample_array(2), &hidden(sample_array(1)).into()) {
            for piece in message(LEN).chunks(PIECE) {
                let mut out = vec![0; piece.len()];
                reveal(&mut [stream.xor(&mut out, Source::From(piece))]);
                reveal(&mut out);
            }
        }
    }),
];

/// The lengths in bytes of a message that exceeds one pass of any kernel, and of a piece of this
/// message.
const LEN: usize = 1100;
const PIECE: usize = 200;

/// Defines cases that produce a keystream, and that XOR a message with the keystream from a given
/// block on, one-shot and incremental.
macro_rules! streams {
    ($($primitive:ident from $block:literal;)*) => {
        pub(crate) const CASES: &[Case] = &[$(
            case(concat!(stringify!($primitive), ".stream"), 0, |name, len| {
                let run = candidate(&$primitive::PRIMITIVE, name);
                let mut out = vec![0; len];
                run.xor(&secret(1), &sample_array(2), 0, &mut out, Source::Zero);
                let mut stream = run.init(&secret(1), &sample_array(2));
                out.chunks_mut(90).all(|piece| stream.xor(piece, Source::Zero).is_ok());
                reveal(&mut out);
            }),
            case(concat!(stringify!($primitive), ".xor"), 0, |name, len| {
                let (run, message) = (candidate(&$primitive::PRIMITIVE, name), message(len));
                let mut out = vec![0; len];
                run.xor(&secret(1), &sample_array(2), $block, &mut out, Source::From(&message));
                run.xor(&secret(1), &sample_array(2), $block, &mut out, Source::InPlace);
                let mut stream = run.init(&secret(1), &sample_array(2));
                out.chunks_mut(90).all(|piece| stream.xor(piece, Source::InPlace).is_ok());
                reveal(&mut out);
            }),
        )*];
    };
}

streams! {
    xsalsa20 from 0;
    chacha20 from 1;
}

/// Defines the cases of the cipher variants with fewer rounds, which are one-shot only.
macro_rules! reduced {
    ($($name:literal $xor:ident)*) => {
        pub(crate) const REDUCED: &[Case] = &[$(
            case(concat!($name, ".stream by xsalsa20.stream"), 0, |name, len| {
                let run = candidate(&xsalsa20::PRIMITIVE, name);
                let mut out = vec![0; len];
                run.$xor(&secret(1), &sample_array(2), 0, &mut out, Source::Zero);
                reveal(&mut out);
            }),
            case(concat!($name, ".xor by xsalsa20.xor"), 0, |name, len| {
                let (run, message) = (candidate(&xsalsa20::PRIMITIVE, name), message(len));
                let mut out = vec![0; len];
                run.$xor(&secret(1), &sample_array(2), 0, &mut out, Source::From(&message));
                run.$xor(&secret(1), &sample_array(2), 0, &mut out, Source::InPlace);
                reveal(&mut out);
            }),
        )*];
    };
}

reduced! { "salsa2012" xor_salsa2012 "salsa208" xor_salsa208 }

/// Defines the calls of all stream ciphers.
macro_rules! ciphers {
    ($($cipher:ident)*) => {
        pub(crate) const CIPHERS: &[Call] = &[$(
            call(
                concat!(
                    "nacl::stream::", stringify!($cipher), "::fill, ",
                    "nacl::stream::", stringify!($cipher), "::xor_into, ",
                    "nacl::stream::", stringify!($cipher), "::xor_ic_into"
                ),
                0,
                || {
                    use stream::$cipher::{fill, xor_ic_into, xor_into};

                    let (mut out, key, nonce) = ([0; LEN], secret(1).into(), sample_array(2));
                    reveal(&mut [fill(&mut out, &nonce, &key)]);
                    reveal(&mut [xor_into(&mut out, &message(LEN), &nonce, &key)]);
                    reveal(&mut [xor_ic_into(&mut out, &message(LEN), &nonce, 1, &key)]);
                    reveal(&mut out);
                },
            ),
        )*];
    };
}

ciphers! { chacha20 chacha20_ietf salsa20 salsa2012 salsa208 xchacha20 xsalsa20 }
