//! Tags of messages under secret keys.

use quicksalt::hazmat::siphash24::{self, Mac};
use quicksalt::hazmat::{hmac, sha256, sha512};
use zeroize::Zeroize as _;

use crate::Case;
use crate::hashes::INITIAL_512;
use crate::primitives::{by, first, moved};
use crate::secrets::{Secrets, drawn, drawn_message};

pub(crate) const CASES: &[Case] = &[
    Case {
        name: "hmac-sha256.tag by sha256.hash",
        prepare: hmac_sha256_input,
        run: hmac_sha256_tag,
    },
    Case {
        name: "hmac-sha256.update by sha256.update",
        prepare: hmac_sha256_input,
        run: hmac_sha256_pieces,
    },
    Case {
        name: "hmac-sha512.tag by sha512.hash",
        prepare: hmac_sha512_input,
        run: hmac_sha512_tag,
    },
    Case {
        name: "hmac-sha512.update by sha512.update",
        prepare: hmac_sha512_input,
        run: hmac_sha512_pieces,
    },
    Case {
        name: "hmac-sha512-256.tag by sha512.hash",
        prepare: hmac_sha512_256_input,
        run: hmac_sha512_256_tag,
    },
    Case {
        name: "hmac-sha512-256.update by sha512.update",
        prepare: hmac_sha512_256_input,
        run: hmac_sha512_256_pieces,
    },
    Case { name: "siphash24.tag", prepare: siphash24_input, run: siphash24_tag },
    Case { name: "siphash24.tag128", prepare: siphashx24_input, run: siphash24_long_tag },
];

fn siphash24_tag(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    by(&siphash24::PRIMITIVE, name).tag(key, message).zeroize();
    siphash_in_pieces::<8>(key, message);
}

fn siphash24_long_tag(name: &str, input: &[u8]) {
    let (key, message) = first(input);
    by(&siphash24::PRIMITIVE, name).long_tag(key, message).zeroize();
    siphash_in_pieces::<16>(key, message);
}

/// Moved and copied on the way.
fn siphash_in_pieces<const TAG: usize>(key: &[u8; 16], message: &[u8]) {
    let mut mac = moved(Mac::<TAG>::new(key));
    message.chunks(1 + message.len() / 3).for_each(|piece| {
        mac = moved(mac.clone());
        mac.update(piece);
    });
    mac.finish().zeroize();
}

/// What a candidate is given, a tag of HMAC in one call, and one in pieces, moved and copied on the way; with
/// keys and tags of these lengths.
macro_rules! hmac_calls {
    ($hash:ident, $key:literal, $tag:literal, $whole:ident, $pieces:ident) => {
        fn $whole(name: &str, input: &[u8]) {
            let (key, message) = first::<$key>(input);
            let mut tag = [0; $tag];
            hmac::tag_by(by(&$hash::PRIMITIVE, name), key, message, &mut tag);
            tag.zeroize();
        }

        fn $pieces(name: &str, input: &[u8]) {
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
        }
    };
}

hmac_calls!(sha256, 64, 32, hmac_sha256_tag, hmac_sha256_pieces);
hmac_calls!(sha512, 128, 64, hmac_sha512_tag, hmac_sha512_pieces);
hmac_calls!(sha512, 32, 32, hmac_sha512_256_tag, hmac_sha512_256_pieces);

/// A key of half a block, filled up with zeros.
pub(crate) fn hmac_sha256_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = ([drawn::<32>(1), [0; 32]].concat(), drawn_message(len));
    let mut secrets = Secrets::default().bytes("key", &key[..32]);
    let pad = |pad: u8| -> [u8; 64] { core::array::from_fn(|i| key[i] ^ pad) };
    for (name, pad) in [("inner", pad(0x36)), ("outer", pad(0x5c))] {
        let mut state = INITIAL_512.map(|word| (word >> 32) as u32);
        sha2::block_api::compress256(&mut state, &[pad]);
        let state: Vec<_> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
        secrets = secrets
            .bytes(&format!("{name} key"), &pad[..32])
            .bytes(&format!("{name} state"), &state);
    }
    let inner = sha256::hash(&[&pad(0x36), &message]).unwrap();
    ([key, message].concat(), secrets.bytes("inner digest", &inner))
}

/// A key of half a block, filled up with zeros.
pub(crate) fn hmac_sha512_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = ([drawn::<64>(1), [0; 64]].concat(), drawn_message(len));
    let mut secrets = Secrets::default().bytes("key", &key[..64]);
    let pad = |pad: u8| -> [u8; 128] { core::array::from_fn(|i| key[i] ^ pad) };
    for (name, pad) in [("inner", pad(0x36)), ("outer", pad(0x5c))] {
        let mut state = INITIAL_512;
        sha2::block_api::compress512(&mut state, &[pad]);
        let state: Vec<_> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
        secrets = secrets
            .bytes(&format!("{name} key"), &pad[..64])
            .bytes(&format!("{name} state"), &state);
    }
    let inner = sha512::hash(&[&pad(0x36), &message]).unwrap();
    ([key, message].concat(), secrets.bytes("inner digest", &inner))
}

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

/// "somepseudorandomlygeneratedbytes", the words that the key is XORed onto.
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
