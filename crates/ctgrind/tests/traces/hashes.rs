//! Tests hash functions with secret messages and secret keys.

use quicksalt::hazmat::{
    argon2, blake2b, blake2b_lanes, md5, ripemd160, scrypt, sha1, sha256, sha256_lanes, sha512,
};
use zeroize::Zeroize as _;

use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("sha256-lanes.hash", sha256_lanes_input, |name, input| {
        let (start, messages) = first::<64>(input);
        let start = sha256_lanes::Midstate::after(core::slice::from_ref(start));
        let mut digests = vec![0; MESSAGES * 32];
        let mut messages = sha256_lanes::Messages::new(&start, &mut digests, messages, 32).unwrap();
        by(&sha256_lanes::PRIMITIVE, name).hash_all(&mut messages);
        digests.zeroize();
    }),
    case("sha256-lanes.chains", sha256_chains_input, |name, input| {
        let prefixes = [[7; sha256_lanes::PREFIX_LEN]; MESSAGES];
        let steps: Vec<_> = (0..MESSAGES)
            .map(|i| sha256_lanes::Steps { first: 0, count: 1 + i as u8 % 3 })
            .collect();
        let mut values = input.to_vec();
        let mut chains = sha256_lanes::Chains::new(&prefixes, &steps, &mut values).unwrap();
        by(&sha256_lanes::PRIMITIVE, name).advance(&mut chains, 4);
        values.zeroize();
    }),
    case("blake2b.hash", blake2b_input, |name, input| {
        let (key, message) = first::<32>(input);
        let params = blake2b::Params::new(key, &[2; 16], &[3; 16]).unwrap();
        let mut digest = [0; 64];
        by(&blake2b::PRIMITIVE, name).hash(&params, &mut digest, &[message]);
        digest.zeroize();
    }),
    case("blake2b.update", blake2b_input, |name, input| {
        let (key, message) = first::<32>(input);
        let params = blake2b::Params::new(key, &[2; 16], &[3; 16]).unwrap();
        let mut hasher = by(&blake2b::PRIMITIVE, name).hasher(64, &params).unwrap();
        message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
        let mut digest = [0; 64];
        hasher.digest_into(&mut digest);
        digest.zeroize();
    }),
    case("blake2b-lanes.chains", blake2b_chains_input, |name, input| {
        let (key, values) = first::<32>(input);
        let start = blake2b_lanes::Start::new(24, key).unwrap();
        let mut values = values.to_vec();
        by(&blake2b_lanes::PRIMITIVE, name).advance(&start, &mut values, 3);
        values.zeroize();
    }),
    case("argon2.compress", argon2_input, |name, passphrase| {
        let (run, mut tag) = (by(&argon2::PRIMITIVE, name), [0; 64]);
        stretch(&mut tag, passphrase, |kind, params, out, input| {
            run.hash(kind, params, out, input)
        });
        tag.zeroize();
    }),
    case("scrypt.mix", scrypt_input, |name, password| {
        let (run, mut key) = (by(&scrypt::PRIMITIVE, name), [0; 64]);
        scrypt::hash_by(run, scrypt_cost(), 0, &mut key, password, &[2; 16]).unwrap();
        key.zeroize();
    }),
];

/// Defines the cases of a hash function, one-shot and incremental.
macro_rules! hashes {
    ($($primitive:ident)*) => {
        pub(crate) const MESSAGE_CASES: &[Case] = &[$(
            case(concat!(stringify!($primitive), ".hash"), |len| of_message(len, |message| $primitive::hash(&[message])), |name, message| {
                let (head, tail) = message.split_at(message.len() / 3);
                by(&$primitive::PRIMITIVE, name).hash(&[head, tail]).zeroize();
            }),
            case(concat!(stringify!($primitive), ".update"), |len| of_message(len, |message| $primitive::hash(&[message])), |name, message| {
                let mut hasher = by(&$primitive::PRIMITIVE, name).hasher();
                message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
                hasher.digest().zeroize();
            }),
        )*];
    };
}

hashes! { sha256 sha512 md5 sha1 ripemd160 }

/// Returns a message; its digest is a secret too.
pub(crate) fn of_message<D: AsRef<[u8]>>(
    len: usize,
    hash: impl Fn(&[u8]) -> quicksalt::Result<D>,
) -> (Vec<u8>, Secrets) {
    let message = drawn_message(len);
    let digest = hash(&message).unwrap();
    let secrets = Secrets::default().bytes("message", &message).bytes("digest", digest.as_ref());
    (message, secrets)
}

/// The initial state of SHA-512 (FIPS 180-4, section 5.3.5). SHA-256 starts with the upper halves
/// of these words.
pub(crate) const INITIAL_512: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The number of messages, which exceeds the number of lanes in any kernel.
const MESSAGES: usize = 37;

fn sha256_lanes_input(len: usize) -> (Vec<u8>, Secrets) {
    let (start, messages) = (drawn::<64>(1), drawn_message(MESSAGES * len));
    let digests = messages.chunks(len).flat_map(|m| sha256::hash(&[&start, m]).unwrap());
    let digests: Vec<_> = digests.collect();
    let mut state = INITIAL_512.map(|word| (word >> 32) as u32);
    sha2::block_api::compress256(&mut state, &[start]);
    let state: Vec<_> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
    let secrets = Secrets::default()
        .bytes("first block", &start)
        .key("state after the first block", &state)
        .bytes("messages", &messages)
        .lanes("messages", &messages, len, 4)
        .bytes("digests", &digests)
        .lanes("digests", &digests, 32, 4);
    ([&start[..], &messages].concat(), secrets)
}

/// Returns the initial values of hash chains; after three steps, they must no longer be in memory.
fn sha256_chains_input(_: usize) -> (Vec<u8>, Secrets) {
    let values = drawn_message(MESSAGES * 24);
    let secrets = Secrets::default().bytes("values", &values).lanes("values", &values, 24, 4);
    (values, secrets)
}

/// Returns a message, and a key that is half a block long. BLAKE2b pads the key to a whole block.
pub(crate) fn blake2b_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn::<32>(1), drawn_message(len));
    let mut digest = [0; 64];
    blake2b::hash(&key, &[2; 16], &[3; 16], &mut digest, &[&message]).unwrap();
    let secrets =
        Secrets::default().bytes("key", &key).bytes("message", &message).bytes("digest", &digest);
    ([&key[..], &message].concat(), secrets)
}

/// Returns a key and the initial values of hash chains; after three steps, the initial values must
/// no longer be in memory.
fn blake2b_chains_input(_: usize) -> (Vec<u8>, Secrets) {
    let (key, values) = (drawn::<32>(1), drawn_message(MESSAGES * 24));
    let secrets = Secrets::default()
        .bytes("key", &key)
        .bytes("values", &values)
        .lanes("values", &values, 24, 8);
    ([&key[..], &values].concat(), secrets)
}

/// Returns a passphrase; Argon2's output is a secret too.
fn argon2_input(len: usize) -> (Vec<u8>, Secrets) {
    let passphrase = drawn_message(len);
    let mut tag = [0; 64];
    stretch(&mut tag, &passphrase, argon2::hash);
    let secrets = Secrets::default().bytes("passphrase", &passphrase).bytes("tag", &tag);
    (passphrase, secrets)
}

fn stretch(
    out: &mut [u8],
    passphrase: &[u8],
    hash: impl Fn(argon2::Kind, argon2::Params, &mut [u8], &argon2::Input<'_>) -> quicksalt::Result<()>,
) {
    let input = argon2::Input { passphrase, salt: &[2; 16], secret: &[], data: &[] };
    hash(argon2::Kind::Id, argon2::Params::new(64, 2, 2).unwrap(), out, &input).unwrap();
}

/// Returns a password; the derived key is a secret too.
fn scrypt_input(len: usize) -> (Vec<u8>, Secrets) {
    let password = drawn_message(len);
    let mut key = [0; 64];
    scrypt::hash(scrypt_cost(), 0, &mut key, &password, &[2; 16]).unwrap();
    let secrets = Secrets::default().bytes("password", &password).bytes("key", &key);
    (password, secrets)
}

fn scrypt_cost() -> scrypt::Params {
    scrypt::Params::new(16, 4, 2).unwrap()
}
