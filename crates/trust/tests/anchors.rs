//! Tests the checks of trusted certificates before they vouch, and of the certificates in a path.
#![allow(clippy::unwrap_used)]

mod common;

use common::authority;
use common::chains::{
    self, HOST, Issuer, NOW, SERVER, below, extension, leaf_params, self_signed, store,
};
use quicksalt_trust::{Purpose, Rejection, Request};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, IsCa, KeyPair,
    KeyUsagePurpose, PKCS_ECDSA_P256_SHA256, date_time_ymd,
};

fn changed(change: impl Fn(&mut CertificateParams)) -> CertificateParams {
    let mut params = authority("root");
    change(&mut params);
    params
}

/// Returns the reason why a chain (leaf first) is rejected if only `anchor` is trusted.
fn verdict(anchor: &Issuer, chain: &[&Issuer], request: &Request<'_>) -> Option<Rejection> {
    let chain: Vec<&[u8]> = chain.iter().map(|one| one.der().as_ref()).collect();
    chains::verdict(&store(&[anchor.der()]), &chain, request)
}

#[test]
fn an_anchor_must_be_allowed_to_vouch() {
    let purposes = |purpose: ExtendedKeyUsagePurpose| {
        move |p: &mut CertificateParams| p.extended_key_usages = vec![purpose.clone()]
    };
    let email = purposes(ExtendedKeyUsagePurpose::EmailProtection);
    let server = purposes(ExtendedKeyUsagePurpose::ServerAuth);
    let any = purposes(ExtendedKeyUsagePurpose::Any);
    let usages = |usages: &'static [KeyUsagePurpose]| {
        move |p: &mut CertificateParams| p.key_usages = usages.to_vec()
    };
    type Change<'a> = &'a dyn Fn(&mut CertificateParams);
    let cases: [(&str, Change<'_>, Option<Rejection>); 12] = [
        ("as usual", &|_| {}, None),
        ("no keyUsage", &usages(&[]), None),
        ("EKU server", &server, None),
        ("EKU any", &any, None),
        ("CA:FALSE", &|p| p.is_ca = IsCa::ExplicitNoCa, Some(Rejection::AnchorNotAuthority)),
        ("no constraints", &|p| p.is_ca = IsCa::NoCa, Some(Rejection::AnchorNotAuthority)),
        (
            "no keyCertSign",
            &usages(&[KeyUsagePurpose::CrlSign]),
            Some(Rejection::AnchorNotAuthority),
        ),
        ("EKU e-mail", &email, Some(Rejection::AnchorPurpose)),
        ("expired", &|p| p.not_after = date_time_ymd(2025, 12, 31), Some(Rejection::AnchorExpired)),
        (
            "not yet valid",
            &|p| p.not_before = date_time_ymd(2026, 1, 2),
            Some(Rejection::AnchorNotYetValid),
        ),
        (
            "unknown critical",
            &|p| p.custom_extensions = vec![extension(&[2, 5, 29, 99], &[5, 0], true)],
            Some(Rejection::AnchorCritical),
        ),
        (
            "unknown, not critical",
            &|p| {
                p.custom_extensions = vec![extension(&[2, 5, 29, 99], &[5, 0], false)];
            },
            None,
        ),
    ];
    for (name, change, expected) in cases {
        let anchor = self_signed(changed(change));
        let leaf = below(leaf_params(), &anchor);
        assert_eq!(verdict(&anchor, &[&leaf], &SERVER), expected, "{name}");
        // A fault of the trust anchor is reported only if all other certificates are valid.
        let elsewhere = Request::new(Some("other.example"), NOW, Purpose::Server);
        let stranger = below(leaf_params(), &self_signed(changed(|_| {})));
        assert!(verdict(&anchor, &[&leaf], &elsewhere).is_some(), "{name}");
        let genuine = verdict(&anchor, &[&stranger], &SERVER);
        assert!(matches!(genuine, Some(Rejection::Signature | Rejection::UnknownIssuer)), "{name}");
    }
}

#[test]
fn dates_of_an_anchor_by_option() {
    let anchor = self_signed(changed(|p| p.not_after = date_time_ymd(2025, 12, 31)));
    let leaf = below(leaf_params(), &anchor);
    let lenient = Request { anchor_dates: false, ..SERVER };
    assert_eq!(verdict(&anchor, &[&leaf], &lenient), None);
}

#[test]
fn the_path_length_of_an_anchor() {
    for (allowed, intermediates) in [(0, 0), (0, 1), (1, 1), (1, 2), (200, 2)] {
        let constrained = IsCa::Ca(BasicConstraints::Constrained(allowed));
        let anchor = self_signed(changed(|p| p.is_ca = constrained));
        let mut chain = vec![];
        for number in 0..intermediates {
            let issuer = chain.last().unwrap_or(&anchor);
            chain.push(below(authority(&format!("middle {number}")), issuer));
        }
        chain.push(below(leaf_params(), chain.last().unwrap_or(&anchor)));
        let sent: Vec<&Issuer> = chain.iter().rev().collect();
        let expected = (intermediates > allowed.into()).then_some(Rejection::PathLength);
        assert_eq!(verdict(&anchor, &sent, &SERVER), expected, "{allowed}, {intermediates}");
        let flat = Request { max_depth: 1, ..SERVER };
        let deep = (intermediates > 1).then_some(Rejection::TooDeep);
        assert_eq!(verdict(&anchor, &sent, &flat), deep.or(expected), "{allowed}");
    }
}

#[test]
fn a_trusted_leaf_vouches_only_for_itself() {
    let ca = IsCa::Ca(BasicConstraints::Unconstrained);
    for params in [
        leaf_params(),
        changed(|p| p.is_ca = IsCa::ExplicitNoCa),
        // A leaf like the certificates that `openssl req -x509` makes.
        changed(|p| p.is_ca = ca),
    ] {
        let mut params = params;
        params.subject_alt_names = leaf_params().subject_alt_names;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        let top = self_signed(authority("nobody trusts it"));
        for own in [self_signed(params.clone()), below(params.clone(), &top)] {
            assert_eq!(verdict(&own, &[&own], &SERVER), None);
            let other = Request::new(Some("other.example"), NOW, Purpose::Server);
            assert_eq!(verdict(&own, &[&own], &other), Some(Rejection::Host));
            let late = Request::new(Some(HOST), 100_000_000_000, Purpose::Server);
            assert_eq!(verdict(&own, &[&own], &late), Some(Rejection::Expired));
            let twin = self_signed(params.clone());
            assert!(verdict(&own, &[&twin], &SERVER).is_some());
        }
    }
    // The certificate still vouches for others, and its key may sign certificates too.
    let mut both = changed(|p| p.is_ca = ca);
    both.subject_alt_names = leaf_params().subject_alt_names;
    both.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
    let own = self_signed(both);
    assert_eq!(verdict(&own, &[&own], &SERVER), None);
    assert_eq!(verdict(&own, &[&below(leaf_params(), &own), &own], &SERVER), None);
    let mut client = leaf_params();
    client.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let own = self_signed(client);
    assert_eq!(verdict(&own, &[&own], &SERVER), Some(Rejection::Purpose));
    assert_eq!(verdict(&own, &[&own], &Request::new(None, NOW, Purpose::Client)), None);
}

#[test]
fn keys_that_sign_certificates_and_keys_that_do_not() {
    let anchor = self_signed(authority("root"));
    let mut params = authority("middle");
    params.key_usages = vec![KeyUsagePurpose::CrlSign];
    let middle = below(params, &anchor);
    let leaf = below(leaf_params(), &middle);
    assert_eq!(verdict(&anchor, &[&leaf, &middle], &SERVER), Some(Rejection::KeyUsage));
    let mut params = leaf_params();
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature, KeyUsagePurpose::KeyCertSign];
    let leaf = below(params, &anchor);
    assert_eq!(verdict(&anchor, &[&leaf], &SERVER), Some(Rejection::LeafKeyUsage));
}

/// Tests that a valid second candidate is found if the first candidate is rejected.
#[test]
fn another_path_is_tried() {
    let pkcs8 = KeyPair::generate().unwrap().serialize_der();
    let key = || {
        let pkcs8 = pkcs8.clone().into();
        KeyPair::from_pkcs8_der_and_sign_algo(&pkcs8, &PKCS_ECDSA_P256_SHA256).unwrap()
    };
    let anchor = self_signed(authority("root"));
    let mut unfit = authority("middle");
    unfit.key_usages = vec![KeyUsagePurpose::CrlSign];
    let unfit = CertifiedIssuer::signed_by(unfit, key(), &anchor).unwrap();
    let fit = CertifiedIssuer::signed_by(authority("middle"), key(), &anchor).unwrap();
    let leaf = below(leaf_params(), &unfit);
    for chain in [[&leaf, &unfit, &fit], [&leaf, &fit, &unfit]] {
        assert_eq!(verdict(&anchor, &chain, &SERVER), None);
    }
    assert_eq!(verdict(&anchor, &[&leaf, &unfit], &SERVER), Some(Rejection::KeyUsage));
}
