//! Keccak, and what hashes by it.

use quicksalt::hazmat::{
    keccak, sha3_256, sha3_512, shake128, shake256, turboshake128, turboshake256,
};
use quicksalt::nacl::cores::Keccak1600;
use zeroize::Zeroize as _;

use crate::Case;
use crate::primitives::by;
use crate::secrets::{Secrets, drawn, drawn_message};

pub(crate) const CASES: &[Case] = &[
    Case { name: "keccak.permute24", prepare: state_input, run: permute_24 },
    Case { name: "keccak.permute12", prepare: state_input, run: permute_12 },
    Case {
        name: "sha3-256.hash by keccak.permute24",
        prepare: sha3_256_input,
        run: sha3_256_whole,
    },
    Case {
        name: "sha3-256.update by keccak.permute24",
        prepare: sha3_256_input,
        run: sha3_256_pieces,
    },
    Case {
        name: "sha3-512.hash by keccak.permute24",
        prepare: sha3_512_input,
        run: sha3_512_whole,
    },
    Case {
        name: "sha3-512.update by keccak.permute24",
        prepare: sha3_512_input,
        run: sha3_512_pieces,
    },
    Case {
        name: "shake128.hash by keccak.permute24",
        prepare: shake128_input,
        run: shake128_whole,
    },
    Case {
        name: "shake128.update by keccak.permute24",
        prepare: shake128_input,
        run: shake128_pieces,
    },
    Case {
        name: "shake256.hash by keccak.permute24",
        prepare: shake256_input,
        run: shake256_whole,
    },
    Case {
        name: "shake256.update by keccak.permute24",
        prepare: shake256_input,
        run: shake256_pieces,
    },
    Case {
        name: "turboshake128.hash by keccak.permute12",
        prepare: turboshake128_input,
        run: turboshake128_whole,
    },
    Case {
        name: "turboshake128.update by keccak.permute12",
        prepare: turboshake128_input,
        run: turboshake128_pieces,
    },
    Case {
        name: "turboshake256.hash by keccak.permute12",
        prepare: turboshake256_input,
        run: turboshake256_whole,
    },
    Case {
        name: "turboshake256.update by keccak.permute12",
        prepare: turboshake256_input,
        run: turboshake256_pieces,
    },
];

const STANDARD: u8 = 0x1f;

pub(crate) fn state_input(_: usize) -> (Vec<u8>, Secrets) {
    let state = drawn::<200>(1);
    (state.into(), Secrets::default().bytes("state", &state))
}

fn state_of(input: &[u8]) -> keccak::State {
    core::array::from_fn(|lane| u64::from_le_bytes(input.as_chunks().0[lane]))
}

pub(crate) fn keccak1600(_: &str, input: &[u8]) {
    let mut state = Keccak1600::new();
    let mut out = [0; 150];
    state.xor_bytes(0, input).unwrap();
    state.permute_12().unwrap();
    state.permute_24().unwrap();
    state.extract_bytes(50, &mut out).unwrap();
    out.zeroize();
}

fn permute_24(name: &str, input: &[u8]) {
    // Found before: what the search for it calls would keep a word of the state that a register held.
    let candidate = by(&keccak::PRIMITIVE, name);
    let mut state = state_of(input);
    candidate.permute_24(&mut state);
    state.zeroize();
}

fn permute_12(name: &str, input: &[u8]) {
    let candidate = by(&keccak::PRIMITIVE, name);
    let mut state = state_of(input);
    candidate.permute_12(&mut state);
    state.zeroize();
}

/// A message and its digest, in one call and in pieces.
macro_rules! sha3 {
    ($primitive:ident, $input:ident, $whole:ident, $pieces:ident) => {
        fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let message = drawn_message(len);
            let digest = $primitive::hash(&[&message]).unwrap();
            let secrets = Secrets::default().bytes("message", &message).bytes("digest", &digest);
            (message, secrets)
        }

        fn $whole(name: &str, message: &[u8]) {
            let (head, tail) = message.split_at(message.len() / 3);
            let mut digest = [0; $primitive::DIGEST_LEN];
            let sponge = $primitive::by(by(&keccak::PRIMITIVE, name));
            sponge.hash($primitive::DOMAIN, &mut digest, &[head, tail]);
            digest.zeroize();
        }

        fn $pieces(name: &str, message: &[u8]) {
            let mut hasher = $primitive::hasher_by(by(&keccak::PRIMITIVE, name));
            message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
            hasher.digest().zeroize();
        }
    };
}

/// A message and its output, in one call and in pieces. The state after a message of one block at most
/// is its output, as far as the output goes.
macro_rules! xof {
    ($primitive:ident, $input:ident, $whole:ident, $pieces:ident) => {
        fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (message, mut output) = (drawn_message(len), [0; $primitive::RATE]);
            let portable = $primitive::by(by(&keccak::PRIMITIVE, "portable"));
            portable.hash(STANDARD, &mut output, &[&message]);
            let secrets = Secrets::default().bytes("message", &message).bytes("output", &output);
            (message, secrets)
        }

        fn $whole(name: &str, message: &[u8]) {
            let (head, tail) = message.split_at(message.len() / 3);
            let mut output = [0; $primitive::RATE];
            $primitive::by(by(&keccak::PRIMITIVE, name)).hash(STANDARD, &mut output, &[head, tail]);
            output.zeroize();
        }

        fn $pieces(name: &str, message: &[u8]) {
            let mut hasher = $primitive::by(by(&keccak::PRIMITIVE, name)).hasher(STANDARD);
            message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
            let mut output = [0; $primitive::RATE];
            hasher.finish().read(&mut output);
            output.zeroize();
        }
    };
}

sha3!(sha3_256, sha3_256_input, sha3_256_whole, sha3_256_pieces);
sha3!(sha3_512, sha3_512_input, sha3_512_whole, sha3_512_pieces);
xof!(shake128, shake128_input, shake128_whole, shake128_pieces);
xof!(shake256, shake256_input, shake256_whole, shake256_pieces);
xof!(turboshake128, turboshake128_input, turboshake128_whole, turboshake128_pieces);
xof!(turboshake256, turboshake256_input, turboshake256_whole, turboshake256_pieces);
