//! Base64 (RFC 4648, section 4) of what is public. Secrets go through the core's, whose time does not
//! depend on them.

use alloc::string::String;
use alloc::vec::Vec;

use base64_simd::{Out, STANDARD, STANDARD_NO_PAD};

/// The letters of bytes, without padding.
pub(crate) fn unpadded(bytes: &[u8]) -> String {
    STANDARD_NO_PAD.encode_to_string(bytes)
}

/// The bytes of letters without padding and without bits that are set and unused.
pub(crate) fn from_unpadded(text: &[u8]) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode_to_vec(text).ok()
}

/// Appends a line of the letters of bytes, padded.
pub(crate) fn push_line(out: &mut Vec<u8>, bytes: &[u8]) {
    STANDARD.encode_append(bytes, out);
    out.push(b'\n');
}

/// Writes the bytes of padded letters without bits that are set and unused; returns how many they are.
pub(crate) fn from_padded(text: &[u8], out: &mut [u8]) -> Option<usize> {
    STANDARD.decode(text, Out::from_slice(out)).map(|bytes| bytes.len()).ok()
}
