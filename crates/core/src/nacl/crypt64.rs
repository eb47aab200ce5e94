//! Encodes numbers and bytes in the digits of crypt(3), least significant bits first.

use alloc::string::String;

/// The alphabet of crypt(3)'s base64.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Appends bytes as crypt(3) digits: a digit for each six bits, the lowest bits of three bytes
/// first.
pub(super) fn encode(text: &mut String, bytes: &[u8]) {
    for three in bytes.chunks(3) {
        let bits = three.iter().rev().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        push(text, bits, three.len() + 1);
    }
}

/// Appends a number as `count` digits, lowest bits first.
pub(super) fn push(text: &mut String, number: u32, count: usize) {
    for at in 0..count {
        text.push(DIGITS[(number >> (6 * at)) as usize % 64].into());
    }
}

/// Parses digits; returns the lowest 32 bits of the number (five digits have 30 bits), or `None`
/// for an invalid digit.
pub(super) fn parse(digits: &str) -> Option<u32> {
    digits.bytes().rev().try_fold(0, |number, digit| {
        let value = DIGITS.iter().position(|known| *known == digit)?;
        Some(number << 6 | value as u32)
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::{encode, parse, push};

    #[test]
    fn digits_are_least_significant_first() {
        let mut text = String::new();
        push(&mut text, 8, 5);
        push(&mut text, (1 << 30) - 1, 5);
        encode(&mut text, &[1, 0, 0x80, 0xff]);
        assert_eq!(text, "6....zzzzz/..Uz1");
        assert_eq!((parse("6...."), parse("zzzzz")), (Some(8), Some((1 << 30) - 1)));
        assert_eq!((parse("6,..."), parse("é")), (None, None));
    }
}
