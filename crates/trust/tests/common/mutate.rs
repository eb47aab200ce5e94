//! Bundles damaged at random, and what must hold of a store whatever it is given. Shared by a
//! short test with a fixed seed and by `examples/fuzz.rs`.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use quicksalt_trust::{Purpose, Report, Request, TrustStore};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, KeyPair};

/// What is likely to matter to a scanner.
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

/// Longer than the window in which files are read.
const PADDING: usize = 33 << 10;

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound, which may be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Certificates that are sound before they are damaged.
pub(crate) fn templates() -> Vec<Vec<u8>> {
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

/// A file made of the templates and damaged in a few places.
pub(crate) fn sample(random: &mut Random, templates: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if random.below(4) == 0 {
        bytes.clone_from(&templates[random.below(templates.len())]);
    } else {
        for _ in 0..=random.below(4) {
            let mut der = templates[random.below(templates.len())].clone();
            if random.below(2) == 0 {
                damage(random, &mut der);
            }
            block(random, &der, &mut bytes);
        }
    }
    for _ in 0..random.below(4) {
        damage(random, &mut bytes);
    }
    bytes
}

fn block(random: &mut Random, der: &[u8], out: &mut Vec<u8>) {
    let columns = [64, 64, 64, 76, 1000][random.below(5)];
    let newline: &[u8] = [&b"\n"[..], b"\n", b"\r\n", b"\r", b" \n"][random.below(5)];
    out.extend_from_slice(b"-----BEGIN CERTIFICATE-----");
    out.extend_from_slice(newline);
    for line in base64_simd::STANDARD.encode_to_string(der).as_bytes().chunks(columns) {
        out.extend_from_slice(line);
        out.extend_from_slice(newline);
    }
    out.extend_from_slice(b"-----END CERTIFICATE-----");
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

/// Loads the bytes and asks the store everything. `file` is written to now and then.
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
        // Whether it is accepted is webpki's affair; it must come to an end.
        let _ =
            store.verify(&[certificate.der()], &Request::new(None, 1_767_225_600, Purpose::Server));
    }
    let mut again = TrustStore::new();
    assert_eq!(again.load_bytes("again", store.to_pem().unwrap().as_bytes()).loaded, report.loaded);
    assert!(store.iter().map(|c| c.der()).eq(again.iter().map(|c| c.der())));
    if random.below(16) == 0 {
        same_from_file(random, bytes, file);
    }
}

/// The same bytes behind some text, so that a window of the file ends somewhere in them.
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
