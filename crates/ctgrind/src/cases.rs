//! Defines a test case for each operation that handles a secret.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::hazmat::argon2::{self, Block};
use quicksalt::hazmat::scrypt::Chunk;
use quicksalt::hazmat::{
    blake2b, blake2b_lanes, ed25519, ed25519ph, hmac, md5, poly1305, ripemd160, scrypt, sha1,
    sha256, sha256_lanes, sha512, siphash24, x25519, xsalsa20poly1305,
};

use crate::memcheck::reveal;
use crate::samples::{candidate, message, secret};

/// A test case, which runs an operation with its secrets hidden.
pub(crate) struct Case {
    /// The full name, such as `sha256.hash`. A construction's name includes the operation that
    /// provides its candidates, such as `shake128.hash by keccak.permute24`.
    pub(crate) operation: &'static str,
    /// The permitted number of branches that depend on results which the caller learns, such as
    /// whether a box is authentic or whether a shared secret is zero. Any additional branch is a
    /// leak.
    pub(crate) verdicts: usize,
    /// Runs the named candidate on a message of the given length. The function hides the secrets
    /// and reveals the results itself, so that all memcheck errors in between belong to the
    /// operation.
    pub(crate) run: fn(&str, usize),
}

pub(crate) const fn case(operation: &'static str, verdicts: usize, run: fn(&str, usize)) -> Case {
    Case { operation, verdicts, run }
}

impl Case {
    /// The operation that provides the candidates of the case.
    pub(crate) fn part(&self) -> &'static str {
        self.operation.rsplit(" by ").next().unwrap_or_default()
    }
}

/// The operations whose inputs are all public.
pub(crate) const PUBLIC: &[&str] =
    &["ed25519.verify", "ed25519.verify_batch", "ed25519.to_x25519", "ed25519ph.verify"];

/// Message lengths: short, odd, just below and above a block, and enough for every kernel's main
/// loop.
pub(crate) const LENGTHS: &[usize] = &[0, 1, 63, 129, 300, 1100, 5003];

/// Additional branches that a candidate may contain.
pub(crate) struct Exception {
    /// The candidate, such as `sha256/portable`.
    pub(crate) candidate: &'static str,
    /// The operation, such as `sha256.hash`.
    pub(crate) operation: &'static str,
    /// The maximum number of branches.
    pub(crate) branches: usize,
}

/// The crate ed25519-compact makes two checks. It checks whether the product of a scalar and a
/// point is zero, which X25519's contract reveals anyway and, for the base point, the public key
/// reveals. It rejects a seed of 32 zeros.
pub(crate) const EXCEPTIONS: &[Exception] = &[
    Exception { candidate: "x25519/portable", operation: "x25519.scalarmult", branches: 1 },
    Exception { candidate: "x25519/portable", operation: "x25519.base", branches: 1 },
    Exception { candidate: "ed25519/portable", operation: "ed25519.keypair", branches: 1 },
    Exception { candidate: "ed25519/portable", operation: "ed25519.sign", branches: 1 },
];

pub(crate) const CASES: &[Case] = &[
    case("sha256-lanes.hash", 0, |name, len| {
        let run = candidate(&sha256_lanes::PRIMITIVE, name);
        let (count, len) = (len % 67, len % 131);
        let (start, message) = (sha256_lanes::Midstate::after(&[secret(1)]), message(count * len));
        let mut digests = vec![0; count * 32];
        if let Ok(mut m) = sha256_lanes::Messages::new(&start, &mut digests, &message, 32) {
            run.hash_all(&mut m);
        }
        reveal(&mut digests);
    }),
    // The verdict: whether the step counts of all chains are valid, which is checked before the
    // first step.
    case("sha256-lanes.chains", 1, |name, len| {
        let run = candidate(&sha256_lanes::PRIMITIVE, name);
        let count = len % 67;
        let (prefixes, counts) =
            (sample_bytes(count * sha256_lanes::PREFIX_LEN, 1), message(count));
        let step = |&count: &u8| sha256_lanes::Steps { first: 0, count };
        let steps: Vec<_> = counts.iter().map(step).collect();
        let mut values = message(count * 24);
        let prefixes = prefixes.as_chunks().0;
        if let Ok(mut chains) = sha256_lanes::Chains::new(prefixes, &steps, &mut values) {
            run.advance(&mut chains, 4);
        }
        reveal(&mut values);
    }),
    case("blake2b.hash", 0, |name, len| {
        let run = candidate(&blake2b::PRIMITIVE, name);
        let (key, salt, personal) = (secret::<32>(1), secret(2), secret(3));
        for key in [&key[..], &[]] {
            let Ok(params) = blake2b::Params::new(key, &salt, &personal) else { return };
            let mut digest = [0; 64];
            run.hash(&params, &mut digest, &[&message(len)]);
            reveal(&mut digest);
        }
    }),
    case("blake2b.update", 0, |name, len| {
        let (key, salt, personal) = (secret::<32>(1), secret(2), secret(3));
        let run = candidate(&blake2b::PRIMITIVE, name);
        let params = blake2b::Params::new(&key, &salt, &personal);
        if let Some(mut hasher) = params.ok().and_then(|params| run.hasher(64, &params)) {
            message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
            let mut digest = [0; 64];
            hasher.digest_into(&mut digest);
            reveal(&mut digest);
        }
    }),
    // `len` chains; the greatest number exceeds the number of lanes of any kernel.
    case("blake2b-lanes.chains", 0, |name, len| {
        let run = candidate(&blake2b_lanes::PRIMITIVE, name);
        let mut values = message(20 * len.min(35));
        if let Ok(start) = blake2b_lanes::Start::new(20, &secret::<32>(1)) {
            run.advance(&start, &mut values, 3);
        }
        reveal(&mut values);
    }),
    // Checks only the compression function. From the third segment on, the choice of the blocks
    // that it compresses depends on the passphrase, as RFC 9106 specifies.
    case("argon2.compress", 0, |name, _| {
        let run = candidate(&argon2::PRIMITIVE, name);
        let mut blocks = [1, 2, 3].map(|seed| Block::from_bytes(&secret(seed)));
        let [first, second, out] = &mut blocks;
        run.compress(out, first, second, true);
        run.compress(first, second, out, false);
        reveal(&mut blocks);
    }),
    case("scrypt.mix", 0, |name, _| {
        let run = candidate(&scrypt::PRIMITIVE, name);
        let [first, second, mut out] =
            [1, 2, 3].map(|seed| [seed, seed + 9].map(|seed| Chunk::from_bytes(&secret(seed))));
        run.mix(&mut out, &first, Some(&second));
        run.mix(&mut out, &second, None);
        reveal(&mut out);
    }),
    case("x25519.scalarmult", 1, |name, _| {
        let run = candidate(&x25519::PRIMITIVE, name);
        reveal(&mut [run.scalarmult(&secret(1), &sample_array(2))]);
    }),
    case("x25519.base", 0, |name, _| {
        reveal(&mut candidate(&x25519::PRIMITIVE, name).base(&secret(1)))
    }),
    case("ed25519.keypair", 0, |name, _| {
        reveal(&mut candidate(&ed25519::PRIMITIVE, name).public_key(&secret(1)))
    }),
    case("ed25519.sign", 0, |name, len| {
        let key = candidate(&ed25519::PRIMITIVE, name).signing_key(&secret(1));
        reveal(&mut [key.sign(&message(len))]);
    }),
    case("ed25519ph.sign", 0, |name, _| {
        let digest = secret(2);
        if let Ok(message) = ed25519ph::Prehashed::new(&digest, b"context") {
            reveal(&mut [candidate(&ed25519ph::PRIMITIVE, name).sign(&secret(1), &message)]);
        }
    }),
    case("siphash24.tag", 0, |name, len| {
        reveal(&mut candidate(&siphash24::PRIMITIVE, name).tag(&secret(1), &message(len)))
    }),
    case("siphash24.tag128", 0, |name, len| {
        reveal(&mut candidate(&siphash24::PRIMITIVE, name).long_tag(&secret(1), &message(len)))
    }),
    case("poly1305.tag", 0, |name, len| {
        let run = candidate(&poly1305::PRIMITIVE, name);
        reveal(&mut run.tag(&secret(1), &message(len)));
    }),
    case("poly1305.update", 0, |name, len| {
        let mut mac = candidate(&poly1305::PRIMITIVE, name).init(&secret(1));
        message(len).chunks(1 + len / 3).for_each(|piece| mac.update(piece));
        reveal(&mut mac.finish());
    }),
    case("xsalsa20poly1305.seal", 0, |name, len| {
        let run = candidate(&xsalsa20poly1305::PRIMITIVE, name);
        let mut boxed = vec![0; len + xsalsa20poly1305::TAG_LEN];
        run.seal(&secret(1), &sample_array(2), (), &mut boxed, &message(len));
        reveal(&mut boxed);
    }),
    case("xsalsa20poly1305.open", 1, |name, len| {
        let run = candidate(&xsalsa20poly1305::PRIMITIVE, name);
        let mut boxed = vec![0; len + xsalsa20poly1305::TAG_LEN];
        run.seal(&sample_array(1), &sample_array(2), (), &mut boxed, &sample_bytes(len, 7));
        let mut opened = vec![0; len];
        reveal(&mut [run.open(&secret(1), &sample_array(2), (), &mut opened, &boxed)]);
        reveal(&mut opened);
    }),
];

/// Defines the cases of HMAC with a hash function and given key and tag lengths, one-shot and
/// incremental.
macro_rules! hmacs {
    ($($name:literal $hash:ident $part:literal $key:literal $tag:literal)*) => {
        pub(crate) const HMACS: &[Case] = &[$(
            case(concat!($name, ".tag by ", $part, ".hash"), 0, |name, len| {
                let (run, mut tag) = (candidate(&$hash::PRIMITIVE, name), [0; $tag]);
                hmac::tag_by(run, &secret::<$key>(1), &message(len), &mut tag);
                reveal(&mut tag);
            }),
            case(concat!($name, ".update by ", $part, ".update"), 0, |name, len| {
                let run = candidate(&$hash::PRIMITIVE, name);
                let mut mac = hmac::init_by::<_, _, _, $key, $tag>(run, &secret(1));
                message(len).chunks(1 + len / 3).for_each(|piece| mac.update(piece));
                reveal(&mut mac.tag_after(&[&message(len)]));
                reveal(&mut mac.clone().finish());
            }),
        )*];
    };
}

hmacs! {
    "hmac-sha256" sha256 "sha256" 64 32
    "hmac-sha512" sha512 "sha512" 128 64
    "hmac-sha512-256" sha512 "sha512" 32 32
}

/// Defines the cases of a hash function, one-shot and incremental.
macro_rules! hashes {
    ($($primitive:ident)*) => {
        pub(crate) const HASHES: &[Case] = &[$(
            case(concat!(stringify!($primitive), ".hash"), 0, |name, len| {
                let message = message(len);
                let (head, tail) = message.split_at(len / 3);
                reveal(&mut candidate(&$primitive::PRIMITIVE, name).hash(&[head, tail]));
            }),
            case(concat!(stringify!($primitive), ".update"), 0, |name, len| {
                let mut hasher = candidate(&$primitive::PRIMITIVE, name).hasher();
                message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
                reveal(&mut hasher.digest());
            }),
        )*];
    };
}

hashes! { sha256 sha512 md5 sha1 ripemd160 }
