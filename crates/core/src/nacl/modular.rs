//! Modular strings. Such a line of text contains the algorithm, the cost, the salt and the hash of
//! a password.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::memory;
use crate::prim::argon2::Params;
use crate::wipe::Wiped;

/// libsodium's minimum length of an Argon2 salt and tag in bytes.
const SALT_MIN: usize = 8;
const TAG_MIN: usize = 16;

/// The digits of base64 (RFC 4648, section 4).
const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The variants of Argon2.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Algorithm {
    /// Argon2i, with memory accesses independent of secrets.
    Argon2i13,
    /// Argon2id, which RFC 9106 recommends and is libsodium's default.
    Argon2id13,
}

impl Algorithm {
    /// The prefix of modular strings.
    #[must_use]
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Argon2i13 => "$argon2i$",
            Self::Argon2id13 => "$argon2id$",
        }
    }
}

/// The content of an Argon2 modular string,
/// `$argon2id$v=19$m=<KiB>,t=<passes>,p=<lanes>$<salt>$<tag>`, with salt and tag in unpadded
/// base64.
pub(super) struct Argon2String<'a> {
    pub(super) algorithm: Algorithm,
    pub(super) params: Params,
    pub(super) salt: &'a [u8],
    pub(super) tag: &'a [u8],
}

impl Argon2String<'_> {
    /// Formats the string.
    pub(super) fn encode(&self) -> Result<String> {
        let (memory_kib, passes) = self.params.cost();
        let (prefix, lanes) = (self.algorithm.prefix(), self.params.lanes());
        let mut text = String::new();
        text.try_reserve_exact(64 + (self.salt.len() + self.tag.len()) / 3 * 4 + 8)?;
        text.push_str(prefix);
        for (before, number) in [("v=19$m=", memory_kib), (",t=", passes), (",p=", lanes)] {
            text.push_str(before);
            push_number(&mut text, number);
        }
        text.push('$');
        encode_base64(&mut text, self.salt);
        text.push('$');
        encode_base64(&mut text, self.tag);
        Ok(text)
    }

    /// Parses a string and passes its content to `read`. Accepts only the canonical form: numbers
    /// without leading zeros, base64 without padding and without nonzero trailing bits, and nothing
    /// before or after.
    pub(super) fn decode<T>(
        text: &str,
        read: impl FnOnce(&Argon2String<'_>) -> Result<T>,
    ) -> Result<T> {
        let wrong = || {
            Error::malformed(
                "hash",
                "an Argon2 modular string, $argon2id$v=19$m=..,t=..,p=..$salt$tag",
            )
        };
        let (algorithm, params, salt, tag) = argon2_fields(text).ok_or_else(wrong)?;
        let salt = decode_base64(salt)?.ok_or_else(wrong)?;
        let tag = Wiped::new(decode_base64(tag)?.ok_or_else(wrong)?);
        if salt.len() < SALT_MIN || tag.len() < TAG_MIN {
            return Err(wrong());
        }
        read(&Argon2String { algorithm, params, salt: &salt, tag: &tag })
    }
}

fn argon2_fields(text: &str) -> Option<(Algorithm, Params, &str, &str)> {
    let (algorithm, rest) = [Algorithm::Argon2i13, Algorithm::Argon2id13]
        .into_iter()
        .find_map(|algorithm| Some((algorithm, text.strip_prefix(algorithm.prefix())?)))?;
    let (cost, rest) = rest.strip_prefix("v=19$m=")?.split_once('$')?;
    let (salt, tag) = rest.split_once('$')?;
    let (memory_kib, cost) = cost.split_once(',')?;
    let (passes, lanes) = cost.strip_prefix("t=")?.split_once(',')?;
    let lanes = lanes.strip_prefix("p=")?;
    let params = Params::new(number(memory_kib)?, number(passes)?, number(lanes)?).ok()?;
    Some((algorithm, params, salt, tag))
}

/// Parses a decimal number without sign and leading zeros.
fn number(digits: &str) -> Option<u32> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    let leading = digits.len() > 1 && digits.starts_with('0');
    digits.parse().ok().filter(|_| plain && !leading)
}

/// Appends a decimal number. Avoids `core::fmt`, which would add two thousand bytes to a
/// WebAssembly module that formats nothing else.
fn push_number(text: &mut String, number: u32) {
    let mut divisor = 1;
    while number / divisor > 9 {
        divisor *= 10;
    }
    while divisor > 0 {
        text.push(char::from(b'0' + (number / divisor % 10) as u8));
        divisor /= 10;
    }
}

/// Appends unpadded base64.
fn encode_base64(text: &mut String, bytes: &[u8]) {
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte));
        let bits = bits << (24 - 8 * three.len());
        for at in 0..=three.len() {
            text.push(BASE64[(bits >> (18 - 6 * at)) as usize % 64].into());
        }
    }
}

/// Decodes unpadded base64; `None` for other text.
fn decode_base64(text: &str) -> Result<Option<Vec<u8>>> {
    let mut bytes = memory::with_capacity(text.len() / 4 * 3 + 3)?;
    for four in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for digit in four {
            let Some(value) = BASE64.iter().position(|known| known == digit) else {
                return Ok(None);
            };
            bits = bits << 6 | value as u32;
        }
        // Two digits are a byte and four extra bits, three digits are two bytes and two extra bits.
        let rest = 6 * four.len() % 8;
        if four.len() == 1 || bits & ((1 << rest) - 1) != 0 {
            return Ok(None);
        }
        let count = 6 * four.len() / 8;
        bytes.extend_from_slice(&(bits >> rest).to_be_bytes()[4 - count..]);
    }
    Ok(Some(bytes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use alloc::string::{String, ToString as _};
    use alloc::vec::Vec;

    use super::{decode_base64, encode_base64, push_number};

    /// RFC 4648, section 10, without padding.
    #[test]
    fn base64_matches_the_rfc() {
        let known = ["", "Zg", "Zm8", "Zm9v", "Zm9vYg", "Zm9vYmE", "Zm9vYmFy"];
        for (len, known) in known.into_iter().enumerate() {
            let mut text = String::new();
            encode_base64(&mut text, &b"foobar"[..len]);
            assert_eq!(text, known);
            assert_eq!(decode_base64(known).unwrap().unwrap(), &b"foobar"[..len]);
        }
        let all: Vec<u8> = (0..=255).collect();
        let mut text = String::new();
        encode_base64(&mut text, &all);
        assert!(text.contains('+') && text.contains('/'));
        assert_eq!(decode_base64(&text).unwrap().unwrap(), all);
    }

    #[test]
    fn numbers_round_trip() {
        let powers = (0..10).map(|power| 10_u32.pow(power));
        for number in powers.flat_map(|power| [power - 1, power, power + 1]).chain([u32::MAX]) {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, number.to_string());
        }
    }

    #[test]
    fn non_canonical_base64_is_rejected() {
        for text in ["Z", "Zm9vY", "Zg==", "Zh", "Zm9", "Zm9v\n", " Zg", "Z-", "Z_", "Zg\0", "Zé"]
        {
            assert_eq!(decode_base64(text).unwrap(), None, "{text:?}");
        }
    }
}
