//! Tests hexadecimal and base64 at all lengths around the vectorised blocks.
#![allow(clippy::unwrap_used)]
#![allow(
    unsafe_code,
    clippy::undocumented_unsafe_blocks,
    reason = "every pointer refers to a buffer in the same test"
)]

use core::ffi::{CStr, c_int};
use core::ptr::null_mut;

use quicksalt_abi::*;

/// Returns bytes that cover all values, with different neighbours.
fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 167 + len) as u8).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes a text; returns the bytes, or `None` if it is rejected, and the number of characters
/// read.
fn hex2bin(text: &[u8], most: usize, skipped: &CStr) -> (Option<Vec<u8>>, usize) {
    let (mut out, mut len, mut end) = (vec![0xaa; most], 99, core::ptr::null());
    let at = text.as_ptr().cast();
    let status = unsafe {
        let (len, end) = (&raw mut len, &raw mut end);
        sodium_hex2bin(out.as_mut_ptr(), most, at, text.len(), skipped.as_ptr(), len, end)
    };
    out.truncate(len);
    ((status == 0).then_some(out), end.addr() - at.addr())
}

#[test]
fn hexadecimal_of_any_length_is_decoded() {
    for len in 0..100 {
        let bytes = bytes(len);
        let text = hex(&bytes);
        let mut written = vec![0x7f; 2 * len + 1];
        unsafe { sodium_bin2hex(written.as_mut_ptr().cast(), written.len(), bytes.as_ptr(), len) };
        assert_eq!(written, [text.as_bytes(), b"\0"].concat());
        for text in [text.clone(), text.to_uppercase()] {
            let decoded = hex2bin(text.as_bytes(), len + 3, c"");
            assert_eq!(decoded, (Some(bytes.clone()), 2 * len));
            let full = hex2bin(text.as_bytes(), len.saturating_sub(1), c"");
            assert_eq!(full.0.is_none(), len > 0, "{len}");
        }
    }
}

/// A text ends at the first character that is neither a digit nor skipped.
#[test]
fn every_other_character_ends_hexadecimal() {
    let bytes = bytes(80);
    for at in (0..160).step_by(7).chain(28..36) {
        for other in 0..=255_u8 {
            let mut text = hex(&bytes).into_bytes();
            text[at] = other;
            let decoded = hex2bin(&text, 80, c"");
            if other.is_ascii_hexdigit() {
                assert_eq!(decoded.1, 160);
                assert_eq!(hex(&decoded.0.unwrap()).as_bytes(), text.to_ascii_lowercase());
            } else {
                let known = at.is_multiple_of(2).then(|| bytes[..at / 2].to_vec());
                assert_eq!(decoded, (known, at / 2 * 2), "{other} at {at}");
            }
        }
        let mut text = hex(&bytes);
        text.insert(at / 2 * 2, ':');
        assert_eq!(hex2bin(text.as_bytes(), 80, c" :"), (Some(bytes.clone()), 161));
    }
}

/// A reference encoder for base64 that works bit by bit (RFC 4648, sections 4 and 5).
fn base64(bytes: &[u8], last: &str, is_padded: bool) -> String {
    let alphabet: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(last.chars()).collect();
    let bits: Vec<usize> = bytes
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |i| usize::from(byte >> i & 1)))
        .collect();
    let six = |bits: &[usize]| (0..6).fold(0, |n, i| 2 * n + bits.get(i).copied().unwrap_or(0));
    let mut text: String = bits.chunks(6).map(|bits| alphabet[six(bits)]).collect();
    while is_padded && !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

#[test]
fn base64_of_any_length_matches_rfc_4648() {
    assert_eq!(base64(b"foobar", "+/", true), "Zm9vYmFy");
    for (variant, last, is_padded) in
        [(1, "+/", true), (3, "+/", false), (5, "-_", true), (7, "-_", false)]
    {
        for len in 0..200 {
            let bytes = bytes(len);
            let known = base64(&bytes, last, is_padded);
            assert_eq!(encoded(&bytes, variant, known.len() + 20), known, "{len}");
            let (mut out, mut written) = (vec![0; len + 1], 0);
            let (text, most) = (known.as_ptr().cast(), out.len());
            let status = unsafe {
                let (at, len) = (out.as_mut_ptr(), &raw mut written);
                let (none, end) = (core::ptr::null(), null_mut());
                sodium_base642bin(at, most, text, known.len(), none, len, end, variant)
            };
            assert_eq!((status, &out[..written]), (0, &*bytes), "{len}");
        }
    }
}

/// Encodes bytes, and checks that only zeros follow the text.
fn encoded(bytes: &[u8], variant: c_int, room: usize) -> String {
    let mut text = vec![0x7f; room];
    let (at, from) = (text.as_mut_ptr().cast(), bytes.as_ptr());
    unsafe { sodium_bin2base64(at, room, from, bytes.len(), variant) };
    let len = text.iter().position(|byte| *byte == 0).unwrap();
    assert!(text[len..].iter().all(|byte| *byte == 0));
    text.truncate(len);
    String::from_utf8(text).unwrap()
}
