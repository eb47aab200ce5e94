//! Loading a bundle, or a directory of certificates.

use std::path::{Path, PathBuf};

use quicksalt_child::{Outcome, Stopwatch, Work};
use quicksalt_trust::TrustStore;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

/// Who loads.
pub struct Loader {
    name: &'static str,
    /// What loads.
    pub version: &'static str,
    /// Loads a path and returns the number of certificates.
    load: fn(&Path) -> Outcome<usize>,
}

/// The peer of a file is what rustls reads PEM with; that of a directory is rustls-native-certs,
/// which takes the files with hashed names.
const LOADERS: [Loader; 3] = [
    Loader { name: "quicksalt", version: "quicksalt-trust of this tree", load: ours },
    Loader { name: "pki-types", version: "rustls-pki-types and RootCertStore", load: pem },
    Loader { name: "native-certs", version: "rustls-native-certs and RootCertStore", load: native },
];

/// Who has the name.
pub fn find(name: &str) -> Option<&'static Loader> {
    LOADERS.iter().find(|loader| loader.name == name)
}

/// Loads one path, again and again.
pub struct Loading {
    loader: &'static Loader,
    path: PathBuf,
    certificates: usize,
}

impl Loading {
    /// Nothing is loaded yet.
    pub fn new(loader: &'static Loader, path: &str) -> Self {
        Self { loader, path: path.into(), certificates: 0 }
    }
}

impl Work for Loading {
    fn task(&mut self, _: &[&str]) -> Outcome {
        Err("the command line says what to load".into())
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
