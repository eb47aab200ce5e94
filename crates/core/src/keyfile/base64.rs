//! Base64 (RFC 4648, section 4) for secrets: the time depends only on the length and the positions
//! of whitespace.

use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::memory;
use crate::wipe::Wiped;

/// Appends the padded base64 of `bytes` to `out`.
///
/// # Errors
/// [`Error::OutOfMemory`] if memory is exhausted.
pub fn encode(out: &mut Vec<u8>, bytes: &[u8]) -> Result<()> {
    out.try_reserve_exact(bytes.len().div_ceil(3) * 4)?;
    for chunk in bytes.chunks(3) {
        let mut three = [0; 3];
        three[..chunk.len()].copy_from_slice(chunk);
        let [a, b, c] = three;
        let digits = [a >> 2, (a & 3) << 4 | b >> 4, (b & 15) << 2 | c >> 6, c & 63];
        for (place, digit) in digits.into_iter().enumerate() {
            out.push(if place <= chunk.len() { letter(digit) } else { b'=' });
        }
    }
    Ok(())
}

const INVALID: Error = Error::KeyFile("invalid base64");

/// Decodes padded text; rejects nonzero trailing bits.
///
/// # Errors
/// [`Error::KeyFile`] for invalid base64, [`Error::OutOfMemory`] if memory is exhausted.
pub fn decode(text: &[u8]) -> Result<Wiped<Vec<u8>>> {
    let (quads, rest) = text.as_chunks::<4>();
    let padding = text.iter().rev().take(2).take_while(|byte| **byte == b'=').count();
    let mut bytes = Wiped::new(memory::with_capacity(3 * quads.len())?);
    let mut wrong = u8::from(!rest.is_empty());
    for (at, quad) in quads.iter().enumerate() {
        let padding = if at + 1 == quads.len() { padding } else { 0 };
        let mut digits = [0; 4];
        for (digit, letter) in digits.iter_mut().zip(&quad[..4 - padding]) {
            let found = value(*letter);
            wrong |= (found >> 8) as u8;
            *digit = found as u8 & 63;
        }
        let [a, b, c, d] = digits;
        let three = [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d];
        let (used, unused) = three.split_at(3 - padding);
        wrong |= unused.iter().fold(0, |all, byte| all | byte);
        bytes.extend_from_slice(used);
    }
    if wrong == 0 { Ok(bytes) } else { Err(INVALID) }
}

/// All bits set if `low <= byte <= high`, otherwise zero.
fn is_within(byte: u8, low: u8, high: u8) -> u16 {
    let byte = i16::from(byte);
    let outside = (byte - i16::from(low)) | (i16::from(high) - byte);
    !(outside >> 15) as u16
}

/// The letter for six bits.
fn letter(digit: u8) -> u8 {
    let digit16 = u16::from(digit);
    let letter = is_within(digit, 0, 25) & (digit16 + u16::from(b'A'))
        | is_within(digit, 26, 51) & (digit16 + 71)
        | is_within(digit, 52, 61) & digit16.wrapping_sub(4)
        | is_within(digit, 62, 62) & u16::from(b'+')
        | is_within(digit, 63, 63) & u16::from(b'/');
    letter as u8
}

/// The six bits of a letter, or bits above the eighth for an invalid letter.
fn value(letter: u8) -> u16 {
    let letter16 = u16::from(letter);
    let upper = is_within(letter, b'A', b'Z');
    let lower = is_within(letter, b'a', b'z');
    let digit = is_within(letter, b'0', b'9');
    let plus = is_within(letter, b'+', b'+');
    let slash = is_within(letter, b'/', b'/');
    upper & letter16.wrapping_sub(u16::from(b'A'))
        | lower & letter16.wrapping_sub(71)
        | digit & (letter16 + 4)
        | plus & 62
        | slash & 63
        | !(upper | lower | digit | plus | slash) & 0xff00
}
