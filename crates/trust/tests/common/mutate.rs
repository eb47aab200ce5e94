//! Damages bundles at random, and checks the invariants of a store for any input. A short test with
//! a fixed seed and `examples/fuzz.rs` share this module.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use crate::chains::{NOW, list_of, self_signed, store};
use quicksalt_trust::{
    Certificate, Error, Purpose, Report, Request, Revocation, RevocationLists, TrustStore,
};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, KeyPair, KeyUsagePurpose, SerialNumber,
};

/// Fragments that are significant to a scanner.
const TOKENS: [&[u8]; 12] = [
    b"-----BEGIN CERTIFICATE-----\n",
    b"-----END CERTIFICATE-----\n",
    b"-----BEGIN X-----\n",
    b"-----BEGIN ",
    b"-----",
    b"-",
    b"=",
    b"\r",
    b"\n",
    b"\xef\xbb\xbf",
    &[0x30, 0x84, 0xff, 0xff, 0xff, 0xff],
    &[0x30, 0x80, 0, 0],
];

/// A length that exceeds the window for reading files.
const PADDING: usize = 33 << 10;

/// The pseudorandom generator SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below a bound; the bound may be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Data after the certificate in an OpenSSL `TRUSTED CERTIFICATE`: none; serverAuth and clientAuth
/// trusted; e-mail rejected; both, with an alias and a key identifier.
const TRAILERS: [&[u8]; 4] = [
    &[],
    b"\x30\x16\x30\x14\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x01\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x02",
    b"\x30\x0c\xa0\x0a\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x04",
    b"\x30\x21\x30\x0a\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x01\xa0\x0a\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x04\
      \x0c\x03one\x04\x02id",
];

/// Valid inputs before the damage.
pub(crate) struct Templates {
    certificates: Vec<Vec<u8>>,
    /// Revocation lists that the root of a chain issued.
    lists: Vec<Vec<u8>>,
    chain: Chain,
}

/// A root and a leaf below it.
struct Chain {
    root: TrustStore,
    leaf: Vec<u8>,
}

pub(crate) fn templates() -> Templates {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let issuer = self_signed(params);
    let mut params = CertificateParams::new(vec!["host.example".into()]).unwrap();
    params.serial_number = Some(SerialNumber::from_slice(&[3]));
    params.distinguished_name.push(DnType::CommonName, "leaf");
    let leaf = params.signed_by(&KeyPair::generate().unwrap(), &issuer).unwrap();
    let root = store(&[issuer.der()]);
    let list = |serials: &[u8], point| list_of(&issuer, 2025, serials, point);
    Templates {
        certificates: certificates(),
        lists: vec![list(&[], None), list(&[3, 7], None), list(&[7], Some("http://a.example/"))],
        chain: Chain { root, leaf: leaf.der().to_vec() },
    }
}

fn certificates() -> Vec<Vec<u8>> {
    let key = KeyPair::generate().unwrap();
    let of = |change: &dyn Fn(&mut CertificateParams)| {
        let mut params = CertificateParams::new(vec!["host.example".into()]).unwrap();
        params.distinguished_name.push(DnType::CommonName, "template");
        change(&mut params);
        params.self_signed(&key).unwrap().der().to_vec()
    };
    vec![
        of(&|_| {}),
        of(&|params| params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained)),
        of(&|params| {
            params.is_ca = IsCa::Ca(BasicConstraints::Constrained(3));
            params.name_constraints = Some(rcgen::NameConstraints {
                permitted_subtrees: vec![rcgen::GeneralSubtree::DnsName("example".into())],
                excluded_subtrees: vec![],
            });
        }),
        of(&|params| params.distinguished_name.push(DnType::OrganizationName, "x".repeat(300))),
    ]
}

/// Builds a file from the templates and damages it in a few places.
pub(crate) fn sample(random: &mut Random, templates: &Templates) -> Vec<u8> {
    let templates = &templates.certificates;
    let mut bytes = Vec::new();
    if random.below(4) == 0 {
        bytes.clone_from(&templates[random.below(templates.len())]);
    } else {
        for _ in 0..=random.below(4) {
            let mut der = templates[random.below(templates.len())].clone();
            if random.below(2) == 0 {
                damage(random, &mut der);
            }
            let label = if random.below(3) == 0 {
                let mut trailer = TRAILERS[random.below(TRAILERS.len())].to_vec();
                if random.below(2) == 0 {
                    damage(random, &mut trailer);
                }
                der.extend(trailer);
                "TRUSTED CERTIFICATE"
            } else {
                "CERTIFICATE"
            };
            block(random, label, &der, &mut bytes);
        }
    }
    for _ in 0..random.below(4) {
        damage(random, &mut bytes);
    }
    bytes
}

fn block(random: &mut Random, label: &str, der: &[u8], out: &mut Vec<u8>) {
    let columns = [64, 64, 64, 76, 1000][random.below(5)];
    let newline: &[u8] = [&b"\n"[..], b"\n", b"\r\n", b"\r", b" \n"][random.below(5)];
    out.extend_from_slice(format!("-----BEGIN {label}-----").as_bytes());
    out.extend_from_slice(newline);
    for line in base64_simd::STANDARD.encode_to_string(der).as_bytes().chunks(columns) {
        out.extend_from_slice(line);
        out.extend_from_slice(newline);
    }
    out.extend_from_slice(format!("-----END {label}-----").as_bytes());
    out.extend_from_slice(newline);
}

fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len());
    let end = at + random.below((bytes.len() - at).min(40));
    match random.below(7) {
        0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.next() as u8),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let part = bytes[at..end].to_vec();
            bytes.splice(at..at, part);
        }
        _ => {
            let token = TOKENS[random.below(TOKENS.len())];
            bytes.splice(at..at, token.iter().copied());
        }
    }
}

/// Loads the bytes and calls all functions of the store. `file` is written occasionally.
pub(crate) fn check(random: &mut Random, bytes: &[u8], file: &Path) {
    let mut store = TrustStore::new();
    let report = store.load_bytes("sample", bytes);
    assert_eq!(store.len() as u64, report.loaded);
    assert!(store.total() <= bytes.len());
    assert!(report.loaded + report.duplicates + report.skipped.len() as u64 > 0);
    for certificate in &store {
        let texts = [certificate.subject_text(), certificate.issuer_text(), certificate.key_text()];
        assert!(texts.iter().all(|text| text.chars().all(|c| !c.is_control())));
        let _ = certificate.validity();
        let name = certificate.subject();
        assert!(store.by_subject(name).any(|other| other.position() == certificate.position()));
        let found = store.by_fingerprint(&certificate.fingerprint().unwrap()).unwrap().unwrap();
        assert_eq!(found.der(), certificate.der());
        if let Some(key_id) = certificate.key_id() {
            assert!(store.by_key_id(key_id).any(|other| other.der() == certificate.der()));
        }
        // The call only needs to return; webpki decides whether the list is accepted.
        let _ = store.verify(&[certificate.der()], &Request::new(None, NOW, Purpose::Server));
    }
    let mut again = TrustStore::new();
    assert_eq!(again.load_bytes("again", store.to_pem().unwrap().as_bytes()).loaded, report.loaded);
    let written = |store: &TrustStore| -> Vec<_> {
        let one = |c: Certificate<'_>| (c.der().to_vec(), c.trusted_for(), c.rejected_for());
        store.iter().map(one).collect()
    };
    assert_eq!(written(&store), written(&again));
    if random.below(16) == 0 {
        same_from_file(random, bytes, file);
    }
}

/// Adds revocation lists with a few or no errors, and verifies a chain with them.
pub(crate) fn check_lists(random: &mut Random, templates: &Templates) {
    let mut lists = RevocationLists::new();
    for _ in 0..=random.below(3) {
        let mut bytes = templates.lists[random.below(templates.lists.len())].clone();
        for _ in 0..random.below(4) {
            damage(random, &mut bytes);
        }
        if random.below(3) == 0 {
            let mut pem = Vec::new();
            block(random, "X509 CRL", &bytes, &mut pem);
            bytes = pem;
        }
        let before = lists.len();
        match lists.add(&bytes) {
            Ok(count) => assert!(count > 0 && lists.len() == before + count),
            Err(Error::RevocationList(_)) => assert_eq!(lists.len(), before),
            Err(error) => unreachable!("{error}"),
        }
    }
    let revocation = Some(Revocation::new(&lists));
    let request = Request { revocation, ..Request::new(None, NOW, Purpose::Server) };
    let Chain { root, leaf } = &templates.chain;
    match root.verify(&[leaf], &request) {
        Ok(_) => assert!(!lists.is_empty()),
        Err(Error::Rejected(refusal)) => assert!(!refusal.to_string().is_empty()),
        Err(error) => unreachable!("{error}"),
    }
}

/// Loads the same bytes after some text, so that the end of a window falls within them.
fn same_from_file(random: &mut Random, bytes: &[u8], file: &Path) {
    let mut text = vec![b'x'; PADDING - random.below(4096)];
    text.push(b'\n');
    text.extend_from_slice(bytes);
    fs::write(file, &text).unwrap();
    let (mut from_file, mut from_memory) = (TrustStore::new(), TrustStore::new());
    let outcome = |report: Report| {
        let skipped: Vec<_> =
            report.skipped.into_iter().map(|skipped| (skipped.offset, skipped.reason)).collect();
        (report.loaded, report.duplicates, skipped)
    };
    let from_file = outcome(from_file.load([file]));
    assert_eq!(from_file, outcome(from_memory.load_bytes("sample", &text)));
    fs::remove_file(file).unwrap();
}
