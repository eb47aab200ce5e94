//! Loading a bundle.

use std::error::Error;
use std::path::Path;

use cpu_time::ThreadTime;
use quicksalt_trust::TrustStore;
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;

use crate::median;

/// Loads with each in turn, for a second in all, and prints medians and the ratio.
pub fn compare(path: &Path) -> Result<(), Box<dyn Error>> {
    let expected = ours(path)?.0;
    if theirs(path)?.0 != expected {
        return Err("the two disagree about the number of certificates".into());
    }
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    let mut spent = 0.0;
    while spent < 1.0 || our_times.len() < 5 {
        let (our_time, their_time) = (ours(path)?.1, theirs(path)?.1);
        our_times.push(our_time);
        their_times.push(their_time);
        spent += our_time + their_time;
    }
    let rounds = our_times.len();
    let (our_time, their_time) = (median(our_times), median(their_times));
    println!(
        "{}: {expected} certificates, {rounds} rounds: {:.4} ms; pki-types and RootCertStore \
         {:.4} ms, {:.2} times as long",
        path.display(),
        our_time * 1e3,
        their_time * 1e3,
        their_time / our_time
    );
    Ok(())
}

fn ours(path: &Path) -> Result<(usize, f64), Box<dyn Error>> {
    let start = ThreadTime::now();
    let mut store = TrustStore::new();
    let report = store.load([path]);
    let time = start.elapsed().as_secs_f64();
    if !report.is_clean() {
        return Err(format!("{}", report.skipped[0]).into());
    }
    Ok((store.len(), time))
}

fn theirs(path: &Path) -> Result<(usize, f64), Box<dyn Error>> {
    let start = ThreadTime::now();
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(path)? {
        store.add(certificate?)?;
    }
    Ok((store.len(), start.elapsed().as_secs_f64()))
}
