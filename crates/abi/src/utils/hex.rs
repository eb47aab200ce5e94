//! Hexadecimal, in time independent of the data.

use core::ffi::{c_char, c_int};

use super::{Arguments, Parsed, Parsing, Stop, parse};
use crate::boundary::{Caller, Fault, Outcome, must, status};
use crate::exports::abi;

/// Returns the digit of four bits, without tables or branches that depend on the bits.
fn digit(bits: u8) -> u8 {
    let beyond_nine = (9_u8.wrapping_sub(bits) >> 7) & 1;
    b'0' + bits + beyond_nine * (b'a' - b'9' - 1)
}

/// Returns the four bits of a digit, and a mask: all ones for a valid digit, else zero.
#[inline(always)]
fn value(digit: u8) -> (u8, u8) {
    let number = digit ^ 0x30;
    let is_number = (u16::from(number).wrapping_sub(10) >> 8) as u8;
    let letter = (digit & !0x20).wrapping_sub(55);
    let is_letter =
        ((u16::from(letter).wrapping_sub(10) ^ u16::from(letter).wrapping_sub(16)) >> 8) as u8;
    // ASCII letters have codes above 0x40.
    let is_letter = is_letter & (digit >> 6 & 1 | digit >> 7).wrapping_neg();
    ((is_number & number) | (is_letter & letter), is_number | is_letter)
}

fn encode(caller: &Caller, hex: *mut u8, most: usize, bin: *const u8, len: usize) -> Outcome {
    if len >= usize::MAX / 2 || most <= len * 2 {
        return Err(Fault::misuse("the output buffer is too small for the hexadecimal digits"));
    }
    let mut place = caller.place(hex, len * 2 + 1)?;
    let bytes = caller.input(bin, len, &place)?;
    let out = place.bytes();
    for (pair, byte) in out.as_chunks_mut::<2>().0.iter_mut().zip(&*bytes) {
        *pair = [digit(byte >> 4), digit(byte & 15)];
    }
    out[len * 2] = 0;
    Ok(())
}

/// Decodes blocks that contain only digits, up to the first other character; returns the number of
/// bytes.
fn decode_blocks(text: &[u8], out: &mut [u8]) -> usize {
    let mut written = 0;
    for (digits, bytes) in text.as_chunks::<32>().0.iter().zip(out.as_chunks_mut::<16>().0) {
        let (mut bits, mut are_digits) = ([0; 32], 0xff);
        for (bits, digit) in bits.iter_mut().zip(digits) {
            let (value, is_digit) = value(*digit);
            *bits = value;
            are_digits &= is_digit;
        }
        if are_digits != 0xff {
            break;
        }
        for (byte, [high, low]) in bytes.iter_mut().zip(bits.as_chunks().0) {
            *byte = high << 4 | low;
        }
        written += bytes.len();
    }
    written
}

fn decode(Parsing { text, skipped, out }: Parsing<'_>) -> Parsed {
    let mut written = decode_blocks(text, out);
    let (mut high, mut outcome) = (None, Ok(()));
    let mut read = 2 * written;
    for &digit in &text[read..] {
        let (bits, is_digit) = value(digit);
        if is_digit == 0 {
            // Skipped characters may occur between bytes, not within a byte.
            if high.is_none() && skipped.contains(&digit) {
                read += 1;
                continue;
            }
            break;
        };
        if written == out.len() {
            outcome = Err(Stop::Full);
            break;
        }
        match high.take() {
            None => high = Some(bits),
            Some(high) => {
                out[written] = high << 4 | bits;
                written += 1;
            }
        }
        read += 1;
    }
    if high.is_some() {
        read -= 1;
        outcome = Err(Stop::Malformed);
    }
    Parsed { read, written, outcome }
}

abi! {
    fn sodium_bin2hex(caller, hex: *mut c_char, hex_maxlen: usize, bin: *const u8, bin_len: usize) -> *mut c_char {
        must(encode(&caller, hex.cast(), hex_maxlen, bin, bin_len));
        hex
    }
    fn sodium_hex2bin(
        caller, bin: *mut u8, bin_maxlen: usize, hex: *const c_char, hex_len: usize,
        ignore: *const c_char, bin_len: *mut usize, hex_end: *mut *const c_char,
    ) -> c_int {
        let arguments =
            Arguments { bin, bin_maxlen, text: hex, text_len: hex_len, ignore, bin_len, end: hex_end };
        status(parse(&caller, &arguments, decode))
    }
}
