//! Every function of `quicksalt::nacl` that handles a secret, with its secrets hidden.

use quicksalt::choose::{Axis, sample_array, sample_bytes};
use quicksalt::nacl::{
    auth, boxes, bytes, generichash, hash, onetimeauth, random, scalarmult, sealedbox, secretbox,
    sign,
};

use crate::calls::{Call, NONCE, hidden, message};
use crate::memcheck::{hide, publish, reveal};
use crate::{passwords, pieces};

/// The names are those of the functions, with commas between them.
pub(crate) const CALLS: &[Call] = &[
    Call { name: "nacl::auth::tag", verdicts: 0, run: auth_tag },
    Call { name: "nacl::auth::verify", verdicts: 1, run: auth_verify },
    Call { name: "nacl::auth::init", verdicts: 0, run: pieces::auth },
    Call { name: "nacl::boxes::from_seed", verdicts: 0, run: box_from_seed },
    Call { name: "nacl::boxes::public_key", verdicts: 0, run: box_public_key },
    // The zero result is found by X25519 and handed on.
    Call { name: "nacl::boxes::new", verdicts: 2, run: box_shared_key },
    Call { name: "nacl::boxes::seal, nacl::boxes::seal_into", verdicts: 0, run: box_seal },
    Call { name: "nacl::boxes::open, nacl::boxes::open_into", verdicts: 1, run: box_open },
    Call { name: "nacl::boxes::open of a forgery", verdicts: 1, run: box_forged },
    Call { name: "nacl::bytes::equal", verdicts: 0, run: equal },
    Call { name: "nacl::bytes::increment, nacl::bytes::add", verdicts: 0, run: arithmetic },
    Call { name: "nacl::bytes::pad_into", verdicts: 0, run: pad },
    Call { name: "nacl::bytes::unpadded_len", verdicts: 1, run: unpadded_len },
    Call { name: "nacl::generichash::hash_into", verdicts: 0, run: generichash },
    Call { name: "nacl::generichash::init", verdicts: 0, run: pieces::generichash },
    Call { name: "nacl::hash::sha256, nacl::hash::sha512", verdicts: 0, run: hashes },
    Call {
        name: "nacl::hash::sha256_init, nacl::hash::sha512_init",
        verdicts: 0,
        run: pieces::hashes,
    },
    Call { name: "nacl::key::eq", verdicts: 0, run: keys_equal },
    Call { name: "nacl::onetimeauth::tag", verdicts: 0, run: onetimeauth_tag },
    Call { name: "nacl::onetimeauth::verify", verdicts: 1, run: onetimeauth_verify },
    Call { name: "nacl::onetimeauth::init", verdicts: 0, run: pieces::onetimeauth },
    Call { name: "nacl::random::deterministic", verdicts: 0, run: deterministic },
    Call {
        name: "nacl::pwhash::argon2i, nacl::pwhash::pwhash",
        verdicts: 0,
        run: passwords::argon2i,
    },
    // Whether the password is the one.
    Call { name: "nacl::pwhash::str_verify", verdicts: 1, run: passwords::verify },
    // The zero result, as above.
    Call { name: "nacl::scalarmult::scalarmult", verdicts: 2, run: multiply },
    Call { name: "nacl::scalarmult::base", verdicts: 0, run: multiply_base },
    // The zero result, as above.
    Call { name: "nacl::sealedbox::seal_into", verdicts: 2, run: sealedbox_seal },
    // The zero result, and whether the box is genuine.
    Call {
        name: "nacl::sealedbox::open, nacl::sealedbox::open_into",
        verdicts: 3,
        run: sealedbox_open,
    },
    Call { name: "nacl::sealedbox::open of a forgery", verdicts: 3, run: sealedbox_forged },
    Call {
        name: "nacl::secretbox::seal, nacl::secretbox::seal_into",
        verdicts: 0,
        run: secretbox_seal,
    },
    Call {
        name: "nacl::secretbox::open, nacl::secretbox::open_into",
        verdicts: 1,
        run: secretbox_open,
    },
    Call { name: "nacl::secretbox::open of a forgery", verdicts: 1, run: secretbox_forged },
    Call {
        name: "nacl::sign::from_seed, nacl::sign::to_curve25519",
        verdicts: 0,
        run: sign_secret_key,
    },
    // Whether the two halves belong together.
    Call { name: "nacl::sign::from_secret_key", verdicts: 1, run: sign_from_secret_key },
    Call {
        name: "nacl::sign::sign, nacl::sign::sign_into, nacl::sign::sign_detached",
        verdicts: 0,
        run: sign_every_size,
    },
    // Whether the two halves of the key belong together.
    Call { name: "nacl::sign::prehash, nacl::sign::update", verdicts: 1, run: pieces::sign },
    Call {
        name: "nacl::secretstream::with_header, nacl::secretstream::push, \
               nacl::secretstream::push_into, nacl::secretstream::rekey, \
               nacl::secretstream::state, nacl::secretstream::from_state, \
               nacl::secretstream::begin, nacl::secretstream::at",
        verdicts: 0,
        run: pieces::push,
    },
    Call {
        name: "nacl::secretstream::pull, nacl::secretstream::pull_into",
        // Whether it is genuine, then its tag.
        verdicts: 3,
        run: pieces::pull,
    },
];

/// Functions that see nothing secret or only hand on what they are given. `sealedbox::seal` draws
/// its secret and is `seal_into` else, `secretstream::new` draws a header or is `with_header`.
#[cfg(test)]
const PUBLIC: &[&str] = &[
    "nacl::aes::cbc_len",
    "nacl::aes::len",
    "nacl::boxes::as_bytes",
    "nacl::bytes::padded_len",
    "nacl::pwhash::str_needs_rehash",
    "nacl::random::fill",
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

/// With its last bit changed.
pub(crate) fn forged(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.iter_mut().rev().take(1).for_each(|last| *last ^= 1);
    bytes
}

fn auth_tag() {
    reveal(&mut [auth::tag(&message(), &hidden(sample_array(1)).into())]);
}

fn auth_verify() {
    reveal(&mut [auth::verify(&[7; 32], &message(), &hidden(sample_array(1)).into())]);
}

/// The secret key of the other side is public here.
pub(crate) fn public() -> Option<boxes::PublicKey> {
    boxes::SecretKey::from(sample_array(8)).public_key().ok()
}

fn box_from_seed() {
    reveal(&mut [boxes::SecretKey::from_seed(&hidden(sample_array(2)).into())]);
}

fn box_public_key() {
    reveal(&mut [boxes::SecretKey::from(hidden(sample_array(7))).public_key()]);
}

fn box_shared_key() {
    if let Some(public) = public() {
        reveal(&mut [boxes::SharedKey::new(&public, &hidden(sample_array(7)).into())]);
    }
}

fn shared_key() -> Option<boxes::SharedKey> {
    boxes::SharedKey::try_from(hidden::<32>(sample_array(9)).as_slice()).ok()
}

fn boxed() -> Vec<u8> {
    secretbox::seal(&sample_bytes(300, 30), &NONCE, &sample_array(9).into()).unwrap_or_default()
}

fn box_seal() {
    shared_key().into_iter().for_each(|key| publish(key.seal(&message(), &NONCE)));
}

fn box_open() {
    shared_key().into_iter().for_each(|key| publish(key.open(&boxed(), &NONCE)));
}

fn box_forged() {
    shared_key().into_iter().for_each(|key| publish(key.open(&forged(boxed()), &NONCE)));
}

fn equal() {
    let (a, mut b) = (hidden(sample_array::<33>(5)), sample_array::<33>(5));
    reveal(&mut [bytes::equal(&a, &b)]);
    b[20] ^= 1;
    reveal(&mut [bytes::equal(&a, &b)]);
}

fn arithmetic() {
    let (mut number, other) = (hidden([0xff; 24]), hidden(sample_array::<24>(6)));
    bytes::increment(&mut number);
    bytes::add(&mut number, &other);
    reveal(&mut number);
}

fn unpadded_len() {
    let mut padded = [7; 32];
    bytes::pad_into(&mut padded, b"seventeen letters");
    hide(&mut padded);
    reveal(&mut [bytes::unpadded_len(&padded, 16)]);
}

fn deterministic() {
    let mut out = [0; 300];
    let seed = random::Seed::from(hidden(sample_array(9)));
    reveal(&mut [random::deterministic(&mut out, &seed)]);
    reveal(&mut out);
}

fn pad() {
    let mut padded = [0; 320];
    bytes::pad_into(&mut padded, &message());
    reveal(&mut padded);
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

fn hashes() {
    reveal(&mut [hash::sha256(&message())]);
    reveal(&mut [hash::sha512(&message())]);
}

fn keys_equal() {
    let key = secretbox::Key::from(hidden(sample_array(1)));
    reveal(&mut [key == secretbox::Key::from(sample_array(1))]);
    reveal(&mut [key == secretbox::Key::from(sample_array(2))]);
}

fn onetimeauth_tag() {
    reveal(&mut [onetimeauth::tag(&message(), &hidden(sample_array(1)).into())]);
}

fn onetimeauth_verify() {
    reveal(&mut [onetimeauth::verify(&[7; 16], &message(), &hidden(sample_array(1)).into())]);
}

fn multiply() {
    reveal(&mut [scalarmult::scalarmult(&hidden(sample_array(1)), &sample_array(2))]);
}

fn multiply_base() {
    reveal(&mut [scalarmult::base(&hidden(sample_array(1)))]);
}

fn sealedbox_seal() {
    if let Some(public) = public() {
        let mut sealed = [0; 300 + sealedbox::OVERHEAD];
        let ephemeral = hidden(sample_array(11)).into();
        reveal(&mut [sealedbox::seal_into(&mut sealed, &message(), &public, &ephemeral)]);
        reveal(&mut sealed);
    }
}

/// A box that was sealed to the owner of the secret key that is hidden when it is opened.
fn open_sealed(change: fn(Vec<u8>) -> Vec<u8>) {
    let Some(public) = public() else { return };
    let mut sealed = vec![0; 300 + sealedbox::OVERHEAD];
    let ephemeral = sample_array(11).into();
    if sealedbox::seal_into(&mut sealed, &sample_bytes(300, 30), &public, &ephemeral).is_ok() {
        publish(sealedbox::open(&change(sealed), &public, &hidden(sample_array(8)).into()));
    }
}

fn sealedbox_open() {
    open_sealed(|sealed| sealed);
}

fn sealedbox_forged() {
    open_sealed(forged);
}

fn secretbox_seal() {
    publish(secretbox::seal(&message(), &NONCE, &hidden(sample_array(9)).into()));
}

fn secretbox_open() {
    publish(secretbox::open(&boxed(), &NONCE, &hidden(sample_array(9)).into()));
}

fn secretbox_forged() {
    publish(secretbox::open(&forged(boxed()), &NONCE, &hidden(sample_array(9)).into()));
}

fn sign_secret_key() {
    if let Ok(secret) = sign::SecretKey::from_seed(&hidden(sample_array(3)).into()) {
        reveal(&mut [secret.to_curve25519()]);
    }
}

fn sign_from_secret_key() {
    if let Ok(secret) = sign::SecretKey::from_seed(&sample_array(3).into()) {
        let mut bytes = *secret.as_bytes();
        hide(&mut bytes[..32]);
        reveal(&mut [sign::SigningKey::from_secret_key(&bytes.into())]);
    }
}

/// A key signs messages of each size class by the candidate chosen for it.
fn sign_every_size() {
    let Ok(key) = sign::SigningKey::from_seed(&hidden(sample_array(3)).into()) else { return };
    for &len in Axis::Bytes.bounds() {
        let mut message = sample_bytes(len, 30);
        hide(&mut message);
        publish(key.sign(&message));
    }
}

#[cfg(test)]
mod tests;
