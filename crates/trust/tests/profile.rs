//! Tests the rules that webpki does not check. Each breach is rejected, and a similar valid
//! certificate is accepted.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::authority;
use common::chains::{
    HOST, SERVER, below, extension, leaf_params, refusal, self_signed, store, verdict,
};
use quicksalt_trust::{Breach, Rejection};
use rcgen::{
    CertificateParams, DistinguishedName, PKCS_ECDSA_P256_SHA256, PKCS_RSA_SHA256, PublicKeyData,
    SerialNumber, SignatureAlgorithm,
};

const AUTHORITY_KEY_IDENTIFIER: [u64; 4] = [2, 5, 29, 35];
const SUBJECT_KEY_IDENTIFIER: [u64; 4] = [2, 5, 29, 14];
const SUBJECT_ALT_NAME: [u64; 4] = [2, 5, 29, 17];
const NAME_CONSTRAINTS: [u64; 4] = [2, 5, 29, 30];
const AUTHORITY_INFO_ACCESS: [u64; 9] = [1, 3, 6, 1, 5, 5, 7, 1, 1];

/// Returns the reason why a chain of root, intermediate and leaf is rejected.
fn refused(
    root: CertificateParams,
    middle: CertificateParams,
    leaf: CertificateParams,
) -> Option<Rejection> {
    let root = self_signed(root);
    let middle = below(middle, &root);
    let leaf = below(leaf, &middle);
    let refusal = refusal(&store(&[root.der()]), &[leaf.der(), middle.der()], &SERVER)?;
    let is_told = !matches!(refusal.why, Rejection::Profile(_)) || refusal.fault.is_some();
    assert!(is_told, "{refusal}");
    Some(refusal.why)
}

/// Returns the rule that a chain breaks.
#[track_caller]
fn broken(root: CertificateParams, middle: CertificateParams, leaf: CertificateParams) -> Broken {
    match refused(root, middle, leaf) {
        None => None,
        Some(Rejection::Profile(rule)) => Some(rule),
        Some(why) => panic!("{why}"),
    }
}

type Broken = Option<Breach>;
type Change<'a> = &'a dyn Fn(&mut CertificateParams);

fn with_leaf(change: impl Fn(&mut CertificateParams)) -> Broken {
    let mut params = leaf_params();
    change(&mut params);
    broken(authority("root"), authority("middle"), params)
}

#[track_caller]
fn of_authorities(change: Change<'_>, expected: Broken) {
    let changed = |name: &str| {
        let mut params = authority(name);
        change(&mut params);
        params
    };
    assert_eq!(
        broken(authority("root"), changed("middle"), leaf_params()),
        expected,
        "intermediate"
    );
    assert_eq!(broken(changed("root"), authority("middle"), leaf_params()), expected, "anchor");
}

#[test]
fn serial_numbers() {
    for (serial, expected) in [
        (vec![1; 20], None),
        // DER encodes this number with a leading zero byte.
        (vec![0xff; 20], None),
        (vec![1; 21], Some(Breach::SerialNumber)),
    ] {
        let serial = || Some(SerialNumber::from_slice(&serial));
        assert_eq!(with_leaf(|params| params.serial_number = serial()), expected);
        of_authorities(&|params| params.serial_number = serial(), expected);
    }
}

#[test]
fn names() {
    let nameless = DistinguishedName::new;
    of_authorities(&|params| params.distinguished_name = nameless(), Some(Breach::Subject));
    // subjectAltName with one dNSName.
    let names = [&[0x30, 14, 0x82, 12], HOST.as_bytes()].concat();
    for (is_critical, expected) in [(true, None), (false, Some(Breach::SubjectAltName))] {
        let change = |params: &mut CertificateParams| {
            params.subject_alt_names.clear();
            params.custom_extensions = vec![extension(&SUBJECT_ALT_NAME, &names, is_critical)];
        };
        assert_eq!(with_leaf(change), None);
        let unnamed = with_leaf(|params| {
            change(params);
            params.distinguished_name = nameless();
        });
        assert_eq!(unnamed, expected);
    }
}

/// Tests only the trust anchor: in other certificates, webpki rejects these as unknown critical
/// extensions.
#[test]
fn key_identifiers() {
    let authority_key = [0x30, 3, 0x80, 1, 7];
    for (oid, content, rule) in [
        (&AUTHORITY_KEY_IDENTIFIER, &authority_key[..], Breach::AuthorityKeyIdentifier),
        (&SUBJECT_KEY_IDENTIFIER, &[4, 1, 7], Breach::SubjectKeyIdentifier),
    ] {
        for is_critical in [true, false] {
            let change = |mut params: CertificateParams| {
                params.custom_extensions = vec![extension(oid, content, is_critical)];
                params
            };
            let anchor = broken(change(authority("root")), authority("middle"), leaf_params());
            assert_eq!(anchor, is_critical.then_some(rule));
            let leaf = refused(authority("root"), authority("middle"), change(leaf_params()));
            assert_eq!(leaf.is_some(), is_critical, "{leaf:?}");
        }
    }
}

#[test]
fn name_constraints() {
    // The first permits the subtree of "host.example"; the other two constrain nothing.
    let some = [&[0x30, 18, 0xa0, 16, 0x30, 14, 0x82, 12], HOST.as_bytes()].concat();
    let empty = Some(Rejection::Profile(Breach::NameConstraints));
    for (list, expected) in [
        (&some[..], None),
        (&[0x30, 0], Some(Rejection::Malformed)),
        (&[0x30, 4, 0xa0, 0, 0xa1, 0], empty),
    ] {
        let change = |mut params: CertificateParams| {
            params.custom_extensions = vec![extension(&NAME_CONSTRAINTS, list, true)];
            params
        };
        let of_leaf = refused(authority("root"), authority("middle"), change(leaf_params()));
        assert_eq!(of_leaf, expected.or(empty));
        let of_middle = refused(authority("root"), change(authority("middle")), leaf_params());
        assert_eq!(of_middle, expected);
    }
}

#[test]
fn info_access() {
    // OCSP at the URI "u".
    let one = [0x30, 13, 6, 8, 0x2b, 6, 1, 5, 5, 7, 0x30, 1, 0x86, 1, b'u'];
    let sound = [&[0x30, 15], &one[..]].concat();
    let cut = &sound[..sound.len() - 1];
    let followed = [&sound[..], &[0]].concat();
    let no_method = [0x30, 5, 0x30, 3, 0x86, 1, b'u'];
    let no_place = [0x30, 12, 0x30, 10, 6, 8, 0x2b, 6, 1, 5, 5, 7, 0x30, 1];
    let expected = Some(Breach::AuthorityInfoAccess);
    let outcome = |content: &[u8]| {
        let one = extension(&AUTHORITY_INFO_ACCESS, content, false);
        with_leaf(|params| params.custom_extensions = vec![one.clone()])
    };
    assert_eq!(outcome(&sound), None);
    for content in [&[][..], b"malformed", &[0x30, 0], cut, &followed, &no_method, &no_place] {
        assert_eq!(outcome(content), expected, "{content:02x?}");
    }
}

/// A public key that never verifies a signature.
struct Unused {
    bytes: Vec<u8>,
    algorithm: &'static SignatureAlgorithm,
}

impl Unused {
    /// Returns an RSAPublicKey with exponent 3 and a modulus of this bit length, all ones.
    fn rsa(bits: usize) -> Self {
        let mut modulus = vec![0xff; bits.div_ceil(8)];
        modulus[0] >>= modulus.len() * 8 - bits;
        if modulus[0] >= 0x80 {
            modulus.insert(0, 0);
        }
        let long = |tag: u8, content: &[u8]| {
            let length = content.len() as u16;
            let header = if length < 256 { vec![0x81] } else { vec![0x82, (length >> 8) as u8] };
            [&[tag], &*header, &[length as u8], content].concat()
        };
        let fields = [long(2, &modulus), vec![2, 1, 3]].concat();
        Self { bytes: long(0x30, &fields), algorithm: &PKCS_RSA_SHA256 }
    }

    /// Returns a point in this form, with coordinates of this length.
    fn ec(form: u8, coordinates: usize, len: usize) -> Self {
        let bytes = [&[form], &*vec![1; coordinates * len]].concat();
        Self { bytes, algorithm: &PKCS_ECDSA_P256_SHA256 }
    }
}

impl PublicKeyData for Unused {
    fn der_bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn algorithm(&self) -> &'static SignatureAlgorithm {
        self.algorithm
    }
}

#[test]
fn keys_of_leaves() {
    let issuer = self_signed(authority("root"));
    let store = store(&[issuer.der()]);
    for (key, is_weak) in [
        (Unused::rsa(1024), true),
        (Unused::rsa(2047), true),
        (Unused::rsa(2048), false),
        (Unused::rsa(3000), false),
        (Unused::ec(4, 2, 27), true),
        (Unused::ec(4, 2, 28), false),
        (Unused::ec(2, 1, 27), true),
        (Unused::ec(3, 1, 28), false),
    ] {
        let leaf = leaf_params().signed_by(&key, &issuer).unwrap();
        let why = verdict(&store, &[leaf.der()], &SERVER);
        let expected = is_weak.then_some(Rejection::Profile(Breach::PublicKey));
        assert_eq!(why, expected, "{} bytes", key.bytes.len());
    }
}
