//! Poly1305 against RustCrypto's `poly1305`.

use poly1305::universal_hash::KeyInit as _;
use quicksalt::choose::sample_array;
use quicksalt::hazmat::poly1305::PRIMITIVE;

use crate::common::candidates::subjects;
use crate::common::{same, shapes};

pub(crate) fn peer(key: &[u8; 32], message: &[u8]) -> Vec<u8> {
    poly1305::Poly1305::new(key.into()).compute_unpadded(message).to_vec()
}

#[test]
fn agrees_with_poly1305() {
    shapes::message(
        &PRIMITIVE,
        "tag",
        |run, message, seed| run.tag(&sample_array(seed), message).to_vec(),
        |message, seed| peer(&sample_array(seed), message),
    );
}

#[test]
fn in_pieces_agrees_with_poly1305() {
    shapes::parts(
        &PRIMITIVE,
        "update",
        |run, parts, seed| {
            let mut mac = run.init(&sample_array(seed));
            parts.iter().for_each(|part| mac.update(part));
            mac.finish().to_vec()
        },
        |message, seed| peer(&sample_array(seed), message),
    );
}

/// Limbs at their maximum: all bits of key and message are set, so that every carry occurs.
#[test]
fn agrees_where_the_limbs_are_full() {
    let keys = [[0xff; 32], core::array::from_fn(|i| if i < 16 { 0xff } else { 0 })];
    for subject in subjects(&PRIMITIVE, "tag") {
        for (key, fill) in keys.iter().flat_map(|key| [0xff, 0xfe, 0xfb, 0].map(|b| (key, b))) {
            for len in (0..600).chain([4096, 16_384, 65_536 + 15]) {
                let message = vec![fill; len];
                let (expected, context) =
                    (peer(key, &message), || format!("{}, {len} of {fill:#x}", subject.name));
                same(&subject.run.tag(key, &message), &expected, context);
                let mut mac = subject.run.init(key);
                // Pieces of doubling size.
                let (mut rest, mut size) = (&message[..], 1);
                while !rest.is_empty() {
                    let (piece, more) = rest.split_at(size.min(rest.len()));
                    mac.update(piece);
                    (rest, size) = (more, 2 * size);
                }
                same(&mac.finish(), &expected, context);
            }
        }
    }
}
