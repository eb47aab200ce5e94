//! Base64 (RFC 4648, section 4) for public data. Secrets use the constant-time code of the core.

use alloc::string::String;
use alloc::vec::Vec;

use base64_simd::{Out, STANDARD, STANDARD_NO_PAD};

/// Encodes bytes without padding.
pub(crate) fn unpadded(bytes: &[u8]) -> String {
    STANDARD_NO_PAD.encode_to_string(bytes)
}

/// Decodes unpadded text; rejects padding and nonzero trailing bits.
pub(crate) fn from_unpadded(text: &[u8]) -> Option<Vec<u8>> {
    STANDARD_NO_PAD.decode_to_vec(text).ok()
}

/// Appends padded base64 and a line feed.
pub(crate) fn push_line(out: &mut Vec<u8>, bytes: &[u8]) {
    STANDARD.encode_append(bytes, out);
    out.push(b'\n');
}

/// Decodes padded text into `out` and returns the number of bytes. Rejects nonzero trailing bits.
pub(crate) fn from_padded(text: &[u8], out: &mut [u8]) -> Option<usize> {
    STANDARD.decode(text, Out::from_slice(out)).map(|bytes| bytes.len()).ok()
}
