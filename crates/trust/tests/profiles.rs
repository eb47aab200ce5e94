//! Tests the rules of the stricter profiles. A profile rejects each breach of its rules, and every
//! less strict profile accepts the breach.
#![allow(clippy::panic, clippy::unwrap_used)]

mod common;

use common::authority;
use common::chains::{
    self, HOST, Issuer, NOW, SERVER, below, leaf_params, refusal, self_signed, store,
};
use quicksalt_trust::{Breach, Profile, Purpose, Rejection, Request, TrustStore};
use rcgen::{
    CertificateParams, CustomExtension, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519, SanType, SerialNumber,
};

const PROFILES: [Profile; 3] = [Profile::Usual, Profile::Strict, Profile::WebPki];

const AUTHORITY_KEY_IDENTIFIER: u64 = 35;
const BASIC_CONSTRAINTS: u64 = 19;
const EXT_KEY_USAGE: u64 = 37;
const NAME_CONSTRAINTS: u64 = 30;
const POLICY_CONSTRAINTS: u64 = 36;
const SUBJECT_ALT_NAME: u64 = 17;
const SUBJECT_KEY_IDENTIFIER: u64 = 14;

/// Returns an extension under id-ce.
fn extension(number: u64, content: &[u8], is_critical: bool) -> CustomExtension {
    chains::extension(&[2, 5, 29, number], content, is_critical)
}

/// The root, intermediate and leaf of a chain that obeys all rules. Tests modify them.
struct Chain {
    root: CertificateParams,
    middle: CertificateParams,
    leaf: CertificateParams,
    key: &'static rcgen::SignatureAlgorithm,
    host: Option<&'static str>,
    purpose: Purpose,
}

impl Chain {
    fn new() -> Self {
        let named = |mut params: CertificateParams| {
            params.use_authority_key_identifier_extension = true;
            params
        };
        let mut leaf = CertificateParams::new(vec![HOST.into()]).unwrap();
        leaf.distinguished_name = DistinguishedName::new();
        leaf.distinguished_name.push(DnType::CommonName, HOST);
        leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        Self {
            root: named(authority("root")),
            middle: named(authority("middle")),
            leaf: named(leaf),
            key: &PKCS_ECDSA_P256_SHA256,
            host: Some(HOST),
            purpose: Purpose::Server,
        }
    }

    /// Returns the broken rule under each profile.
    fn broken(&self) -> [Option<Breach>; 3] {
        self.broken_below(self_signed(self.root.clone()))
    }

    fn broken_below(&self, root: Issuer) -> [Option<Breach>; 3] {
        let middle = below(self.middle.clone(), &root);
        let key = KeyPair::generate_for(self.key).unwrap();
        let leaf = self.leaf.clone().signed_by(&key, &middle).unwrap();
        let store = store(&[root.der()]);
        PROFILES.map(|profile| {
            let request = Request { profile, ..Request::new(self.host, NOW, self.purpose) };
            rule(&store, &[leaf.der(), middle.der()], &request)
        })
    }
}

/// Returns the rule that a chain breaks; the rejection must name the certificate.
fn rule(store: &TrustStore, chain: &[&[u8]], request: &Request<'_>) -> Option<Breach> {
    let refusal = refusal(store, chain, request)?;
    assert!(refusal.fault.is_some(), "{refusal}");
    let Rejection::Profile(rule) = refusal.why else { panic!("{refusal}") };
    Some(rule)
}

#[track_caller]
fn strict(change: impl FnOnce(&mut Chain), rule: Breach) {
    let mut chain = Chain::new();
    change(&mut chain);
    assert_eq!(chain.broken(), [None, Some(rule), Some(rule)]);
}

#[track_caller]
fn webpki(change: impl FnOnce(&mut Chain), rule: Breach) {
    let mut chain = Chain::new();
    change(&mut chain);
    assert_eq!(chain.broken(), [None, None, Some(rule)]);
}

#[track_caller]
fn none(change: impl FnOnce(&mut Chain)) {
    let mut chain = Chain::new();
    change(&mut chain);
    assert_eq!(chain.broken(), [None; 3]);
}

/// Writes a CA certificate without rcgen, which would add the extensions that this test omits.
fn bare(params: &mut CertificateParams, basic_constraints: CustomExtension) {
    params.is_ca = IsCa::NoCa;
    params.custom_extensions.push(basic_constraints);
}

/// basicConstraints with CA:TRUE.
fn is_authority(is_critical: bool) -> CustomExtension {
    extension(BASIC_CONSTRAINTS, &[0x30, 3, 1, 1, 0xff], is_critical)
}

fn key_id() -> CustomExtension {
    extension(SUBJECT_KEY_IDENTIFIER, &[4, 1, 7], false)
}

#[test]
fn a_chain_that_obeys_all_rules_is_accepted() {
    none(|_| {});
    // The authority key identifier is optional in a root.
    none(|chain| chain.root.use_authority_key_identifier_extension = false);
}

#[test]
fn key_identifiers() {
    let rule = Breach::AuthorityKeyIdentifier;
    strict(|chain| chain.leaf.use_authority_key_identifier_extension = false, rule);
    strict(|chain| chain.middle.use_authority_key_identifier_extension = false, rule);
    let without = |params: &mut CertificateParams| bare(params, is_authority(true));
    strict(|chain| without(&mut chain.root), Breach::SubjectKeyIdentifier);
    strict(|chain| without(&mut chain.middle), Breach::SubjectKeyIdentifier);
}

/// If both the trusted certificate and one below it are at fault, the reason is not a missing
/// issuer.
#[test]
fn more_than_one_fault() {
    let change = |chain: &mut Chain| {
        bare(&mut chain.root, is_authority(true));
        chain.middle.use_authority_key_identifier_extension = false;
    };
    strict(change, Breach::AuthorityKeyIdentifier);
}

#[test]
fn the_authority_key_identifier_of_a_root() {
    let own = |part: &'static [u8]| {
        move |chain: &mut Chain| {
            chain.root.use_authority_key_identifier_extension = false;
            bare(&mut chain.root, is_authority(true));
            let length = part.len() as u8;
            let field = [&[0x30, length], part].concat();
            let one = extension(AUTHORITY_KEY_IDENTIFIER, &field, false);
            chain.root.custom_extensions.extend([key_id(), one]);
        }
    };
    let rule = Breach::AuthorityKeyIdentifier;
    none(own(&[0x80, 1, 7]));
    webpki(own(&[0x80, 1, 8]), rule);
    webpki(own(&[]), rule);
    webpki(own(&[0x80, 1, 7, 0x82, 1, 1]), rule);
    webpki(own(&[0x80, 1, 7, 0xa1, 4, 0xa4, 2, 0x30, 0]), rule);
}

#[test]
fn basic_constraints_and_key_usage() {
    let lax = |params: &mut CertificateParams| {
        bare(params, is_authority(false));
        params.custom_extensions.push(key_id());
    };
    strict(|chain| lax(&mut chain.root), Breach::BasicConstraints);
    strict(|chain| lax(&mut chain.middle), Breach::BasicConstraints);
    strict(|chain| chain.root.key_usages.clear(), Breach::KeyUsage);
    strict(|chain| chain.middle.key_usages.clear(), Breach::KeyUsage);
    // A path length without CA:TRUE.
    let limited = extension(BASIC_CONSTRAINTS, &[0x30, 3, 2, 1, 0], true);
    strict(|chain| chain.leaf.custom_extensions.push(limited), Breach::BasicConstraints);
}

#[test]
fn names() {
    let nameless = DistinguishedName::new;
    strict(
        |chain| {
            chain.leaf.distinguished_name = nameless();
            chain.leaf.subject_alt_names.clear();
            chain.leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
            (chain.host, chain.purpose) = (None, Purpose::Client);
        },
        Breach::Subject,
    );
    strict(
        |chain| {
            chain.leaf.distinguished_name.remove(DnType::CommonName);
            chain.leaf.distinguished_name.push(DnType::OrganizationName, "quicksalt");
            chain.leaf.subject_alt_names.clear();
            let empty = extension(SUBJECT_ALT_NAME, &[0x30, 0], false);
            chain.leaf.custom_extensions.push(empty);
            chain.host = None;
        },
        Breach::SubjectAltName,
    );
    // An anchor issued by a CA without a name.
    let mut above = authority("above");
    above.distinguished_name = nameless();
    let above = self_signed(above);
    let chain = Chain::new();
    let root = below(chain.root.clone(), &above);
    let rule = Some(Breach::Issuer);
    assert_eq!(chain.broken_below(root), [None, rule, rule]);
}

#[test]
fn serial_numbers() {
    let zero = || Some(SerialNumber::from_slice(&[0]));
    none(|chain| chain.root.serial_number = zero());
    webpki(|chain| chain.middle.serial_number = zero(), Breach::SerialNumber);
    webpki(|chain| chain.leaf.serial_number = zero(), Breach::SerialNumber);
}

#[test]
fn constraints() {
    // The permitted subtree is "example" or ".example".
    let below = |name: &[u8]| {
        let length = name.len() as u8;
        [&[0x30, length + 6, 0xa0, length + 4, 0x30, length + 2, 0x82, length], name].concat()
    };
    for (name, is_kept) in [(&b"example"[..], true), (b".example", false)] {
        let one = extension(NAME_CONSTRAINTS, &below(name), true);
        let change = |chain: &mut Chain| chain.middle.custom_extensions.push(one);
        if is_kept { none(change) } else { webpki(change, Breach::NameConstraints) }
    }
    // requireExplicitPolicy with value 9.
    let policy = extension(POLICY_CONSTRAINTS, &[0x30, 3, 0x80, 1, 9], false);
    webpki(|chain| chain.middle.custom_extensions.push(policy), Breach::PolicyConstraints);
}

#[test]
fn purposes() {
    let rule = Breach::ExtKeyUsage;
    webpki(|chain| chain.leaf.extended_key_usages.clear(), rule);
    webpki(|chain| chain.leaf.extended_key_usages.push(ExtendedKeyUsagePurpose::Any), rule);
    // serverAuth, critical.
    let content = [0x30, 10, 6, 8, 0x2b, 6, 1, 5, 5, 7, 3, 1];
    webpki(
        |chain| {
            chain.leaf.extended_key_usages.clear();
            chain.leaf.custom_extensions.push(extension(EXT_KEY_USAGE, &content, true));
        },
        rule,
    );
    let server = || vec![ExtendedKeyUsagePurpose::ServerAuth];
    webpki(|chain| chain.root.extended_key_usages = server(), rule);
    none(|chain| chain.middle.extended_key_usages = server());
}

#[test]
fn alternative_names() {
    let names = [&[0x30, 14, 0x82, 12], HOST.as_bytes()].concat();
    let critical = |chain: &mut Chain| {
        chain.leaf.subject_alt_names.clear();
        chain.leaf.custom_extensions.push(extension(SUBJECT_ALT_NAME, &names, true));
    };
    webpki(critical, Breach::SubjectAltName);
    none(|chain| {
        critical(chain);
        chain.leaf.distinguished_name = DistinguishedName::new();
    });
    let underscore = || SanType::DnsName("a_b.example".try_into().unwrap());
    webpki(|chain| chain.leaf.subject_alt_names.push(underscore()), Breach::SubjectAltName);
}

#[test]
fn common_names() {
    let named = |name: &str| {
        let name = String::from(name);
        move |chain: &mut Chain| {
            chain.leaf.distinguished_name.push(DnType::CommonName, name);
            let addresses = ["192.0.2.1", "2001:db8::1"].map(|text| text.parse().unwrap());
            chain.leaf.subject_alt_names.extend(addresses.map(SanType::IpAddress));
        }
    };
    for name in [HOST, "192.0.2.1", "2001:db8::1"] {
        none(named(name));
    }
    for name in ["other.example", "Host.example", "192.0.2.2", "2001:db8:0::1", "2001:DB8::1"] {
        webpki(named(name), Breach::CommonName);
    }
    // Client certificates name no hosts.
    none(|chain| {
        named("somebody")(chain);
        chain.leaf.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        (chain.host, chain.purpose) = (None, Purpose::Client);
    });
}

#[test]
fn keys() {
    webpki(|chain| chain.key = &PKCS_ED25519, Breach::PublicKey);
}

/// A certificate trusted as itself lacks an issuer that could obey stricter rules.
#[test]
fn a_trusted_leaf_is_held_to_the_usual_rules() {
    let leaf = self_signed(leaf_params());
    let store = store(&[leaf.der()]);
    for profile in PROFILES {
        let request = Request { profile, ..SERVER };
        assert_eq!(rule(&store, &[leaf.der()], &request), None);
    }
}
