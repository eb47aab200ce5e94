//! Tests OpenSSL's trusted certificates, and labels and formats that are not supported.
#![allow(clippy::unwrap_used)]

mod common;

use common::chains::{self, Issuer, below, leaf_params, self_signed};
use common::{authority, block, load, pem, root, skipped};
use quicksalt_trust::{Reason, Rejection, TrustStore};

const SERVER: &[u8] = &[6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 1];
const EMAIL: &[u8] = &[6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 4];
const ANY: &[u8] = &[6, 4, 0x55, 0x1d, 37, 0];
const SEQUENCE: u8 = 0x30;
const REJECTED: u8 = 0xa0;

fn element(tag: u8, content: &[u8]) -> Vec<u8> {
    [&[tag, content.len() as u8], content].concat()
}

/// Formats a block as OpenSSL does, with optional trusted and rejected purposes and with an alias.
fn trusted(der: &[u8], trusted: Option<&[&[u8]]>, rejected: &[&[u8]]) -> String {
    let mut parts = trusted.map(|list| element(SEQUENCE, &list.concat())).unwrap_or_default();
    if !rejected.is_empty() {
        parts.extend(element(REJECTED, &rejected.concat()));
    }
    parts.extend(element(0x0c, b"alias"));
    let bytes = [der, &element(SEQUENCE, &parts)].concat();
    block(&bytes, "TRUSTED CERTIFICATE", 64, "\n")
}

fn verdict(store: &TrustStore, chain: &[&Issuer]) -> Option<Rejection> {
    let chain: Vec<&[u8]> = chain.iter().map(|one| one.der().as_ref()).collect();
    chains::verdict(store, &chain, &chains::SERVER)
}

#[test]
fn purposes_and_rejections_of_openssl() {
    let issuer = self_signed(authority("root"));
    let leaf = below(leaf_params(), &issuer);
    let der = issuer.der();
    let no = Some(Rejection::Distrusted);
    for (text, expected) in [
        (trusted(der, None, &[]), None),
        (trusted(der, Some(&[EMAIL, SERVER]), &[]), None),
        (trusted(der, Some(&[ANY]), &[EMAIL]), None),
        (trusted(der, Some(&[EMAIL]), &[]), no),
        (trusted(der, Some(&[]), &[]), no),
        (trusted(der, None, &[SERVER]), no),
        (trusted(der, Some(&[SERVER]), &[SERVER]), no),
        (trusted(der, None, &[ANY]), no),
        // A rejected purpose stays rejected in any order of the blocks.
        (trusted(der, None, &[SERVER]) + &pem(der), no),
        (pem(der) + &trusted(der, None, &[SERVER]), no),
        (block(der, "TRUSTED CERTIFICATE", 64, "\n"), None),
    ] {
        let (store, report) = load(text.as_bytes());
        assert!(report.is_clean(), "{:?}", report.skipped);
        assert_eq!((store.len(), verdict(&store, &[&leaf])), (1, expected));
        // The settings survive PEM export, a subset, and a merge.
        let (again, _) = load(store.to_pem().unwrap().as_bytes());
        let mut merged = TrustStore::new();
        merged.merge(&store).unwrap();
        for copy in [again, merged, store.subset([0]).unwrap()] {
            assert_eq!(verdict(&copy, &[&leaf]), expected);
            assert_eq!(copy.to_pem(), store.to_pem());
        }
    }
    let (store, _) = load(trusted(der, Some(&[SERVER]), &[EMAIL]).as_bytes());
    let certificate = store.get(0).unwrap();
    assert_eq!(certificate.trusted_for().unwrap(), ["serverAuth"]);
    assert_eq!(certificate.rejected_for(), ["emailProtection"]);
}

/// A certificate rejected by the store is rejected anywhere in a path, even if another trusted
/// certificate vouches for it.
#[test]
fn rejections_within_a_path() {
    let top = self_signed(authority("root"));
    let middle = below(authority("middle"), &top);
    let leaf = below(leaf_params(), &middle);
    for marked in [&middle, &leaf] {
        let text = pem(top.der()) + &trusted(marked.der(), None, &[SERVER]);
        let (store, _) = load(text.as_bytes());
        assert_eq!(verdict(&store, &[&leaf, &middle]), Some(Rejection::Distrusted));
    }
}

#[test]
fn rejects_malformed_trailers() {
    let der = root("A");
    let after = pem(&root("B"));
    for garbage in
        [&b"garbage"[..], &[0], &[SEQUENCE, 5, 0], &[SEQUENCE, 2, 5, 0], &[SEQUENCE, 0, 0]]
    {
        let text = block(&[&der[..], garbage].concat(), "TRUSTED CERTIFICATE", 64, "\n");
        let (store, report) = load((text + &after).as_bytes());
        assert_eq!((store.len(), skipped(&report)), (1, vec![("trailer", Some(0))]), "{garbage:?}");
    }
    let (_, report) = load(block(b"no DER", "TRUSTED CERTIFICATE", 64, "\n").as_bytes());
    assert_eq!(skipped(&report), [("der", Some(0))]);
}

#[test]
fn the_older_label() {
    let der = root("A");
    let (store, report) = load(block(&der, "X509 CERTIFICATE", 64, "\r\n").as_bytes());
    assert!(report.is_clean());
    assert_eq!(store.get(0).unwrap().der(), der);
    let text = pem(&der).replacen("BEGIN", "BEGIN TRUSTED", 1);
    assert_eq!(skipped(&load(text.as_bytes()).1), [("truncated", Some(0))]);
}

#[test]
fn reports_unsupported_formats() {
    let folder = common::Folder::new();
    let signed_data = [0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2];
    let long = |content: &[u8]| [&[SEQUENCE, 0x82, 1, 0], content, &[0; 256]].concat();
    for (bytes, name) in [
        (long(&signed_data), "PKCS #7"),
        ([&[SEQUENCE, 0x80], &signed_data[..], &[0; 99]].concat(), "PKCS #7"),
        (block(&[5, 0], "PKCS7", 64, "\n").into_bytes(), "PKCS #7"),
        (block(&long(&signed_data), "CERTIFICATE", 64, "\n").into_bytes(), "PKCS #7"),
        (long(&[2, 1, 3, SEQUENCE, 0x82, 1, 0]), "PKCS #12"),
        (vec![0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2], "keystore"),
        (vec![0xce, 0xce, 0xce, 0xce, 0, 0, 0, 2], "keystore"),
        (vec![0x1f, 0x8b, 8, 0, 0, 0], "gzip"),
    ] {
        let (_, report) = load(&bytes);
        let [skipped] = &report.skipped[..] else { unreachable!("{:?}", report.skipped) };
        assert!(skipped.reason.to_string().contains(name), "{}", skipped.reason);
        assert!(matches!(skipped.reason, Reason::Format(_) | Reason::Label(_)));
        let from_file = TrustStore::new().load([folder.write("file", &bytes)]);
        assert_eq!(from_file.skipped[0].reason, skipped.reason);
    }
}

#[test]
fn retain_and_merge() {
    let [a, b, c] = ["A", "B", "C"].map(root);
    let (mut store, _) = load([&a, &b].map(|der| pem(der)).concat().as_bytes());
    let (other, _) = load([&b, &c].map(|der| pem(der)).concat().as_bytes());
    store.merge(&other).unwrap();
    store.retain(|one| one.der() != b).unwrap();
    let order: Vec<&[u8]> = store.iter().map(|one| one.der()).collect();
    assert_eq!(order, [&a[..], &c]);
    assert_eq!(store.by_subject(other.get(0).unwrap().subject()).count(), 0);
    assert_eq!((store.position_of(&c), store.names().count()), (Some(1), 2));
    let fingerprint = other.get(0).unwrap().fingerprint().unwrap();
    assert!(store.by_fingerprint(&fingerprint).unwrap().is_none());
}
