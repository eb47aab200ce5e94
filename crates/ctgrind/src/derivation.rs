//! Checks the key derivation functions of `quicksalt::nacl` while their secrets are hidden.

use quicksalt::choose::sample_array;
use quicksalt::nacl::{boxes, hkdf, kdf, kx, pbkdf2};

use crate::boxes::public;
use crate::calls::{Call, call, hidden, message};
use crate::memcheck::reveal;

pub(crate) const CALLS: &[Call] = &[
    // The output is longer than a block, but not a whole number of blocks. Salt and purpose are
    // hidden too.
    call("nacl::hkdf::sha256, nacl::hkdf::sha256_extract, nacl::hkdf::sha256_expand", 0, || {
        let (mut out, salt) = ([0; 100], hidden::<20>(sample_array(3)));
        reveal(&mut [hkdf::sha256(&mut out, &message(), &salt, &salt)]);
        reveal(&mut out);
    }),
    call("nacl::hkdf::sha512, nacl::hkdf::sha512_extract, nacl::hkdf::sha512_expand", 0, || {
        let (mut out, salt) = ([0; 200], hidden::<20>(sample_array(3)));
        reveal(&mut [hkdf::sha512(&mut out, &message(), &salt, &salt)]);
        reveal(&mut out);
    }),
    call("nacl::hkdf::sha256_extract_init, nacl::hkdf::sha512_extract_init", 0, || {
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
    }),
    call("nacl::kdf::derive_from_key", 0, || {
        let (mut out, key) = ([0; 32], hidden(sample_array(1)).into());
        reveal(&mut [kdf::derive_from_key(&mut out, 7, b"contexts", &key)]);
        reveal(&mut out);
    }),
    // Verdicts: X25519 detects an all-zero result, and its caller returns the error.
    call("nacl::kx::client, nacl::kx::server", 4, || {
        let own = boxes::SecretKey::from(sample_array(7)).public_key();
        if let (Ok(own), Some(other)) = (own, public()) {
            let secret = boxes::SecretKey::from(hidden(sample_array(7)));
            reveal(&mut [kx::client(&own, &secret, &other)]);
            reveal(&mut [kx::server(&own, &secret, &other)]);
        }
    }),
    call("nacl::kx::secret_key", 0, || {
        reveal(&mut [kx::secret_key(&hidden(sample_array(2)).into())])
    }),
    call("nacl::pbkdf2::sha256, nacl::pbkdf2::sha512", 0, pbkdf2),
];

fn pbkdf2() {
    let mut out = [0; 100];
    reveal(&mut [pbkdf2::sha256(&mut out, &message(), b"salt", 3)]);
    reveal(&mut out);
    reveal(&mut [pbkdf2::sha512(&mut out, &message(), b"salt", 3)]);
    reveal(&mut out);
}
