//! XMSS and XMSS^MT against signatures of another implementation.

use super::address::Address;
use super::params::CHECKSUM_CHAINS;
use super::tweak::{N_MAX, Tweak};
use super::{Params, PublicKey, Variant, wots};
use crate::error::Error;
use crate::hash::Family;
use crate::testing::{Case, all_damage_is_refused, each, other_lengths_are_refused};

fn variant(case: &Case<'_>) -> Variant {
    match case.text("variant") {
        "xmss" => Variant::Xmss,
        _ => Variant::XmssMt,
    }
}

fn other(variant: Variant) -> Variant {
    match variant {
        Variant::Xmss => Variant::XmssMt,
        Variant::XmssMt => Variant::Xmss,
    }
}

#[test]
fn signatures_of_others_verify() {
    each("xmss", |case| {
        let bytes = case.bytes("public_key");
        let key = PublicKey::from_bytes(variant(&case), &bytes).unwrap();
        assert_eq!(key.to_bytes(), bytes, "{}", case.source());
        let (message, signature) = (case.bytes("message"), case.bytes("signature"));
        assert_eq!(signature.len(), key.params().signature_len(), "{}", case.source());
        assert_eq!(key.verify(&message, &signature), Ok(()), "{}", case.source());
        let changed = [&message[..], b"."].concat();
        let verdict = key.verify(&changed, &signature);
        assert_eq!(verdict, Err(Error::Verification), "{}", case.source());
        // The identifier of one variant denotes another parameter set of the other variant, if any.
        if let Ok(key) = PublicKey::from_bytes(other(variant(&case)), &bytes) {
            assert_eq!(key.verify(&message, &signature), Err(Error::Verification));
        }
    });
}

#[test]
fn a_damaged_signature_is_refused() {
    let mut damaged = 0;
    each("xmss", |case| {
        let key = PublicKey::from_bytes(variant(&case), &case.bytes("public_key")).unwrap();
        // The shortest signature of each variant; each byte costs a verification.
        let (params, n24) = (key.params(), Family::Sha256N24);
        if params.family() == n24 && [(10, 1), (20, 4)].contains(&shape(params)) {
            let (message, signature) = (case.bytes("message"), case.bytes("signature"));
            all_damage_is_refused(&signature, |bytes| key.verify(&message, bytes));
            damaged += 1;
        }
    });
    assert_eq!(damaged, 2);
}

fn shape(params: Params) -> (u32, u32) {
    (params.height(), params.layers())
}

#[test]
fn a_complete_chain_is_unchanged() {
    for identifier in [0x01, 0x0d, 0x10, 0x13] {
        let params = Params::from_identifier(Variant::Xmss, identifier).unwrap();
        let n = params.n();
        let (seed, signature) = (vec![1; n], vec![2; n * params.chains()]);
        let tweak = Tweak { params, seed: &seed };
        let ends =
            |message: &[u8]| wots::ends(tweak, Address::of_tree(0, 0), 0, message, &signature);
        // The highest digits, which have checksum zero.
        let highest = ends(&[0xff; N_MAX][..n]).unwrap();
        let moved: Vec<_> = highest.chunks(n).map(|end| end != &signature[..n]).collect();
        let checksum = params.chains() - CHECKSUM_CHAINS;
        assert_eq!(moved, (0..params.chains()).map(|i| i >= checksum).collect::<Vec<_>>());
        // The lowest digits, for which each chain of the message takes all steps.
        let lowest = ends(&[0; N_MAX][..n]).unwrap();
        assert!(lowest.chunks(n).take(checksum).all(|end| end != &signature[..n]));
    }
}

#[test]
fn an_index_beyond_the_last_is_refused() {
    each("xmss", |case| {
        let key = PublicKey::from_bytes(variant(&case), &case.bytes("public_key")).unwrap();
        let (message, mut signature) = (case.bytes("message"), case.bytes("signature"));
        // If the height fills the bytes of the index, no index is out of range.
        let room = 8 * key.params().index_len() as u32 - key.params().height();
        if room > 0 {
            signature[0] |= 0x80;
            assert_eq!(key.verify(&message, &signature), Err(Error::Verification));
            signature[0] ^= 0x80 | 1 << (7 - (room - 1) % 8);
            assert_eq!(key.verify(&message, &signature), Err(Error::Verification));
        }
    });
}

#[test]
fn a_damaged_public_key_is_refused_or_fails_verification() {
    let mut seen = 0;
    each("xmss", |case| {
        if seen > 0 {
            return;
        }
        seen += 1;
        let (bytes, variant) = (case.bytes("public_key"), variant(&case));
        other_lengths_are_refused(&bytes, |bytes| PublicKey::from_bytes(variant, bytes));
        let (message, signature) = (case.bytes("message"), case.bytes("signature"));
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            if let Ok(key) = PublicKey::from_bytes(variant, &changed) {
                assert_eq!(key.verify(&message, &signature), Err(Error::Verification), "{at}");
            }
        }
    });
}

#[test]
fn identifiers_are_those_of_sp_800_208() {
    let sets = |variant, range: core::ops::Range<u32>| -> Vec<u32> {
        let known = |&identifier: &u32| Params::from_identifier(variant, identifier).is_ok();
        range.filter(known).collect()
    };
    let single: Vec<_> = (0x01..=0x03).chain(0x0d..=0x15).collect();
    let multi: Vec<_> = (0x01..=0x08).chain(0x21..=0x38).collect();
    assert_eq!(sets(Variant::Xmss, 0..0x100), single);
    assert_eq!(sets(Variant::XmssMt, 0..0x100), multi);
    for (variant, identifiers) in [(Variant::Xmss, single), (Variant::XmssMt, multi)] {
        for identifier in identifiers {
            let params = Params::from_identifier(variant, identifier).unwrap();
            assert_eq!((params.identifier(), params.variant()), (identifier, variant));
        }
        let refused = Params::from_identifier(variant, u32::MAX);
        assert!(matches!(refused, Err(Error::Parameter { .. })));
    }
}

/// RFC 8391, tables 3 and 5; SP 800-208, tables 10 to 17.
#[test]
fn sizes_match_the_tables() {
    let cases = [
        (Variant::Xmss, 0x01, (10, 1), 2500),
        (Variant::Xmss, 0x03, (20, 1), 2820),
        (Variant::Xmss, 0x0d, (10, 1), 1492),
        (Variant::XmssMt, 0x02, (20, 4), 9251),
        (Variant::XmssMt, 0x08, (60, 12), 27688),
        (Variant::XmssMt, 0x22, (20, 4), 5403),
    ];
    for (variant, identifier, expected, len) in cases {
        let params = Params::from_identifier(variant, identifier).unwrap();
        assert_eq!((shape(params), params.signature_len()), (expected, len));
    }
}
