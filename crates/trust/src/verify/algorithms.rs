//! The signature algorithms that are accepted in certificates.

use core::sync::atomic::{AtomicU8, Ordering};

use quicksalt::choose::Features;
use quicksalt::hazmat::{ed25519, sha256};
use rustls_pki_types::{
    AlgorithmIdentifier, InvalidSignature, SignatureVerificationAlgorithm, alg_id,
};

use super::algorithm::{Algorithm, Judgement, Unjudged};
use super::ecdsa_rsa;
use crate::store::{SignatureDigest, Signatures};

/// Ed25519 with the core's candidates, which run on every processor.
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

/// The maximum length of a message whose signature is cached. webpki rejects longer certificates,
/// so a longer message is a revocation list, and hashing it costs more than verifying its
/// signature.
const MAX_REMEMBERED: usize = u16::MAX as usize;

/// The algorithms for one verification. They record why a signature was not checked, since webpki's
/// interface reports only that it is not genuine.
#[derive(Debug)]
pub(super) struct Algorithms<'a> {
    is_complete: bool,
    genuine: &'a Signatures,
    unjudged: AtomicU8,
}

impl<'a> Algorithms<'a> {
    /// Returns the algorithms for a processor with these features, with the cache of verified
    /// signatures.
    pub(super) fn of(features: Features, genuine: &'a Signatures) -> Self {
        let is_complete = ecdsa_rsa::can_run(features);
        Self { is_complete, genuine, unjudged: AtomicU8::new(NOTHING) }
    }

    /// Returns all algorithms in webpki's form.
    pub(super) fn each(&self) -> [Noting<'_>; COUNT] {
        core::array::from_fn(|i| match ecdsa_rsa::ALGORITHMS.get(i) {
            Some(algorithm) => Noting { algorithm, can_run: self.is_complete, noted: self },
            None => Noting { algorithm: &ED25519, can_run: true, noted: self },
        })
    }

    /// Returns the reason why the last unchecked signature was not checked; `None` if all
    /// signatures were checked.
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

/// An algorithm that records unchecked signatures.
#[derive(Debug)]
pub(super) struct Noting<'a> {
    algorithm: &'static Algorithm,
    /// Whether this processor can run the algorithm; otherwise the algorithm rejects every
    /// signature.
    can_run: bool,
    noted: &'a Algorithms<'a>,
}

impl Noting<'_> {
    fn judge(&self, public_key: &[u8], message: &[u8], signature: &[u8]) -> Judgement {
        if !self.can_run {
            return Judgement::Unjudged(Unjudged::Processor);
        }
        let digest = self.digest(public_key, message, signature);
        if digest.is_some_and(|digest| self.noted.genuine.hold(&digest)) {
            return Judgement::Genuine;
        }
        let judgement = (self.algorithm.verify)(public_key, message, signature);
        if let Some(digest) = digest
            && judgement == Judgement::Genuine
        {
            self.noted.genuine.keep(digest);
        }
        judgement
    }

    /// Returns a digest of all inputs to the verdict, each preceded by its length; `None` if the
    /// verdict is not cached.
    fn digest(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Option<SignatureDigest> {
        if message.len() > MAX_REMEMBERED {
            return None;
        }
        let (key, kind) = (self.algorithm.key, self.algorithm.signature);
        let parts = [key.as_ref(), kind.as_ref(), public_key, message, signature];
        let lengths = parts.map(|part| (part.len() as u64).to_be_bytes());
        let mut all: [&[u8]; 10] = [&[]; 10];
        let pairs = lengths.iter().zip(parts);
        for (place, (length, part)) in all.chunks_exact_mut(2).zip(pairs) {
            place.copy_from_slice(&[&length[..], part]);
        }
        sha256::hash(&all).ok()
    }
}

impl SignatureVerificationAlgorithm for Noting<'_> {
    fn verify_signature(
        &self,
        public_key: &[u8],
        message: &[u8],
        signature: &[u8],
    ) -> Result<(), InvalidSignature> {
        match self.judge(public_key, message, signature) {
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

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use quicksalt::choose;

    use super::*;

    std::thread_local! {
        static ASKED: Cell<usize> = const { Cell::new(0) };
    }

    /// A test algorithm that accepts every signature that begins with a 1.
    static COUNTING: Algorithm = Algorithm {
        key: alg_id::ED25519,
        signature: alg_id::ED25519,
        verify: |_, _, signature| {
            ASKED.set(ASKED.get() + 1);
            (signature.first() == Some(&1)).into()
        },
    };

    static OTHER: Algorithm = Algorithm { key: alg_id::ECDSA_P256, ..COUNTING };

    /// Returns the verdict on a signature, and whether the algorithm was called.
    fn judge(
        genuine: &Signatures,
        algorithm: &'static Algorithm,
        [key, message, signature]: [&[u8]; 3],
    ) -> (Judgement, bool) {
        let algorithms = Algorithms::of(choose::detected(), genuine);
        let noting = Noting { algorithm, can_run: true, noted: &algorithms };
        let before = ASKED.get();
        let judgement = noting.judge(key, message, signature);
        (judgement, ASKED.get() != before)
    }

    #[test]
    fn a_genuine_signature_is_verified_once_and_any_other_each_time() {
        use Judgement::{Genuine, NotGenuine};
        let genuine = &Signatures::default();
        let long = &alloc::vec![7; MAX_REMEMBERED + 1];
        assert_eq!(judge(genuine, &COUNTING, [b"key", b"message", &[1]]), (Genuine, true));
        assert_eq!(judge(genuine, &COUNTING, [b"key", b"message", &[1]]), (Genuine, false));
        for (algorithm, signed, expected) in [
            (&OTHER, [&b"key"[..], b"message", &[1]], Genuine),
            (&COUNTING, [b"kez", b"message", &[1]], Genuine),
            (&COUNTING, [b"keym", b"essage", &[1]], Genuine),
            (&COUNTING, [b"key", b"message\x01", &[]], NotGenuine),
            (&COUNTING, [b"key", b"message", &[0]], NotGenuine),
            (&COUNTING, [b"key", b"message", &[0]], NotGenuine),
            (&COUNTING, [b"key", b"message", &[1, 1]], Genuine),
            (&COUNTING, [b"key", long, &[1]], Genuine),
            (&COUNTING, [b"key", long, &[1]], Genuine),
        ] {
            assert_eq!(judge(genuine, algorithm, signed), (expected, true), "{signed:?}");
        }
        assert_eq!(judge(genuine, &COUNTING, [b"key", b"message", &[1]]), (Genuine, false));
        let copy = &genuine.clone();
        assert_eq!(judge(copy, &COUNTING, [b"key", b"message", &[1]]), (Genuine, true));
    }

    #[test]
    fn a_processor_without_the_algorithm_caches_nothing() {
        let genuine = Signatures::default();
        let signed: [&[u8]; 3] = [b"key", b"other message", &[1]];
        assert_eq!(judge(&genuine, &COUNTING, signed), (Judgement::Genuine, true));
        let algorithms = Algorithms::of(Features::NONE, &genuine);
        let lesser = Noting { algorithm: &COUNTING, can_run: false, noted: &algorithms };
        let unjudged = Judgement::Unjudged(Unjudged::Processor);
        assert_eq!(lesser.judge(signed[0], signed[1], signed[2]), unjudged);
    }
}
