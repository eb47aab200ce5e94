//! Tests hashing of strings to a group. The string may be a password; the resulting points are
//! public.

use quicksalt::hazmat::{edwards25519, ristretto255, sha512};
use quicksalt::nacl::edwards25519::{Point, Scalar, StringHash};
use quicksalt::nacl::ristretto255::Point as Element;

use crate::primitives::first;
use crate::secrets::{Secrets, drawn, drawn_message};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("edwards25519::from_hash", hash, |_, input| {
        Point::from_hash(first(input).0).unwrap();
    }),
    case("edwards25519::from_string", string, |_, input| {
        Point::from_string(CONTEXT, input, StringHash::Sha512).unwrap();
    }),
    case("edwards25519::from_string_nonuniform", string, |_, input| {
        Point::from_string_nonuniform(CONTEXT, input, StringHash::Sha512).unwrap();
    }),
    case("scalar::from_string", string, |_, input| {
        Scalar::from_string(CONTEXT, input, StringHash::Sha512).unwrap();
    }),
    case("ristretto255::from_hash", hash, |_, input| {
        Element::from_hash(first(input).0).unwrap();
    }),
    case("ristretto255::from_string", string, |_, input| {
        Element::from_string(CONTEXT, input, StringHash::Sha512).unwrap();
    }),
];

const CONTEXT: &[u8] = b"traces";

/// Returns 64 secret bytes that are mapped to a point.
fn hash(_: usize) -> (Vec<u8>, Secrets) {
    let hash = drawn::<64>(1);
    (hash.into(), mapped(Secrets::default(), "hash", &hash))
}

/// Adds a number in both byte orders, and in the limbs of the curve arithmetic.
fn mapped(secrets: Secrets, name: &str, number: &[u8]) -> Secrets {
    let turned: Vec<_> = number.iter().rev().copied().collect();
    let half = number.len() / 2;
    secrets
        .bytes(name, number)
        .bytes(&format!("{name} turned round"), &turned)
        .limbs(&format!("{name}, first half"), &number[..half], 51)
        .limbs(&format!("{name}, last half"), &number[half..], 51)
        .limbs(&format!("{name} turned round, first half"), &turned[..half], 51)
        .limbs(&format!("{name} turned round, last half"), &turned[half..], 51)
}

/// Returns a string; the intermediate values of hashing it to a point are secrets too.
fn string(len: usize) -> (Vec<u8>, Secrets) {
    let message = drawn_message(len);
    let mut secrets = Secrets::default().bytes("message", &message);
    for (name, out_len) in [("point", 96), ("point that is not uniform", 48), ("element", 64)] {
        let expanded = expanded(&message, out_len);
        secrets = secrets.bytes(&format!("expanded for a {name}"), &expanded);
        for (number, piece) in expanded.chunks(if out_len == 64 { 64 } else { 48 }).enumerate() {
            secrets = mapped(secrets, &format!("number {number} of a {name}"), piece);
        }
    }
    (message, secrets)
}

/// Computes `expand_message_xmd` of RFC 9380, section 5.3.1, with SHA-512.
fn expanded(message: &[u8], out_len: u16) -> Vec<u8> {
    let hash = |parts: &[&[u8]]| sha512::hash(parts).unwrap();
    let context = [CONTEXT, &[CONTEXT.len() as u8]].concat();
    let start = hash(&[&[0; 128], message, &out_len.to_be_bytes(), &[0], &context]);
    let mut block = hash(&[&start, &[1], &context]);
    let mut out = block.to_vec();
    block.iter_mut().zip(start).for_each(|(byte, start)| *byte ^= start);
    out.extend(hash(&[&block, &[2], &context]));
    out.truncate(out_len.into());
    out
}

/// Checks that mapping the numbers from [`expanded`] gives the same points as hashing the strings.
#[test]
fn expansion_matches_the_library() {
    let message = drawn_message(40);
    let numbers = expanded(&message, 64);
    let element = Element::from_string(CONTEXT, &message, StringHash::Sha512).unwrap();
    assert_eq!(ristretto255::from_hash(first(&numbers).0).unwrap(), *element.as_bytes());
    let mut number = [0; 64];
    number[..48].copy_from_slice(&expanded(&message, 48));
    number[..48].reverse();
    let point = Point::from_string_nonuniform(CONTEXT, &message, StringHash::Sha512).unwrap();
    assert_eq!(edwards25519::from_number(&number).unwrap(), *point.as_bytes());
}
