//! The types of public keys (RFC 3279, RFC 5480, RFC 8410).

use crate::der::{BIT_STRING, INTEGER, OID, Reader, SEQUENCE};

/// The type and size of a key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Key<'a> {
    Rsa {
        /// The length of the modulus in bits.
        bits: usize,
    },
    Ec {
        /// The content of the curve's OBJECT IDENTIFIER.
        curve: &'a [u8],
        /// The length of a point coordinate in bytes.
        len: usize,
    },
    Dsa,
    Ed25519,
    Ed448,
    /// A key of any other type, given by the content of its OBJECT IDENTIFIER.
    Other(&'a [u8]),
}

pub(crate) const P256: &[u8] = &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
pub(crate) const P384: &[u8] = &[0x2b, 0x81, 4, 0, 34];
pub(crate) const P521: &[u8] = &[0x2b, 0x81, 4, 0, 35];

/// Reads the content of a SubjectPublicKeyInfo; `None` if it is malformed.
pub(crate) fn read(content: &[u8]) -> Option<Key<'_>> {
    let mut parts = Reader::new(content, &(0..content.len()));
    let mut algorithm = parts.enter(SEQUENCE)?;
    let oid = content.get(algorithm.take(OID)?.content)?;
    // The first byte is the number of unused bits in the last byte.
    let key = parts.take(BIT_STRING)?.content;
    let key = key.start + 1..key.end;
    Some(match oid {
        [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1 | 10] => {
            let modulus = Reader::new(content, &key).only(SEQUENCE)?.take(INTEGER)?.content;
            Key::Rsa { bits: bit_length(content.get(modulus)?)? }
        }
        [0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1] => {
            let curve = content.get(algorithm.take(OID)?.content)?;
            // The first byte gives the form of the point. A compressed point has one coordinate;
            // other forms have two.
            let (form, coordinates) = content.get(key)?.split_first()?;
            let count = if matches!(form, 2 | 3) { 1 } else { 2 };
            Key::Ec { curve, len: coordinates.len() / count }
        }
        [0x2a, 0x86, 0x48, 0xce, 0x38, 4, 1] => Key::Dsa,
        [0x2b, 0x65, 0x70] => Key::Ed25519,
        [0x2b, 0x65, 0x71] => Key::Ed448,
        other => Key::Other(other),
    })
}

/// Returns the bit length of a positive INTEGER.
fn bit_length(integer: &[u8]) -> Option<usize> {
    let zeros = integer.iter().take_while(|&&byte| byte == 0).count();
    let leading = integer.get(zeros)?.leading_zeros() as usize;
    Some((integer.len() - zeros) * 8 - leading)
}
