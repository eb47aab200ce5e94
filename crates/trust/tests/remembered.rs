//! Tests that only genuine signatures are cached.
#![allow(clippy::unwrap_used)]

mod common;

use std::thread;

use common::authority;
use common::chains::{HOST, Issuer, SERVER, below, list, self_signed, store as trusting, verdict};
use quicksalt_trust::{Rejection, Request, Revocation, RevocationLists};
use rcgen::{CertificateParams, KeyPair, KeyUsagePurpose, SerialNumber, date_time_ymd};

/// A time one century later.
const LATER: u64 = 4_922_985_600;

fn leaf(issuer: &Issuer) -> Vec<u8> {
    let mut params = CertificateParams::new([HOST.to_owned()]).unwrap();
    params.serial_number = Some(SerialNumber::from_slice(&[3]));
    params.not_after = date_time_ymd(2030, 1, 1);
    params.signed_by(&KeyPair::generate().unwrap(), issuer).unwrap().der().to_vec()
}

fn root(name: &str) -> Issuer {
    let mut params = authority(name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    self_signed(params)
}

#[test]
fn every_changed_bit_is_detected_with_a_filled_cache() {
    let top = root("root");
    let middle = below(authority("middle"), &top);
    let (leaf, middle) = (leaf(&middle), middle.der().to_vec());
    let store = trusting(&[top.der()]);
    assert_eq!(verdict(&store, &[&leaf, &middle], &SERVER), None);
    for at in 0..leaf.len() + middle.len() {
        let mut chain = [leaf.clone(), middle.clone()].concat();
        chain[at] ^= 1 << (at % 8);
        let (leaf, middle) = chain.split_at(leaf.len());
        let found = verdict(&store, &[leaf, middle], &SERVER);
        assert!(found.is_some(), "byte {at}");
        assert_eq!(found, verdict(&trusting(&[top.der()]), &[leaf, middle], &SERVER), "byte {at}");
    }
    assert_eq!(verdict(&store, &[&leaf, &middle], &SERVER), None);
}

#[test]
fn another_key_with_the_same_name_is_not_cached() {
    let [one, two] = [root("root"), root("root")];
    let (of_one, of_two) = (leaf(&one), leaf(&two));
    let both = trusting(&[one.der(), two.der()]);
    assert_eq!(verdict(&both, &[&of_one], &SERVER), None);
    assert_eq!(verdict(&both, &[&of_two], &SERVER), None);
    let store = trusting(&[one.der()]);
    assert_eq!(verdict(&store, &[&of_one], &SERVER), None);
    let expected = verdict(&trusting(&[one.der()]), &[&of_two], &SERVER);
    assert!(expected.is_some());
    assert_eq!(verdict(&store, &[&of_two], &SERVER), expected);
    // A store without the issuer lacks the cache entry, even if a different store has cached the
    // signature.
    let other = both.subset([1]).unwrap();
    assert_eq!(verdict(&other, &[&of_two], &SERVER), None);
    assert!(verdict(&other, &[&of_one], &SERVER).is_some());
}

#[test]
fn everything_but_the_signature_is_checked_each_time() {
    let issuer = root("root");
    let leaf = leaf(&issuer);
    let store = trusting(&[issuer.der()]);
    for _ in 0..2 {
        assert_eq!(verdict(&store, &[&leaf], &SERVER), None);
        let late = Request { time: LATER, anchor_dates: false, ..SERVER };
        assert_eq!(verdict(&store, &[&leaf], &late), Some(Rejection::Expired));
        let elsewhere = Request { host: Some("other.example"), ..SERVER };
        assert_eq!(verdict(&store, &[&leaf], &elsewhere), Some(Rejection::Host));
        let mut lists = RevocationLists::new();
        lists.add(&list(&issuer, 2025, &[3])).unwrap();
        let followed = Request { revocation: Some(Revocation::new(&lists)), ..SERVER };
        assert_eq!(verdict(&store, &[&leaf], &followed), Some(Rejection::Revoked));
        let mut forged = list(&issuer, 2025, &[4]);
        *forged.last_mut().unwrap() ^= 1;
        let mut lists = RevocationLists::new();
        lists.add(&forged).unwrap();
        let followed = Request { revocation: Some(Revocation::new(&lists)), ..SERVER };
        assert_eq!(verdict(&store, &[&leaf], &followed), Some(Rejection::RevocationSignature));
    }
    store.forget_signatures();
    assert_eq!(verdict(&store, &[&leaf], &SERVER), None);
}

/// Several threads verify genuine and forged signatures.
#[test]
fn threads() {
    let issuer = root("root");
    let store = trusting(&[issuer.der()]);
    let leaves: Vec<Vec<u8>> = (0..40).map(|_| leaf(&issuer)).collect();
    let (store, leaves) = (&store, &leaves);
    thread::scope(|scope| {
        for first in 0..4 {
            scope.spawn(move || {
                for number in 0..300 {
                    let mut leaf = leaves[(first * 7 + number * 3) % leaves.len()].clone();
                    let is_forged = number % 5 == first;
                    *leaf.last_mut().unwrap() ^= u8::from(is_forged);
                    let expected = is_forged.then_some(Rejection::Signature);
                    assert_eq!(verdict(store, &[&leaf], &SERVER), expected, "{number}");
                    if number % 97 == 0 {
                        store.forget_signatures();
                    }
                }
            });
        }
    });
}
