//! Boxes over XChaCha20 with their secrets hidden, and those of both ciphers whose tag is apart.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::boxes::xchacha20poly1305::SharedKey;
use quicksalt::nacl::sealedbox::xchacha20poly1305 as sealedbox;
use quicksalt::nacl::secretbox::xchacha20poly1305::{self as secretbox, Key};
use quicksalt::nacl::secretbox::{open_detached, seal_detached};

use crate::batches::{VERDICTS, reveal_all};
use crate::calls::{Call, NONCE, hidden, message};
use crate::constructions::{forged, public};
use crate::memcheck::{publish, reveal};

pub(crate) const CALLS: &[Call] = &[
    Call {
        name: "nacl::secretbox::xchacha20poly1305::seal, \
               nacl::secretbox::xchacha20poly1305::seal_into",
        verdicts: 0,
        run: seal,
    },
    Call {
        name: "nacl::secretbox::xchacha20poly1305::open, \
               nacl::secretbox::xchacha20poly1305::open_into",
        verdicts: 1,
        run: open,
    },
    // Whether it is genuine, asked by each who hands the answer on.
    Call {
        name: "nacl::secretbox::xchacha20poly1305::open of a forgery",
        verdicts: 4,
        run: open_forged,
    },
    Call {
        name: "nacl::secretbox::seal_detached, nacl::secretbox::xchacha20poly1305::seal_detached",
        verdicts: 0,
        run: seal_apart,
    },
    Call {
        name: "nacl::secretbox::open_detached, nacl::secretbox::xchacha20poly1305::open_detached",
        verdicts: 2,
        run: open_apart,
    },
    Call {
        name: "nacl::secretbox::xchacha20poly1305::seal_many, \
               nacl::secretbox::xchacha20poly1305::seal_many_into",
        verdicts: 0,
        run: seal_many,
    },
    Call {
        name: "nacl::secretbox::xchacha20poly1305::open_many, \
               nacl::secretbox::xchacha20poly1305::open_many_into",
        verdicts: VERDICTS,
        run: open_many,
    },
    // The zero result is found by X25519 and handed on.
    Call { name: "nacl::boxes::xchacha20poly1305::new", verdicts: 2, run: shared_key },
    Call {
        name: "nacl::boxes::xchacha20poly1305::seal, nacl::boxes::xchacha20poly1305::seal_into, \
               nacl::boxes::xchacha20poly1305::seal_many",
        verdicts: 0,
        run: seal_between_two,
    },
    Call {
        name: "nacl::boxes::xchacha20poly1305::open, nacl::boxes::xchacha20poly1305::open_into",
        verdicts: 1,
        run: open_between_two,
    },
    Call {
        name: "nacl::boxes::xchacha20poly1305::open_many",
        verdicts: VERDICTS,
        run: open_many_between_two,
    },
    // The zero result, as above.
    Call { name: "nacl::sealedbox::xchacha20poly1305::seal_into", verdicts: 2, run: seal_for_one },
    // The zero result, and whether the box is genuine.
    Call {
        name: "nacl::sealedbox::xchacha20poly1305::open, \
               nacl::sealedbox::xchacha20poly1305::open_into",
        verdicts: 3,
        run: open_sealed,
    },
];

/// What only hands on, and what draws its secret and is `seal_into` else.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] =
    &["nacl::boxes::xchacha20poly1305::as_bytes", "nacl::sealedbox::xchacha20poly1305::seal"];

fn key() -> Key {
    hidden(sample_array(9)).into()
}

fn boxed() -> Vec<u8> {
    secretbox::seal(&sample_bytes(300, 30), &NONCE, &sample_array(9).into()).unwrap_or_default()
}

fn seal() {
    publish(secretbox::seal(&message(), &NONCE, &key()));
}

fn open() {
    publish(secretbox::open(&boxed(), &NONCE, &key()));
}

fn open_forged() {
    publish(secretbox::open(&forged(boxed()), &NONCE, &key()));
}

fn seal_apart() {
    for seal in [seal_detached, secretbox::seal_detached] {
        let (mut out, mut tag) = ([0; 300], [0; secretbox::TAG_LEN]);
        reveal(&mut [seal(&mut out, &mut tag, &message(), &NONCE, &key())]);
        reveal(&mut out);
        reveal(&mut tag);
    }
}

fn open_apart() {
    let (mut out, mut sealed, mut tag) = ([0; 300], [0; 300], [0; secretbox::TAG_LEN]);
    let (message, public) = (sample_bytes(300, 30), Key::from(sample_array(9)));
    if seal_detached(&mut sealed, &mut tag, &message, &NONCE, &public).is_ok() {
        reveal(&mut [open_detached(&mut out, &tag, &sealed, &NONCE, &key())]);
        reveal(&mut out);
    }
    if secretbox::seal_detached(&mut sealed, &mut tag, &message, &NONCE, &public).is_ok() {
        reveal(&mut [secretbox::open_detached(&mut out, &tag, &sealed, &NONCE, &key())]);
        reveal(&mut out);
    }
}

fn seal_many() {
    let message = message();
    reveal_all(secretbox::seal_many(&[(&message, &NONCE), (&message, &[7; 24])], &key()));
}

fn open_many() {
    let boxed = boxed();
    let opened = secretbox::open_many(&[(&boxed, &NONCE), (&boxed, &[7; 24])], &key());
    opened.into_iter().flatten().flatten().for_each(|mut message| reveal(&mut message));
}

fn shared_key() {
    if let Some(public) = public() {
        reveal(&mut [SharedKey::new(&public, &hidden(sample_array(7)).into())]);
    }
}

fn between_two() -> Option<SharedKey> {
    SharedKey::try_from(hidden::<32>(sample_array(9)).as_slice()).ok()
}

fn seal_between_two() {
    let (message, Some(key)) = (message(), between_two()) else { return };
    publish(key.seal(&message, &NONCE));
    reveal_all(key.seal_many(&[(&message, &NONCE), (&message, &[7; 24])]));
}

fn open_between_two() {
    between_two().into_iter().for_each(|key| publish(key.open(&boxed(), &NONCE)));
}

fn open_many_between_two() {
    let (boxed, Some(key)) = (boxed(), between_two()) else { return };
    let opened = key.open_many(&[(&boxed, &NONCE), (&boxed, &[7; 24])]);
    opened.into_iter().flatten().flatten().for_each(|mut message| reveal(&mut message));
}

fn seal_for_one() {
    if let Some(public) = public() {
        let mut sealed = [0; 300 + sealedbox::OVERHEAD];
        let ephemeral = hidden(sample_array(11)).into();
        reveal(&mut [sealedbox::seal_into(&mut sealed, &message(), &public, &ephemeral)]);
        reveal(&mut sealed);
    }
}

fn open_sealed() {
    let Some(public) = public() else { return };
    let mut sealed = vec![0; 300 + sealedbox::OVERHEAD];
    let ephemeral = sample_array(11).into();
    if sealedbox::seal_into(&mut sealed, &sample_bytes(300, 30), &public, &ephemeral).is_ok() {
        publish(sealedbox::open(&sealed, &public, &hidden(sample_array(8)).into()));
    }
}
