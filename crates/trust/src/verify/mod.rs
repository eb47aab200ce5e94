//! Verification of certificate chains, by rustls-webpki over the store's index.
// May import: `store`, `trust/src/*`, `core/src/choose`.

mod algorithm;
mod algorithms;
mod anchor;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod by_graviola;
mod by_webpki;
mod diagnosis;
mod ecdsa_rsa;
mod host;
mod list;
mod path;
mod profile;
mod revocation;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod rsa;
mod trace;

use alloc::boxed::Box;
use alloc::vec::Vec;

use quicksalt::{choose, memory};
use rustls_pki_types::{CertificateDer, ServerName, SignatureVerificationAlgorithm};
use webpki::EndEntityCert;

use crate::der;
use crate::error::{Error, Result};
use crate::rejection::Rejection;
use crate::store::{Certificate, TrustStore};
use crate::usage::Usage;
use algorithm::Unjudged;
use algorithms::{Algorithms, COUNT};
use diagnosis::Diagnosis;
use path::Path;
use profile::Role;

pub use profile::Profile;

pub use revocation::{Depth, Revocation, RevocationLists};

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

/// What a chain must hold up to.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// A DNS name in ASCII or an IP address; without one no name is looked at, which is right for
    /// clients and for nobody else.
    pub host: Option<&'a str>,
    /// Seconds since 1970, in which all certificates must be valid.
    pub time: u64,
    /// What the leaf must be for.
    pub purpose: Purpose,
    /// Whether the trusted certificate must be valid at that time too.
    pub anchor_dates: bool,
    /// The most certificates between the leaf and the trusted one; no more than 6 in any case.
    pub max_depth: usize,
    /// How revocation lists are followed; without it none are.
    pub revocation: Option<Revocation<'a>>,
    /// The rules that certificates are held to.
    pub profile: Profile,
}

impl<'a> Request<'a> {
    /// The usual request.
    #[must_use]
    pub const fn new(host: Option<&'a str>, time: u64, purpose: Purpose) -> Self {
        Self {
            host,
            time,
            purpose,
            anchor_dates: true,
            max_depth: MAX_DEPTH,
            revocation: None,
            profile: Profile::Usual,
        }
    }
}

/// As many intermediates as webpki follows.
const MAX_DEPTH: usize = 6;

impl TrustStore {
    /// Verifies that a chain leads from its first certificate, the leaf, to one of the store, and
    /// that all of it is as [`Request`] asks.
    ///
    /// Signatures may be ECDSA on P-256 and P-384 with SHA-256 or SHA-384, RSA of 2048 to 8192 bits
    /// (PKCS #1 and PSS) with SHA-256, SHA-384 or SHA-512, and Ed25519.
    ///
    /// The certificates after the leaf may stand in any order and may be superfluous. A trusted
    /// certificate vouches for others if it is an authority's
    /// ([`is_authority`](Certificate::is_authority)), for the purpose, valid at the time, allows a
    /// path of that length, and has no critical extension that nobody here knows. Any trusted
    /// certificate vouches for exactly itself as a leaf, byte for byte, an authority's too: host, dates,
    /// purpose and size of the key are judged as of others.
    ///
    /// A signature that this store found genuine before is not verified again
    /// ([`forget_signatures`](Self::forget_signatures)); all else is judged each time.
    ///
    /// Only the certificates whose subject is an issuer in the chain are considered, so that the
    /// time does not depend on the size of the store.
    ///
    /// # Errors
    /// [`Error::Argument`] for an empty chain or a host that is none, [`Error::Rejected`],
    /// [`Error::Unsupported`] if a signature could not be checked on this processor,
    /// [`Error::Primitive`] if there is no memory.
    pub fn verify(&self, chain: &[&[u8]], request: &Request<'_>) -> Result<Verified<'_>> {
        self.verify_by(&Algorithms::of(choose::detected(), self.signatures()), chain, request)
    }

    /// A store with just the certificates that these chains end at, each once. Loading a few takes no
    /// time where loading a whole bundle takes long.
    ///
    /// # Errors
    /// As [`verify`](Self::verify) and [`subset`](Self::subset).
    pub fn minimal<'c>(
        &self,
        chains: impl IntoIterator<Item = &'c [&'c [u8]]>,
        request: &Request<'_>,
    ) -> Result<Self> {
        let mut positions = Vec::new();
        for chain in chains {
            let position = self.verify(chain, request)?.anchor.position();
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        self.subset(positions)
    }

    fn verify_by(
        &self,
        algorithms: &Algorithms<'_>,
        chain: &[&[u8]],
        request: &Request<'_>,
    ) -> Result<Verified<'_>> {
        let each = algorithms.each();
        let list: [&dyn SignatureVerificationAlgorithm; COUNT] =
            core::array::from_fn(|i| &each[i] as _);
        let why = match self.judge(&list, chain, request)? {
            Ok(verified) => return Ok(verified),
            Err(why) => why,
        };
        let why = match (why, algorithms.unjudged()) {
            (_, Some(Unjudged::Processor)) => return Err(Error::Unsupported(ecdsa_rsa::NEEDS)),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            (Rejection::Signature, Some(Unjudged::Key)) => Rejection::Algorithm,
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            (Rejection::RevocationSignature, Some(Unjudged::Key)) => Rejection::RevocationAlgorithm,
            _ => why,
        };
        Err(self.refused(why, &list, chain, request))
    }

    fn refused(
        &self,
        why: Rejection,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[&[u8]],
        request: &Request<'_>,
    ) -> Error {
        Error::Rejected(Box::new(Diagnosis::new(self, algorithms, chain, request).of(why)))
    }

    /// As [`verify`](Self::verify), with other implementations of the signature algorithms.
    ///
    /// # Errors
    /// As [`verify`](Self::verify), but for `Unsupported`.
    pub fn verify_with(
        &self,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[&[u8]],
        request: &Request<'_>,
    ) -> Result<Verified<'_>> {
        let outcome = self.judge(algorithms, chain, request)?;
        outcome.map_err(|why| self.refused(why, algorithms, chain, request))
    }

    /// The verdict, without looking for the certificate at fault.
    fn judge(
        &self,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[&[u8]],
        request: &Request<'_>,
    ) -> Result<core::result::Result<Verified<'_>, Rejection>> {
        let host = request.host.map(host::parse).transpose()?;
        let ders = memory::collect(chain.iter().map(|&der| CertificateDer::from(der)));
        let ders = ders.map_err(Error::Primitive)?;
        if ders.is_empty() {
            return Err(Error::Argument {
                argument: "chain",
                expected: "at least one certificate",
            });
        }
        Ok(self.path(algorithms, &ders, request, host.as_ref()))
    }

    fn path(
        &self,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[CertificateDer<'_>],
        request: &Request<'_>,
        host: Option<&ServerName<'_>>,
    ) -> core::result::Result<Verified<'_>, Rejection> {
        let (leaf_der, others) = chain.split_first().ok_or(Rejection::Other)?;
        let rejected = |error: webpki::Error| Rejection::from(&error);
        let leaf = EndEntityCert::try_from(leaf_der).map_err(rejected)?;
        let trusted = self.trusted_leaf(leaf_der);
        // RFC 5280 is about what authorities issue, not about what is trusted as itself (RFC 6818
        // section 2).
        let profile = if trusted.is_some() { Profile::Usual } else { request.profile };
        let verified = match trusted {
            Some(anchor) => match anchor::own_objection(&anchor, request) {
                Some(why) => return Err(why),
                None => Verified { anchor, path: [0].into() },
            },
            None => {
                let path = Path { algorithms, leaf: &leaf, others, request, store: self };
                path.to_one_of(&self.issuers(chain))?
            }
        };
        if trusted.is_none() && Usage::of(leaf_der).may_sign == Some(true) {
            return Err(Rejection::LeafKeyUsage);
        }
        if let Some(why) =
            profile::objection(leaf_der, Role::Leaf, &Request { profile, ..*request })
        {
            return Err(why);
        }
        if let Some(host) = host {
            leaf.verify_is_valid_for_subject_name(host).map_err(rejected)?;
        }
        Ok(verified)
    }

    /// The leaf itself, if it is trusted byte for byte. `openssl req -x509` calls it an authority's, which
    /// does not matter: it vouches for nothing but itself here.
    fn trusted_leaf(&self, der: &[u8]) -> Option<Certificate<'_>> {
        self.position_of(der).and_then(|position| self.get(position))
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
            let lesser = Algorithms::of(Features::NONE, store.signatures());
            let verify = |algorithms: &Algorithms<'_>, host| {
                let request = Request::new(Some(host), time, Purpose::Server);
                store.verify_by(algorithms, &[&leaf], &request).err()
            };
            assert_eq!(verify(&lesser, "a.example"), expected);
            let complete = Algorithms::of(choose::detected(), store.signatures());
            match verify(&complete, "b.example") {
                Some(Error::Rejected(refusal)) => assert_eq!(refusal.why, Rejection::Host),
                other => assert_eq!(other, None),
            }
        }
    }
}
