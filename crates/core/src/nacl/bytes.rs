//! libsodium's helpers for byte strings: comparison, little-endian arithmetic and padding. The time
//! depends only on the lengths.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Compares two byte strings. The time depends only on their lengths.
///
/// ```
/// assert!(quicksalt::nacl::bytes::equal(b"tag", b"tag"));
/// assert!(!quicksalt::nacl::bytes::equal(b"tag", b"tab"));
/// ```
#[must_use]
pub fn equal(a: &[u8], b: &[u8]) -> bool {
    a.ct_eq(b).into()
}

/// Adds one to a little-endian number, modulo 256^length.
///
/// ```
/// let mut nonce = [0xff, 0xff, 0];
/// quicksalt::nacl::bytes::increment(&mut nonce);
/// assert_eq!(nonce, [0, 0, 1]);
/// ```
pub fn increment(number: &mut [u8]) {
    let mut carry = 1;
    for byte in number {
        let sum = u16::from(*byte) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
}

/// Adds the little-endian number `other` to `number` in place, modulo 256^length. Both should have
/// the same length; excess bytes of the longer number are ignored.
///
/// ```
/// let mut number = [0xff, 0];
/// quicksalt::nacl::bytes::add(&mut number, &[2, 0]);
/// assert_eq!(number, [1, 1]);
/// ```
pub fn add(number: &mut [u8], other: &[u8]) {
    let mut carry = 0;
    for (byte, other) in number.iter_mut().zip(other) {
        let sum = u16::from(*byte) + u16::from(*other) + carry;
        *byte = sum as u8;
        carry = sum >> 8;
    }
}

/// Returns the length of a message of `len` bytes after padding to a multiple of `block` bytes
/// (ISO/IEC 7816-4: a byte 0x80, then zeros), or `None` if `block` is 0 or the length overflows.
#[must_use]
pub fn padded_len(len: usize, block: usize) -> Option<usize> {
    let odd = len.checked_rem(block)?;
    len.checked_add(block - odd)
}

/// Writes a message and its padding into `out`, which must be [`padded_len`] bytes long; excess
/// bytes are dropped.
///
/// ```
/// use quicksalt::nacl::bytes::{pad_into, padded_len, unpadded_len};
///
/// let mut padded = [0; 8];
/// assert_eq!(padded_len(5, 4), Some(8));
/// pad_into(&mut padded, b"hello");
/// assert_eq!(&padded, b"hello\x80\0\0");
/// assert_eq!(unpadded_len(&padded, 4), Some(5));
/// ```
pub fn pad_into(out: &mut [u8], message: &[u8]) {
    let padded = message.iter().copied().chain([0x80]).chain(core::iter::repeat(0));
    for (byte, padded) in out.iter_mut().zip(padded) {
        *byte = padded;
    }
}

const WORD: usize = 8;

/// Returns the length of a padded message without its padding, or `None` if the last `block` bytes
/// do not end in padding. The time does not depend on the amount of padding.
#[must_use]
pub fn unpadded_len(padded: &[u8], block: usize) -> Option<usize> {
    let start = padded.len().checked_sub(block)?;
    // Finds the last nonzero word and its end.
    let (mut zeros_so_far, mut last, mut end) = (Choice::from(1), 0_u64, 0_u64);
    let mut word_end = padded.len() as u64;
    for chunk in padded[start..].rchunks(WORD) {
        let mut word = [0; WORD];
        word[WORD - chunk.len()..].copy_from_slice(chunk);
        let word = u64::from_le_bytes(word);
        last.conditional_assign(&word, zeros_so_far);
        end.conditional_assign(&word_end, zeros_so_far);
        zeros_so_far &= word.ct_eq(&0);
        word_end -= chunk.len() as u64;
    }
    // Finds the last nonzero byte of that word.
    let (mut zeros_so_far, mut found) = (Choice::from(1), Choice::from(0));
    let mut len = 0_u64;
    for (index, byte) in last.to_le_bytes().iter().enumerate().rev() {
        let barrier = zeros_so_far & byte.ct_eq(&0x80);
        // A partial word starts with zeros, which precede the text.
        let place = end.wrapping_sub((WORD - index) as u64);
        len.conditional_assign(&place, barrier);
        found |= barrier;
        zeros_so_far &= byte.ct_eq(&0);
    }
    bool::from(found).then_some(len as usize)
}
