//! Verification of certificate chains, by rustls-webpki over the store's index.

mod algorithms;
mod ecdsa_rsa;
mod host;
mod rejection;

use alloc::vec::Vec;
use core::time::Duration;

use quicksalt::choose;
use rustls_pki_types::{CertificateDer, SignatureVerificationAlgorithm, TrustAnchor, UnixTime};
use webpki::{EndEntityCert, KeyUsage};

use crate::der;
use crate::error::{Error, Result};
use crate::store::{Certificate, TrustStore};
use algorithms::{Algorithms, Unjudged};

pub use rejection::Rejection;

/// What the holder of a certificate does in TLS.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// It is a server (`id-kp-serverAuth`).
    Server,
    /// It is a client (`id-kp-clientAuth`).
    Client,
}

/// A chain that was verified.
#[derive(Clone, Debug)]
pub struct Verified<'a> {
    /// The trusted certificate that the chain ends at.
    pub anchor: Certificate<'a>,
    /// Which certificates of the chain lead there, as positions in it, the leaf (0) first.
    pub path: Vec<usize>,
}

impl TrustStore {
    /// Verifies that a chain leads from its first certificate, the leaf, to one of the store, that
    /// the leaf is for `host` and for this purpose, and that all certificates below the trusted one
    /// are valid at a time in seconds since 1970.
    ///
    /// Signatures may be ECDSA on P-256 and P-384 with SHA-256 or SHA-384, RSA of 2048 to 8192 bits
    /// (PKCS #1 and PSS) with SHA-256, SHA-384 or SHA-512, and Ed25519.
    ///
    /// The certificates after the leaf may stand in any order and may be superfluous. `host` is a
    /// DNS name in ASCII or an IP address; without one no name is looked at, which is right for
    /// clients and for nobody else. Of the trusted certificate only subject, key and name
    /// constraints count (RFC 5280, section 6.1.1), not its dates.
    ///
    /// Only the certificates whose subject is an issuer in the chain are considered, so that the
    /// time does not depend on the size of the store.
    ///
    /// # Errors
    /// [`Error::Argument`] for an empty chain or a host that is none, [`Error::Rejected`],
    /// [`Error::Unsupported`] if a signature could not be checked on this processor.
    pub fn verify(
        &self,
        chain: &[&[u8]],
        host: Option<&str>,
        time: u64,
        purpose: Purpose,
    ) -> Result<Verified<'_>> {
        self.verify_by(Algorithms::of(choose::detected()), chain, host, time, purpose)
    }

    fn verify_by(
        &self,
        algorithms: Algorithms,
        chain: &[&[u8]],
        host: Option<&str>,
        time: u64,
        purpose: Purpose,
    ) -> Result<Verified<'_>> {
        let outcome = self.verify_with(algorithms.list(), chain, host, time, purpose);
        match (&outcome, algorithms.unjudged()) {
            (Err(Error::Rejected(_)), Some(Unjudged::Processor)) => {
                Err(Error::Unsupported(ecdsa_rsa::NEEDS))
            }
            #[cfg(target_arch = "x86_64")]
            (Err(Error::Rejected(Rejection::Signature)), Some(Unjudged::Key)) => {
                Err(Error::Rejected(Rejection::Algorithm))
            }
            _ => outcome,
        }
    }

    /// As [`verify`](Self::verify), with other implementations of the signature algorithms.
    ///
    /// # Errors
    /// As [`verify`](Self::verify), but for `Unsupported`.
    pub fn verify_with(
        &self,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[&[u8]],
        host: Option<&str>,
        time: u64,
        purpose: Purpose,
    ) -> Result<Verified<'_>> {
        let host = host.map(host::parse).transpose()?;
        let chain: Vec<CertificateDer<'_>> = chain.iter().map(|&der| der.into()).collect();
        let Some((leaf, others)) = chain.split_first() else {
            return Err(Error::Argument {
                argument: "chain",
                expected: "at least one certificate",
            });
        };
        let reject = |error: webpki::Error| Error::Rejected(Rejection::from(&error));
        let leaf = EndEntityCert::try_from(leaf).map_err(reject)?;
        let candidates = self.issuers(&chain);
        let anchors: Vec<TrustAnchor<'_>> = candidates.iter().map(anchor).collect();
        let time = UnixTime::since_unix_epoch(Duration::from_secs(time));
        let usage = match purpose {
            Purpose::Server => KeyUsage::server_auth(),
            Purpose::Client => KeyUsage::client_auth(),
        };
        let path = leaf
            .verify_for_usage(algorithms, &anchors, others, time, usage, None, None)
            .map_err(reject)?;
        if let Some(host) = &host {
            leaf.verify_is_valid_for_subject_name(host).map_err(reject)?;
        }
        let position = anchors.iter().position(|anchor| core::ptr::eq(anchor, path.anchor()));
        let anchor = position.and_then(|position| candidates.get(position).copied());
        let places = path.intermediate_certificates().filter_map(|certificate| {
            others.iter().position(|other| *other == certificate.der()).map(|place| place + 1)
        });
        let path = core::iter::once(0).chain(places).collect();
        anchor.map(|anchor| Verified { anchor, path }).ok_or(Error::Rejected(Rejection::Other))
    }

    /// The certificates of the store whose subject is an issuer in the chain, each once. Those of
    /// the chain that are none have no issuer: webpki, which looks at them, decides what that means.
    fn issuers(&self, chain: &[CertificateDer<'_>]) -> Vec<Certificate<'_>> {
        let mut names: Vec<&[u8]> =
            chain.iter().filter_map(|certificate| der::issuer(certificate)).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().flat_map(|name| self.by_subject(name)).collect()
    }
}

/// A certificate as webpki wants those that it is to trust.
fn anchor<'a>(certificate: &Certificate<'a>) -> TrustAnchor<'a> {
    TrustAnchor {
        subject: der::content(certificate.subject()).into(),
        subject_public_key_info: certificate.public_key().into(),
        name_constraints: certificate.name_constraints().map(Into::into),
    }
}

#[cfg(test)]
mod tests {
    use quicksalt::choose::Features;
    use rcgen::{CertificateParams, KeyPair, PKCS_ECDSA_P256_SHA256, PKCS_ED25519};

    use super::*;

    #[allow(clippy::unwrap_used)]
    fn chain(algorithm: &'static rcgen::SignatureAlgorithm) -> (TrustStore, Vec<u8>) {
        let mut params = CertificateParams::default();
        params.is_ca = rcgen::IsCa::Ca(rcgen::BasicConstraints::Unconstrained);
        let key = KeyPair::generate_for(algorithm).unwrap();
        let issuer = rcgen::CertifiedIssuer::self_signed(params, key).unwrap();
        let mut params =
            CertificateParams::new([alloc::string::String::from("a.example")]).unwrap();
        params.distinguished_name.push(rcgen::DnType::CommonName, "leaf");
        let leaf = params.signed_by(&KeyPair::generate().unwrap(), &issuer).unwrap();
        let mut store = TrustStore::new();
        store.add(issuer.der()).unwrap();
        (store, leaf.der().to_vec())
    }

    #[test]
    fn a_processor_without_graviola_says_so_instead_of_rejecting() {
        let time = 1_767_225_600;
        for (algorithm, expected) in [
            (&PKCS_ECDSA_P256_SHA256, Some(Error::Unsupported(ecdsa_rsa::NEEDS))),
            (&PKCS_ED25519, None),
        ] {
            let (store, leaf) = chain(algorithm);
            let lesser = Algorithms::of(Features::NONE);
            let verify = |algorithms, host| {
                store.verify_by(algorithms, &[&leaf], Some(host), time, Purpose::Server).err()
            };
            assert_eq!(verify(lesser, "a.example"), expected);
            // What was missed is forgotten, and other rejections stay what they are.
            let complete = Algorithms::of(choose::detected());
            let other = Some(Error::Rejected(Rejection::Host));
            assert_eq!(verify(complete, "b.example"), other);
        }
    }
}
