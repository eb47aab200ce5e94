//! Loads a bundle, or a directory of certificates.

use std::path::{Path, PathBuf};

use quicksalt_child::{Outcome, Stopwatch, Work};
use quicksalt_trust::TrustStore;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// A loader of certificates.
pub struct Loader {
    name: &'static str,
    /// Returns the name and version of the library.
    pub version: &'static str,
    /// Loads a path and returns the number of certificates.
    load: fn(&Path) -> Outcome<usize>,
}

/// For a file, the peer is the PEM reader of rustls; for a directory, it is rustls-native-certs,
/// which reads the files with hashed names.
const LOADERS: [Loader; 3] = [
    Loader { name: "quicksalt", version: "quicksalt-trust of this tree", load: ours },
    Loader { name: "pki-types", version: "rustls-pki-types and RootCertStore", load: pem },
    Loader { name: "native-certs", version: "rustls-native-certs and RootCertStore", load: native },
];

/// Returns the certificate loader with this name.
pub fn find(name: &str) -> Option<&'static Loader> {
    LOADERS.iter().find(|loader| loader.name == name)
}

/// Loads one path repeatedly.
pub struct Loading {
    loader: &'static Loader,
    path: PathBuf,
    certificates: usize,
}

impl Loading {
    /// Creates the task without loading anything.
    pub fn new(loader: &'static Loader, path: &str) -> Self {
        Self { loader, path: path.into(), certificates: 0 }
    }
}

impl Work for Loading {
    fn task(&mut self, _: &[&str]) -> Outcome {
        Err("the path comes from the command line".into())
    }

    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome {
        watch.time(|| {
            for _ in 0..count {
                self.certificates = (self.loader.load)(&self.path)?;
            }
            Ok(())
        })
    }

    fn output(&self) -> Vec<u8> {
        self.certificates.to_string().into_bytes()
    }
}

fn ours(path: &Path) -> Outcome<usize> {
    let mut store = TrustStore::new();
    let report = store.load([path]);
    if path.is_file() && !report.is_clean() {
        return Err(format!("{}", report.skipped[0]).into());
    }
    Ok(store.len())
}

fn pem(path: &Path) -> Outcome<usize> {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path)? {
        store.add(certificate?)?;
    }
    Ok(store.len())
}

fn native(path: &Path) -> Outcome<usize> {
    let found = rustls_native_certs::load_certs_from_paths(None, Some(path));
    if let Some(error) = found.errors.first() {
        return Err(format!("{error}").into());
    }
    let mut store = RootCertStore::empty();
    for certificate in found.certs {
        store.add(certificate)?;
    }
    Ok(store.len())
}
