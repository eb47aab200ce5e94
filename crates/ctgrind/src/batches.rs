//! The functions of `quicksalt::nacl` that do many messages at once, with their secrets hidden: few and
//! short ones, which no further thread takes a part of.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::nacl::secretbox::{self, Key};
use quicksalt::nacl::{boxes, sign};

use crate::calls::{Call, NONCE, hidden, message};
use crate::memcheck::reveal;

pub(crate) const CALLS: &[Call] = &[
    Call {
        name: "nacl::secretbox::seal_many, nacl::secretbox::seal_many_into",
        verdicts: 0,
        run: seal,
    },
    Call {
        name: "nacl::secretbox::open_many, nacl::secretbox::open_many_into",
        verdicts: VERDICTS,
        run: open,
    },
    Call { name: "nacl::boxes::seal_many", verdicts: 0, run: seal_between_two },
    Call { name: "nacl::boxes::open_many", verdicts: VERDICTS, run: open_between_two },
    Call { name: "nacl::sign::sign_many", verdicts: 0, run: signatures },
];

/// For each of two boxes whether it is genuine, and whether its message is handed on.
pub(crate) const VERDICTS: usize = 4;

pub(crate) fn reveal_all(results: quicksalt::Result<Vec<Vec<u8>>>) {
    results.into_iter().flatten().for_each(|mut bytes| reveal(&mut bytes));
}

fn boxed() -> Vec<u8> {
    secretbox::seal(&sample_bytes(300, 30), &NONCE, &Key::from(sample_array(1))).unwrap_or_default()
}

fn seal() {
    let (message, key) = (message(), Key::from(hidden(sample_array(1))));
    reveal_all(secretbox::seal_many(&[(&message, &NONCE), (&message, &[7; 24])], &key));
}

fn open() {
    let (boxed, key) = (boxed(), Key::from(hidden(sample_array(1))));
    let opened = secretbox::open_many(&[(&boxed, &NONCE), (&boxed, &[7; 24])], &key);
    opened.into_iter().flatten().flatten().for_each(|mut message| reveal(&mut message));
}

fn shared_key() -> Option<boxes::SharedKey> {
    boxes::SharedKey::try_from(hidden::<32>(sample_array(1)).as_slice()).ok()
}

fn seal_between_two() {
    let (message, Some(key)) = (message(), shared_key()) else { return };
    reveal_all(key.seal_many(&[(&message, &NONCE), (&message, &[7; 24])]));
}

fn open_between_two() {
    let (boxed, Some(key)) = (boxed(), shared_key()) else { return };
    let opened = key.open_many(&[(&boxed, &NONCE), (&boxed, &[7; 24])]);
    opened.into_iter().flatten().flatten().for_each(|mut message| reveal(&mut message));
}

fn signatures() {
    if let Ok(key) = sign::SigningKey::from_seed(&hidden(sample_array(3)).into()) {
        let message = message();
        if let Ok(mut signatures) = key.sign_many(&[&message, &message]) {
            reveal(&mut signatures);
        }
    }
}
