//! Checks library code outside the candidates that handles secrets: verification, conversion and
//! signing.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::hazmat::ed25519::{self, SigningKey};
use quicksalt::hazmat::{hmac, poly1305, sha512, xsalsa20};
use quicksalt_hashsig::slhdsa::{self, ParameterSet};
use quicksalt_hashsig::store::Reservation;
use quicksalt_hashsig::{czd0, lms, trees};

use crate::memcheck::{hide, reveal};

/// A call of a library function with hidden secrets.
pub(crate) struct Call {
    /// The path of the function in the source.
    pub(crate) name: &'static str,
    /// The permitted number of branches that depend on results which the caller learns.
    pub(crate) verdicts: usize,
    /// Calls the function with the selected candidates.
    pub(crate) run: fn(),
}

pub(crate) const fn call(name: &'static str, verdicts: usize, run: fn()) -> Call {
    Call { name, verdicts, run }
}

pub(crate) const CALLS: &[Call] = &[
    call("poly1305::verify", 1, || {
        let message = sample_bytes(200, 1);
        if let Ok(tag) = poly1305::tag(&sample_array(2), &message) {
            reveal(&mut [poly1305::verify(&hidden(sample_array(2)), &tag, &message)]);
        }
    }),
    call("hmac::verify", 1, || {
        let (message, key) = (sample_bytes(200, 1), sample_array::<32>(2));
        if let Ok(tag) = hmac::tag::<_, _, _, 32>(&sha512::PRIMITIVE, &key, &message) {
            reveal(&mut [hmac::verify(&sha512::PRIMITIVE, &hidden(key), &tag, &message)]);
        }
    }),
    call("ed25519::SigningKey::from_keypair", 1, || {
        if let Ok(public_key) = ed25519::public_key(&sample_array(3)) {
            let mut keypair = [0; 64];
            keypair[..32].copy_from_slice(&sample_array::<32>(3));
            keypair[32..].copy_from_slice(&public_key);
            hide(&mut keypair[..32]);
            reveal(&mut [SigningKey::from_keypair(&keypair)]);
        }
    }),
    call("ed25519::secret_to_x25519", 0, || {
        reveal(&mut [ed25519::secret_to_x25519(&hidden(sample_array(4)))])
    }),
    call("xsalsa20::hsalsa20", 0, || {
        reveal(&mut xsalsa20::hsalsa20(&hidden(sample_array(5)), &hidden(sample_array(6))))
    }),
    // The digest is hidden too: neither time nor memory accesses depend on its digits.
    call("czd0::OneTimeSigningKey::sign_hash", 0, || {
        let (key, digest) =
            (czd0::Key::new(hidden(sample_array(10))), hidden(sample_array::<20>(11)));
        let Ok(params) = czd0::Params::new(20, 4) else { return };
        let contexts = czd0::Contexts::Linux;
        let key =
            czd0::OneTimeSigningKey::new(params, &sample_array::<20>(12), key, 1000, contexts);
        if let Ok(key) = key {
            reveal(&mut [key.sign_hash(&digest)]);
        }
    }),
    // The verdict: whether the public top tree belongs to the key; all digits are compared
    // together.
    call("trees::Signer::sign", 2, || {
        let (family, height, width) = (lms::Family::Sha256N24, lms::Height::H5, lms::Width::W4);
        let Ok(levels) = trees::Levels::new(&[lms::Params { family, height, width }]) else {
            return;
        };
        let Ok(secret) = trees::SecretKey::from_seed(levels, &hidden(sample_array(13))) else {
            return;
        };
        if let (Ok(mut signer), Ok(Some(index))) =
            (trees::Signer::generate(secret), Reservation::assume_reserved(0..1).take())
        {
            reveal(&mut [signer.sign(index, b"m")]);
        }
    }),
    // The verdict: whether the root belongs to the seeds.
    call("slhdsa::SigningKey, SHA2-128f", 1, || {
        slhdsa_sign(ParameterSet::Sha2_128f);
    }),
    call("slhdsa::SigningKey, SHA2-192f", 1, || {
        slhdsa_sign(ParameterSet::Sha2_192f);
    }),
    call("slhdsa::SigningKey, SHAKE-128f", 1, || {
        slhdsa_sign(ParameterSet::Shake_128f);
    }),
];

pub(crate) fn hidden<const N: usize>(mut bytes: [u8; N]) -> [u8; N] {
    hide(&mut bytes);
    bytes
}

pub(crate) const NONCE: [u8; 24] = [24; 24];

/// A message longer than a block.
pub(crate) fn message() -> Vec<u8> {
    let mut message = sample_bytes(300, 30);
    hide(&mut message);
    message
}

/// Parses a key, which recomputes the key, and signs. SK.seed is hidden. SK.prf is not, because the
/// randomizer derived from it and the message is public in the signature, and the choice of leaves
/// depends on the randomizer.
fn slhdsa_sign(set: ParameterSet) {
    let Ok(key) = slhdsa::SigningKey::from_seeds(set, &sample_bytes(set.seeds_len(), 14)) else {
        return;
    };
    let mut bytes = key.to_bytes();
    hide(&mut bytes[..set.n()]);
    if let Ok(key) = slhdsa::SigningKey::from_bytes(set, &bytes) {
        reveal(&mut [key.sign_deterministic(b"m", b"")]);
    }
}
