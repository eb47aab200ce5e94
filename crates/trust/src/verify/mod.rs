//! Verifies certificate chains with rustls-webpki over the store's index.
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

/// The role of a certificate's holder in TLS.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// A server (`id-kp-serverAuth`).
    Server,
    /// A client (`id-kp-clientAuth`).
    Client,
}

/// A verified chain.
#[derive(Clone, Debug)]
pub struct Verified<'a> {
    /// The trusted certificate at the end of the chain.
    pub anchor: Certificate<'a>,
    /// The positions in the chain that form the path, starting with the leaf (0).
    pub path: Vec<usize>,
}

/// The requirements for a chain.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// A DNS name in ASCII or an IP address. Without a host, no name is checked, which is
    /// correct only for clients.
    pub host: Option<&'a str>,
    /// The time, in seconds since 1970, at which all certificates must be valid.
    pub time: u64,
    /// The required purpose of the leaf.
    pub purpose: Purpose,
    /// Whether the trusted certificate must be valid at that time too.
    pub anchor_dates: bool,
    /// The maximum number of certificates between the leaf and the trusted certificate, never more
    /// than 6.
    pub max_depth: usize,
    /// The revocation lists and their use; `None` disables revocation.
    pub revocation: Option<Revocation<'a>>,
    /// The rules that certificates must obey.
    pub profile: Profile,
}

impl<'a> Request<'a> {
    /// Creates a request with the default settings.
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

/// The maximum number of intermediates that webpki follows.
const MAX_DEPTH: usize = 6;

impl TrustStore {
    /// Verifies that a chain leads from its first certificate, the leaf, to a certificate of the
    /// store, and that it fulfils the [`Request`].
    ///
    /// Accepted signatures: ECDSA on P-256 and P-384 with SHA-256 or SHA-384; RSA with 2048 to 8192
    /// bits (PKCS #1 and PSS) with SHA-256, SHA-384 or SHA-512; and Ed25519.
    ///
    /// The certificates after the leaf may be in any order, and the chain may contain superfluous
    /// certificates. A trusted certificate vouches for others if it is a CA certificate
    /// ([`is_authority`](Certificate::is_authority)), allows the purpose and the path length, is
    /// valid at the time, and has no unknown critical extension. A leaf that equals a trusted
    /// certificate byte for byte is accepted too, even if it is not a CA certificate. Its host,
    /// dates, purpose and key size are checked as for any leaf.
    ///
    /// A signature that this store verified before is not verified again
    /// ([`forget_signatures`](Self::forget_signatures)); all other checks are made each time.
    ///
    /// Only certificates whose subject is an issuer in the chain are considered, so the time does
    /// not depend on the size of the store.
    ///
    /// # Errors
    /// [`Error::Argument`] for an empty chain or an invalid host, [`Error::Rejected`],
    /// [`Error::Unsupported`] if this processor cannot check a signature, [`Error::Primitive`] if
    /// memory is exhausted.
    pub fn verify(&self, chain: &[&[u8]], request: &Request<'_>) -> Result<Verified<'_>> {
        self.verify_by(&Algorithms::of(choose::detected(), self.signatures()), chain, request)
    }

    /// Returns a store that contains only the trusted certificates at which these chains end, each
    /// once. Such a store loads much faster than a whole bundle.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify) and [`subset`](Self::subset).
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

    /// Like [`verify`](Self::verify), with other implementations of the signature algorithms.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify), except `Unsupported`.
    pub fn verify_with(
        &self,
        algorithms: &[&dyn SignatureVerificationAlgorithm],
        chain: &[&[u8]],
        request: &Request<'_>,
    ) -> Result<Verified<'_>> {
        let outcome = self.judge(algorithms, chain, request)?;
        outcome.map_err(|why| self.refused(why, algorithms, chain, request))
    }

    /// Returns the verdict without finding the certificate at fault.
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
        // RFC 5280 governs certificates that CAs issued, not leaves that are trusted directly (RFC
        // 6818 section 2).
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

    /// Returns the leaf if the store contains the same certificate, byte for byte. `openssl req
    /// -x509` marks such a certificate as a CA, but this is irrelevant, since it vouches only for
    /// itself.
    fn trusted_leaf(&self, der: &[u8]) -> Option<Certificate<'_>> {
        self.position_of(der).and_then(|position| self.get(position))
    }

    /// Returns the certificates of the store whose subject is an issuer in the chain, each once.
    /// Malformed certificates in the chain are ignored here, and webpki decides about them.
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
