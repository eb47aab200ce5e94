//! One case for each operation that handles a secret.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::hazmat::argon2::{self, Block};
use quicksalt::hazmat::blake2b_lanes::Chains;
use quicksalt::hazmat::scrypt::Chunk;
use quicksalt::hazmat::{
    blake2b, blake2b_lanes, ed25519, ed25519ph, hmac, poly1305, scrypt, sha256, sha256_lanes,
    sha512, siphash24, x25519, xsalsa20poly1305,
};

use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};
use crate::{old, sponges};

/// How an operation is run with its secrets hidden.
pub(crate) struct Case {
    /// Such as `sha256.hash`; of a construction also the operation of its part, whose candidates it runs
    /// with, such as `shake128.hash by keccak.permute24`.
    pub(crate) operation: &'static str,
    /// How often the operation may branch on what its caller learns: whether a box is genuine,
    /// whether a shared secret is zero. Anything beyond that is a leak.
    pub(crate) verdicts: usize,
    /// Runs a candidate by name at a message length. Secrets are hidden and results revealed
    /// inside, so that whatever memcheck sees in between is the operation's.
    pub(crate) run: fn(&str, usize),
}

impl Case {
    /// The operation of a primitive whose candidates it runs with.
    pub(crate) fn part(&self) -> &'static str {
        self.operation.rsplit(" by ").next().unwrap_or_default()
    }
}

/// Operations whose inputs are all public: nothing to hide.
pub(crate) const PUBLIC: &[&str] =
    &["ed25519.verify", "ed25519.verify_batch", "ed25519.to_x25519", "ed25519ph.verify"];

/// Short, odd, one below and one above a block, and long enough for every kernel's main loop.
pub(crate) const LENGTHS: &[usize] = &[0, 1, 63, 129, 300, 1100, 5003];

/// What a candidate branches on besides, and why it may.
pub(crate) struct Exception {
    /// Such as `sha256/portable`.
    pub(crate) candidate: &'static str,
    /// Such as `sha256.hash`.
    pub(crate) operation: &'static str,
    /// How often, at most.
    pub(crate) branches: usize,
}

/// The crate ed25519-compact looks whether the product of a scalar and a point is zero, which the
/// contract of X25519 tells anyhow or, for the base point, is seen in the public key; and whether
/// a seed is 32 zeros, which it refuses.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception { candidate: "x25519/portable", operation: "x25519.scalarmult", branches: 1 },
    Exception { candidate: "x25519/portable", operation: "x25519.base", branches: 1 },
    Exception { candidate: "ed25519/portable", operation: "ed25519.keypair", branches: 1 },
    Exception { candidate: "ed25519/portable", operation: "ed25519.sign", branches: 1 },
];

pub(crate) const CASES: &[Case] = &[
    Case { operation: "sha256.hash", verdicts: 0, run: sha256 },
    Case { operation: "sha256.update", verdicts: 0, run: sha256_pieces },
    Case { operation: "sha256-lanes.hash", verdicts: 0, run: sha256_lanes_hash },
    // That the numbers of all steps fit a byte is found before the chains are stepped.
    Case { operation: "sha256-lanes.chains", verdicts: 1, run: sha256_lanes_chains },
    Case { operation: "sha512.hash", verdicts: 0, run: sha512 },
    Case { operation: "sha512.update", verdicts: 0, run: sha512_pieces },
    Case { operation: "keccak.permute24", verdicts: 0, run: sponges::permute_24 },
    Case { operation: "keccak.permute12", verdicts: 0, run: sponges::permute_12 },
    Case { operation: "sha3-256.hash by keccak.permute24", verdicts: 0, run: sponges::sha3_256 },
    Case {
        operation: "sha3-256.update by keccak.permute24",
        verdicts: 0,
        run: sponges::sha3_256_pieces,
    },
    Case { operation: "sha3-512.hash by keccak.permute24", verdicts: 0, run: sponges::sha3_512 },
    Case {
        operation: "sha3-512.update by keccak.permute24",
        verdicts: 0,
        run: sponges::sha3_512_pieces,
    },
    Case { operation: "shake128.hash by keccak.permute24", verdicts: 0, run: sponges::shake128 },
    Case {
        operation: "shake128.update by keccak.permute24",
        verdicts: 0,
        run: sponges::shake128_pieces,
    },
    Case { operation: "shake256.hash by keccak.permute24", verdicts: 0, run: sponges::shake256 },
    Case {
        operation: "shake256.update by keccak.permute24",
        verdicts: 0,
        run: sponges::shake256_pieces,
    },
    Case {
        operation: "turboshake128.hash by keccak.permute12",
        verdicts: 0,
        run: sponges::turboshake128,
    },
    Case {
        operation: "turboshake128.update by keccak.permute12",
        verdicts: 0,
        run: sponges::turboshake128_pieces,
    },
    Case {
        operation: "turboshake256.hash by keccak.permute12",
        verdicts: 0,
        run: sponges::turboshake256,
    },
    Case {
        operation: "turboshake256.update by keccak.permute12",
        verdicts: 0,
        run: sponges::turboshake256_pieces,
    },
    Case { operation: "md5.hash", verdicts: 0, run: old::md5 },
    Case { operation: "md5.update", verdicts: 0, run: old::md5_pieces },
    Case { operation: "sha1.hash", verdicts: 0, run: old::sha1 },
    Case { operation: "sha1.update", verdicts: 0, run: old::sha1_pieces },
    Case { operation: "ripemd160.hash", verdicts: 0, run: old::ripemd160 },
    Case { operation: "ripemd160.update", verdicts: 0, run: old::ripemd160_pieces },
    Case { operation: "siphash24.tag", verdicts: 0, run: siphash24 },
    Case { operation: "siphash24.tag128", verdicts: 0, run: siphash24_long },
    Case { operation: "hmac-sha256.tag by sha256.hash", verdicts: 0, run: hmac_sha256 },
    Case { operation: "hmac-sha256.update by sha256.update", verdicts: 0, run: hmac_sha256_pieces },
    Case { operation: "hmac-sha512.tag by sha512.hash", verdicts: 0, run: hmac_sha512 },
    Case { operation: "hmac-sha512.update by sha512.update", verdicts: 0, run: hmac_sha512_pieces },
    Case { operation: "hmac-sha512-256.tag by sha512.hash", verdicts: 0, run: hmac_sha512_256 },
    Case {
        operation: "hmac-sha512-256.update by sha512.update",
        verdicts: 0,
        run: hmac_sha512_256_pieces,
    },
    Case { operation: "blake2b.hash", verdicts: 0, run: blake2b },
    Case { operation: "blake2b.update", verdicts: 0, run: blake2b_pieces },
    Case { operation: "blake2b-lanes.hash", verdicts: 0, run: blake2b_lanes_hash },
    Case { operation: "blake2b-lanes.chains", verdicts: 0, run: blake2b_lanes_chains },
    // The function between the blocks. Which blocks it is given depends on the passphrase from the
    // third segment on, as RFC 9106 has it.
    Case { operation: "argon2.compress", verdicts: 0, run: argon2_compress },
    Case { operation: "scrypt.mix", verdicts: 0, run: scrypt_mix },
    Case { operation: "x25519.scalarmult", verdicts: 1, run: x25519_scalarmult },
    Case { operation: "x25519.base", verdicts: 0, run: x25519_base },
    Case { operation: "ed25519.keypair", verdicts: 0, run: ed25519_keypair },
    Case { operation: "ed25519.sign", verdicts: 0, run: ed25519_sign },
    Case { operation: "ed25519ph.sign", verdicts: 0, run: ed25519ph_sign },
    Case { operation: "poly1305.tag", verdicts: 0, run: poly1305 },
    Case { operation: "poly1305.update", verdicts: 0, run: poly1305_pieces },
    Case { operation: "xsalsa20poly1305.seal", verdicts: 0, run: xsalsa20poly1305_seal },
    Case { operation: "xsalsa20poly1305.open", verdicts: 1, run: xsalsa20poly1305_open },
];

fn sha256(name: &str, len: usize) {
    let message = message(len);
    let (head, tail) = message.split_at(len / 3);
    let run = candidate(&sha256::PRIMITIVE, name);
    reveal(&mut run.hash(&[head, tail]));
}

fn sha256_pieces(name: &str, len: usize) {
    let mut hasher = candidate(&sha256::PRIMITIVE, name).hasher();
    message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
    reveal(&mut hasher.digest());
}

fn sha256_lanes_hash(name: &str, len: usize) {
    let run = candidate(&sha256_lanes::PRIMITIVE, name);
    let (count, len) = (len % 67, len % 131);
    let (start, message) = (sha256_lanes::Midstate::after(&[secret(1)]), message(count * len));
    let mut digests = vec![0; count * 32];
    if let Ok(mut m) = sha256_lanes::Messages::new(&start, &mut digests, &message, 32) {
        run.hash_all(&mut m);
    }
    reveal(&mut digests);
}

fn sha256_lanes_chains(name: &str, len: usize) {
    let run = candidate(&sha256_lanes::PRIMITIVE, name);
    let count = len % 67;
    let (prefixes, counts) = (sample_bytes(count * sha256_lanes::PREFIX_LEN, 1), message(count));
    let step = |&count: &u8| sha256_lanes::Steps { first: 0, count };
    let steps: Vec<_> = counts.iter().map(step).collect();
    let mut values = message(count * 24);
    let prefixes = prefixes.as_chunks().0;
    if let Ok(mut chains) = sha256_lanes::Chains::new(prefixes, &steps, &mut values) {
        run.advance(&mut chains, 4);
    }
    reveal(&mut values);
}

fn sha512(name: &str, len: usize) {
    let message = message(len);
    let (head, tail) = message.split_at(len / 3);
    let run = candidate(&sha512::PRIMITIVE, name);
    reveal(&mut run.hash(&[head, tail]));
}

fn sha512_pieces(name: &str, len: usize) {
    let mut hasher = candidate(&sha512::PRIMITIVE, name).hasher();
    message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
    reveal(&mut hasher.digest());
}

fn siphash24(name: &str, len: usize) {
    let run = candidate(&siphash24::PRIMITIVE, name);
    reveal(&mut run.tag(&secret(1), &message(len)));
}

fn siphash24_long(name: &str, len: usize) {
    let run = candidate(&siphash24::PRIMITIVE, name);
    reveal(&mut run.long_tag(&secret(1), &message(len)));
}

/// A tag in one call and one in pieces, of HMAC over a hash function, with keys and tags of these lengths.
macro_rules! hmacs {
    ($hash:ident, $key:literal, $tag:literal, $whole:ident, $pieces:ident) => {
        fn $whole(name: &str, len: usize) {
            let (run, mut tag) = (candidate(&$hash::PRIMITIVE, name), [0; $tag]);
            hmac::tag_by(run, &secret::<$key>(1), &message(len), &mut tag);
            reveal(&mut tag);
        }

        fn $pieces(name: &str, len: usize) {
            let run = candidate(&$hash::PRIMITIVE, name);
            let mut mac = hmac::init_by::<_, _, _, $key, $tag>(run, &secret(1));
            message(len).chunks(1 + len / 3).for_each(|piece| mac.update(piece));
            reveal(&mut mac.tag_after(&[&message(len)]));
            reveal(&mut mac.clone().finish());
        }
    };
}

hmacs!(sha256, 64, 32, hmac_sha256, hmac_sha256_pieces);
hmacs!(sha512, 128, 64, hmac_sha512, hmac_sha512_pieces);
hmacs!(sha512, 32, 32, hmac_sha512_256, hmac_sha512_256_pieces);

fn blake2b(name: &str, len: usize) {
    let run = candidate(&blake2b::PRIMITIVE, name);
    let (key, salt, personal) = (secret::<32>(1), secret(2), secret(3));
    for key in [&key[..], &[]] {
        let Ok(params) = blake2b::Params::new(key, &salt, &personal) else { return };
        let mut digest = [0; 64];
        run.hash(&params, &mut digest, &[&message(len)]);
        reveal(&mut digest);
    }
}

fn blake2b_pieces(name: &str, len: usize) {
    let (key, salt, personal) = (secret::<32>(1), secret(2), secret(3));
    let run = candidate(&blake2b::PRIMITIVE, name);
    let params = blake2b::Params::new(&key, &salt, &personal);
    if let Some(mut hasher) = params.ok().and_then(|params| run.hasher(64, &params)) {
        message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
        let mut digest = [0; 64];
        hasher.digest_into(&mut digest);
        reveal(&mut digest);
    }
}

/// More lanes than any kernel has, and messages of `len` bytes.
fn blake2b_lanes_hash(name: &str, len: usize) {
    let run = candidate(&blake2b_lanes::PRIMITIVE, name);
    let (key, salt, personal) = (secret::<32>(1), secret(2), secret(3));
    for key in [&key[..], &[]] {
        let Ok(params) = blake2b::Params::new(key, &salt, &personal) else { return };
        let mut digests = [0; 19 * 20];
        run.empty(&mut digests, &[params; 19]);
        reveal(&mut digests);
        run.hash(&run.starts(20, &[params]), &mut digests, &message(19 * len.max(1)));
        reveal(&mut digests);
    }
}

/// As many chains as `len` says, up to more than any kernel has lanes, then as many pairs. When a
/// pair turns to its second chain is a secret too.
fn blake2b_lanes_chains(name: &str, len: usize) {
    let run = candidate(&blake2b_lanes::PRIMITIVE, name);
    let (salt, personal) = (secret(2), secret(3));
    let Ok(params) = blake2b::Params::new(&[], &salt, &personal) else { return };
    let (starts, count) = (&run.starts(20, &[params]), len.min(35));
    let first_steps = message(count);
    let first_steps: Vec<_> = first_steps.iter().map(|turn| u32::from(*turn % 4)).collect();
    for first_steps in [None, Some(&first_steps[..])] {
        let count = if first_steps.is_some() { 2 * count } else { count };
        let (mut values, mut numbers) = (message(20 * count), vec![0; count]);
        let (own, numbers) = (&mut values[..], &mut numbers[..]);
        let mut chains = Chains { starts, values: own, numbers, increment: 1 };
        run.step(&mut chains, 3, first_steps);
        reveal(&mut values);
    }
}

fn argon2_compress(name: &str, _: usize) {
    let run = candidate(&argon2::PRIMITIVE, name);
    let mut blocks = [1, 2, 3].map(|seed| Block::from_bytes(&secret(seed)));
    let [first, second, out] = &mut blocks;
    run.compress(out, first, second, true);
    run.compress(first, second, out, false);
    reveal(&mut blocks);
}

fn scrypt_mix(name: &str, _: usize) {
    let run = candidate(&scrypt::PRIMITIVE, name);
    let [first, second, mut out] =
        [1, 2, 3].map(|seed| [seed, seed + 9].map(|seed| Chunk::from_bytes(&secret(seed))));
    run.mix(&mut out, &first, Some(&second));
    run.mix(&mut out, &second, None);
    reveal(&mut out);
}

fn x25519_scalarmult(name: &str, _: usize) {
    let run = candidate(&x25519::PRIMITIVE, name);
    reveal(&mut [run.scalarmult(&secret(1), &sample_array(2))]);
}

fn x25519_base(name: &str, _: usize) {
    reveal(&mut candidate(&x25519::PRIMITIVE, name).base(&secret(1)));
}

fn ed25519_keypair(name: &str, _: usize) {
    reveal(&mut candidate(&ed25519::PRIMITIVE, name).public_key(&secret(1)));
}

fn ed25519_sign(name: &str, len: usize) {
    let key = candidate(&ed25519::PRIMITIVE, name).signing_key(&secret(1));
    reveal(&mut [key.sign(&message(len))]);
}

fn ed25519ph_sign(name: &str, _: usize) {
    let digest = secret(2);
    if let Ok(message) = ed25519ph::Prehashed::new(&digest, b"context") {
        reveal(&mut [candidate(&ed25519ph::PRIMITIVE, name).sign(&secret(1), &message)]);
    }
}

fn poly1305(name: &str, len: usize) {
    let run = candidate(&poly1305::PRIMITIVE, name);
    reveal(&mut run.tag(&secret(1), &message(len)));
}

fn poly1305_pieces(name: &str, len: usize) {
    let mut mac = candidate(&poly1305::PRIMITIVE, name).init(&secret(1));
    message(len).chunks(1 + len / 3).for_each(|piece| mac.update(piece));
    reveal(&mut mac.finish());
}

fn xsalsa20poly1305_seal(name: &str, len: usize) {
    let run = candidate(&xsalsa20poly1305::PRIMITIVE, name);
    let mut boxed = vec![0; len + xsalsa20poly1305::TAG_LEN];
    run.seal(&secret(1), &sample_array(2), (), &mut boxed, &message(len));
    reveal(&mut boxed);
}

fn xsalsa20poly1305_open(name: &str, len: usize) {
    let run = candidate(&xsalsa20poly1305::PRIMITIVE, name);
    let mut boxed = vec![0; len + xsalsa20poly1305::TAG_LEN];
    run.seal(&sample_array(1), &sample_array(2), (), &mut boxed, &sample_bytes(len, 7));
    let mut opened = vec![0; len];
    reveal(&mut [run.open(&secret(1), &sample_array(2), (), &mut opened, &boxed)]);
    reveal(&mut opened);
}
