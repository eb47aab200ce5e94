//! The hashes against RustCrypto's crates.

use blake2::Blake2b;
use blake2::digest::consts::{U1, U16, U20, U32, U63, U64};
use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::{blake2b, ripemd160, sha256, sha512};
use sha2::Digest as _;

use crate::common::shapes;

#[test]
fn sha256_agrees_with_sha2() {
    shapes::parts(
        &sha256::PRIMITIVE,
        "hash",
        |run, parts, _| run.hash(parts).to_vec(),
        |message, _| sha2::Sha256::digest(message).to_vec(),
    );
}

#[test]
fn sha512_agrees_with_sha2() {
    shapes::parts(
        &sha512::PRIMITIVE,
        "hash",
        |run, parts, _| run.hash(parts).to_vec(),
        |message, _| sha2::Sha512::digest(message).to_vec(),
    );
}

/// The state is copied before every piece, and each copy is finished and dropped.
#[test]
fn sha256_in_pieces_agrees_with_sha2() {
    shapes::parts(
        &sha256::PRIMITIVE,
        "update",
        |run, parts, _| {
            let mut hasher = run.hasher();
            let mut so_far = sha2::Sha256::new();
            for part in parts {
                assert_eq!(hasher.clone().digest()[..], so_far.clone().finalize()[..]);
                hasher.update(part);
                so_far.update(part);
            }
            hasher.digest().to_vec()
        },
        |message, _| sha2::Sha256::digest(message).to_vec(),
    );
}

#[test]
fn sha512_in_pieces_agrees_with_sha2() {
    shapes::parts(
        &sha512::PRIMITIVE,
        "update",
        |run, parts, _| {
            let mut hasher = run.hasher();
            let mut so_far = sha2::Sha512::new();
            for part in parts {
                assert_eq!(hasher.clone().digest()[..], so_far.clone().finalize()[..]);
                hasher.update(part);
                so_far.update(part);
            }
            hasher.digest().to_vec()
        },
        |message, _| sha2::Sha512::digest(message).to_vec(),
    );
}

/// Tests a legacy hash in one shot and in pieces; the state is copied before every piece.
macro_rules! old {
    ($primitive:ident, $in_pieces:ident, $peer:ty) => {
        #[test]
        fn $primitive() {
            shapes::parts(
                &quicksalt::hazmat::$primitive::PRIMITIVE,
                "hash",
                |run, parts, _| run.hash(parts).to_vec(),
                |message, _| <$peer>::digest(message).to_vec(),
            );
        }

        #[test]
        fn $in_pieces() {
            shapes::parts(
                &quicksalt::hazmat::$primitive::PRIMITIVE,
                "update",
                |run, parts, _| {
                    let mut hasher = run.hasher();
                    for part in parts {
                        let _ = hasher.clone().digest();
                        hasher.update(part);
                    }
                    hasher.digest().to_vec()
                },
                |message, _| <$peer>::digest(message).to_vec(),
            );
        }
    };
}

old!(md5, md5_in_pieces, ::md5::Md5);
old!(sha1, sha1_in_pieces, ::sha1::Sha1);

#[test]
fn ripemd160_agrees_with_ripemd() {
    shapes::parts(
        &ripemd160::PRIMITIVE,
        "hash",
        |run, parts, _| run.hash(parts).to_vec(),
        |message, _| <ripemd::Ripemd160 as ripemd::Digest>::digest(message).to_vec(),
    );
}

#[test]
fn ripemd160_in_pieces_agrees_with_ripemd() {
    shapes::parts(
        &ripemd160::PRIMITIVE,
        "update",
        |run, parts, _| {
            let mut hasher = run.hasher();
            for part in parts {
                let _ = hasher.clone().digest();
                hasher.update(part);
            }
            hasher.digest().to_vec()
        },
        |message, _| <ripemd::Ripemd160 as ripemd::Digest>::digest(message).to_vec(),
    );
}

/// The digest lengths to compare.
const DIGEST_LENS: [usize; 6] = [1, 16, 20, 32, 63, 64];

fn digest_len(seed: u64) -> usize {
    DIGEST_LENS[(seed % 6) as usize]
}

/// Returns the unkeyed digest with the seed's digest length.
fn blake2b_by_blake2(message: &[u8], seed: u64) -> Vec<u8> {
    match digest_len(seed) {
        1 => Blake2b::<U1>::digest(message).to_vec(),
        16 => Blake2b::<U16>::digest(message).to_vec(),
        20 => Blake2b::<U20>::digest(message).to_vec(),
        32 => Blake2b::<U32>::digest(message).to_vec(),
        63 => Blake2b::<U63>::digest(message).to_vec(),
        _ => Blake2b::<U64>::digest(message).to_vec(),
    }
}

#[test]
fn blake2b_agrees_with_blake2() {
    shapes::parts(
        &blake2b::PRIMITIVE,
        "hash",
        |run, parts, seed| {
            let mut digest = vec![0; digest_len(seed)];
            let params = blake2b::Params::new(&[], &[0; 16], &[0; 16]).unwrap();
            run.hash(&params, &mut digest, parts);
            digest
        },
        blake2b_by_blake2,
    );
}

/// Intermediate digests are computed, which must not change the later ones.
#[test]
fn blake2b_in_pieces_agrees_with_blake2() {
    shapes::parts(
        &blake2b::PRIMITIVE,
        "update",
        |run, parts, seed| {
            let params = blake2b::Params::new(&[], &[0; 16], &[0; 16]).unwrap();
            in_pieces(run, digest_len(seed), &params, parts)
        },
        blake2b_by_blake2,
    );
}

fn in_pieces(
    run: Runnable<blake2b::Ops>,
    digest_len: usize,
    params: &blake2b::Params<'_>,
    parts: &[&[u8]],
) -> Vec<u8> {
    let mut hasher = run.hasher(digest_len, params).unwrap();
    let mut digest = vec![0; digest_len];
    for part in parts {
        hasher.clone().digest_into(&mut digest);
        hasher.update(part);
    }
    hasher.digest_into(&mut digest);
    digest
}

fn blake2b_key(seed: u64) -> Vec<u8> {
    sample_array::<64>(seed)[..1 + (seed % 64) as usize].to_vec()
}

/// Returns the 64-byte digest with the seed's key, salt and personalisation.
fn keyed_blake2b_by_blake2(message: &[u8], seed: u64) -> Vec<u8> {
    let (key, salt, personal) =
        (blake2b_key(seed), sample_array::<16>(!seed), sample_array::<16>(seed ^ 1));
    let mac = blake2::Blake2bMac512::new_with_salt_and_personal(Some(&key), &salt, &personal);
    let mut mac = mac.unwrap();
    blake2::digest::Update::update(&mut mac, message);
    blake2::digest::FixedOutput::finalize_fixed(mac).to_vec()
}

#[test]
fn keyed_blake2b_agrees_with_blake2() {
    shapes::parts(
        &blake2b::PRIMITIVE,
        "hash",
        |run, parts, seed| {
            let mut digest = vec![0; 64];
            let (key, salt, personal) =
                (blake2b_key(seed), sample_array(!seed), sample_array(seed ^ 1));
            let params = blake2b::Params::new(&key, &salt, &personal).unwrap();
            run.hash(&params, &mut digest, parts);
            digest
        },
        keyed_blake2b_by_blake2,
    );
}

#[test]
fn keyed_blake2b_in_pieces_agrees_with_blake2() {
    shapes::parts(
        &blake2b::PRIMITIVE,
        "update",
        |run, parts, seed| {
            let (key, salt, personal) =
                (blake2b_key(seed), sample_array(!seed), sample_array(seed ^ 1));
            let params = blake2b::Params::new(&key, &salt, &personal).unwrap();
            in_pieces(run, 64, &params, parts)
        },
        keyed_blake2b_by_blake2,
    );
}
