//! Hashes of secret messages and under secret keys.

use quicksalt::hazmat::{
    argon2, blake2b, blake2b_lanes, md5, ripemd160, scrypt, sha1, sha256, sha256_lanes, sha512,
};
use zeroize::Zeroize as _;

use crate::Case;
use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn, drawn_message};

pub(crate) const CASES: &[Case] = &[
    Case { name: "sha256.hash", prepare: sha256_input, run: sha256 },
    Case { name: "sha256.update", prepare: sha256_input, run: sha256_pieces },
    Case { name: "sha256-lanes.hash", prepare: sha256_lanes_input, run: sha256_lanes },
    Case { name: "sha256-lanes.chains", prepare: sha256_chains_input, run: sha256_chains },
    Case { name: "sha512.hash", prepare: sha512_input, run: sha512 },
    Case { name: "sha512.update", prepare: sha512_input, run: sha512_pieces },
    Case { name: "md5.hash", prepare: md5_input, run: md5_whole },
    Case { name: "md5.update", prepare: md5_input, run: md5_pieces },
    Case { name: "sha1.hash", prepare: sha1_input, run: sha1_whole },
    Case { name: "sha1.update", prepare: sha1_input, run: sha1_pieces },
    Case { name: "ripemd160.hash", prepare: ripemd160_input, run: ripemd160 },
    Case { name: "ripemd160.update", prepare: ripemd160_input, run: ripemd160_pieces },
    Case { name: "blake2b.hash", prepare: blake2b_input, run: blake2b },
    Case { name: "blake2b.update", prepare: blake2b_input, run: blake2b_pieces },
    Case { name: "blake2b-lanes.hash", prepare: blake2b_lanes_input, run: blake2b_lanes },
    Case { name: "blake2b-lanes.chains", prepare: blake2b_chains_input, run: blake2b_chains },
    Case { name: "argon2.compress", prepare: argon2_input, run: argon2 },
    Case { name: "scrypt.mix", prepare: scrypt_input, run: scrypt },
];

/// What SHA-512 begins with (FIPS 180-4, section 5.3.5); SHA-256 begins with the upper halves.
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

fn sha256_input(len: usize) -> (Vec<u8>, Secrets) {
    let message = drawn_message(len);
    let digest = sha256::hash(&[&message]).unwrap();
    let secrets = Secrets::default().bytes("message", &message).bytes("digest", &digest);
    (message, secrets)
}

fn sha256(name: &str, message: &[u8]) {
    let (head, tail) = message.split_at(message.len() / 3);
    by(&sha256::PRIMITIVE, name).hash(&[head, tail]).zeroize();
}

fn sha256_pieces(name: &str, message: &[u8]) {
    let mut hasher = by(&sha256::PRIMITIVE, name).hasher();
    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
    hasher.digest().zeroize();
}

/// More messages than any kernel has lanes.
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

fn sha256_lanes(name: &str, input: &[u8]) {
    let (start, messages) = first::<64>(input);
    let start = sha256_lanes::Midstate::after(core::slice::from_ref(start));
    let mut digests = vec![0; MESSAGES * 32];
    let mut messages = sha256_lanes::Messages::new(&start, &mut digests, messages, 32).unwrap();
    by(&sha256_lanes::PRIMITIVE, name).hash_all(&mut messages);
    digests.zeroize();
}

/// Values that chains begin with; they end with others after three steps.
fn sha256_chains_input(_: usize) -> (Vec<u8>, Secrets) {
    let values = drawn_message(MESSAGES * 24);
    let secrets = Secrets::default().bytes("values", &values).lanes("values", &values, 24, 4);
    (values, secrets)
}

fn sha256_chains(name: &str, input: &[u8]) {
    let prefixes = [[7; sha256_lanes::PREFIX_LEN]; MESSAGES];
    let steps: Vec<_> =
        (0..MESSAGES).map(|i| sha256_lanes::Steps { first: 0, count: 1 + i as u8 % 3 }).collect();
    let mut values = input.to_vec();
    let mut chains = sha256_lanes::Chains::new(&prefixes, &steps, &mut values).unwrap();
    by(&sha256_lanes::PRIMITIVE, name).advance(&mut chains, 4);
    values.zeroize();
}

fn sha512_input(len: usize) -> (Vec<u8>, Secrets) {
    let message = drawn_message(len);
    let digest = sha512::hash(&[&message]).unwrap();
    let secrets = Secrets::default().bytes("message", &message).bytes("digest", &digest);
    (message, secrets)
}

fn sha512(name: &str, message: &[u8]) {
    let (head, tail) = message.split_at(message.len() / 3);
    by(&sha512::PRIMITIVE, name).hash(&[head, tail]).zeroize();
}

fn sha512_pieces(name: &str, message: &[u8]) {
    let mut hasher = by(&sha512::PRIMITIVE, name).hasher();
    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
    hasher.digest().zeroize();
}

/// A message and its digest, in one call and in pieces.
macro_rules! old {
    ($primitive:ident, $input:ident, $whole:ident, $pieces:ident) => {
        fn $input(len: usize) -> (Vec<u8>, Secrets) {
            let message = drawn_message(len);
            let digest = $primitive::hash(&[&message]).unwrap();
            let secrets = Secrets::default().bytes("message", &message).bytes("digest", &digest);
            (message, secrets)
        }

        fn $whole(name: &str, message: &[u8]) {
            let (head, tail) = message.split_at(message.len() / 3);
            by(&$primitive::PRIMITIVE, name).hash(&[head, tail]).zeroize();
        }

        fn $pieces(name: &str, message: &[u8]) {
            let mut hasher = by(&$primitive::PRIMITIVE, name).hasher();
            message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
            hasher.digest().zeroize();
        }
    };
}

old!(md5, md5_input, md5_whole, md5_pieces);
old!(sha1, sha1_input, sha1_whole, sha1_pieces);

fn ripemd160_input(len: usize) -> (Vec<u8>, Secrets) {
    let message = drawn_message(len);
    let digest = ripemd160::hash(&[&message]).unwrap();
    let secrets = Secrets::default().bytes("message", &message).bytes("digest", &digest);
    (message, secrets)
}

fn ripemd160(name: &str, message: &[u8]) {
    let (head, tail) = message.split_at(message.len() / 3);
    by(&ripemd160::PRIMITIVE, name).hash(&[head, tail]).zeroize();
}

fn ripemd160_pieces(name: &str, message: &[u8]) {
    let mut hasher = by(&ripemd160::PRIMITIVE, name).hasher();
    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
    hasher.digest().zeroize();
}

/// A key of half a block, which is absorbed as a block.
pub(crate) fn blake2b_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, message) = (drawn::<32>(1), drawn_message(len));
    let mut digest = [0; 64];
    blake2b::hash(&key, &[2; 16], &[3; 16], &mut digest, &[&message]).unwrap();
    let secrets =
        Secrets::default().bytes("key", &key).bytes("message", &message).bytes("digest", &digest);
    ([&key[..], &message].concat(), secrets)
}

fn blake2b(name: &str, input: &[u8]) {
    let (key, message) = first::<32>(input);
    let params = blake2b::Params::new(key, &[2; 16], &[3; 16]).unwrap();
    let mut digest = [0; 64];
    by(&blake2b::PRIMITIVE, name).hash(&params, &mut digest, &[message]);
    digest.zeroize();
}

fn blake2b_pieces(name: &str, input: &[u8]) {
    let (key, message) = first::<32>(input);
    let params = blake2b::Params::new(key, &[2; 16], &[3; 16]).unwrap();
    let mut hasher = by(&blake2b::PRIMITIVE, name).hasher(64, &params).unwrap();
    message.chunks(1 + message.len() / 3).for_each(|piece| hasher.update(piece));
    let mut digest = [0; 64];
    hasher.digest_into(&mut digest);
    digest.zeroize();
}

fn blake2b_lanes_input(len: usize) -> (Vec<u8>, Secrets) {
    let (key, messages) = (drawn::<32>(1), drawn_message(MESSAGES * len));
    let mut digests = vec![0; MESSAGES * 32];
    for (digest, message) in digests.chunks_mut(32).zip(messages.chunks(len)) {
        blake2b::hash(&key, &[2; 16], &[3; 16], digest, &[message]).unwrap();
    }
    let secrets = Secrets::default()
        .bytes("key", &key)
        .bytes("messages", &messages)
        .lanes("messages", &messages, len, 8)
        .bytes("digests", &digests)
        .lanes("digests", &digests, 32, 8);
    ([&key[..], &messages].concat(), secrets)
}

fn blake2b_lanes(name: &str, input: &[u8]) {
    let (key, messages) = first::<32>(input);
    let run = by(&blake2b_lanes::PRIMITIVE, name);
    let params = blake2b::Params::new(key, &[2; 16], &[3; 16]).unwrap();
    let mut digests = vec![0; MESSAGES * 32];
    run.hash(&run.starts(32, &[params]), &mut digests, messages);
    digests.zeroize();
}

/// A passphrase, and what it is stretched to.
fn argon2_input(len: usize) -> (Vec<u8>, Secrets) {
    let passphrase = drawn_message(len);
    let mut tag = [0; 64];
    stretch(&mut tag, &passphrase, argon2::hash);
    let secrets = Secrets::default().bytes("passphrase", &passphrase).bytes("tag", &tag);
    (passphrase, secrets)
}

fn argon2(name: &str, passphrase: &[u8]) {
    let (run, mut tag) = (by(&argon2::PRIMITIVE, name), [0; 64]);
    stretch(&mut tag, passphrase, |kind, params, out, input| run.hash(kind, params, out, input));
    tag.zeroize();
}

fn stretch(
    out: &mut [u8],
    passphrase: &[u8],
    hash: impl Fn(argon2::Kind, argon2::Params, &mut [u8], &argon2::Input<'_>) -> quicksalt::Result<()>,
) {
    let input = argon2::Input { passphrase, salt: &[2; 16], secret: &[], data: &[] };
    hash(argon2::Kind::Id, argon2::Params::new(64, 2, 2).unwrap(), out, &input).unwrap();
}

/// A password, and the key.
fn scrypt_input(len: usize) -> (Vec<u8>, Secrets) {
    let password = drawn_message(len);
    let mut key = [0; 64];
    scrypt::hash(scrypt_cost(), 0, &mut key, &password, &[2; 16]).unwrap();
    let secrets = Secrets::default().bytes("password", &password).bytes("key", &key);
    (password, secrets)
}

fn scrypt(name: &str, password: &[u8]) {
    let (run, mut key) = (by(&scrypt::PRIMITIVE, name), [0; 64]);
    scrypt::hash_by(run, scrypt_cost(), 0, &mut key, password, &[2; 16]).unwrap();
    key.zeroize();
}

fn scrypt_cost() -> scrypt::Params {
    scrypt::Params::new(16, 4, 2).unwrap()
}

/// The personalisation is a key here: the standard names no such use, this repository does.
fn blake2b_chains_input(_: usize) -> (Vec<u8>, Secrets) {
    let (personal, values) = (drawn::<16>(1), drawn_message(MESSAGES * 24));
    let secrets = Secrets::default()
        .bytes("personalisation", &personal)
        .bytes("values", &values)
        .lanes("values", &values, 24, 8);
    ([&personal[..], &values].concat(), secrets)
}

fn blake2b_chains(name: &str, input: &[u8]) {
    let (personal, values) = first::<16>(input);
    let run = by(&blake2b_lanes::PRIMITIVE, name);
    let params = blake2b::Params::new(&[], &[2; 16], personal).unwrap();
    let (mut values, mut numbers) = (values.to_vec(), [0; MESSAGES]);
    let starts = run.starts(24, &[params]);
    let mut chains = blake2b_lanes::Chains {
        starts: &starts,
        values: &mut values,
        numbers: &mut numbers,
        increment: 1,
    };
    run.step(&mut chains, 3, None);
    values.zeroize();
}
