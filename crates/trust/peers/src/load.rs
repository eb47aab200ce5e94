//! Loading a bundle, or a directory of certificates.

use std::error::Error;
use std::path::Path;

use cpu_time::ThreadTime;
use quicksalt_trust::TrustStore;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::median;

/// Loads a path and returns the number of certificates.
type Load = fn(&Path) -> Result<usize, Box<dyn Error>>;

/// Loads with each in turn, for a second in all, and prints medians and the ratio.
///
/// The peer of a file is what rustls reads PEM with; that of a directory is rustls-native-certs,
/// which takes the files with hashed names.
pub fn compare(path: &Path) -> Result<(), Box<dyn Error>> {
    let (name, theirs): (_, Load) = if path.is_dir() {
        ("rustls-native-certs and RootCertStore", native)
    } else {
        ("pki-types and RootCertStore", pem)
    };
    let expected = ours(path)?;
    if theirs(path)? != expected {
        return Err("the two disagree about the number of certificates".into());
    }
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    let mut spent = 0.0;
    while spent < 1.0 || our_times.len() < 5 {
        let (our_time, their_time) = (time(ours, path)?, time(theirs, path)?);
        our_times.push(our_time);
        their_times.push(their_time);
        spent += our_time + their_time;
    }
    let rounds = our_times.len();
    let (our_time, their_time) = (median(our_times), median(their_times));
    println!(
        "{}: {expected} certificates, {rounds} rounds: {:.4} ms; {name} {:.4} ms, {:.2} times as \
         long",
        path.display(),
        our_time * 1e3,
        their_time * 1e3,
        their_time / our_time
    );
    Ok(())
}

fn time(load: Load, path: &Path) -> Result<f64, Box<dyn Error>> {
    let start = ThreadTime::now();
    load(path)?;
    Ok(start.elapsed().as_secs_f64())
}

fn ours(path: &Path) -> Result<usize, Box<dyn Error>> {
    let mut store = TrustStore::new();
    let report = store.load([path]);
    if path.is_file() && !report.is_clean() {
        return Err(format!("{}", report.skipped[0]).into());
    }
    Ok(store.len())
}

fn pem(path: &Path) -> Result<usize, Box<dyn Error>> {
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path)? {
        store.add(certificate?)?;
    }
    Ok(store.len())
}

fn native(path: &Path) -> Result<usize, Box<dyn Error>> {
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
