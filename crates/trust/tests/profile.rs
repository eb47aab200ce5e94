//! Rules of RFC 5280 that webpki does not look at: what breaks one is refused, its neighbour not.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::authority;
use quicksalt_trust::{Breach, Error, Purpose, Rejection, Request, TrustStore};
use rcgen::{
    CertificateParams, CertifiedIssuer, CustomExtension, DistinguishedName, DnType, KeyPair,
    SerialNumber,
};

const HOST: &str = "host.example";
const AUTHORITY_KEY_IDENTIFIER: [u64; 4] = [2, 5, 29, 35];
const SUBJECT_KEY_IDENTIFIER: [u64; 4] = [2, 5, 29, 14];
const SUBJECT_ALT_NAME: [u64; 4] = [2, 5, 29, 17];
const NAME_CONSTRAINTS: [u64; 4] = [2, 5, 29, 30];
const AUTHORITY_INFO_ACCESS: [u64; 9] = [1, 3, 6, 1, 5, 5, 7, 1, 1];

fn leaf() -> CertificateParams {
    let mut params = CertificateParams::new(vec![HOST.into()]).unwrap();
    params.distinguished_name.push(DnType::CommonName, "leaf");
    params
}

fn extension(oid: &[u64], content: &[u8], is_critical: bool) -> CustomExtension {
    let mut extension = CustomExtension::from_oid_content(oid, content.to_vec());
    extension.set_criticality(is_critical);
    extension
}

/// Why a chain of root, intermediate and leaf is refused.
fn refused(
    root: CertificateParams,
    middle: CertificateParams,
    leaf: CertificateParams,
) -> Option<Rejection> {
    let key = || KeyPair::generate().unwrap();
    let root = CertifiedIssuer::self_signed(root, key()).unwrap();
    let middle = CertifiedIssuer::signed_by(middle, key(), &root).unwrap();
    let leaf = leaf.signed_by(&key(), &middle).unwrap();
    let mut store = TrustStore::new();
    store.add(root.der()).unwrap();
    let request = Request::new(Some(HOST), 1_767_225_600, Purpose::Server);
    match store.verify(&[leaf.der(), middle.der()], &request) {
        Ok(_) => None,
        Err(Error::Rejected(refusal)) => {
            let is_told = !matches!(refusal.why, Rejection::Profile(_)) || refusal.fault.is_some();
            assert!(is_told, "{refusal}");
            Some(refusal.why)
        }
        Err(error) => panic!("{error}"),
    }
}

/// The rule that a chain breaks.
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
    let mut params = leaf();
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
    assert_eq!(broken(authority("root"), changed("middle"), leaf()), expected, "intermediate");
    assert_eq!(broken(changed("root"), authority("middle"), leaf()), expected, "anchor");
}

#[test]
fn serial_numbers() {
    for (serial, expected) in [
        (vec![1; 20], None),
        // DER puts a zero before it.
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
    // subjectAltName of one dNSName.
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

/// Below the anchor webpki refuses them as critical extensions that it does not know.
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
            let anchor = broken(change(authority("root")), authority("middle"), leaf());
            assert_eq!(anchor, is_critical.then_some(rule));
            let leaf = refused(authority("root"), authority("middle"), change(leaf()));
            assert_eq!(leaf.is_some(), is_critical, "{leaf:?}");
        }
    }
}

#[test]
fn name_constraints() {
    // Permitted is the subtree of "host.example"; the other two name none.
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
        let of_leaf = refused(authority("root"), authority("middle"), change(leaf()));
        assert_eq!(of_leaf, expected.or(empty));
        let of_middle = refused(authority("root"), change(authority("middle")), leaf());
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
