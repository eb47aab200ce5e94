//! Authenticated encryption with associated data: every primitive, and what `quicksalt::nacl` makes of
//! it.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::aead::aes256gcm;

use crate::calls::{Call, hidden};
use crate::cases::Case;
use crate::constructions::forged;
use crate::memcheck::{publish, reveal};
use crate::samples::{candidate, message, secret};

/// The cases of a primitive by its name.
macro_rules! sealing {
    ($($primitive:ident, $name:literal;)*) => {
        pub(crate) const CASES: &[&[Case]] = &[$($primitive::CASES),*];

        $(mod $primitive {
            use quicksalt::hazmat::$primitive::{PRIMITIVE, TAG_LEN};

            use super::*;

            pub(super) const CASES: &[Case] = &[
                Case { operation: concat!($name, ".seal"), verdicts: 0, run: seal },
                Case { operation: concat!($name, ".open"), verdicts: 1, run: open },
            ];

            fn seal(name: &str, len: usize) {
                let run = candidate(&PRIMITIVE, name);
                let mut sealed = vec![0; len + TAG_LEN];
                run.seal(&secret(1), &sample_array(2), b"additional", &mut sealed, &message(len));
                reveal(&mut sealed);
            }

            fn open(name: &str, len: usize) {
                let run = candidate(&PRIMITIVE, name);
                let mut sealed = vec![0; len + TAG_LEN];
                run.seal(&sample_array(1), &sample_array(2), b"additional", &mut sealed, &sample_bytes(len, 7));
                let mut opened = vec![0; len];
                let aad = b"additional";
                reveal(&mut [run.open(&secret(1), &sample_array(2), aad, &mut opened, &sealed)]);
                reveal(&mut opened);
            }
        })*
    };
}

/// The calls of a construction.
macro_rules! constructions {
    ($($primitive:ident;)*) => {
        pub(crate) const CALLS: &[&[Call]] = &[PREPARED, $(calls::$primitive::CALLS),*];

        mod calls { $(pub(super) mod $primitive {
            use quicksalt::nacl::aead::$primitive as nacl;

            use super::super::*;

            pub(crate) const CALLS: &[Call] = &[
                Call {
                    name: concat!(
                        "nacl::aead::", stringify!($primitive), "::seal, ",
                        "nacl::aead::", stringify!($primitive), "::seal_into"
                    ),
                    verdicts: 0,
                    run: seal_message,
                },
                Call {
                    name: concat!("nacl::aead::", stringify!($primitive), "::seal_detached"),
                    verdicts: 0,
                    run: seal_detached,
                },
                Call {
                    name: concat!(
                        "nacl::aead::", stringify!($primitive), "::open, ",
                        "nacl::aead::", stringify!($primitive), "::open_into"
                    ),
                    verdicts: 1,
                    run: open_genuine,
                },
                Call {
                    name: concat!("nacl::aead::", stringify!($primitive), "::open of a forgery"),
                    verdicts: 1,
                    run: open_forged,
                },
                Call {
                    name: concat!("nacl::aead::", stringify!($primitive), "::open_detached"),
                    verdicts: 1,
                    run: open_detached,
                },
            ];

            fn sealed() -> Vec<u8> {
                let key = sample_array(1).into();
                nacl::seal(&sample_bytes(300, 30), b"aad", &sample_array(2), &key).unwrap_or_default()
            }

            fn seal_message() {
                let key = hidden(sample_array(1)).into();
                publish(nacl::seal(&message(300), b"aad", &sample_array(2), &key));
            }

            fn seal_detached() {
                let (mut out, key) = ([0; 300], hidden(sample_array(1)).into());
                let message = message(300);
                reveal(&mut [nacl::seal_detached(&mut out, &message, b"aad", &sample_array(2), &key)]);
                reveal(&mut out);
            }

            fn open_genuine() {
                publish(nacl::open(&sealed(), b"aad", &sample_array(2), &hidden(sample_array(1)).into()));
            }

            fn open_forged() {
                let key = hidden(sample_array(1)).into();
                publish(nacl::open(&forged(sealed()), b"aad", &sample_array(2), &key));
            }

            fn open_detached() {
                let (sealed, mut out) = (sealed(), [0; 300]);
                let key = hidden(sample_array(1)).into();
                if let Some((text, tag)) = sealed.split_last_chunk() {
                    let nonce = sample_array(2);
                    let verdict = nacl::open_detached(&mut out, text, tag, b"aad", &nonce, &key);
                    reveal(&mut [verdict]);
                }
                reveal(&mut out);
            }
        })* }
    };
}

sealing! {
    aegis128l, "aegis128l";
    aegis256, "aegis256";
    chacha20poly1305, "chacha20poly1305";
    chacha20poly1305_ietf, "chacha20poly1305-ietf";
    xchacha20poly1305, "xchacha20poly1305";
}

/// AES-256-GCM by a key that is prepared.
const PREPARED: &[Call] = &[
    Call {
        name: "nacl::aead::prepared::new, nacl::aead::prepared::seal, \
               nacl::aead::prepared::seal_into, nacl::aead::prepared::seal_detached",
        verdicts: 0,
        run: seal_prepared,
    },
    Call {
        name: "nacl::aead::prepared::open, nacl::aead::prepared::open_into, \
               nacl::aead::prepared::open_detached",
        verdicts: 1,
        run: open_prepared,
    },
];

fn prepared() -> quicksalt::Result<aes256gcm::PreparedKey> {
    aes256gcm::PreparedKey::new(&hidden(sample_array(1)).into())
}

fn seal_prepared() {
    publish(prepared().and_then(|key| key.seal(&message(300), b"aad", &sample_array(2))));
}

fn open_prepared() {
    let (key, nonce) = (sample_array(1).into(), sample_array(2));
    let sealed = aes256gcm::seal(&sample_bytes(300, 30), b"aad", &nonce, &key);
    publish(sealed.and_then(|sealed| prepared()?.open(&sealed, b"aad", &nonce)));
}

constructions! {
    aegis128l;
    aegis256;
    aes256gcm;
    chacha20poly1305;
    chacha20poly1305_ietf;
    xchacha20poly1305;
}
