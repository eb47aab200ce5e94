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

thread_local! {
    /// Whether an algorithm that is missing here was asked for by the verification in progress.
    static MISSED: Cell<bool> = const { Cell::new(false) };
}

/// An algorithm that this processor has no implementation of. It accepts nothing, and notes that
/// it was asked.
#[derive(Debug)]
struct Missing(&'static Algorithm);

impl SignatureVerificationAlgorithm for Missing {
    fn verify_signature(&self, _: &[u8], _: &[u8], _: &[u8]) -> Result<(), InvalidSignature> {
        MISSED.set(true);
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
    /// Those for a processor with these features, with nothing missed yet on this thread.
    pub(super) fn of(features: Features) -> Self {
        MISSED.set(false);
        Self { is_complete: ecdsa_rsa::can_run(features) }
    }

    pub(super) fn list(self) -> &'static [&'static dyn SignatureVerificationAlgorithm] {
        if self.is_complete { &COMPLETE } else { &LESSER }
    }

    /// Whether one was asked for on this thread that is missing.
    pub(super) fn have_missed(self) -> bool {
        MISSED.get()
    }
}
