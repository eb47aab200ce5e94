use sha3::digest::{ExtendableOutput, Update};
use sha3::{
    Shake128, Shake256, TurboShake128, TurboShake128Core, TurboShake256, TurboShake256Core,
};

use crate::constructions::sponge::STANDARD;
use crate::error::Error;
use crate::prim::{keccak, testing};

/// Tests SHA-3 with one digest length.
macro_rules! sha3_tests {
    ($name:ident, $peer:ty) => {
        mod $name {
            use super::{keccak, testing};
            use crate::constructions::$name::{DIGEST_LEN, DOMAIN, by};

            #[test]
            fn every_candidate_agrees_with_rustcrypto() {
                for candidate in keccak::PRIMITIVE.runnable() {
                    testing::each_message(|parts, message| {
                        let mut found = [0; DIGEST_LEN];
                        by(candidate).hash(DOMAIN, &mut found, parts);
                        let expected = <$peer as sha3::Digest>::digest(message);
                        assert_eq!(found[..], expected[..], "{} {parts:?}", candidate.meta().name);
                    });
                }
            }
        }
    };
}

/// Tests an extendable-output function: `$peer` takes a domain, the output and a message;
/// `$domains` are the domains to test.
macro_rules! xof_tests {
    ($name:ident, $domains:expr, $peer:ident) => {
        mod $name {
            use super::{STANDARD, keccak, testing};
            use crate::constructions::$name::{RATE, by};

            #[test]
            fn every_candidate_agrees_with_rustcrypto() {
                for candidate in keccak::PRIMITIVE.runnable() {
                    testing::each_message(|parts, message| {
                        let (mut found, mut expected) = ([0; 300], [0; 300]);
                        let len = message.len() % 301;
                        for domain in $domains {
                            by(candidate).hash(domain, &mut found[..len], parts);
                            super::$peer(domain, &mut expected[..len], message);
                            assert_eq!(found, expected, "{} {len}", candidate.meta().name);
                        }
                    });
                }
            }

            #[test]
            fn output_can_be_read_in_pieces_of_any_length() {
                let mut expected = [0; 5 * RATE];
                super::$peer(STANDARD, &mut expected, b"message");
                for candidate in keccak::PRIMITIVE.runnable() {
                    for piece in [1, 7, 8, RATE - 1, RATE, RATE + 1, 300] {
                        let mut hasher = by(candidate).hasher(STANDARD);
                        hasher.update(b"message");
                        let (mut reader, mut found) = (hasher.finish(), [0; 5 * RATE]);
                        found.chunks_mut(piece).for_each(|piece| reader.read(piece));
                        assert_eq!(found, expected, "{} {piece}", candidate.meta().name);
                    }
                }
            }
        }
    };
}

sha3_tests!(sha3_256, ::sha3::Sha3_256);
sha3_tests!(sha3_512, ::sha3::Sha3_512);
xof_tests!(shake128, [STANDARD], shake128);
xof_tests!(shake256, [STANDARD], shake256);
xof_tests!(turboshake128, [STANDARD, 1, 0x7f], turboshake128);
xof_tests!(turboshake256, [STANDARD, 1, 0x7f], turboshake256);

fn shake128(_: u8, out: &mut [u8], message: &[u8]) {
    Shake128::default().chain(message).finalize_xof_into(out);
}

fn shake256(_: u8, out: &mut [u8], message: &[u8]) {
    Shake256::default().chain(message).finalize_xof_into(out);
}

fn turboshake128(domain: u8, out: &mut [u8], message: &[u8]) {
    TurboShake128::from_core(TurboShake128Core::new(domain)).chain(message).finalize_xof_into(out);
}

fn turboshake256(domain: u8, out: &mut [u8], message: &[u8]) {
    TurboShake256::from_core(TurboShake256Core::new(domain)).chain(message).finalize_xof_into(out);
}

/// Domains outside 1 to 127 are rejected; 127 is accepted.
macro_rules! domain_test {
    ($test:ident, $name:ident) => {
        #[test]
        fn $test() -> crate::Result<()> {
            use crate::constructions::$name::{hash, hasher};
            let (mut out, mut expected) = ([0; 10], [0; 10]);
            for domain in [0, 0x80, 0xff] {
                let refused = hash(domain, &mut out, &[]);
                assert!(matches!(refused, Err(Error::Parameter { argument: "domain", .. })));
                assert!(hasher(domain).is_err());
            }
            hash(0x7f, &mut out, &[])?;
            hasher(0x7f)?.finish().read(&mut expected);
            assert_eq!(out, expected);
            Ok(())
        }
    };
}

domain_test!(a_domain_of_turboshake128_is_from_1_to_127, turboshake128);
domain_test!(a_domain_of_turboshake256_is_from_1_to_127, turboshake256);
