//! Checks every function of `quicksalt::nacl` that handles a secret while its secrets are hidden.

use quicksalt::choose::{Axis, sample_array, sample_bytes};
use quicksalt::nacl::{
    auth, boxes, bytes, generichash, hash, onetimeauth, random, scalarmult, secretbox, sign,
};

use crate::calls::{Call, call, hidden, message};
use crate::memcheck::{hide, publish, reveal};
use crate::{passwords, pieces};

/// Each entry names one or more functions, separated by commas.
pub(crate) const CALLS: &[Call] = &[
    call("nacl::auth::tag", 0, || {
        reveal(&mut [auth::tag(&message(), &hidden(sample_array(1)).into())])
    }),
    call("nacl::auth::verify", 1, || {
        reveal(&mut [auth::verify(&[7; 32], &message(), &hidden(sample_array(1)).into())]);
    }),
    call("nacl::auth::init", 0, pieces::auth),
    call("nacl::boxes::from_seed", 0, || {
        reveal(&mut [boxes::SecretKey::from_seed(&hidden(sample_array(2)).into())])
    }),
    call("nacl::boxes::public_key", 0, || {
        reveal(&mut [boxes::SecretKey::from(hidden(sample_array(7))).public_key()])
    }),
    call("nacl::bytes::equal", 0, || {
        let (a, mut b) = (hidden(sample_array::<33>(5)), sample_array::<33>(5));
        reveal(&mut [bytes::equal(&a, &b)]);
        b[20] ^= 1;
        reveal(&mut [bytes::equal(&a, &b)]);
    }),
    call("nacl::bytes::increment, nacl::bytes::add", 0, || {
        let (mut number, other) = (hidden([0xff; 24]), hidden(sample_array::<24>(6)));
        bytes::increment(&mut number);
        bytes::add(&mut number, &other);
        reveal(&mut number);
    }),
    call("nacl::bytes::pad_into", 0, || {
        let mut padded = [0; 320];
        bytes::pad_into(&mut padded, &message());
        reveal(&mut padded);
    }),
    call("nacl::bytes::unpadded_len", 1, || {
        let mut padded = [7; 32];
        bytes::pad_into(&mut padded, b"seventeen letters");
        hide(&mut padded);
        reveal(&mut [bytes::unpadded_len(&padded, 16)]);
    }),
    call("nacl::generichash::hash_into", 0, generichash),
    call("nacl::generichash::init", 0, pieces::generichash),
    call("nacl::hash::sha256, nacl::hash::sha512", 0, || {
        reveal(&mut [hash::sha256(&message())]);
        reveal(&mut [hash::sha512(&message())]);
    }),
    call("nacl::hash::sha256_init, nacl::hash::sha512_init", 0, pieces::hashes),
    call("nacl::key::eq", 0, || {
        let key = secretbox::Key::from(hidden(sample_array(1)));
        reveal(&mut [key == secretbox::Key::from(sample_array(1))]);
        reveal(&mut [key == secretbox::Key::from(sample_array(2))]);
    }),
    call("nacl::onetimeauth::tag", 0, || {
        reveal(&mut [onetimeauth::tag(&message(), &hidden(sample_array(1)).into())])
    }),
    call("nacl::onetimeauth::verify", 1, || {
        reveal(&mut [onetimeauth::verify(&[7; 16], &message(), &hidden(sample_array(1)).into())]);
    }),
    call("nacl::onetimeauth::init", 0, pieces::onetimeauth),
    call("nacl::random::deterministic", 0, || {
        let mut out = [0; 300];
        let seed = random::Seed::from(hidden(sample_array(9)));
        reveal(&mut [random::deterministic(&mut out, &seed)]);
        reveal(&mut out);
    }),
    call("nacl::pwhash::argon2i, nacl::pwhash::pwhash", 0, passwords::argon2i),
    // The verdict: whether the password matches.
    call("nacl::pwhash::str_verify", 1, passwords::verify),
    // Verdicts: X25519 detects an all-zero result, and its caller returns the error.
    call("nacl::scalarmult::scalarmult", 2, || {
        reveal(&mut [scalarmult::scalarmult(&hidden(sample_array(1)), &sample_array(2))])
    }),
    call("nacl::scalarmult::base", 0, || reveal(&mut [scalarmult::base(&hidden(sample_array(1)))])),
    call("nacl::sign::from_seed, nacl::sign::to_curve25519", 0, || {
        if let Ok(secret) = sign::SecretKey::from_seed(&hidden(sample_array(3)).into()) {
            reveal(&mut [secret.to_curve25519()]);
        }
    }),
    // The verdict: whether the two halves of the key match.
    call("nacl::sign::from_secret_key", 1, || {
        if let Ok(secret) = sign::SecretKey::from_seed(&sample_array(3).into()) {
            let mut bytes = *secret.as_bytes();
            hide(&mut bytes[..32]);
            reveal(&mut [sign::SigningKey::from_secret_key(&bytes.into())]);
        }
    }),
    // The key signs messages of each size class with the candidate that is selected for that class.
    call("nacl::sign::sign, nacl::sign::sign_into, nacl::sign::sign_detached", 0, || {
        let Ok(key) = sign::SigningKey::from_seed(&hidden(sample_array(3)).into()) else { return };
        for &len in Axis::Bytes.bounds() {
            let mut message = sample_bytes(len, 30);
            hide(&mut message);
            publish(key.sign(&message));
        }
    }),
    call("nacl::sign::sign_many", 0, || {
        let Ok(key) = sign::SigningKey::from_seed(&hidden(sample_array(3)).into()) else { return };
        let message = message();
        if let Ok(mut signatures) = key.sign_many(&[&message, &message]) {
            reveal(&mut signatures);
        }
    }),
    // The verdict: whether the two halves of the key match.
    call("nacl::sign::prehash, nacl::sign::update", 1, pieces::sign),
    call(
        "nacl::secretstream::with_header, nacl::secretstream::push, \
               nacl::secretstream::push_into, nacl::secretstream::rekey, \
               nacl::secretstream::state, nacl::secretstream::from_state, \
               nacl::secretstream::begin, nacl::secretstream::at",
        0,
        pieces::push,
    ),
    // The verdicts: whether the message is authentic, and its tag.
    call("nacl::secretstream::pull, nacl::secretstream::pull_into", 3, pieces::pull),
];

/// Functions without secrets, and functions that only forward their arguments. `sealedbox::seal`
/// generates a secret and calls `seal_into`; `secretstream::new` generates a header and calls
/// `with_header`.
#[cfg(test)]
const PUBLIC: &[&str] = &[
    "nacl::aes::cbc_len",
    "nacl::aes::len",
    "nacl::boxes::as_bytes",
    "nacl::bytes::padded_len",
    "nacl::pwhash::str_needs_rehash",
    "nacl::scrypt::str_needs_rehash",
    "nacl::sealedbox::seal",
    "nacl::secretstream::is_finished",
    "nacl::secretstream::new",
    "nacl::sign::generate",
    "nacl::sign::open",
    "nacl::sign::public_key",
    "nacl::sign::seed",
    "nacl::sign::verify",
    "nacl::sign::verify_batch",
    "nacl::sign::verify_many",
];

/// Flips the last bit of a message to forge it.
pub(crate) fn forged(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.iter_mut().rev().take(1).for_each(|last| *last ^= 1);
    bytes
}

fn generichash() {
    let (key, salt, person) =
        (hidden::<32>(sample_array(1)), hidden::<16>(sample_array(2)), [3; 16]);
    for key in [&key[..], &[]] {
        let params = generichash::Params { key, salt: &salt, person: &person };
        let mut digest = [0; 64];
        reveal(&mut [generichash::hash_into(&mut digest, &message(), &params)]);
        reveal(&mut digest);
    }
}

#[cfg(test)]
mod tests;
