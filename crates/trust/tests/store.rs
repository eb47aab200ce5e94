//! Tests the contents and the look-ups of a store.
#![allow(clippy::unwrap_used)]

mod common;

use common::{authority, block, load, pem, root};
use quicksalt_trust::{Added, Encoding, Error, TrustStore};
use rcgen::{CertificateParams, DnType, KeyPair};

fn of(params: &CertificateParams) -> Vec<u8> {
    params.self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
}

#[test]
fn look_ups() {
    let certificates: Vec<Vec<u8>> = (0..50).map(|i| root(&format!("CA {}", i % 40))).collect();
    let text: String = certificates.iter().map(|der| pem(der)).collect();
    let (store, _) = load(text.as_bytes());
    assert_eq!(store.len(), 50);
    for (position, der) in certificates.iter().enumerate() {
        let certificate = store.get(position).unwrap();
        assert_eq!((certificate.der(), certificate.position()), (&der[..], position));
        assert_eq!(certificate.subject(), certificate.issuer());
        assert_eq!(certificate.authority(), Some(true));
        let same_name: Vec<usize> =
            store.by_subject(certificate.subject()).map(|c| c.position()).collect();
        let expected: Vec<usize> =
            (0..50).rev().filter(|other| other % 40 == position % 40).collect();
        assert_eq!(same_name, expected);
        let key_id = certificate.key_id().unwrap();
        let found: Vec<usize> = store.by_key_id(key_id).map(|c| c.position()).collect();
        assert_eq!(found, [position]);
        let fingerprint = certificate.fingerprint().unwrap();
        let found = store.by_fingerprint(&fingerprint).unwrap().unwrap();
        assert_eq!(found.position(), position);
    }
    assert_eq!(store.by_subject(b"nobody").count(), 0);
    assert_eq!(store.by_key_id(b"").count(), 0);
    assert!(store.by_fingerprint(&[0; 32]).unwrap().is_none());
    assert!(store.get(50).is_none());
}

/// Tests that an index includes certificates that are added after it was built.
#[test]
fn look_ups_between_additions() {
    let mut store = TrustStore::new();
    for i in 0..20 {
        let der = root(&i.to_string());
        let added = store.add(&der).unwrap();
        assert_eq!(added, Added::New { non_positive_serial: false, is_listed: true });
        assert_eq!(store.add(&der).unwrap(), Added::Duplicate);
        let newest = store.get(i).unwrap();
        let key_id = newest.key_id().unwrap();
        assert_eq!(store.by_key_id(key_id).next().unwrap().position(), i);
        let fingerprint = newest.fingerprint().unwrap();
        assert_eq!(store.by_fingerprint(&fingerprint).unwrap().unwrap().position(), i);
    }
}

#[test]
fn the_list_of_names_has_no_duplicates() {
    let (store, _) =
        load(["A", "B", "A", "C", "B"].map(|name| pem(&root(name))).concat().as_bytes());
    let subjects: Vec<&[u8]> = [0, 1, 3].map(|i| store.get(i).unwrap().subject()).to_vec();
    assert_eq!(store.names().collect::<Vec<_>>(), subjects);
    let list: Vec<u8> = subjects
        .iter()
        .flat_map(|name| [&(name.len() as u16).to_be_bytes()[..], name].concat())
        .collect();
    let mut wire = (list.len() as u16).to_be_bytes().to_vec();
    wire.extend(list);
    assert_eq!(store.certificate_authorities().unwrap(), wire);
    assert_eq!(TrustStore::new().certificate_authorities().unwrap(), [0, 0]);
}

#[test]
fn a_list_of_names_beyond_16_bits_is_an_error() {
    let mut store = TrustStore::new();
    let mut names = 0;
    loop {
        store.add(&root(&format!("{names}{}", "x".repeat(9000)))).unwrap();
        names += 1;
        let bytes: usize = store.names().map(|name| name.len() + 2).sum();
        match store.certificate_authorities() {
            Ok(wire) => assert!(wire.len() == bytes + 2 && bytes <= 65_535),
            Err(error) => {
                assert!(bytes > 65_535);
                assert_eq!((error.names, error.bytes), (names, bytes));
                break;
            }
        }
    }
    assert_eq!(store.names().count(), names);
}

#[test]
fn a_name_beyond_16_bits_is_reported_and_its_certificate_loaded() {
    let der = root(&"x".repeat(70_000));
    let (store, report) = load(&der);
    assert_eq!(common::skipped(&report), [("long-name", Some(0))]);
    assert_eq!((store.len(), store.names().count()), (1, 0));
    assert_eq!(store.certificate_authorities().unwrap(), [0, 0]);
    assert_eq!(store.by_subject(store.get(0).unwrap().subject()).count(), 1);
}

#[test]
fn a_malformed_key_identifier_counts_as_absent() {
    let sound = root("A");
    let extension = [0x06, 3, 0x55, 0x1d, 14, 0x04, 22, 0x04, 20];
    let at = sound.windows(extension.len()).position(|bytes| bytes == extension).unwrap();
    for (offset, byte) in [(7, 0x05), (8, 19), (8, 21)] {
        let mut der = sound.clone();
        der[at + offset] = byte;
        let mut store = TrustStore::new();
        store.add(&der).unwrap();
        assert_eq!(store.get(0).unwrap().key_id(), None);
        assert_eq!(store.by_key_id(b"").count(), 0);
    }
}

#[test]
fn certificates_without_extensions_have_no_key_identifier() {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, "bare");
    let (store, report) = load(&of(&params));
    assert!(report.is_clean());
    let bare = store.get(0).unwrap();
    assert_eq!((bare.key_id(), bare.name_constraints(), bare.authority()), (None, None, None));
}

#[test]
fn name_constraints_are_found() {
    let mut params = authority("constrained");
    params.name_constraints = Some(rcgen::NameConstraints {
        permitted_subtrees: vec![rcgen::GeneralSubtree::DnsName("example".into())],
        excluded_subtrees: vec![],
    });
    let (store, _) = load(&of(&params));
    let constraints = store.get(0).unwrap().name_constraints().unwrap();
    assert!(constraints.ends_with(b"example"));
}

/// Tests that names and certificates that differ in only a few bytes do not cost additional time.
/// Hashing only part of them, or a linear search, would compare every pair.
#[test]
fn many_certificates_of_one_name() {
    let der = root("crowd");
    let serial = [0x02, 4, 0x11, 0x22, 0x33, 0x44];
    let at = der.windows(serial.len()).position(|bytes| bytes == serial).unwrap() + 3;
    let mut store = TrustStore::new();
    for i in 0..20_000_u32 {
        let mut other = der.clone();
        other[at..at + 3].copy_from_slice(&i.to_be_bytes()[1..]);
        store.add(&other).unwrap();
    }
    assert_eq!(store.len(), 20_000);
    assert_eq!(store.names().count(), 1);
    assert_eq!(store.by_subject(store.get(7).unwrap().subject()).count(), 20_000);
}

#[test]
fn export_and_import_round_trip() {
    let text: String = (0..5).map(|i| pem(&root(&i.to_string()))).collect();
    let (store, _) = load(text.as_bytes());
    assert_eq!(store.to_pem().unwrap(), text);
    assert_eq!(store.get(2).unwrap().to_pem().unwrap(), pem(store.get(2).unwrap().der()));
    let some = store.subset([3, 1, 99, 3]).unwrap();
    let order: Vec<&[u8]> = some.iter().map(|certificate| certificate.der()).collect();
    assert_eq!(order, [3, 1].map(|position| store.get(position).unwrap().der()));
}

#[test]
fn exports_a_file_per_certificate() {
    let (whole, limited) = (root("whole"), root("limited"));
    let (mut store, mut report) = load(pem(&whole).as_bytes());
    let fingerprint = store.get(0).unwrap().fingerprint().unwrap();
    let digits: String = fingerprint.iter().map(|byte| format!("{byte:02x}")).collect();
    let name = |encoding: Encoding| format!("{digits}.{}", encoding.ending());
    let [der, text] = [Encoding::Der, Encoding::Pem].map(|encoding| {
        let files = store.to_files(encoding).unwrap();
        assert_eq!((files.len(), &files[0].0), (1, &name(encoding)));
        files[0].1.clone()
    });
    assert_eq!((der, text), (whole.clone(), pem(&whole).into_bytes()));
    // Trusted only for serverAuth, as `openssl x509 -addtrust serverAuth -trustout` writes it.
    let settings = [0x30, 12, 0x30, 10, 6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 1];
    let block = block(&[&limited[..], &settings].concat(), "TRUSTED CERTIFICATE", 64, "\n");
    report.append(store.load_bytes("limited", block.as_bytes()));
    assert_eq!((report.loaded, report.is_clean()), (2, true));
    let subject = store.get(1).unwrap().subject_text();
    assert_eq!(store.to_files(Encoding::Der), Err(Error::Purposes(subject)));
    assert_eq!(store.to_files(Encoding::Pem).unwrap()[1].1, block.into_bytes());
}

#[test]
fn texts() {
    let mut params = authority("A, \u{202e}B");
    params.not_before = rcgen::date_time_ymd(2020, 2, 29);
    params.not_after = rcgen::date_time_ymd(2060, 1, 1);
    let (store, _) = load(&of(&params));
    let certificate = store.get(0).unwrap();
    assert_eq!(certificate.subject_text(), "O=quicksalt, CN=A\\, \\u{202e}B");
    assert_eq!(certificate.issuer_text(), certificate.subject_text());
    assert_eq!(certificate.validity(), Some((1_582_934_400, 2_840_140_800)));
    assert_eq!(certificate.key_text(), "EC P-256");
    assert_eq!(certificate.serial(), [0x11, 0x22, 0x33, 0x44]);
}
