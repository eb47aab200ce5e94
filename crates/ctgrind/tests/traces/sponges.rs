//! Tests Keccak and the hash functions that use it.

use quicksalt::hazmat::{
    keccak, sha3_256, sha3_512, shake128, shake256, turboshake128, turboshake256,
};
use quicksalt::nacl::cores::Keccak1600;
use zeroize::Zeroize as _;

use crate::hashes::of_message;
use crate::primitives::by;
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("keccak.permute24", state_input, |name, input| {
        // The candidate is looked up before the state exists, because calls during the lookup would
        // spill a state word.
        let candidate = by(&keccak::PRIMITIVE, name);
        let mut state = state_of(input);
        candidate.permute_24(&mut state);
        state.zeroize();
    }),
    case("keccak.permute12", state_input, |name, input| {
        let candidate = by(&keccak::PRIMITIVE, name);
        let mut state = state_of(input);
        candidate.permute_12(&mut state);
        state.zeroize();
    }),
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

/// Defines the cases of a hash function, one-shot and incremental.
macro_rules! sha3 {
    ($($name:literal $primitive:ident)*) => {
        pub(crate) const SHA3: &[Case] = &[$(
            case(
                concat!($name, ".hash by keccak.permute24"),
                |len| of_message(len, |message| $primitive::hash(&[message])),
                |name, message| {
                    let (head, tail) = message.split_at(message.len() / 3);
                    let mut digest = [0; $primitive::DIGEST_LEN];
                    let sponge = $primitive::by(by(&keccak::PRIMITIVE, name));
                    sponge.hash($primitive::DOMAIN, &mut digest, &[head, tail]);
                    digest.zeroize();
                },
            ),
            case(
                concat!($name, ".update by keccak.permute24"),
                |len| of_message(len, |message| $primitive::hash(&[message])),
                |name, message| {
                    let mut hasher = $primitive::hasher_by(by(&keccak::PRIMITIVE, name));
                    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
                    hasher.digest().zeroize();
                },
            ),
        )*];
    };
}

/// Defines the cases of an extendable-output function, one-shot and incremental. After a message of
/// at most one block, the state equals the beginning of the output.
macro_rules! xofs {
    ($($primitive:ident $input:ident $part:literal)*) => {
        pub(crate) const XOFS: &[Case] = &[$(
            case(
                concat!(stringify!($primitive), ".hash by keccak.", $part),
                $input,
                |name, message| {
                    let (head, tail) = message.split_at(message.len() / 3);
                    let mut output = [0; $primitive::RATE];
                    let sponge = $primitive::by(by(&keccak::PRIMITIVE, name));
                    sponge.hash(STANDARD, &mut output, &[head, tail]);
                    output.zeroize();
                },
            ),
            case(
                concat!(stringify!($primitive), ".update by keccak.", $part),
                $input,
                |name, message| {
                    let mut hasher = $primitive::by(by(&keccak::PRIMITIVE, name)).hasher(STANDARD);
                    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
                    let mut output = [0; $primitive::RATE];
                    hasher.finish().read(&mut output);
                    output.zeroize();
                },
            ),
        )*];

        $(fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (message, mut output) = (drawn_message(len), [0; $primitive::RATE]);
            let portable = $primitive::by(by(&keccak::PRIMITIVE, "portable"));
            portable.hash(STANDARD, &mut output, &[&message]);
            let secrets = Secrets::default().bytes("message", &message).bytes("output", &output);
            (message, secrets)
        })*
    };
}

sha3! { "sha3-256" sha3_256 "sha3-512" sha3_512 }

xofs! {
    shake128 shake128_input "permute24"
    shake256 shake256_input "permute24"
    turboshake128 turboshake128_input "permute12"
    turboshake256 turboshake256_input "permute12"
}
