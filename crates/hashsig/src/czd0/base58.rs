//! Base58 with Bitcoin's alphabet: digits and letters without `0`, `O`, `I` and `l`, most
//! significant digit first, each leading zero byte as one `1`.
//!
//! The time of both directions depends only on lengths and leading zeros, and no table is indexed
//! by data.

use alloc::vec;
use alloc::vec::Vec;

use quicksalt::Wiped;

const BASE: u32 = 58;

/// The gaps of the alphabet in ASCII. Each pair is the last digit before a gap and the gap's width,
/// by which the letters of all greater digits are shifted. The alphabet begins with `1` for 0.
const JUMPS: [(u32, u32); 5] = [(8, 7), (16, 1), (21, 1), (32, 6), (43, 1)];

/// Encodes bytes as ASCII text.
pub(super) fn encode(bytes: &[u8]) -> Wiped<Vec<u8>> {
    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
    // 138 / 100 is a little more than log 256 / log 58.
    let mut digits = Wiped::new(vec![0_u8; (bytes.len() - zeros) * 138 / 100 + 1]);
    for &byte in &bytes[zeros..] {
        let mut carry = u32::from(byte);
        for digit in digits.iter_mut().rev() {
            carry += u32::from(*digit) << 8;
            *digit = (carry % BASE) as u8;
            carry /= BASE;
        }
    }
    let empty = digits.iter().take_while(|&&digit| digit == 0).count();
    let mut text = Wiped::new(vec![b'1'; zeros + digits.len() - empty]);
    for (letter, &digit) in text[zeros..].iter_mut().zip(&digits[empty..]) {
        let digit = u32::from(digit);
        let jumped = JUMPS.map(|(last, places)| places * u32::from(digit > last));
        *letter = (u32::from(b'1') + digit + jumped.iter().sum::<u32>()) as u8;
    }
    text
}

/// Decodes a text; returns `None` if a character is not in the alphabet.
pub(super) fn decode(text: &[u8]) -> Option<Wiped<Vec<u8>>> {
    let zeros = text.iter().take_while(|&&letter| letter == b'1').count();
    // 733 / 1000 is a little more than log 58 / log 256.
    let mut number = Wiped::new(vec![0_u8; (text.len() - zeros) * 733 / 1000 + 1]);
    let mut foreign = 0;
    for &letter in &text[zeros..] {
        let (mut carry, outside) = digit(letter);
        foreign |= outside;
        for byte in number.iter_mut().rev() {
            carry += u32::from(*byte) * BASE;
            *byte = carry as u8;
            carry >>= 8;
        }
    }
    let empty = number.iter().take_while(|&&byte| byte == 0).count();
    let mut bytes = Wiped::new(vec![0; zeros + number.len() - empty]);
    bytes[zeros..].copy_from_slice(&number[empty..]);
    (foreign == 0).then_some(bytes)
}

/// Returns the digit of a letter, and 1 if the letter is not in the alphabet.
fn digit(letter: u8) -> (u32, u32) {
    let mut found = 0;
    let mut outside = 1;
    let mut from = u32::from(b'1');
    let mut first = 0;
    for (last, places) in JUMPS.into_iter().chain([(BASE - 1, 0)]) {
        // One contiguous run of the alphabet: digits `first` to `last`, letters from `from` on.
        let place = u32::from(letter).wrapping_sub(from);
        let within = u32::from(place <= last - first);
        found |= (first.wrapping_add(place)) & within.wrapping_neg();
        outside &= 1 - within;
        from += last - first + 1 + places;
        first = last + 1;
    }
    (found, outside)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{decode, encode};

    const ALPHABET: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    #[test]
    fn the_alphabet_is_bitcoins() {
        for (digit, letter) in (0..).zip(ALPHABET) {
            assert_eq!(encode(&[1, digit])[..], *bs58::encode(&[1, digit]).into_vec());
            let expected = if digit == 0 { vec![0] } else { vec![digit] };
            assert_eq!(decode(&[*letter]).unwrap()[..], expected);
        }
        for letter in 0..=255 {
            assert_eq!(decode(&[letter]).is_some(), ALPHABET.contains(&letter), "{letter}");
        }
    }

    #[test]
    fn encoding_and_decoding_agree_with_bs58() {
        let mut state = 1_u32;
        for len in 0..100 {
            for zeros in 0..4.min(len + 1) {
                for fill in [None, Some(0), Some(0xff)] {
                    let mut bytes = vec![0; len];
                    for byte in &mut bytes[zeros..] {
                        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                        *byte = fill.unwrap_or((state >> 24) as u8);
                    }
                    let text = encode(&bytes);
                    assert_eq!(text[..], *bs58::encode(&bytes).into_vec(), "{bytes:?}");
                    assert_eq!(decode(&text).unwrap()[..], bytes);
                }
            }
        }
    }
}
