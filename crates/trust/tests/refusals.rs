//! Tests the explanations of rejected chains: the certificate at fault, and the reason.
#![allow(clippy::unwrap_used)]

mod common;

use common::chains::{self, HOST, Issuer, NOW, SERVER, below, self_signed, store};
use common::{authority, pem, root};
use quicksalt_trust::{Hint, Place, Purpose, Refusal, Rejection, Request, TrustStore};
use rcgen::{
    BasicConstraints, CertificateParams, CustomExtension, DnType, ExtendedKeyUsagePurpose,
    GeneralSubtree, IsCa, KeyUsagePurpose, NameConstraints, SanType, date_time_ymd,
};

fn leaf_params() -> CertificateParams {
    let mut params = chains::leaf_params();
    params.subject_alt_names.push(SanType::IpAddress("192.0.2.1".parse().unwrap()));
    params.use_authority_key_identifier_extension = true;
    params
}

/// A leaf, two intermediates and a root.
struct Chain {
    root: Issuer,
    upper: Issuer,
    lower: Issuer,
    leaf: Issuer,
}

/// Returns a chain with modified leaf, lower intermediate and root.
fn chain(
    leaf: &dyn Fn(&mut CertificateParams),
    lower: &dyn Fn(&mut CertificateParams),
    top: &dyn Fn(&mut CertificateParams),
) -> Chain {
    let changed = |mut params: CertificateParams, change: &dyn Fn(&mut CertificateParams)| {
        change(&mut params);
        params
    };
    let root = self_signed(changed(authority("root"), top));
    let upper = below(authority("upper"), &root);
    let lower = below(changed(authority("lower"), lower), &upper);
    let leaf = below(changed(leaf_params(), leaf), &lower);
    Chain { root, upper, lower, leaf }
}

fn sound() -> Chain {
    chain(&|_| {}, &|_| {}, &|_| {})
}

impl Chain {
    fn sent(&self) -> [&[u8]; 3] {
        [&self.leaf, &self.lower, &self.upper].map(|one| one.der().as_ref())
    }

    fn store(&self) -> TrustStore {
        store(&[self.root.der()])
    }

    #[track_caller]
    fn refusal(&self) -> Refusal {
        refusal(&self.store(), &self.sent(), &SERVER)
    }
}

#[track_caller]
fn refusal(store: &TrustStore, chain: &[&[u8]], request: &Request<'_>) -> Refusal {
    chains::refusal(store, chain, request).unwrap()
}

/// Returns the place, the position and the common name of the certificate at fault.
#[track_caller]
fn fault(refusal: &Refusal) -> (Place, usize, &str) {
    let fault = refusal.fault.as_ref().unwrap();
    let (_, name) = fault.subject.split_once("CN=").unwrap();
    (fault.place, fault.position, name)
}

const LEAF: (Place, usize, &str) = (Place::Leaf, 0, "leaf");
const LOWER: (Place, usize, &str) = (Place::Intermediate(1), 1, "lower");
const ROOT: (Place, usize, &str) = (Place::Anchor, 0, "root");

#[track_caller]
fn expect(found: &Refusal, why: Rejection, at: (Place, usize, &str)) {
    assert_eq!((found.why, fault(found)), (why, at));
}

#[test]
fn an_issuer_is_missing() {
    let other = root("other");
    let sound = sound();
    let [leaf, lower, upper] = sound.sent();
    let missing = |chain: &[&[u8]], store: &TrustStore| refusal(store, chain, &SERVER);
    let issuer = |refusal: &Refusal| refusal.missing_issuer.clone().unwrap();

    let found = missing(&[leaf], &sound.store());
    assert_eq!(found.why, Rejection::UnknownIssuer);
    assert_eq!(fault(&found), LEAF);
    assert_eq!(issuer(&found), "O=quicksalt, CN=lower");
    assert_eq!(found.hint, Some(Hint::MissingIssuer));
    let text = "no certificate of the store has issued the chain: the leaf (position 0 in the \
                chain, CN=leaf); neither the chain nor the store holds its issuer, issuer \
                O=quicksalt, CN=lower";
    assert_eq!(found.to_string(), text);

    let found = missing(&[leaf, &other, lower], &sound.store());
    assert_eq!(fault(&found), (Place::Intermediate(1), 2, "lower"));
    assert_eq!(issuer(&found), "O=quicksalt, CN=upper");

    let found = missing(&[leaf, upper, lower, sound.root.der()], &store(&[&other]));
    assert_eq!(fault(&found), (Place::Intermediate(3), 3, "root"));
    assert_eq!(found.hint, Some(Hint::UntrustedRoot));

    let found = missing(&[leaf, lower, upper], &TrustStore::new());
    assert_eq!((found.fault.as_ref(), found.hint), (None, Some(Hint::EmptyStore)));
    assert!(found.to_string().ends_with(": the store is empty"), "{found}");
}

#[test]
fn a_namesake_with_another_key() {
    let sound = sound();
    let namesake = self_signed(authority("lower"));
    let found = refusal(&store(&[namesake.der()]), &[sound.leaf.der()], &SERVER);
    assert_eq!((found.why, found.hint), (Rejection::UnknownIssuer, Some(Hint::OtherKey)));
    assert_eq!(fault(&found), LEAF);
    assert_eq!(found.missing_issuer.as_deref(), Some("O=quicksalt, CN=lower"));
}

#[test]
fn the_signature_that_is_not_genuine() {
    let sound = sound();
    for (at, place, name) in [
        (0, Place::Leaf, "leaf"),
        (1, Place::Intermediate(1), "lower"),
        (2, Place::Intermediate(2), "upper"),
    ] {
        let mut sent = sound.sent().map(<[u8]>::to_vec);
        *sent[at].last_mut().unwrap() ^= 1;
        let sent: Vec<&[u8]> = sent.iter().map(|der| &der[..]).collect();
        let found = refusal(&sound.store(), &sent, &SERVER);
        expect(&found, Rejection::Signature, (place, at, name));
    }
}

#[test]
fn dates() {
    let late = |params: &mut CertificateParams| params.not_after = date_time_ymd(2025, 12, 31);
    let early = |params: &mut CertificateParams| params.not_before = date_time_ymd(2026, 1, 2);
    let found = chain(&|_| {}, &late, &|_| {}).refusal();
    expect(&found, Rejection::Expired, LOWER);
    assert_eq!(found.fault.as_ref().unwrap().validity.unwrap().1, 1_767_139_200);
    assert!(found.to_string().contains("valid from 1975-01-01 to 2025-12-31"), "{found}");
    let found = chain(&early, &|_| {}, &|_| {}).refusal();
    expect(&found, Rejection::NotYetValid, LEAF);
    let found = chain(&|_| {}, &|_| {}, &late).refusal();
    expect(&found, Rejection::AnchorExpired, ROOT);
    assert!(found.to_string().contains("to 2025-12-31"), "{found}");
}

#[test]
fn the_text_lists_the_hosts_of_the_leaf() {
    let sound = sound();
    let elsewhere = Request::new(Some("other.example"), NOW, Purpose::Server);
    let found = refusal(&sound.store(), &sound.sent(), &elsewhere);
    expect(&found, Rejection::Host, LEAF);
    assert_eq!(found.fault.as_ref().unwrap().hosts, [HOST, "192.0.2.1"]);
    assert!(found.to_string().ends_with("; it is for host.example, 192.0.2.1"), "{found}");

    let many = |params: &mut CertificateParams| {
        let names: Vec<String> = (0..200).map(|number| format!("h{number}.example")).collect();
        params.subject_alt_names = CertificateParams::new(names).unwrap().subject_alt_names;
    };
    let found = chain(&many, &|_| {}, &|_| {}).refusal();
    assert_eq!(found.fault.as_ref().unwrap().hosts.len(), 100);
    assert!(found.to_string().ends_with("h3.example, h4.example and others"), "{found}");

    let none = chain(&|params| params.subject_alt_names.clear(), &|_| {}, &|_| {}).refusal();
    assert!(none.to_string().ends_with("it is for no host at all (subjectAltName)"), "{none}");
}

#[test]
fn purposes() {
    let email = |params: &mut CertificateParams| {
        params.extended_key_usages = vec![
            ExtendedKeyUsagePurpose::EmailProtection,
            ExtendedKeyUsagePurpose::Other(vec![1, 3, 6, 1, 4, 1, 9, 9]),
        ];
    };
    let found = chain(&|_| {}, &email, &|_| {}).refusal();
    expect(&found, Rejection::Purpose, LOWER);
    assert_eq!(found.purposes, ["emailProtection", "1.3.6.1.4.1.9.9"]);
    let found = chain(&|_| {}, &|_| {}, &email).refusal();
    expect(&found, Rejection::AnchorPurpose, ROOT);
    assert!(found.to_string().ends_with("it is for emailProtection, 1.3.6.1.4.1.9.9"), "{found}");
}

#[test]
fn unknown_critical_extensions() {
    let critical = |params: &mut CertificateParams| {
        let mut extension = CustomExtension::from_oid_content(&[1, 3, 6, 1, 4, 1, 77], vec![5, 0]);
        extension.set_criticality(true);
        params.custom_extensions = vec![extension];
    };
    let none = |_: &mut CertificateParams| {};
    for (found, why, expected) in [
        (chain(&critical, &none, &none), Rejection::CriticalExtension, LEAF),
        (chain(&none, &critical, &none), Rejection::CriticalExtension, LOWER),
        (chain(&none, &none, &critical), Rejection::AnchorCritical, ROOT),
    ] {
        let found = found.refusal();
        expect(&found, why, expected);
        assert_eq!(found.oid.as_deref(), Some("1.3.6.1.4.1.77"));
        assert!(found.to_string().ends_with("; OID 1.3.6.1.4.1.77"), "{found}");
    }
}

#[test]
fn bytes_that_are_not_a_certificate() {
    let sound = sound();
    let [leaf, lower, upper] = sound.sent();
    let text = pem(lower);
    let found = refusal(&sound.store(), &[leaf, text.as_bytes(), upper], &SERVER);
    assert_eq!((found.why, found.hint), (Rejection::Malformed, Some(Hint::Pem)));
    let aside = found.fault.as_ref().unwrap();
    assert_eq!((aside.place, aside.position, aside.subject.as_str()), (Place::Aside, 1, ""));
    let found = refusal(&sound.store(), &[pem(leaf).as_bytes()], &SERVER);
    assert_eq!((found.why, found.hint), (Rejection::Malformed, Some(Hint::Pem)));
    assert_eq!(found.fault.as_ref().unwrap().place, Place::Leaf);
    let found = refusal(&sound.store(), &[&leaf[..leaf.len() - 1]], &SERVER);
    assert_eq!(found.hint, Some(Hint::Part("the outer SEQUENCE")));
    let found = refusal(&sound.store(), &[&[leaf, &[0]].concat()], &SERVER);
    assert_eq!(found.hint, Some(Hint::Part("data after the certificate")));
}

#[test]
fn a_certificate_of_a_megabyte() {
    let long = |params: &mut CertificateParams| {
        let content = vec![0; 1 << 20];
        params.custom_extensions =
            vec![CustomExtension::from_oid_content(&[1, 3, 6, 1, 4, 1, 77], content)];
    };
    let found = chain(&|_| {}, &long, &|_| {}).refusal();
    assert_eq!((found.why, found.hint), (Rejection::Malformed, Some(Hint::TooLong)));
    assert_eq!(fault(&found), LOWER);
}

#[test]
fn the_leaf_comes_first() {
    let sound = sound();
    let [leaf, lower, upper] = sound.sent();
    let found = refusal(&sound.store(), &[upper, lower, leaf], &SERVER);
    assert_eq!((found.why, found.hint), (Rejection::AuthorityAsLeaf, Some(Hint::LeafFirst(2))));
    assert_eq!(fault(&found), (Place::Leaf, 0, "upper"));
    let found = refusal(&sound.store(), &[upper], &SERVER);
    assert_eq!((found.why, found.hint), (Rejection::AuthorityAsLeaf, None));
}

#[test]
fn intermediates_that_may_not_sign() {
    let no_key_cert_sign = |params: &mut CertificateParams| {
        params.key_usages = vec![KeyUsagePurpose::CrlSign];
    };
    let no_authority = |params: &mut CertificateParams| params.is_ca = IsCa::ExplicitNoCa;
    let constrained = |params: &mut CertificateParams| {
        let permitted = vec![GeneralSubtree::DnsName("elsewhere".into())];
        params.name_constraints =
            Some(NameConstraints { permitted_subtrees: permitted, excluded_subtrees: vec![] });
    };
    for (change, why) in [
        (&no_key_cert_sign as &dyn Fn(&mut CertificateParams), Rejection::KeyUsage),
        (&no_authority, Rejection::LeafAsAuthority),
        (&constrained, Rejection::NameConstraint),
    ] {
        let found = chain(&|_| {}, change, &|_| {}).refusal();
        expect(&found, why, LOWER);
    }
    let found = chain(&|_| {}, &|_| {}, &constrained).refusal();
    expect(&found, Rejection::NameConstraint, ROOT);
    let signs = |params: &mut CertificateParams| {
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    };
    let found = chain(&signs, &|_| {}, &|_| {}).refusal();
    expect(&found, Rejection::LeafKeyUsage, LEAF);
}

#[test]
fn path_lengths() {
    let short = |params: &mut CertificateParams| {
        params.is_ca = IsCa::Ca(BasicConstraints::Constrained(1));
    };
    let found = chain(&|_| {}, &|_| {}, &short).refusal();
    expect(&found, Rejection::PathLength, ROOT);
    assert_eq!(found.hint, Some(Hint::PathLength(1)));
    let sound = sound();
    let mut params = authority("short");
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    let short = below(params, &sound.root);
    let lower = below(authority("lower"), &short);
    let leaf = below(leaf_params(), &lower);
    let sent = [&leaf, &lower, &short].map(|one| one.der().as_ref());
    let found = refusal(&sound.store(), &sent, &SERVER);
    expect(&found, Rejection::PathLength, (Place::Intermediate(2), 2, "short"));
    assert_eq!(found.hint, Some(Hint::PathLength(0)));
}

/// Tests that text from the sender of a chain cannot control or flood the terminal.
#[test]
fn untrusted_text_is_escaped_and_truncated() {
    let odd = |params: &mut CertificateParams| {
        let text = format!("\u{1b}[2J\u{202e}{}", "x".repeat(100_000));
        params.distinguished_name.push(DnType::CommonName, text);
    };
    let found = chain(&odd, &odd, &|_| {}).refusal_elsewhere();
    let text = found.to_string();
    assert!(text.len() < 1000, "{}", text.len());
    assert!(text.contains("\\u{1b}[2J\\u{202e}xxx") && text.contains("xxx..."), "{text}");
    assert!(text.chars().all(|c| !c.is_control() && c != '\u{202e}'));
}

/// A chain of maximum length in which all certificates have the same names.
#[test]
fn many_certificates_of_one_name() {
    let crowd: Vec<Issuer> = (0..100).map(|_| self_signed(authority("lower"))).collect();
    let sound = sound();
    let mut sent = vec![sound.leaf.der().as_ref()];
    sent.extend(crowd.iter().map(|one| one.der().as_ref()));
    let found = refusal(&sound.store(), &sent, &SERVER);
    assert!(matches!(found.why, Rejection::UnknownIssuer | Rejection::TooComplex), "{found}");
}

impl Chain {
    #[track_caller]
    fn refusal_elsewhere(&self) -> Refusal {
        let elsewhere = Request::new(Some("other.example"), NOW, Purpose::Server);
        refusal(&self.store(), &self.sent(), &elsewhere)
    }
}
