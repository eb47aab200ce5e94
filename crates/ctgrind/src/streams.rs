//! Streams, and the functions under them and under hashes, with their keys hidden.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::{Source, chacha20, salsa208, salsa2012, xsalsa20};
use quicksalt::nacl::cores::{self, CONSTANTS, Keccak1600};
use quicksalt::nacl::stream;

use crate::calls::{Call, hidden};
use crate::cases::Case;
use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

pub(crate) const CASES: &[Case] = &[
    Case { operation: "xsalsa20.stream", verdicts: 0, run: xsalsa20_stream },
    Case { operation: "xsalsa20.xor", verdicts: 0, run: xsalsa20_xor },
    Case { operation: "salsa2012.stream", verdicts: 0, run: salsa2012_stream },
    Case { operation: "salsa2012.xor", verdicts: 0, run: salsa2012_xor },
    Case { operation: "salsa208.stream", verdicts: 0, run: salsa208_stream },
    Case { operation: "salsa208.xor", verdicts: 0, run: salsa208_xor },
    Case { operation: "chacha20.stream", verdicts: 0, run: chacha20_stream },
    Case { operation: "chacha20.xor", verdicts: 0, run: chacha20_xor },
];

pub(crate) const CALLS: &[Call] = &[
    Call {
        name: "nacl::cores::hchacha20, nacl::cores::hsalsa20, nacl::cores::salsa20, \
               nacl::cores::salsa2012, nacl::cores::salsa208",
        verdicts: 0,
        run: cores,
    },
    Call {
        name: "nacl::cores::as_bytes, nacl::cores::xor_bytes, \
               nacl::cores::extract_bytes, nacl::cores::permute_24, nacl::cores::permute_12",
        verdicts: 0,
        run: keccak1600,
    },
    Call { name: "nacl::stream::xsalsa20::init", verdicts: 0, run: in_pieces },
];

/// The calls of all ciphers.
pub(crate) const CIPHERS: &[&[Call]] = &[
    chacha20_calls::CALLS,
    chacha20_ietf_calls::CALLS,
    salsa20_calls::CALLS,
    salsa2012_calls::CALLS,
    salsa208_calls::CALLS,
    xchacha20_calls::CALLS,
    xsalsa20_calls::CALLS,
];

/// Bytes of a message of more than one pass of every kernel, and of a piece of it.
const LEN: usize = 1100;
const PIECE: usize = 200;

/// Keystream, and keystream on a message from a block on; in one call and in pieces.
macro_rules! streams {
    ($primitive:ident from $block:literal, $stream:ident, $xor:ident) => {
        fn $stream(name: &str, len: usize) {
            let run = candidate(&$primitive::PRIMITIVE, name);
            let mut out = vec![0; len];
            run.xor(&secret(1), &sample_array(2), 0, &mut out, Source::Zero);
            let mut stream = run.init(&secret(1), &sample_array(2));
            out.chunks_mut(90).all(|piece| stream.xor(piece, Source::Zero).is_ok());
            reveal(&mut out);
        }

        fn $xor(name: &str, len: usize) {
            let run = candidate(&$primitive::PRIMITIVE, name);
            let mut out = vec![0; len];
            run.xor(&secret(1), &sample_array(2), $block, &mut out, Source::From(&message(len)));
            run.xor(&secret(1), &sample_array(2), $block, &mut out, Source::InPlace);
            let mut stream = run.init(&secret(1), &sample_array(2));
            out.chunks_mut(90).all(|piece| stream.xor(piece, Source::InPlace).is_ok());
            reveal(&mut out);
        }
    };
}

streams!(xsalsa20 from 0, xsalsa20_stream, xsalsa20_xor);
streams!(salsa2012 from 0, salsa2012_stream, salsa2012_xor);
streams!(salsa208 from 0, salsa208_stream, salsa208_xor);
streams!(chacha20 from 1, chacha20_stream, chacha20_xor);

macro_rules! ciphers {
    ($($calls:ident of $cipher:ident;)*) => {$(
        mod $calls {
            use super::*;

            pub(super) const CALLS: &[Call] = &[Call {
                name: concat!(
                    "nacl::stream::", stringify!($cipher), "::fill, ",
                    "nacl::stream::", stringify!($cipher), "::xor_into, ",
                    "nacl::stream::", stringify!($cipher), "::xor_ic_into"
                ),
                verdicts: 0,
                run: all,
            }];

            fn all() {
                use stream::$cipher::{fill, xor_ic_into, xor_into};

                let (mut out, key, nonce) = ([0; LEN], secret(1).into(), sample_array(2));
                reveal(&mut [fill(&mut out, &nonce, &key)]);
                reveal(&mut [xor_into(&mut out, &message(LEN), &nonce, &key)]);
                reveal(&mut [xor_ic_into(&mut out, &message(LEN), &nonce, 1, &key)]);
                reveal(&mut out);
            }
        }
    )*};
}

ciphers! {
    chacha20_calls of chacha20;
    chacha20_ietf_calls of chacha20_ietf;
    salsa20_calls of salsa20;
    salsa2012_calls of salsa2012;
    salsa208_calls of salsa208;
    xchacha20_calls of xchacha20;
    xsalsa20_calls of xsalsa20;
}

fn in_pieces() {
    if let Ok(mut stream) = stream::init(&sample_array(2), &hidden(sample_array(1)).into()) {
        for piece in message(LEN).chunks(PIECE) {
            let mut out = vec![0; piece.len()];
            reveal(&mut [stream.xor(&mut out, Source::From(piece))]);
            reveal(&mut out);
        }
    }
}

fn cores() {
    let (input, key) = (hidden(sample_array(5)), hidden(sample_array(6)));
    for core in [cores::hchacha20, cores::hsalsa20] {
        reveal(&mut *core(&input, &key, CONSTANTS));
    }
    for core in [cores::salsa20, cores::salsa2012, cores::salsa208] {
        reveal(&mut *core(&input, &key, CONSTANTS));
    }
}

fn keccak1600() {
    let mut state = Keccak1600::new();
    let mut out = [0; 150];
    for permute in [Keccak1600::permute_24, Keccak1600::permute_12] {
        reveal(&mut [state.xor_bytes(50, &secret::<150>(3))]);
        reveal(&mut [permute(&mut state)]);
        reveal(&mut [state.extract_bytes(50, &mut out)]);
    }
    reveal(&mut { *state.as_bytes() });
    reveal(&mut out);
}
