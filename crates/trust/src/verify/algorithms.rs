//! The signature algorithms that certificates may be signed with.

use core::sync::atomic::{AtomicU8, Ordering};

use quicksalt::choose::Features;
use quicksalt::hazmat::ed25519;
use rustls_pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};

use super::algorithm::{Algorithm, Judgement, Unjudged};
use super::ecdsa_rsa;

/// Ed25519 by the candidates of the core, on every processor.
static ED25519: Algorithm = Algorithm {
    key: alg_id::ED25519,
    signature: alg_id::ED25519,
    verify: |public_key, message, signature| {
        let (Ok(public_key), Ok(signature)) = (public_key.try_into(), signature.try_into()) else {
            return Judgement::NotGenuine;
        };
        ed25519::verify(public_key, signature, message).is_ok().into()
    },
};

pub(super) const COUNT: usize = ecdsa_rsa::ALGORITHMS.len() + 1;

const NOTHING: u8 = 0;
const PROCESSOR: u8 = 1;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const KEY: u8 = 2;

/// The algorithms of one verification. It keeps why a signature was not looked at, since webpki
/// can only be told that it is not genuine.
#[derive(Debug)]
pub(super) struct Algorithms {
    is_complete: bool,
    unjudged: AtomicU8,
}

impl Algorithms {
    /// Those for a processor with these features.
    pub(super) fn of(features: Features) -> Self {
        let is_complete = ecdsa_rsa::can_run(features);
        Self { is_complete, unjudged: AtomicU8::new(NOTHING) }
    }

    /// All of them, as webpki takes them.
    pub(super) fn each(&self) -> [Noting<'_>; COUNT] {
        core::array::from_fn(|i| match ecdsa_rsa::ALGORITHMS.get(i) {
            Some(algorithm) => Noting { algorithm, can_run: self.is_complete, noted: self },
            None => Noting { algorithm: &ED25519, can_run: true, noted: self },
        })
    }

    /// Why the last of the signatures was not looked at that were not; none if all were.
    pub(super) fn unjudged(&self) -> Option<Unjudged> {
        match self.unjudged.load(Ordering::Relaxed) {
            PROCESSOR => Some(Unjudged::Processor),
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            KEY => Some(Unjudged::Key),
            _ => None,
        }
    }

    fn note(&self, why: Unjudged) {
        let why = match why {
            Unjudged::Processor => PROCESSOR,
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            Unjudged::Key => KEY,
        };
        self.unjudged.store(why, Ordering::Relaxed);
    }
}

/// An algorithm that notes where it has not looked at a signature.
#[derive(Debug)]
pub(super) struct Noting<'a> {
    algorithm: &'static Algorithm,
    /// Whether this processor can run it; it accepts nothing where it cannot.
    can_run: bool,
    noted: &'a Algorithms,
}

impl SignatureVerificationAlgorithm for Noting<'_> {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        let judgement = if self.can_run {
            (self.algorithm.verify)(public_key, message, signature)
        } else {
            Judgement::Unjudged(Unjudged::Processor)
        };
        match judgement {
            Judgement::Genuine => Ok(()),
            Judgement::NotGenuine => Err(InvalidSignature),
            Judgement::Unjudged(why) => {
                self.noted.note(why);
                Err(InvalidSignature)
            }
        }
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.algorithm.key
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.algorithm.signature
    }
}
