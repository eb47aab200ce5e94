//! One signature algorithm: what names it in certificates, and how it verifies.

use rustls_pki_types::AlgorithmIdentifier;

/// One algorithm.
#[derive(Debug)]
pub(super) struct Algorithm {
    pub(super) key: AlgorithmIdentifier,
    pub(super) signature: AlgorithmIdentifier,
    /// Key, message and signature, all untrusted.
    pub(super) verify: fn(&[u8], &[u8], &[u8]) -> Judgement,
}

/// What is said of a signature.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Judgement {
    Genuine,
    NotGenuine,
    /// It was not looked at.
    Unjudged(Unjudged),
}

impl From<bool> for Judgement {
    fn from(is_genuine: bool) -> Self {
        if is_genuine { Self::Genuine } else { Self::NotGenuine }
    }
}

/// Why a signature was not looked at.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unjudged {
    /// The algorithm is missing on this processor.
    Processor,
    /// The key is of a kind that is not accepted.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    Key,
}
