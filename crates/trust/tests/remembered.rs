//! Signatures that were found genuine are remembered, and nothing else is.
#![allow(clippy::unwrap_used)]

mod common;

use std::thread;

use common::authority;
use quicksalt_trust::{
    Error, Purpose, Rejection, Request, Revocation, RevocationLists, TrustStore,
};
use rcgen::{
    CertificateParams, CertificateRevocationListParams, CertifiedIssuer, KeyIdMethod, KeyPair,
    KeyUsagePurpose, RevokedCertParams, SerialNumber, date_time_ymd,
};

type Issuer = CertifiedIssuer<'static, KeyPair>;

const HOST: &str = "host.example";
/// 2026-01-01, and a century later.
const NOW: u64 = 1_767_225_600;
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
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

fn trusting(issuers: &[&Issuer]) -> TrustStore {
    let mut store = TrustStore::new();
    issuers.iter().for_each(|issuer| assert!(store.add(issuer.der()).is_ok()));
    store
}

fn code(store: &TrustStore, chain: &[&[u8]], request: &Request<'_>) -> Option<Rejection> {
    match store.verify(chain, request) {
        Ok(_) => None,
        Err(Error::Rejected(refusal)) => Some(refusal.why),
        Err(error) => unreachable!("{error}"),
    }
}

fn request() -> Request<'static> {
    Request::new(Some(HOST), NOW, Purpose::Server)
}

#[test]
fn every_bit_counts_after_the_genuine_chain_as_before() {
    let top = root("root");
    let params = authority("middle");
    let middle = CertifiedIssuer::signed_by(params, KeyPair::generate().unwrap(), &top).unwrap();
    let (leaf, middle) = (leaf(&middle), middle.der().to_vec());
    let store = trusting(&[&top]);
    assert_eq!(code(&store, &[&leaf, &middle], &request()), None);
    for at in 0..leaf.len() + middle.len() {
        let mut chain = [leaf.clone(), middle.clone()].concat();
        chain[at] ^= 1 << (at % 8);
        let (leaf, middle) = chain.split_at(leaf.len());
        let found = code(&store, &[leaf, middle], &request());
        assert!(found.is_some(), "byte {at}");
        assert_eq!(found, code(&trusting(&[&top]), &[leaf, middle], &request()), "byte {at}");
    }
    assert_eq!(code(&store, &[&leaf, &middle], &request()), None);
}

#[test]
fn another_key_of_the_same_name_has_signed_nothing() {
    let [one, two] = [root("root"), root("root")];
    let (of_one, of_two) = (leaf(&one), leaf(&two));
    let both = trusting(&[&one, &two]);
    assert_eq!(code(&both, &[&of_one], &request()), None);
    assert_eq!(code(&both, &[&of_two], &request()), None);
    let store = trusting(&[&one]);
    assert_eq!(code(&store, &[&of_one], &request()), None);
    let expected = code(&trusting(&[&one]), &[&of_two], &request());
    assert!(expected.is_some());
    assert_eq!(code(&store, &[&of_two], &request()), expected);
    // Of a store without the issuer nothing is known of it, whatever another one knows.
    let other = both.subset([1]).unwrap();
    assert_eq!(code(&other, &[&of_two], &request()), None);
    assert!(code(&other, &[&of_one], &request()).is_some());
}

#[test]
fn all_but_the_signature_is_judged_each_time() {
    let issuer = root("root");
    let leaf = leaf(&issuer);
    let store = trusting(&[&issuer]);
    for _ in 0..2 {
        assert_eq!(code(&store, &[&leaf], &request()), None);
        let late = Request { time: LATER, anchor_dates: false, ..request() };
        assert_eq!(code(&store, &[&leaf], &late), Some(Rejection::Expired));
        let elsewhere = Request { host: Some("other.example"), ..request() };
        assert_eq!(code(&store, &[&leaf], &elsewhere), Some(Rejection::Host));
        let mut lists = RevocationLists::new();
        lists.add(&list(&issuer, 3)).unwrap();
        let followed = Request { revocation: Some(Revocation::new(&lists)), ..request() };
        assert_eq!(code(&store, &[&leaf], &followed), Some(Rejection::Revoked));
        let mut forged = list(&issuer, 4);
        *forged.last_mut().unwrap() ^= 1;
        let mut lists = RevocationLists::new();
        lists.add(&forged).unwrap();
        let followed = Request { revocation: Some(Revocation::new(&lists)), ..request() };
        assert_eq!(code(&store, &[&leaf], &followed), Some(Rejection::RevocationSignature));
    }
    store.forget_signatures();
    assert_eq!(code(&store, &[&leaf], &request()), None);
}

/// A list that revokes one serial number.
fn list(issuer: &Issuer, serial: u8) -> Vec<u8> {
    let revoked = RevokedCertParams {
        serial_number: SerialNumber::from_slice(&[serial]),
        revocation_time: date_time_ymd(2024, 1, 1),
        reason_code: None,
        invalidity_date: None,
    };
    let params = CertificateRevocationListParams {
        this_update: date_time_ymd(2025, 6, 1),
        next_update: date_time_ymd(2026, 6, 1),
        crl_number: SerialNumber::from_slice(&[1]),
        issuing_distribution_point: None,
        revoked_certs: vec![revoked],
        key_identifier_method: KeyIdMethod::Sha256,
    };
    params.signed_by(issuer).unwrap().der().to_vec()
}

/// Several threads, with forged signatures among the genuine ones.
#[test]
fn threads() {
    let issuer = root("root");
    let store = trusting(&[&issuer]);
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
                    assert_eq!(code(store, &[&leaf], &request()), expected, "{number}");
                    if number % 97 == 0 {
                        store.forget_signatures();
                    }
                }
            });
        }
    });
}
