//! Checks boxes with both ciphers while their secrets are hidden.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::boxes;
use quicksalt::nacl::secretbox::{self, Key, xchacha20poly1305 as x};

use crate::calls::{Call, NONCE, call, hidden, message};
use crate::constructions::forged;
use crate::memcheck::{publish, reveal};

/// The number of verdicts for two boxes. Each box has two verdicts: whether it is authentic, and
/// whether its message is returned.
const VERDICTS: usize = 4;

pub(crate) const CALLS: &[&[Call]] = &[APART, xsalsa20::CALLS, xchacha20::CALLS];

/// Calls of the functions with a separate tag.
const APART: &[Call] = &[
    call(
        "nacl::secretbox::seal_detached, nacl::secretbox::xchacha20poly1305::seal_detached",
        0,
        || {
            for seal in [secretbox::seal_detached, x::seal_detached] {
                let (mut out, mut tag) = ([0; 300], [0; x::TAG_LEN]);
                reveal(&mut [seal(&mut out, &mut tag, &message(), &NONCE, &key())]);
                reveal(&mut out);
                reveal(&mut tag);
            }
        },
    ),
    call(
        "nacl::secretbox::open_detached, nacl::secretbox::xchacha20poly1305::open_detached",
        2,
        || {
            let (mut out, mut sealed, mut tag) = ([0; 300], [0; 300], [0; x::TAG_LEN]);
            let (message, public) = (sample_bytes(300, 30), Key::from(sample_array(9)));
            if secretbox::seal_detached(&mut sealed, &mut tag, &message, &NONCE, &public).is_ok() {
                reveal(&mut [secretbox::open_detached(&mut out, &tag, &sealed, &NONCE, &key())]);
                reveal(&mut out);
            }
            if x::seal_detached(&mut sealed, &mut tag, &message, &NONCE, &public).is_ok() {
                reveal(&mut [x::open_detached(&mut out, &tag, &sealed, &NONCE, &key())]);
                reveal(&mut out);
            }
        },
    ),
];

/// Defines the calls of all box functions for a cipher. `$at` follows the module's name in function
/// names; `$forged` is the number of branches that depend on the verdict for a forged box,
/// including branches in callers that pass the verdict on.
macro_rules! ciphers {
    ($($cipher:ident: $at:literal, $secretbox:path, $boxes:path, $sealedbox:path, $forged:literal;)*) => {
        $(mod $cipher {
            use super::*;
            use $boxes as boxes;
            use $sealedbox as sealedbox;
            use $secretbox as secretbox;

            pub(super) const CALLS: &[Call] = &[
                call(named!("secretbox" $at "seal" "seal_into"), 0, || {
                    publish(secretbox::seal(&message(), &NONCE, &key()));
                }),
                call(named!("secretbox" $at "open" "open_into"), 1, || {
                    publish(secretbox::open(&boxed(), &NONCE, &key()));
                }),
                call(named!("secretbox" $at "open of a forgery"), $forged, || {
                    publish(secretbox::open(&forged(boxed()), &NONCE, &key()));
                }),
                call(named!("secretbox" $at "seal_many" "seal_many_into"), 0, || {
                    let messages = [message(), message()];
                    reveal_all(secretbox::seal_many(&each(&messages), &key()));
                }),
                call(named!("secretbox" $at "open_many" "open_many_into"), VERDICTS, || {
                    let sealed = [boxed(), boxed()];
                    let opened = secretbox::open_many(&each(&sealed), &key());
                    opened.into_iter().flatten().flatten().for_each(|mut one| reveal(&mut one));
                }),
                // Verdicts: X25519 detects an all-zero result, and its caller returns the error.
                call(named!("boxes" $at "new"), 2, || {
                    if let Some(public) = public() {
                        reveal(&mut [boxes::SharedKey::new(&public, &hidden(sample_array(7)).into())]);
                    }
                }),
                call(named!("boxes" $at "seal" "seal_into"), 0, || {
                    shared().into_iter().for_each(|key| publish(key.seal(&message(), &NONCE)));
                }),
                call(named!("boxes" $at "open" "open_into"), 1, || {
                    shared().into_iter().for_each(|key| publish(key.open(&boxed(), &NONCE)));
                }),
                call(named!("boxes" $at "open of a forgery"), $forged, || {
                    shared().into_iter().for_each(|key| publish(key.open(&forged(boxed()), &NONCE)));
                }),
                call(named!("boxes" $at "seal_many"), 0, || {
                    let (messages, Some(key)) = ([message(), message()], shared()) else { return };
                    reveal_all(key.seal_many(&each(&messages)));
                }),
                call(named!("boxes" $at "open_many"), VERDICTS, || {
                    let (sealed, Some(key)) = ([boxed(), boxed()], shared()) else { return };
                    let opened = key.open_many(&each(&sealed));
                    opened.into_iter().flatten().flatten().for_each(|mut one| reveal(&mut one));
                }),
                // The verdicts: whether the result is all zero, as above.
                call(named!("sealedbox" $at "seal_into"), 2, || {
                    let Some(public) = public() else { return };
                    let (mut sealed, ephemeral) = ([0; SEALED], hidden(sample_array(11)).into());
                    reveal(&mut [sealedbox::seal_into(&mut sealed, &message(), &public, &ephemeral)]);
                    reveal(&mut sealed);
                }),
                // The verdicts: whether the result is all zero, and whether the box is authentic.
                call(named!("sealedbox" $at "open" "open_into"), 3, || {
                    open_sealed(|sealed| sealed);
                }),
                call(named!("sealedbox" $at "open of a forgery"), 2 + $forged, || {
                    open_sealed(forged);
                }),
            ];

            const SEALED: usize = 300 + sealedbox::OVERHEAD;

            fn boxed() -> Vec<u8> {
                let key = sample_array(9).into();
                secretbox::seal(&sample_bytes(300, 30), &NONCE, &key).unwrap_or_default()
            }

            fn shared() -> Option<boxes::SharedKey> {
                boxes::SharedKey::try_from(hidden::<32>(sample_array(9)).as_slice()).ok()
            }

            /// Marks the secret key as secret, then opens a box that was sealed to its owner.
            fn open_sealed(change: fn(Vec<u8>) -> Vec<u8>) {
                let Some(public) = public() else { return };
                let (mut sealed, ephemeral) = (vec![0; SEALED], sample_array(11).into());
                let message = sample_bytes(300, 30);
                if sealedbox::seal_into(&mut sealed, &message, &public, &ephemeral).is_ok() {
                    let secret = hidden(sample_array(8)).into();
                    publish(sealedbox::open(&change(sealed), &public, &secret));
                }
            }
        })*
    };
}

/// Builds the names of a module's functions, separated by commas.
macro_rules! named {
    ($module:literal $at:literal $one:literal) => {
        concat!("nacl::", $module, $at, "::", $one)
    };
    ($module:literal $at:literal $one:literal $more:literal) => {
        concat!("nacl::", $module, $at, "::", $one, ", nacl::", $module, $at, "::", $more)
    };
}

ciphers! {
    xsalsa20: "", quicksalt::nacl::secretbox, quicksalt::nacl::boxes, quicksalt::nacl::sealedbox, 1;
    xchacha20: "::xchacha20poly1305", quicksalt::nacl::secretbox::xchacha20poly1305,
        quicksalt::nacl::boxes::xchacha20poly1305, quicksalt::nacl::sealedbox::xchacha20poly1305, 4;
}

/// Functions that only forward their arguments, or that generate a secret and call `seal_into`.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] =
    &["nacl::boxes::xchacha20poly1305::as_bytes", "nacl::sealedbox::xchacha20poly1305::seal"];

fn key() -> Key {
    hidden(sample_array(9)).into()
}

/// The other party's public key.
pub(crate) fn public() -> Option<boxes::PublicKey> {
    boxes::SecretKey::from(sample_array(8)).public_key().ok()
}

/// Pairs each of two short texts with its own nonce. With little input, no second thread starts.
fn each(texts: &[Vec<u8>; 2]) -> [(&[u8], &[u8; 24]); 2] {
    [(&texts[0], &NONCE), (&texts[1], &[7; 24])]
}

fn reveal_all(results: quicksalt::Result<Vec<Vec<u8>>>) {
    results.into_iter().flatten().for_each(|mut bytes| reveal(&mut bytes));
}
