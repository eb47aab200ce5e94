//! Checks authenticated encryption with associated data: every primitive, and the construction in
//! `quicksalt::nacl` that uses it.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::aead::aes256gcm;

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::constructions::forged;
use crate::memcheck::{publish, reveal};
use crate::samples::{candidate, message, secret};

/// Defines the test cases for named primitives, or for variants of them.
macro_rules! sealing {
    ($($primitive:ident, $name:literal $(by $part:literal)?;)*) => {
        pub(crate) const CASES: &[&[Case]] = &[$($primitive::CASES),*];

        $(mod $primitive {
            use quicksalt::hazmat::$primitive::{PRIMITIVE, TAG_LEN, data, filled};

            use super::*;

            pub(super) const CASES: &[Case] = &[
                case(concat!($name, ".seal" $(, " by ", $part, ".seal")?), 0, |name, len| {
                    let (run, nonce) = (candidate(&PRIMITIVE, name), filled(&sample_array(2)));
                    let mut sealed = vec![0; len + TAG_LEN];
                    run.seal(&secret(1), &nonce, data(b"additional"), &mut sealed, &message(len));
                    reveal(&mut sealed);
                }),
                case(concat!($name, ".open" $(, " by ", $part, ".open")?), 1, |name, len| {
                    let (run, nonce, aad) = (candidate(&PRIMITIVE, name), filled(&sample_array(2)), data(b"additional"));
                    let (mut sealed, mut opened) = (vec![0; len + TAG_LEN], vec![0; len]);
                    run.seal(&sample_array(1), &nonce, aad, &mut sealed, &sample_bytes(len, 7));
                    reveal(&mut [run.open(&secret(1), &nonce, aad, &mut opened, &sealed)]);
                    reveal(&mut opened);
                }),
            ];
        })*
    };
}

/// Defines, for each construction, the calls that the checker runs.
macro_rules! constructions {
    ($($primitive:ident;)*) => {
        pub(crate) const CALLS: &[&[Call]] = &[PREPARED, $(calls::$primitive::CALLS),*];

        mod calls { $(pub(super) mod $primitive {
            use quicksalt::nacl::aead::$primitive as nacl;

            use super::super::*;

            /// Builds the names of the construction's functions.
            macro_rules! named {
                ($first:literal $more:literal) => {
                    concat!(
                        "nacl::aead::", stringify!($primitive), $first, ", ",
                        "nacl::aead::", stringify!($primitive), $more
                    )
                };
                ($one:literal) => { concat!("nacl::aead::", stringify!($primitive), $one) };
            }

            pub(crate) const CALLS: &[Call] = &[
                call(named!("::seal" "::seal_into"), 0, || {
                    publish(nacl::seal(&message(300), b"aad", &sample_array(2), &key()));
                }),
                call(named!("::seal_detached"), 0, || {
                    let (mut out, message, nonce) = ([0; 300], message(300), sample_array(2));
                    reveal(&mut [nacl::seal_detached(&mut out, &message, b"aad", &nonce, &key())]);
                    reveal(&mut out);
                }),
                call(named!("::open" "::open_into"), 1, || {
                    publish(nacl::open(&sealed(), b"aad", &sample_array(2), &key()));
                }),
                call(named!("::open of a forgery"), 1, || {
                    publish(nacl::open(&forged(sealed()), b"aad", &sample_array(2), &key()));
                }),
                call(named!("::open_detached"), 1, || {
                    let (sealed, nonce, mut out) = (sealed(), sample_array(2), [0; 300]);
                    if let Some((text, tag)) = sealed.split_last_chunk() {
                        let key = key();
                        let verdict = nacl::open_detached(&mut out, text, tag, b"aad", &nonce, &key);
                        reveal(&mut [verdict]);
                    }
                    reveal(&mut out);
                }),
            ];

            fn key() -> nacl::Key {
                hidden(sample_array(1)).into()
            }

            fn sealed() -> Vec<u8> {
                let key = sample_array(1).into();
                nacl::seal(&sample_bytes(300, 30), b"aad", &sample_array(2), &key).unwrap_or_default()
            }
        })* }
    };
}

sealing! {
    aegis128l, "aegis128l";
    aegis256, "aegis256";
    chacha20poly1305_original, "chacha20poly1305-original" by "chacha20poly1305";
    chacha20poly1305_ietf, "chacha20poly1305-ietf" by "chacha20poly1305";
    xchacha20poly1305, "xchacha20poly1305" by "chacha20poly1305";
}

/// Calls of AES-256-GCM with a prepared key.
const PREPARED: &[Call] = &[
    call(
        "nacl::aead::aes256gcm::prepared::new, nacl::aead::aes256gcm::prepared::seal, \
               nacl::aead::aes256gcm::prepared::seal_into, nacl::aead::aes256gcm::prepared::seal_detached",
        0,
        || publish(prepared().and_then(|key| key.seal(&message(300), b"aad", &sample_array(2)))),
    ),
    call(
        "nacl::aead::aes256gcm::prepared::open, nacl::aead::aes256gcm::prepared::open_into, \
               nacl::aead::aes256gcm::prepared::open_detached",
        1,
        || {
            let (key, nonce) = (sample_array(1).into(), sample_array(2));
            let sealed = aes256gcm::seal(&sample_bytes(300, 30), b"aad", &nonce, &key);
            publish(sealed.and_then(|sealed| prepared()?.open(&sealed, b"aad", &nonce)));
        },
    ),
];

fn prepared() -> quicksalt::Result<aes256gcm::PreparedKey> {
    aes256gcm::PreparedKey::new(&hidden(sample_array(1)).into())
}

constructions! {
    aegis128l;
    aegis256;
    aes256gcm;
    chacha20poly1305;
    chacha20poly1305_ietf;
    xchacha20poly1305;
}
