//! A signature algorithm: its identifiers in certificates, and its verification.

use rustls_pki_types::AlgorithmIdentifier;

/// A signature algorithm.
#[derive(Debug)]
pub(super) struct Algorithm {
    pub(super) key: AlgorithmIdentifier,
    pub(super) signature: AlgorithmIdentifier,
    /// Verifies: key, message and signature, all untrusted.
    pub(super) verify: fn(&[u8], &[u8], &[u8]) -> Judgement,
}

/// The verdict on a signature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Judgement {
    Genuine,
    NotGenuine,
    /// The signature was not checked.
    Unjudged(Unjudged),
}

impl From<bool> for Judgement {
    fn from(is_genuine: bool) -> Self {
        if is_genuine { Self::Genuine } else { Self::NotGenuine }
    }
}

/// The reason why a signature was not checked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unjudged {
    /// The processor lacks instructions for the algorithm.
    Processor,
    /// The type of the key is not accepted.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    Key,
}
