//! Hashes for old formats, with their inputs hidden.

use quicksalt::hazmat::{md5, ripemd160, sha1};

use crate::memcheck::reveal;
use crate::samples::{candidate, message};

/// In one call and in pieces.
macro_rules! old {
    ($primitive:ident, $pieces:ident) => {
        pub(crate) fn $primitive(name: &str, len: usize) {
            let message = message(len);
            let (head, tail) = message.split_at(len / 3);
            reveal(&mut candidate(&$primitive::PRIMITIVE, name).hash(&[head, tail]));
        }

        pub(crate) fn $pieces(name: &str, len: usize) {
            let mut hasher = candidate(&$primitive::PRIMITIVE, name).hasher();
            message(len).chunks(1 + len / 3).for_each(|piece| hasher.update(piece));
            reveal(&mut hasher.digest());
        }
    };
}

old!(md5, md5_pieces);
old!(sha1, sha1_pieces);
old!(ripemd160, ripemd160_pieces);
