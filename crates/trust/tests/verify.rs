//! Compares the verdicts on chains with webpki's verdicts. For the comparison, webpki gets all
//! anchors of the store, and ring checks the signatures.
#![allow(clippy::unwrap_used)]

mod common;

use common::chains::{self, HOST, Issuer, NOW, below, self_signed, store};
use common::{authority, root};
use quicksalt_trust::{Error, Purpose, Rejection, Request, TrustStore, Verified};
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, ExtendedKeyUsagePurpose, GeneralSubtree,
    IsCa, KeyPair, NameConstraints, PKCS_ECDSA_P256_SHA256, PKCS_ECDSA_P384_SHA384, PKCS_ED25519,
    PKCS_RSA_SHA256, PKCS_RSA_SHA384, PKCS_RSA_SHA512, SanType, date_time_ymd,
};
use rustls_pki_types::{CertificateDer, ServerName, TrustAnchor, UnixTime};

fn leaf_params() -> CertificateParams {
    let mut params = chains::leaf_params();
    params.subject_alt_names.push(SanType::IpAddress("192.0.2.1".parse().unwrap()));
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params
}

fn sign(params: &CertificateParams, issuer: &Issuer) -> Vec<u8> {
    params.signed_by(&KeyPair::generate().unwrap(), issuer).unwrap().der().to_vec()
}

fn der(issuer: &Issuer) -> Vec<u8> {
    issuer.der().to_vec()
}

/// Returns webpki's verdict with all anchors of the store and with ring's signature checks.
fn oracle(store: &TrustStore, chain: &[&[u8]], host: &str, time: u64) -> Result<(), Rejection> {
    use webpki::ring::{
        ECDSA_P256_SHA256, ECDSA_P384_SHA384, ED25519, RSA_PKCS1_2048_8192_SHA256,
        RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512,
    };
    let algorithms = [
        ECDSA_P256_SHA256,
        ECDSA_P384_SHA384,
        ED25519,
        RSA_PKCS1_2048_8192_SHA256,
        RSA_PKCS1_2048_8192_SHA384,
        RSA_PKCS1_2048_8192_SHA512,
    ];
    let all: Vec<CertificateDer<'_>> = store.iter().map(|c| c.der().into()).collect();
    let anchors: Vec<TrustAnchor<'_>> =
        all.iter().map(|der| webpki::anchor_from_trusted_cert(der).unwrap()).collect();
    let chain: Vec<CertificateDer<'_>> = chain.iter().map(|&der| der.into()).collect();
    let time = UnixTime::since_unix_epoch(core::time::Duration::from_secs(time));
    let usage = webpki::KeyUsage::server_auth();
    let verify = || {
        let leaf = webpki::EndEntityCert::try_from(&chain[0])?;
        leaf.verify_for_usage(&algorithms, &anchors, &chain[1..], time, usage, None, None)?;
        leaf.verify_is_valid_for_subject_name(&ServerName::try_from(host).unwrap())
    };
    verify().map_err(|error: webpki::Error| Rejection::from(&error))
}

/// Returns the store's verdict, which must equal webpki's verdict with ring.
#[track_caller]
fn verify<'a>(
    store: &'a TrustStore,
    chain: &[&[u8]],
    host: &str,
    time: u64,
) -> Result<Verified<'a>, Rejection> {
    let ours = match store.verify(chain, &Request::new(Some(host), time, Purpose::Server)) {
        Ok(verified) => Ok(verified),
        Err(Error::Rejected(refusal)) => Err(refusal.why),
        Err(error) => unreachable!("{error}"),
    };
    let expected = oracle(store, chain, host, time);
    assert_eq!(ours.as_ref().map(|_| ()).map_err(|e| *e), expected);
    ours
}

#[test]
fn a_chain_is_accepted_in_any_order() {
    let trusted = self_signed(authority("root"));
    let one = below(authority("one"), &trusted);
    let two = below(authority("two"), &one);
    let leaf = sign(&leaf_params(), &two);
    let (one, two, trusted) = (der(&one), der(&two), der(&trusted));
    let noise = root("noise");
    let store = store(&[root("other"), trusted.clone(), root("another")]);
    for (chain, path) in [
        (vec![&leaf, &two, &one], vec![0, 1, 2]),
        (vec![&leaf, &one, &two], vec![0, 2, 1]),
        (vec![&leaf, &noise, &one, &noise, &two, &trusted], vec![0, 4, 2]),
    ] {
        let chain: Vec<&[u8]> = chain.iter().map(|der| der.as_slice()).collect();
        let verified = verify(&store, &chain, HOST, NOW).unwrap();
        assert_eq!((verified.anchor.position(), verified.path), (1, path));
        assert!(verify(&store, &chain, "192.0.2.1", NOW).is_ok());
    }
    assert_eq!(verify(&store, &[&leaf, &one], HOST, NOW).unwrap_err(), Rejection::UnknownIssuer);
}

#[test]
fn minimal_store_of_some_chains() {
    let roots = ["one", "two", "three"].map(|name| self_signed(authority(name)));
    let store = store(&[der(&roots[0]), der(&roots[1]), der(&roots[2])]);
    let [first, third] = [0, 2].map(|place: usize| sign(&leaf_params(), &roots[place]));
    let chains: [&[&[u8]]; 3] = [&[&third], &[&first], &[&third]];
    let request = Request::new(None, NOW, Purpose::Server);
    let few = store.minimal(chains, &request).unwrap();
    let kept: Vec<&[u8]> = few.iter().map(|one| one.der()).collect();
    assert_eq!(kept, [der(&roots[2]), der(&roots[0])]);
    let stranger = sign(&leaf_params(), &self_signed(authority("four")));
    let chains: [&[&[u8]]; 2] = [&[&first], &[&stranger]];
    let refused = store.minimal(chains, &request).err();
    assert!(
        matches!(refused, Some(Error::Rejected(refusal)) if refusal.why == Rejection::UnknownIssuer)
    );
}

#[test]
fn an_intermediate_may_be_trusted() {
    let top = self_signed(authority("root"));
    let middle = below(authority("middle"), &top);
    let leaf = sign(&leaf_params(), &middle);
    let middle = der(&middle);
    let verified_by = store(&[root("other"), middle.clone()]);
    assert_eq!(verify(&verified_by, &[&leaf], HOST, NOW).unwrap().path, [0]);
    assert!(verify(&store(&[der(&top)]), &[&leaf, &middle], HOST, NOW).is_ok());
}

#[test]
fn many_keys_with_the_same_name() {
    let roots: Vec<Issuer> = (0..20).map(|_| self_signed(authority("crowd"))).collect();
    let trusted: Vec<Vec<u8>> = roots.iter().map(der).collect();
    let trusted = store(&trusted);
    for (position, issuer) in roots.iter().enumerate() {
        let leaf = sign(&leaf_params(), issuer);
        assert_eq!(verify(&trusted, &[&leaf], HOST, NOW).unwrap().anchor.position(), position);
    }
    let stranger = sign(&leaf_params(), &self_signed(authority("crowd")));
    assert_eq!(verify(&trusted, &[&stranger], HOST, NOW).unwrap_err(), Rejection::Signature);
}

#[test]
fn a_ca_with_two_issuers() {
    let [a, b] = ["A", "B"].map(|name| self_signed(authority(name)));
    let key = KeyPair::generate().unwrap();
    let of_b = authority("cross").signed_by(&key, &b).unwrap().der().to_vec();
    let of_a = CertifiedIssuer::signed_by(authority("cross"), key, &a).unwrap();
    let leaf = sign(&leaf_params(), &of_a);
    let of_a = der(&of_a);
    for (trusted, position) in [(&a, 1), (&b, 2)] {
        let store = store(&[der(trusted)]);
        let verified = verify(&store, &[&leaf, &of_a, &of_b], HOST, NOW).unwrap();
        assert_eq!(verified.path, [0, position]);
    }
}

#[test]
fn rejections() {
    let issuer = self_signed(authority("root"));
    let trusted = store(&[der(&issuer)]);
    let reject = |change: &dyn Fn(&mut CertificateParams)| {
        let mut params = leaf_params();
        change(&mut params);
        verify(&trusted, &[&sign(&params, &issuer)], HOST, NOW).unwrap_err()
    };
    assert_eq!(reject(&|p| p.not_after = date_time_ymd(2025, 12, 31)), Rejection::Expired);
    assert_eq!(reject(&|p| p.not_before = date_time_ymd(2026, 1, 2)), Rejection::NotYetValid);
    let client = vec![ExtendedKeyUsagePurpose::ClientAuth];
    assert_eq!(reject(&|p| p.extended_key_usages = client.clone()), Rejection::Purpose);
    let authority = IsCa::Ca(BasicConstraints::Unconstrained);
    assert_eq!(reject(&|p| p.is_ca = authority), Rejection::AuthorityAsLeaf);
    let key = KeyPair::generate().unwrap();
    let host = CertifiedIssuer::signed_by(leaf_params(), key, &issuer).unwrap();
    let below = sign(&leaf_params(), &host);
    let found = verify(&trusted, &[&below, &der(&host)], HOST, NOW).unwrap_err();
    assert_eq!(found, Rejection::LeafAsAuthority);
    assert_eq!(reject(&|p| p.subject_alt_names = vec![]), Rejection::Host);
    let leaf = sign(&leaf_params(), &issuer);
    assert_eq!(verify(&trusted, &[&leaf], "other.example", NOW).unwrap_err(), Rejection::Host);
    assert_eq!(verify(&trusted, &[b"no DER"], HOST, NOW).unwrap_err(), Rejection::Malformed);
    let alone = TrustStore::new();
    assert_eq!(verify(&alone, &[&leaf], HOST, NOW).unwrap_err(), Rejection::UnknownIssuer);
}

#[test]
fn constraints_of_the_authority() {
    let mut params = authority("constrained");
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: vec![GeneralSubtree::DnsName("elsewhere".into())],
        excluded_subtrees: vec![],
    });
    let issuer = self_signed(params);
    let trusted = store(&[der(&issuer)]);
    let leaf = sign(&leaf_params(), &issuer);
    assert_eq!(verify(&trusted, &[&leaf], HOST, NOW).unwrap_err(), Rejection::NameConstraint);

    let top = self_signed(authority("root"));
    let mut params = authority("short");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    let short = CertifiedIssuer::signed_by(params, KeyPair::generate().unwrap(), &top).unwrap();
    let below = below(authority("below"), &short);
    let leaf = sign(&leaf_params(), &below);
    let chain = [&leaf[..], &der(&below), &der(&short)];
    let trusted = store(&[der(&top)]);
    assert_eq!(verify(&trusted, &chain, HOST, NOW).unwrap_err(), Rejection::PathLength);
}

/// Tests that, for every flipped bit, the verdict equals webpki's verdict with ring and the whole
/// store.
#[test]
fn every_changed_bit_has_the_same_verdict_as_ring() {
    let top = self_signed(authority("root"));
    let middle = below(authority("middle"), &top);
    let leaf = sign(&leaf_params(), &middle);
    let middle = der(&middle);
    let trusted = store(&[root("other"), der(&top), root("root")]);
    for at in 0..leaf.len() + middle.len() {
        let mut chain = [leaf.clone(), middle.clone()].concat();
        chain[at] ^= 1 << (at % 8);
        let (leaf, middle) = chain.split_at(leaf.len());
        assert!(verify(&trusted, &[leaf, middle], HOST, NOW).is_err(), "byte {at}");
    }
}

#[test]
fn clients() {
    let issuer = self_signed(authority("root"));
    let mut params = leaf_params();
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
    let leaf = sign(&params, &issuer);
    let trusted = store(&[der(&issuer)]);
    assert!(trusted.verify(&[&leaf], &Request::new(None, NOW, Purpose::Client)).is_ok());
    let error = trusted.verify(&[&leaf], &Request::new(None, NOW, Purpose::Server)).unwrap_err();
    assert!(matches!(error, Error::Rejected(refusal) if refusal.why == Rejection::Purpose));
}

/// Returns an RSA key; ring can sign with it but not generate it.
fn rsa(algorithm: &'static rcgen::SignatureAlgorithm) -> KeyPair {
    use graviola::signing::rsa::{KeySize, SigningKey};
    let mut buffer = [0; 4096];
    let key = SigningKey::generate(KeySize::Rsa2048).unwrap();
    let pkcs8 = key.to_pkcs8_der(&mut buffer).unwrap().to_vec();
    KeyPair::from_pkcs8_der_and_sign_algo(&pkcs8.into(), algorithm).unwrap()
}

#[test]
fn signature_algorithms() {
    let keys = [
        KeyPair::generate_for(&PKCS_ECDSA_P256_SHA256).unwrap(),
        KeyPair::generate_for(&PKCS_ECDSA_P384_SHA384).unwrap(),
        KeyPair::generate_for(&PKCS_ED25519).unwrap(),
        rsa(&PKCS_RSA_SHA256),
        rsa(&PKCS_RSA_SHA384),
        rsa(&PKCS_RSA_SHA512),
    ];
    for key in keys {
        let issuer = CertifiedIssuer::self_signed(authority("root"), key).unwrap();
        let trusted = store(&[der(&issuer)]);
        let mut leaf = sign(&leaf_params(), &issuer);
        assert!(verify(&trusted, &[&leaf], HOST, NOW).is_ok());
        *leaf.last_mut().unwrap() ^= 1;
        assert_eq!(verify(&trusted, &[&leaf], HOST, NOW).unwrap_err(), Rejection::Signature);
    }
}

#[test]
fn rejects_invalid_hosts() {
    let issuer = self_signed(authority("root"));
    let leaf = sign(&leaf_params(), &issuer);
    let trusted = store(&[der(&issuer)]);
    let no_name = [
        "",
        ".",
        "host..example",
        " host.example",
        "host.example ",
        "host.example:443",
        "-.example",
        "https://host.example",
        "[::1]",
        "192.0.2",
        "192.0.2.256",
        "host\0.example",
        "*.example",
        "host\u{2024}example",
        "host\u{3002}example",
        "host\u{ff0e}example",
        "h\u{f6}st.example",
        "h\u{43e}st.example",
    ];
    for host in no_name {
        let error =
            trusted.verify(&[&leaf], &Request::new(Some(host), NOW, Purpose::Server)).unwrap_err();
        assert!(matches!(error, Error::Argument { argument: "host", .. }), "{host:?}: {error}");
    }
    let error = trusted.verify(&[], &Request::new(Some(HOST), NOW, Purpose::Server)).unwrap_err();
    assert!(matches!(error, Error::Argument { argument: "chain", .. }));
    assert!(verify(&trusted, &[&leaf], "HOST.Example", NOW).is_ok());
    assert!(verify(&trusted, &[&leaf], "xn--hst-sna.example", NOW).is_err());
}
