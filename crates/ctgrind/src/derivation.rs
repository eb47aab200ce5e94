//! The functions of `quicksalt::nacl` that derive keys, with their secrets hidden.

use quicksalt::choose::sample_array;
use quicksalt::nacl::{boxes, hkdf, kdf, kx, pbkdf2};

use crate::calls::{Call, hidden, message};
use crate::constructions::public;
use crate::memcheck::reveal;

pub(crate) const CALLS: &[Call] = &[
    Call {
        name: "nacl::hkdf::sha256, nacl::hkdf::sha256_extract, nacl::hkdf::sha256_expand",
        verdicts: 0,
        run: hkdf_sha256,
    },
    Call {
        name: "nacl::hkdf::sha512, nacl::hkdf::sha512_extract, nacl::hkdf::sha512_expand",
        verdicts: 0,
        run: hkdf_sha512,
    },
    Call {
        name: "nacl::hkdf::sha256_extract_init, nacl::hkdf::sha512_extract_init",
        verdicts: 0,
        run: hkdf_in_pieces,
    },
    Call { name: "nacl::kdf::derive_from_key", verdicts: 0, run: subkey },
    // The zero result is found by X25519 and handed on.
    Call { name: "nacl::kx::client, nacl::kx::server", verdicts: 4, run: kx_both },
    Call { name: "nacl::kx::secret_key", verdicts: 0, run: kx_secret_key },
    Call { name: "nacl::pbkdf2::sha256, nacl::pbkdf2::sha512", verdicts: 0, run: pbkdf2 },
];

/// More than one block of the output, and no whole number of them. Salt and purpose are hidden too.
fn hkdf_sha256() {
    let (mut out, salt) = ([0; 100], hidden::<20>(sample_array(3)));
    reveal(&mut [hkdf::sha256(&mut out, &message(), &salt, &salt)]);
    reveal(&mut out);
}

fn hkdf_sha512() {
    let (mut out, salt) = ([0; 200], hidden::<20>(sample_array(3)));
    reveal(&mut [hkdf::sha512(&mut out, &message(), &salt, &salt)]);
    reveal(&mut out);
}

fn hkdf_in_pieces() {
    let salt = hidden::<20>(sample_array(3));
    if let (Ok(mut short), Ok(mut long)) =
        (hkdf::sha256_extract_init(&salt), hkdf::sha512_extract_init(&salt))
    {
        for piece in message().chunks(100) {
            short.update(piece);
            long.update(piece);
        }
        reveal(&mut short.finish());
        reveal(&mut long.finish());
    }
}

fn subkey() {
    let (mut out, key) = ([0; 32], hidden(sample_array(1)).into());
    reveal(&mut [kdf::derive_from_key(&mut out, 7, b"contexts", &key)]);
    reveal(&mut out);
}

fn kx_both() {
    let own = boxes::SecretKey::from(sample_array(7)).public_key();
    if let (Ok(own), Some(other)) = (own, public()) {
        let secret = boxes::SecretKey::from(hidden(sample_array(7)));
        reveal(&mut [kx::client(&own, &secret, &other)]);
        reveal(&mut [kx::server(&own, &secret, &other)]);
    }
}

fn kx_secret_key() {
    reveal(&mut [kx::secret_key(&hidden(sample_array(2)).into())]);
}

fn pbkdf2() {
    let mut out = [0; 100];
    reveal(&mut [pbkdf2::sha256(&mut out, &message(), b"salt", 3)]);
    reveal(&mut out);
    reveal(&mut [pbkdf2::sha512(&mut out, &message(), b"salt", 3)]);
    reveal(&mut out);
}
