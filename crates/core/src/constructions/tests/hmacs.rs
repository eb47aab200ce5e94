//! Compares HMAC with RustCrypto's crate `hmac`, for each hash function that protocols use in HMAC.

/// `$key` is the longest tested key in bytes, `$tag` the tag length.
macro_rules! hmac_tests {
    ($name:ident, $hash:ident, $peer:ty, $key:expr, $tag:literal) => {
        mod $name {
            use ::hmac::{Hmac, KeyInit, Mac as _};

            use crate::choose::{sample_array, sample_bytes};
            use crate::constructions::hmac::{self, Mac};
            use crate::error::{Error, Result};
            use crate::prim::{testing, $hash as hash};

            fn peer(key: &[u8], message: &[u8]) -> [u8; $tag] {
                let Ok(mut mac) = <Hmac<$peer> as KeyInit>::new_from_slice(key) else {
                    return [0; $tag];
                };
                mac.update(message);
                let mut tag = [0; $tag];
                tag.copy_from_slice(&mac.finalize().into_bytes()[..$tag]);
                tag
            }

            #[test]
            fn every_candidate_agrees_with_rustcrypto() {
                let key = sample_array::<32>(10);
                for candidate in hash::PRIMITIVE.runnable() {
                    testing::each_message(|parts, message| {
                        let (name, expected) = (candidate.meta().name, peer(&key, message));
                        let mut tag = [0; $tag];
                        hmac::tag_by(candidate, &key, message, &mut tag);
                        assert_eq!(tag, expected, "{name} {}", message.len());
                        let mut mac: Mac<_, _, _, $tag> = hmac::init_by(candidate, &key);
                        assert_eq!(mac.tag_after(parts), expected, "{name} {parts:?}");
                        parts.iter().for_each(|part| mac.update(part));
                        assert_eq!(mac.finish(), expected, "{name} {parts:?}");
                    });
                }
            }

            #[test]
            fn keys_of_every_length_agree_with_rustcrypto() -> Result<()> {
                for len in 0..=$key {
                    let key = sample_bytes(len, 12);
                    let expected = peer(&key, b"message");
                    assert_eq!(hmac::tag(&hash::PRIMITIVE, &key, b"message")?, expected, "{len}");
                    hmac::verify(&hash::PRIMITIVE, &key, &expected, b"message")?;
                    let mut mac = hmac::init(&hash::PRIMITIVE, &key)?;
                    mac.update(b"message");
                    assert_eq!(mac.clone().finish(), expected, "{len}");
                    mac.verify(&expected)?;
                }
                Ok(())
            }

            #[test]
            fn a_tag_with_a_flipped_bit_is_rejected() -> Result<()> {
                let (key, message) = (&sample_bytes(40, 11), b"message");
                let mut tag: [u8; $tag] = hmac::tag(&hash::PRIMITIVE, key, message)?;
                let verify = |tag: [u8; $tag], message: &[u8]| {
                    hmac::verify(&hash::PRIMITIVE, key, &tag, message)
                };
                verify(tag, message)?;
                for bit in 0..8 * $tag {
                    tag[bit / 8] ^= 1 << (bit % 8);
                    assert_eq!(verify(tag, message), Err(Error::Verification), "bit {bit}");
                    tag[bit / 8] ^= 1 << (bit % 8);
                }
                assert_eq!(verify(tag, b"messages"), Err(Error::Verification));
                Ok(())
            }
        }
    };
}

hmac_tests!(hmac_sha256, sha256, ::sha2::Sha256, 3 * 64, 32);
hmac_tests!(hmac_sha512, sha512, ::sha2::Sha512, 3 * 128, 64);
hmac_tests!(hmac_sha512_256, sha512, ::sha2::Sha512, 3 * 128, 32);
hmac_tests!(hmac_sha1, sha1, ::sha1::Sha1, 3 * 64, 20);
