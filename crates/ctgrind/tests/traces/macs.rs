//! Tests message authentication with secret keys.

use quicksalt::hazmat::siphash24::{self, Mac};
use quicksalt::hazmat::{hmac, sha256, sha512};
use zeroize::Zeroize as _;

use crate::hashes::INITIAL_512;
use crate::primitives::{by, first, moved};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("siphash24.tag", siphash24_input, |name, input| {
        let (key, message) = first(input);
        by(&siphash24::PRIMITIVE, name).tag(key, message).zeroize();
        siphash_in_pieces::<8>(key, message);
    }),
    case("siphash24.tag128", siphashx24_input, |name, input| {
        let (key, message) = first(input);
        by(&siphash24::PRIMITIVE, name).long_tag(key, message).zeroize();
        siphash_in_pieces::<16>(key, message);
    }),
];

/// Moves and copies the state between the pieces of a message.
fn siphash_in_pieces<const TAG: usize>(key: &[u8; 16], message: &[u8]) {
    let mut mac = moved(Mac::<TAG>::new(key));
    message.chunks(1 + message.len() / 3).for_each(|piece| {
        mac = moved(mac.clone());
        mac.update(piece);
    });
    mac.finish().zeroize();
}

/// Defines the cases of HMAC with a hash function and given key and tag lengths. The incremental
/// cases move and copy the state.
macro_rules! tags {
    ($($name:literal $hash:ident $part:literal $key:literal $tag:literal $input:ident)*) => {
        pub(crate) const HMACS: &[Case] = &[$(
            case(concat!($name, ".tag by ", $part, ".hash"), $input, |name, input| {
                let (key, message) = first::<$key>(input);
                let mut tag = [0; $tag];
                hmac::tag_by(by(&$hash::PRIMITIVE, name), key, message, &mut tag);
                tag.zeroize();
            }),
            case(concat!($name, ".update by ", $part, ".update"), $input, |name, input| {
                let (key, message) = first::<$key>(input);
                let candidate = by(&$hash::PRIMITIVE, name);
                let mut mac = moved(hmac::init_by::<_, _, _, $key, $tag>(candidate, key));
                mac.tag_after(&[message]).zeroize();
                mac.tag_after(&[message, message]).zeroize();
                message.chunks(1 + message.len() / 3).for_each(|piece| {
                    mac = moved(mac.clone());
                    mac.update(piece);
                });
                mac.finish().zeroize();
            }),
        )*];
    };
}

tags! {
    "hmac-sha256" sha256 "sha256" 64 32 hmac_sha256_input
    "hmac-sha512" sha512 "sha512" 128 64 hmac_sha512_input
    "hmac-sha512-256" sha512 "sha512" 32 32 hmac_sha512_256_input
}

/// Defines the inputs of HMAC: a message, and a key of half a block that HMAC pads with zeros.
macro_rules! hmacs {
    ($input:ident, $hash:ident, $half:literal, $initial:expr, $compress:ident) => {
        pub(crate) fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let (key, message) = ([drawn::<$half>(1), [0; $half]].concat(), drawn_message(len));
            let mut secrets = Secrets::default().bytes("key", &key[..$half]);
            let pad = |pad: u8| -> [u8; 2 * $half] { core::array::from_fn(|i| key[i] ^ pad) };
            for (name, pad) in [("inner", pad(0x36)), ("outer", pad(0x5c))] {
                let mut state = $initial;
                sha2::block_api::$compress(&mut state, &[pad]);
                let state: Vec<_> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
                secrets = secrets
                    .bytes(&format!("{name} key"), &pad[..$half])
                    .bytes(&format!("{name} state"), &state);
            }
            let inner = $hash::hash(&[&pad(0x36), &message]).unwrap();
            ([key, message].concat(), secrets.bytes("inner digest", &inner))
        }
    };
}

hmacs!(hmac_sha256_input, sha256, 32, INITIAL_512.map(|word| (word >> 32) as u32), compress256);
hmacs!(hmac_sha512_input, sha512, 64, INITIAL_512, compress512);

pub(crate) fn hmac_sha512_256_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn::<32>(1), drawn_message(len));
    let secrets = [("inner", 0x36), ("outer", 0x5c)].iter().fold(
        Secrets::default().bytes("key", &key),
        |secrets, &(name, pad)| {
            let mut block = [pad; 128];
            block.iter_mut().zip(&key).for_each(|(byte, key)| *byte ^= key);
            let mut state = INITIAL_512;
            sha2::block_api::compress512(&mut state, &[block]);
            let state: Vec<_> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
            secrets
                .bytes(&format!("{name} key"), &block[..32])
                .bytes(&format!("{name} state"), &state)
        },
    );
    let inner: Vec<u8> = key.iter().map(|byte| byte ^ 0x36).chain([0x36; 96]).collect();
    let secrets = secrets.bytes("inner digest", &sha512::hash(&[&inner, &message]).unwrap());
    ([&key[..], &message].concat(), secrets)
}

/// The constant "somepseudorandomlygeneratedbytes" as four words, into which SipHash XORs the key.
const SIPHASH: [u64; 4] =
    [0x736f_6d65_7073_6575, 0x646f_7261_6e64_6f6d, 0x6c79_6765_6e65_7261, 0x7465_6462_7974_6573];

fn siphash_input(len: usize, longer: u64) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn::<16>(1), drawn_message(len));
    let words = [0, 1, 2, 3].map(|i| u64::from_le_bytes(key.as_chunks().0[i % 2]) ^ SIPHASH[i]);
    let state = [words[0], words[1] ^ longer, words[2], words[3]].map(u64::to_le_bytes).concat();
    let secrets = Secrets::default().bytes("key", &key).bytes("state after the key", &state);
    ([&key[..], &message].concat(), secrets)
}

pub(crate) fn siphash24_input(len: usize) -> (Vec<u8>, Secrets) {
    siphash_input(len, 0)
}

pub(crate) fn siphashx24_input(len: usize) -> (Vec<u8>, Secrets) {
    siphash_input(len, 0xee)
}
