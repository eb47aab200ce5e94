//! Verifying one chain against more and more trusted certificates.

use std::error::Error;

use cpu_time::ThreadTime;
use quicksalt_trust::{Purpose, Request, TrustStore};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

use crate::median;

const SIZES: [usize; 4] = [150, 1_000, 10_000, 100_000];
const ROUNDS: usize = 301;
const BATCH: usize = 20;
/// 2026-01-01.
const TIME: u64 = 1_767_225_600;

fn named(name: &str) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name.push(DnType::CommonName, name);
    params
}

fn authority(name: &str) -> CertificateParams {
    let mut params = named(name);
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    params
}

/// Times the sizes in turn and prints each median and how it compares to that of the smallest.
pub fn grow() -> Result<(), Box<dyn Error>> {
    let root = CertifiedIssuer::self_signed(authority("root"), KeyPair::generate()?)?;
    let middle = CertifiedIssuer::signed_by(authority("middle"), KeyPair::generate()?, &root)?;
    let mut params = CertificateParams::new(vec![String::from("host.example")])?;
    params.distinguished_name.push(DnType::CommonName, "leaf");
    let leaf = params.signed_by(&KeyPair::generate()?, &middle)?;
    let chain: [&[u8]; 2] = [leaf.der(), middle.der()];
    let others = KeyPair::generate()?;
    let mut stores = Vec::new();
    for size in SIZES {
        let mut store = TrustStore::new();
        for i in 1..size {
            let other = authority(&format!("other {i}")).self_signed(&others)?;
            store.add(other.der()).map_err(|reason| reason.to_string())?;
        }
        store.add(root.der()).map_err(|reason| reason.to_string())?;
        stores.push(store);
    }
    let mut times = SIZES.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for (store, times) in stores.iter().zip(&mut times) {
            let start = ThreadTime::now();
            for _ in 0..BATCH {
                store.verify(&chain, &Request::new(Some("host.example"), TIME, Purpose::Server))?;
            }
            times.push(start.elapsed().as_secs_f64() / BATCH as f64);
        }
    }
    let medians = times.map(median);
    for (size, time) in SIZES.iter().zip(medians) {
        println!("{size} trusted: {:.2} us, {:.3} of the first", time * 1e6, time / medians[0]);
    }
    Ok(())
}
