//! Verifies one chain against a store of a given size.

use quicksalt_child::{Outcome, Stopwatch, Work};
use quicksalt_trust::{Purpose, Request, TrustStore};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};

/// 2026-01-01, in seconds since 1970.
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

/// A store, and a chain of three certificates that ends at the store's last certificate.
pub struct Verifying {
    store: TrustStore,
    leaf: Vec<u8>,
    middle: Vec<u8>,
    verified: bool,
}

impl Verifying {
    /// Generates the certificates.
    pub fn new(size: usize) -> Outcome<Self> {
        let root = CertifiedIssuer::self_signed(authority("root"), KeyPair::generate()?)?;
        let middle = CertifiedIssuer::signed_by(authority("middle"), KeyPair::generate()?, &root)?;
        let mut params = CertificateParams::new(vec![String::from("host.example")])?;
        params.distinguished_name.push(DnType::CommonName, "leaf");
        let leaf = params.signed_by(&KeyPair::generate()?, &middle)?;
        let others = KeyPair::generate()?;
        let mut store = TrustStore::new();
        for i in 1..size {
            let other = authority(&format!("other {i}")).self_signed(&others)?;
            store.add(other.der()).map_err(|reason| reason.to_string())?;
        }
        store.add(root.der()).map_err(|reason| reason.to_string())?;
        let (leaf, middle) = (leaf.der().to_vec(), middle.der().to_vec());
        Ok(Self { store, leaf, middle, verified: false })
    }
}

impl Work for Verifying {
    fn task(&mut self, _: &[&str]) -> Outcome {
        Err("the number of certificates comes from the command line".into())
    }

    fn run(&mut self, count: u64, watch: &mut Stopwatch) -> Outcome {
        let chain: [&[u8]; 2] = [&self.leaf, &self.middle];
        let request = Request::new(Some("host.example"), TIME, Purpose::Server);
        self.verified = false;
        watch.time(|| -> Outcome {
            for _ in 0..count {
                self.store.verify(&chain, &request)?;
            }
            Ok(())
        })?;
        self.verified = true;
        Ok(())
    }

    fn output(&self) -> Vec<u8> {
        vec![u8::from(self.verified)]
    }
}
