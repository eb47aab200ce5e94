//! HMAC against RustCrypto's `hmac`, SipHash against the crate `siphasher`.

use ::hmac::{Hmac, KeyInit as _, Mac as _};
use quicksalt::choose::sample_array;
use quicksalt::hazmat::{hmac, sha256, sha512, siphash24};

use crate::common::shapes;

/// Tests SipHash in one shot and, without candidates, in pieces: the state is copied before every
/// piece, and each copy is finished and dropped.
macro_rules! agree_siphash {
    ($len:literal, $operation:literal, $tag:ident, $whole:ident, $in_pieces:ident, $peer:ident) => {
        #[test]
        fn $whole() {
            shapes::message(
                &siphash24::PRIMITIVE,
                $operation,
                |run, message, seed| run.$tag(&sample_array(seed), message).to_vec(),
                $peer,
            );
        }

        #[test]
        fn $in_pieces() {
            shapes::parts(
                &siphash24::PRIMITIVE,
                $operation,
                |_, parts, seed| {
                    let mut mac = siphash24::Mac::<$len>::new(&sample_array(seed));
                    let mut so_far = Vec::new();
                    for part in parts {
                        assert_eq!(mac.clone().finish()[..], $peer(&so_far, seed));
                        mac.update(part);
                        so_far.extend(*part);
                    }
                    mac.finish().to_vec()
                },
                $peer,
            );
        }
    };
}

/// Tests HMAC over a hash function in one shot and in pieces, with these key and tag lengths. The
/// keyed state must also give the tag of every message prefix.
macro_rules! agree_hmac {
    ($hash:ident, $key:literal, $tag:literal, $whole:ident, $in_pieces:ident, $peer:ident) => {
        #[test]
        fn $whole() {
            shapes::message(
                &$hash::PRIMITIVE,
                "hash",
                |run, message, seed| {
                    let mut tag = [0; $tag];
                    hmac::tag_by(run, &sample_array::<$key>(seed), message, &mut tag);
                    tag.to_vec()
                },
                $peer,
            );
        }

        #[test]
        fn $in_pieces() {
            shapes::parts(
                &$hash::PRIMITIVE,
                "update",
                |run, parts, seed| {
                    let mut mac = hmac::init_by::<_, _, _, $key, $tag>(run, &sample_array(seed));
                    let ready = mac.clone();
                    let mut so_far = Vec::new();
                    for part in parts {
                        assert_eq!(mac.clone().finish()[..], $peer(&so_far, seed));
                        assert_eq!(mac.tag_after(&[])[..], $peer(&so_far, seed));
                        assert_eq!(ready.tag_after(&[&so_far])[..], $peer(&so_far, seed));
                        mac.update(part);
                        so_far.extend(*part);
                    }
                    mac.finish().to_vec()
                },
                $peer,
            );
        }
    };
}

agree_hmac!(sha256, 64, 32, hmac_sha256, hmac_sha256_in_pieces, hmac_sha256_by_hmac);
agree_hmac!(sha512, 128, 64, hmac_sha512, hmac_sha512_in_pieces, hmac_sha512_by_hmac);
agree_hmac!(sha512, 32, 32, hmac_sha512_256, hmac_sha512_256_in_pieces, hmac_sha512_256_by_hmac);
agree_siphash!(8, "tag", tag, siphash24, siphash24_in_pieces, siphash24_by_siphasher);
agree_siphash!(16, "tag128", long_tag, siphashx24, siphashx24_in_pieces, siphashx24_by_siphasher);

fn hmac_sha256_by_hmac(message: &[u8], seed: u64) -> Vec<u8> {
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(&sample_array::<64>(seed)).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

fn hmac_sha512_by_hmac(message: &[u8], seed: u64) -> Vec<u8> {
    let mut mac = Hmac::<sha2::Sha512>::new_from_slice(&sample_array::<128>(seed)).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

fn hmac_sha512_256_by_hmac(message: &[u8], seed: u64) -> Vec<u8> {
    let mut mac = Hmac::<sha2::Sha512>::new_from_slice(&sample_array::<32>(seed)).unwrap();
    mac.update(message);
    mac.finalize().into_bytes()[..32].to_vec()
}

fn siphash24_by_siphasher(message: &[u8], seed: u64) -> Vec<u8> {
    siphasher::sip::SipHasher24::new_with_key(&sample_array(seed))
        .hash(message)
        .to_le_bytes()
        .to_vec()
}

fn siphashx24_by_siphasher(message: &[u8], seed: u64) -> Vec<u8> {
    siphasher::sip128::SipHasher24::new_with_key(&sample_array(seed))
        .hash(message)
        .as_bytes()
        .to_vec()
}
