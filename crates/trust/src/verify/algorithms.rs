//! The signature algorithms that certificates may be signed with.

use core::cell::Cell;

use quicksalt::choose::Features;
use quicksalt::hazmat::ed25519;
use rustls_pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};

use super::ecdsa_rsa;

/// One algorithm: what names it in certificates, and how it verifies.
#[derive(Debug)]
pub(super) struct Algorithm {
    pub(super) key: AlgorithmIdentifier,
    pub(super) signature: AlgorithmIdentifier,
    /// Key, message and signature, all untrusted.
    pub(super) verify: fn(&[u8], &[u8], &[u8]) -> bool,
}

impl SignatureVerificationAlgorithm for Algorithm {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        if (self.verify)(public_key, message, signature) { Ok(()) } else { Err(InvalidSignature) }
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.key
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.signature
    }
}

/// Ed25519 by the candidates of the core, on every processor.
static ED25519: Algorithm = Algorithm {
    key: alg_id::ED25519,
    signature: alg_id::ED25519,
    verify: |public_key, message, signature| {
        let (Ok(public_key), Ok(signature)) = (public_key.try_into(), signature.try_into()) else {
            return false;
        };
        ed25519::verify(signature, message, public_key).is_ok()
    },
};

/// Why a signature was not looked at. Webpki hears that it is not genuine, for want of another
/// word.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Unjudged {
    /// The algorithm is missing on this processor.
    Processor,
    /// The key is of a kind that is not accepted.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    Key,
}

thread_local! {
    /// Of the verification in progress, the last one.
    static UNJUDGED: Cell<Option<Unjudged>> = const { Cell::new(None) };
}

/// Notes that a signature is not looked at.
pub(super) fn note(why: Unjudged) {
    UNJUDGED.set(Some(why));
}

/// An algorithm that this processor has no implementation of. It accepts nothing.
#[derive(Debug)]
struct Missing(&'static Algorithm);

impl SignatureVerificationAlgorithm for Missing {
    fn verify_signature(&self, _: &[u8], _: &[u8], _: &[u8]) -> Result<(), InvalidSignature> {
        note(Unjudged::Processor);
        Err(InvalidSignature)
    }

    fn public_key_alg_id(&self) -> AlgorithmIdentifier {
        self.0.key
    }

    fn signature_alg_id(&self) -> AlgorithmIdentifier {
        self.0.signature
    }
}

const COUNT: usize = ecdsa_rsa::ALGORITHMS.len() + 1;
type List = [&'static dyn SignatureVerificationAlgorithm; COUNT];

/// All of them.
static COMPLETE: List = {
    let mut list: List = [&ED25519; COUNT];
    let mut i = 0;
    while i < ecdsa_rsa::ALGORITHMS.len() {
        list[i] = &ecdsa_rsa::ALGORITHMS[i];
        i += 1;
    }
    list
};

/// What there is without graviola.
static LESSER: List = {
    let mut list: List = [&ED25519; COUNT];
    let mut i = 0;
    while i < MISSING.len() {
        list[i] = &MISSING[i];
        i += 1;
    }
    list
};

static MISSING: [Missing; COUNT - 1] = {
    let mut list = [const { Missing(&ED25519) }; COUNT - 1];
    let mut i = 0;
    while i < list.len() {
        list[i] = Missing(&ecdsa_rsa::ALGORITHMS[i]);
        i += 1;
    }
    list
};

/// The algorithms for a processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Algorithms {
    is_complete: bool,
}

impl Algorithms {
    /// Those for a processor with these features, with nothing noted yet on this thread.
    pub(super) fn of(features: Features) -> Self {
        UNJUDGED.set(None);
        Self { is_complete: ecdsa_rsa::can_run(features) }
    }

    pub(super) fn list(self) -> &'static [&'static dyn SignatureVerificationAlgorithm] {
        if self.is_complete { &COMPLETE } else { &LESSER }
    }

    /// What was noted on this thread.
    pub(super) fn unjudged(self) -> Option<Unjudged> {
        UNJUDGED.get()
    }
}
