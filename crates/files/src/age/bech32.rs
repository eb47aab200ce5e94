//! Bech32 (BIP 173) without its length limit. The code is constant-time, because identities are
//! secret: no table index and no branch depends on the letters' values.

use alloc::string::String;
use alloc::vec::Vec;

use quicksalt::{Wiped, memory};

use crate::error::Result;

const LETTERS: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const CHECKSUM_LEN: usize = 6;
const GENERATOR: [u32; 5] = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];

/// The checksum residue of a valid text.
const CONSTANT: u32 = 1;

/// Encodes bytes in lower case.
pub(super) fn encode(prefix: &str, bytes: &[u8]) -> Result<Wiped<Vec<u8>>> {
    let values = Wiped::new(regrouped(bytes, 8, 5)?);
    let most = prefix.len() + 1 + values.len() + CHECKSUM_LEN;
    let mut text = Wiped::new(memory::with_capacity(most)?);
    text.extend_from_slice(prefix.as_bytes());
    text.push(b'1');
    let mut sum = prefixed(prefix.as_bytes());
    for value in values.iter() {
        sum = step(sum, *value);
        text.push(letter(*value));
    }
    let sum = (0..CHECKSUM_LEN).fold(sum, |sum, _| step(sum, 0)) ^ CONSTANT;
    text.extend((0..CHECKSUM_LEN).rev().map(|place| letter((sum >> (5 * place)) as u8 & 31)));
    Ok(text)
}

/// Decodes a text in lower case or in upper case, but not in mixed case. Returns its prefix in
/// lower case and its bytes; `None` for invalid Bech32.
pub(super) fn decode(text: &[u8]) -> Result<Option<(String, Wiped<Vec<u8>>)>> {
    match text.iter().rposition(|byte| *byte == b'1') {
        Some(one) => decode_behind(one, text),
        None => Ok(None),
    }
}

/// Like [`decode`], for a text with the separator at the known index `one`. Searching for the
/// separator would branch on every letter.
pub(super) fn decode_behind(one: usize, text: &[u8]) -> Result<Option<(String, Wiped<Vec<u8>>)>> {
    let (prefix, data) = text.split_at(one.min(text.len()));
    let Some((b'1', data)) = data.split_first() else { return Ok(None) };
    let has_small = text.iter().fold(false, |has, byte| has | byte.is_ascii_lowercase());
    let has_capital = text.iter().fold(false, |has, byte| has | byte.is_ascii_uppercase());
    let is_short = prefix.is_empty() || data.len() < CHECKSUM_LEN;
    if is_short || !text.is_ascii() || (has_small && has_capital) {
        return Ok(None);
    }
    let prefix = String::from_utf8_lossy(prefix).to_ascii_lowercase();
    let mut values = Wiped::new(memory::with_capacity(data.len())?);
    let (mut sum, mut wrong) = (prefixed(prefix.as_bytes()), 0);
    for byte in data {
        let value = value(byte.to_ascii_lowercase());
        wrong |= value & 0x80;
        values.push(value & 31);
        sum = step(sum, value & 31);
    }
    let len = values.len() - CHECKSUM_LEN;
    let bytes = Wiped::new(regrouped(&values[..len], 5, 8)?);
    let unused = 5 * len % 8;
    let left = if len == 0 { 0 } else { values[len - 1] & ((1 << unused) - 1) };
    let is_whole = wrong == 0 && sum == CONSTANT && unused < 5 && left == 0;
    Ok(is_whole.then_some((prefix, bytes)))
}

/// Regroups values of `from` bits into values of `to` bits. Leftover bits are padded with zeros if
/// `to < from` and dropped otherwise.
fn regrouped(values: &[u8], from: u32, to: u32) -> Result<Vec<u8>> {
    let mut out = memory::with_capacity((values.len() * from as usize).div_ceil(to as usize))?;
    let (mut bits, mut held) = (0_u32, 0_u32);
    for value in values {
        bits = bits << from | u32::from(*value);
        held += from;
        while held >= to {
            held -= to;
            out.push((bits >> held) as u8 & ((1_u16 << to) - 1) as u8);
        }
        bits &= (1 << held) - 1;
    }
    if to < from && held > 0 {
        out.push((bits << (to - held)) as u8);
    }
    Ok(out)
}

/// Returns the checksum state after the prefix.
fn prefixed(prefix: &[u8]) -> u32 {
    let high = prefix.iter().fold(1, |sum, byte| step(sum, byte >> 5));
    prefix.iter().fold(step(high, 0), |sum, byte| step(sum, byte & 31))
}

fn step(sum: u32, value: u8) -> u32 {
    let next = (sum & 0x1ff_ffff) << 5 ^ u32::from(value);
    GENERATOR.iter().enumerate().fold(next, |next, (place, generator)| {
        next ^ (generator & (sum >> (25 + place) & 1).wrapping_neg())
    })
}

/// Returns a mask with all bits set if `a == b`, otherwise zero.
fn mask(a: u8, b: u8) -> u8 {
    ((u16::from(a ^ b).wrapping_sub(1) >> 8) & 0xff) as u8
}

fn letter(value: u8) -> u8 {
    (0..).zip(LETTERS).fold(0, |found, (own, letter)| found | (letter & mask(own, value)))
}

/// Returns the 5-bit value of a lower-case letter. The highest bit is set for an invalid letter.
fn value(letter: u8) -> u8 {
    let own = |(value, own): (u8, &u8)| (value | 0x40) & mask(*own, letter);
    let found = (0..).zip(LETTERS).map(own).fold(0, |all, one| all | one);
    // Bit 6 is set if a letter matched. Inverted and shifted to bit 7, it marks an invalid letter.
    found & 31 | (found & 0x40 ^ 0x40) << 1
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn valid_texts_of_bip_173_are_read_and_written() {
        for text in [
            "a12uel5l",
            "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
            "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
            "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
            "?1ezyfcl",
        ] {
            let (prefix, bytes) = decode(text.as_bytes()).unwrap().unwrap();
            assert_eq!(**encode(&prefix, &bytes).unwrap(), *text.as_bytes());
            let capital = text.to_ascii_uppercase();
            assert_eq!(*decode(capital.as_bytes()).unwrap().unwrap().1, *bytes);
        }
    }

    #[test]
    fn invalid_texts_are_rejected() {
        for text in ["", "1", "pzry9x0s0muk", "1pzry9x0s0muk", "x1b4n0q5v", "li1dgmt3", "A1G7SGD8"]
        {
            assert!(decode(text.as_bytes()).unwrap().is_none(), "{text}");
        }
        let good = *b"split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w";
        for at in 0..good.len() {
            for other in [good[at] ^ 1, b'B', b'b', 0x80, 0xff] {
                let mut text = good;
                text[at] = other;
                let is_same = text == good;
                assert_eq!(decode(&text).unwrap().is_some(), is_same, "{at} {other}");
            }
        }
    }
}
