//! Checks Keccak and the hash functions that use it while their inputs are hidden.

use quicksalt::hazmat::{
    keccak, sha3_256, sha3_512, shake128, shake256, turboshake128, turboshake256,
};
use quicksalt::nacl::{hash, xof};

use crate::calls::{Call, call};
use crate::cases::{Case, case};
use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

pub(crate) const CALLS: &[Call] = &[
    call("nacl::hash::sha3_256, nacl::hash::sha3_512", 0, || {
        reveal(&mut [hash::sha3_256(&message(LEN))]);
        reveal(&mut [hash::sha3_512(&message(LEN))]);
    }),
    call("nacl::hash::sha3_256_init, nacl::hash::sha3_512_init", 0, || {
        if let Ok(mut hasher) = hash::sha3_256_init() {
            message(LEN).chunks(PIECE).for_each(|piece| hasher.update(piece));
            reveal(&mut hasher.digest());
        }
        if let Ok(mut hasher) = hash::sha3_512_init() {
            message(LEN).chunks(PIECE).for_each(|piece| hasher.update(piece));
            reveal(&mut hasher.digest());
        }
    }),
    call(
        "nacl::xof::shake128, nacl::xof::shake256, nacl::xof::turboshake128, \
               nacl::xof::turboshake256",
        0,
        || {
            let mut out = [0; LEN];
            reveal(&mut [xof::shake128(&mut out, &message(LEN))]);
            reveal(&mut [xof::shake256(&mut out, &message(LEN))]);
            reveal(&mut [xof::turboshake128(&mut out, &message(LEN), xof::DOMAIN)]);
            reveal(&mut [xof::turboshake256(&mut out, &message(LEN), xof::DOMAIN)]);
            reveal(&mut out);
        },
    ),
    call(
        "nacl::xof::shake128_init, nacl::xof::shake256_init, nacl::xof::turboshake128_init, \
               nacl::xof::turboshake256_init",
        0,
        || {
            read(xof::shake128_init());
            read(xof::shake256_init());
            read(xof::turboshake128_init(xof::DOMAIN));
            read(xof::turboshake256_init(xof::DOMAIN));
        },
    ),
];

/// The lengths in bytes of a message of several blocks and of a piece of this message.
const LEN: usize = 500;
const PIECE: usize = 200;

const STANDARD: u8 = 0x1f;

fn secret_state(len: usize) -> keccak::State {
    let bytes: [u8; 200] = secret(len as u64);
    core::array::from_fn(|lane| u64::from_le_bytes(bytes.as_chunks().0[lane]))
}

pub(crate) const CASES: &[Case] = &[
    case("keccak.permute24", 0, |name, len| {
        let mut state = secret_state(len);
        candidate(&keccak::PRIMITIVE, name).permute_24(&mut state);
        reveal(&mut state);
    }),
    case("keccak.permute12", 0, |name, len| {
        let mut state = secret_state(len);
        candidate(&keccak::PRIMITIVE, name).permute_12(&mut state);
        reveal(&mut state);
    }),
];

macro_rules! sha3 {
    ($($name:literal $primitive:ident)*) => {
        pub(crate) const SHA3: &[Case] = &[$(
            case(concat!($name, ".hash by keccak.permute24"), 0, |name, len| {
                let message = message(len);
                let (head, tail) = message.split_at(len / 3);
                let mut digest = [0; $primitive::DIGEST_LEN];
                let sponge = $primitive::by(candidate(&keccak::PRIMITIVE, name));
                sponge.hash($primitive::DOMAIN, &mut digest, &[head, tail]);
                reveal(&mut digest);
            }),
            case(concat!($name, ".update by keccak.permute24"), 0, |name, len| {
                let mut hasher = $primitive::hasher_by(candidate(&keccak::PRIMITIVE, name));
                message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
                reveal(&mut hasher.digest());
            }),
        )*];
    };
}

macro_rules! xofs {
    ($($primitive:ident $part:literal)*) => {
        pub(crate) const XOFS: &[Case] = &[$(
            case(concat!(stringify!($primitive), ".hash by keccak.", $part), 0, |name, len| {
                let message = message(len);
                let (head, tail) = message.split_at(len / 3);
                let mut output = vec![0; len / 2];
                let sponge = $primitive::by(candidate(&keccak::PRIMITIVE, name));
                sponge.hash(STANDARD, &mut output, &[head, tail]);
                reveal(&mut output);
            }),
            case(concat!(stringify!($primitive), ".update by keccak.", $part), 0, |name, len| {
                let sponge = $primitive::by(candidate(&keccak::PRIMITIVE, name));
                let mut hasher = sponge.hasher(STANDARD);
                message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
                let (mut output, mut reader) = (vec![0; len / 2], hasher.finish());
                output.chunks_mut(1 + len / 5).for_each(|piece| reader.read(piece));
                reveal(&mut output);
            }),
        )*];
    };
}

sha3! { "sha3-256" sha3_256 "sha3-512" sha3_512 }

xofs! {
    shake128 "permute24"
    shake256 "permute24"
    turboshake128 "permute12"
    turboshake256 "permute12"
}

fn read<const RATE: usize>(hasher: quicksalt::Result<xof::Hasher<RATE>>) {
    if let Ok(mut hasher) = hasher {
        message(LEN).chunks(PIECE).for_each(|piece| hasher.update(piece));
        let (mut out, mut reader) = ([0; LEN], hasher.finish());
        out.chunks_mut(PIECE).for_each(|piece| reader.read(piece));
        reveal(&mut out);
    }
}
