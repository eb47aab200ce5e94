//! Test certificates, and temporary files.
#![allow(dead_code, clippy::unwrap_used)]

pub(crate) mod chains;

use core::sync::atomic::{AtomicU32, Ordering};
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use quicksalt_trust::{Report, TrustStore};
use rcgen::{
    BasicConstraints, CertificateParams, DnType, IsCa, KeyPair, KeyUsagePurpose, SerialNumber,
};

/// Returns the parameters of a CA with this name.
pub(crate) fn authority(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.remove(DnType::CommonName);
    params.distinguished_name.push(DnType::OrganizationName, "quicksalt");
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
    params.serial_number = Some(SerialNumber::from_slice(&[0x11, 0x22, 0x33, 0x44]));
    params
}

/// Returns a root with this name in DER.
pub(crate) fn root(name: &str) -> Vec<u8> {
    authority(name).self_signed(&KeyPair::generate().unwrap()).unwrap().der().to_vec()
}

/// Returns a PEM block with lines of 64 characters.
pub(crate) fn pem(der: &[u8]) -> String {
    block(der, "CERTIFICATE", 64, "\n")
}

pub(crate) fn block(der: &[u8], label: &str, columns: usize, newline: &str) -> String {
    let text = base64_simd::STANDARD.encode_to_string(der);
    let lines = text.as_bytes().chunks(columns).map(|line| str::from_utf8(line).unwrap());
    let body: String = lines.map(|line| format!("{line}{newline}")).collect();
    format!("-----BEGIN {label}-----{newline}{body}-----END {label}-----{newline}")
}

/// Returns the same certificate with a negative serial number. Its signature becomes invalid, but
/// stores do not check it.
pub(crate) fn negative_serial(der: &[u8]) -> Vec<u8> {
    let serial = [0x02, 4, 0x11, 0x22, 0x33, 0x44];
    let at = der.windows(serial.len()).position(|bytes| bytes == serial).unwrap();
    let mut changed = der.to_vec();
    changed[at + 2] |= 0x80;
    changed
}

/// Loads bytes; returns the store and the report.
pub(crate) fn load(bytes: &[u8]) -> (TrustStore, Report) {
    let mut store = TrustStore::new();
    let report = store.load_bytes("test", bytes);
    (store, report)
}

/// Returns the reason and the offset of everything that was left out.
pub(crate) fn skipped(report: &Report) -> Vec<(&'static str, Option<u64>)> {
    report.skipped.iter().map(|skipped| (skipped.reason.code(), skipped.offset)).collect()
}

/// A temporary directory, removed on drop.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{count}", process::id()));
        fs::create_dir(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
