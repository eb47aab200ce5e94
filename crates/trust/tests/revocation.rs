//! Tests the use of revocation lists, and the report on each kind of unusable list.
#![allow(clippy::unwrap_used)]

mod common;

use common::chains::{
    Issuer, SERVER, at, below, leaf_params, list, list_of, refusal, self_signed, store,
};
use common::{authority, block};
use quicksalt_trust::{
    Depth, Error, Place, Refusal, Rejection, Request, Revocation, RevocationLists,
};
use rcgen::{CertificateParams, CertifiedIssuer, KeyPair, KeyUsagePurpose, SerialNumber};

fn signs_lists(name: &str, serial: u8) -> CertificateParams {
    let mut params = authority(name);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    params.serial_number = Some(SerialNumber::from_slice(&[serial]));
    params
}

/// A root, an intermediate with serial number 2, and a leaf with serial number 3.
struct Chain {
    root: Issuer,
    middle: Issuer,
    leaf: Issuer,
}

fn chain() -> Chain {
    chain_with(None)
}

/// Returns a chain; the leaf names the distribution point if one is given.
fn chain_with(point: Option<&str>) -> Chain {
    let root = self_signed(signs_lists("root", 1));
    let middle = below(signs_lists("middle", 2), &root);
    let mut params = leaf_params();
    params.serial_number = Some(SerialNumber::from_slice(&[3]));
    params.crl_distribution_points = point.map(at).into_iter().collect();
    let leaf = below(params, &middle);
    Chain { root, middle, leaf }
}

impl Chain {
    fn refusal(&self, lists: &[Vec<u8>], change: impl Fn(&mut Revocation<'_>)) -> Option<Refusal> {
        let mut all = RevocationLists::new();
        lists.iter().for_each(|list| assert_eq!(all.add(list), Ok(1)));
        let mut revocation = Revocation::new(&all);
        change(&mut revocation);
        let request = Request { revocation: Some(revocation), ..SERVER };
        let (store, sent) = (store(&[self.root.der()]), [&**self.leaf.der(), self.middle.der()]);
        refusal(&store, &sent, &request)
    }

    #[track_caller]
    fn expect(&self, lists: &[Vec<u8>], why: Rejection, place: Place) {
        let found = self.refusal(lists, |_| {}).unwrap();
        assert_eq!((found.why, found.fault.map(|fault| fault.place)), (why, Some(place)));
    }
}

#[test]
fn revoked_and_not() {
    let chain = chain();
    let (of_root, of_middle) = (list(&chain.root, 2025, &[9]), list(&chain.middle, 2025, &[]));
    assert_eq!(chain.refusal(&[of_root.clone(), of_middle.clone()], |_| {}), None);
    let revoked = list(&chain.middle, 2025, &[7, 3]);
    chain.expect(&[of_root, revoked], Rejection::Revoked, Place::Leaf);
    let revoked = list(&chain.root, 2025, &[2]);
    let lists = [revoked, of_middle];
    chain.expect(&lists, Rejection::Revoked, Place::Intermediate(1));
    assert_eq!(chain.refusal(&lists, |one| one.depth = Depth::Leaf), None);
}

#[test]
fn lists_that_are_missing_or_foreign() {
    let chain = chain();
    let of_middle = list(&chain.middle, 2025, &[]);
    chain.expect(&[], Rejection::RevocationUnknown, Place::Leaf);
    chain.expect(
        core::slice::from_ref(&of_middle),
        Rejection::RevocationUnknown,
        Place::Intermediate(1),
    );
    assert_eq!(chain.refusal(&[of_middle], |one| one.depth = Depth::Leaf), None);
    let foreign = list(&self_signed(signs_lists("stranger", 8)), 2025, &[2, 3]);
    for lists in [vec![], vec![foreign.clone()]] {
        assert_eq!(chain.refusal(&lists, |one| one.accepts_unknown = true), None);
    }
    chain.expect(&[foreign], Rejection::RevocationUnknown, Place::Leaf);
    let namesake = list(&self_signed(signs_lists("middle", 8)), 2025, &[3]);
    let of_root = list(&chain.root, 2025, &[]);
    chain.expect(&[of_root, namesake], Rejection::RevocationSignature, Place::Leaf);
}

#[test]
fn outdated_lists() {
    let chain = chain();
    let (of_root, old) = (list(&chain.root, 2025, &[]), list(&chain.middle, 2023, &[]));
    let lists = [old.clone(), of_root.clone()];
    chain.expect(&lists, Rejection::RevocationExpired, Place::Leaf);
    assert_eq!(chain.refusal(&lists, |one| one.accepts_expired = true), None);
    // The newest list counts, in any order of adding the lists.
    let new = list(&chain.middle, 2025, &[3]);
    for lists in [[of_root.clone(), old.clone(), new.clone()], [new, old, of_root]] {
        chain.expect(&lists, Rejection::Revoked, Place::Leaf);
    }
}

const HERE: &str = "http://host.example/here.crl";
const THERE: &str = "http://host.example/there.crl";

#[test]
fn a_list_of_one_distribution_point_does_not_cover_all_certificates() {
    let chain = chain();
    let of_root = list(&chain.root, 2025, &[]);
    let lists = |others: &[Vec<u8>]| [core::slice::from_ref(&of_root), others].concat();
    let part = || list_of(&chain.middle, 2025, &[], Some(HERE));
    chain.expect(&lists(&[part()]), Rejection::RevocationUnknown, Place::Leaf);
    assert_eq!(chain.refusal(&lists(&[part()]), |one| one.accepts_unknown = true), None);
    // The older list covers all certificates, so it counts.
    let old = |serials| list(&chain.middle, 2024, serials);
    let is_old = |lists: &[Vec<u8>]| chain.refusal(lists, |one| one.accepts_expired = true);
    assert_eq!(is_old(&lists(&[part(), old(&[])])), None);
    let revoked = is_old(&lists(&[part(), old(&[3])])).unwrap();
    assert_eq!(revoked.why, Rejection::Revoked);
    let mut forged = old(&[]);
    *forged.last_mut().unwrap() ^= 1;
    let refused = is_old(&lists(&[part(), forged])).unwrap();
    assert_eq!(refused.why, Rejection::RevocationSignature);
}

#[test]
fn lists_of_distribution_points() {
    let chain = chain_with(Some(HERE));
    let of_root = list(&chain.root, 2025, &[]);
    let lists = |others: &[Vec<u8>]| [core::slice::from_ref(&of_root), others].concat();
    let part = |point, year, serials| list_of(&chain.middle, year, serials, Some(point));
    assert_eq!(chain.refusal(&lists(&[part(HERE, 2025, &[])]), |_| {}), None);
    chain.expect(&lists(&[part(HERE, 2025, &[3])]), Rejection::Revoked, Place::Leaf);
    let elsewhere = lists(&[part(THERE, 2025, &[])]);
    chain.expect(&elsewhere, Rejection::RevocationUnknown, Place::Leaf);
    // Both lists count if their scopes differ; otherwise only the newer one.
    let whole = |serials| list(&chain.middle, 2025, serials);
    let both = lists(&[part(HERE, 2025, &[3]), whole(&[])]);
    chain.expect(&both, Rejection::Revoked, Place::Leaf);
    let replaced = lists(&[part(HERE, 2024, &[3]), part(HERE, 2025, &[])]);
    assert_eq!(chain.refusal(&replaced, |_| {}), None);
}

#[test]
fn signatures_and_issuers_of_lists() {
    let chain = chain();
    let of_root = list(&chain.root, 2025, &[]);
    let mut forged = list(&chain.middle, 2025, &[]);
    *forged.last_mut().unwrap() ^= 1;
    chain.expect(&[of_root, forged], Rejection::RevocationSignature, Place::Leaf);
}

/// Tests the keyUsage of a trusted certificate, which webpki does not know.
#[test]
fn a_trusted_certificate_that_may_not_sign_lists() {
    let key = KeyPair::generate().unwrap();
    let pkcs8 = key.serialize_der();
    let root = CertifiedIssuer::self_signed(signs_lists("root", 1), key).unwrap();
    let again =
        KeyPair::from_pkcs8_der_and_sign_algo(&pkcs8.into(), &rcgen::PKCS_ECDSA_P256_SHA256)
            .unwrap();
    let trusted = CertifiedIssuer::self_signed(authority("root"), again).unwrap();
    let middle = below(signs_lists("middle", 2), &root);
    let leaf = below(leaf_params(), &middle);
    let chain = Chain { root: trusted, middle, leaf };
    let lists = [list(&root, 2025, &[]), list(&chain.middle, 2025, &[])];
    chain.expect(&lists, Rejection::RevocationKeyUsage, Place::Leaf);
    assert_eq!(chain.refusal(&lists, |one| one.depth = Depth::Leaf), None);
}

#[test]
fn rejects_malformed_and_unsupported_lists() {
    let chain = chain();
    let sound = list(&chain.root, 2025, &[1, 2, 3]);
    let mut lists = RevocationLists::new();
    for cut in [1, 2, 50, sound.len() / 2, sound.len() - 1] {
        assert!(matches!(lists.add(&sound[..cut]), Err(Error::RevocationList(_))), "{cut}");
    }
    let pem = block(&sound, "X509 CRL", 64, "\n");
    for wrong in [
        b"".as_slice(),
        b"text",
        chain.root.der(),
        &[&sound[..], &[0]].concat(),
        &pem.as_bytes()[..pem.len() - 30],
        (pem.clone() + &block(chain.root.der(), "CERTIFICATE", 64, "\n")).as_bytes(),
        (pem.clone() + &block(&sound[1..], "X509 CRL", 64, "\n")).as_bytes(),
    ] {
        assert!(matches!(lists.add(wrong), Err(Error::RevocationList(_))), "{wrong:?}");
        assert!(lists.is_empty());
    }
    assert_eq!(lists.add(pem.repeat(2).as_bytes()), Ok(2));
    assert_eq!((lists.add(&sound), lists.len()), (Ok(1), 3));
}
