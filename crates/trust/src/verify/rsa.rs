//! Verifies RSA signatures (RFC 8017) with key sizes that graviola rejects, because graviola
//! requires whole words.
//!
//! Strategy: Montgomery multiplication (Montgomery 1985) on 64-bit limbs, least significant limb
//! first. Multiplication and reduction are interleaved word by word (FIOS of Koc, Acar and Kaliski
//! 1996). Key, message and signature are public, so constant time is not required.

use alloc::vec;
use alloc::vec::Vec;
use core::iter;

use crate::der::{INTEGER, Reader, SEQUENCE};

/// The permitted lengths of a modulus in bytes: 2048 to 8192 bits.
const MODULUS_LEN: core::ops::RangeInclusive<usize> = 256..=1024;

/// The hash functions of signatures.
pub(super) trait Digest {
    /// The length of a digest in bytes.
    const LEN: u8;
    /// The last byte of its object identifier under 2.16.840.1.101.3.4.2.
    const ID: u8;

    /// The prefix of the digest in PKCS #1 (RFC 8017 section 9.2, note 1): a DigestInfo.
    const INFO: [u8; 19] = [
        0x30,
        17 + Self::LEN,
        0x30,
        0x0d,
        0x06,
        0x09,
        0x60,
        0x86,
        0x48,
        0x01,
        0x65,
        0x03,
        0x04,
        0x02,
        Self::ID,
        0x05,
        0x00,
        0x04,
        Self::LEN,
    ];

    /// Returns the digest of the concatenated parts of a message.
    fn of(parts: &[&[u8]]) -> Vec<u8>;
}

/// A public key.
pub(super) struct Key<'a> {
    /// Big-endian and odd, without leading zeros.
    modulus: &'a [u8],
    exponent: u32,
}

impl<'a> Key<'a> {
    /// Reads a DER RSAPublicKey (RFC 8017 section A.1.1) with a modulus of 2048 to 8192 bits,
    /// rounded up to bytes, and an odd exponent from 3 to 2^32 - 1; `None` for any other key.
    pub(super) fn from_der(der: &'a [u8]) -> Option<Self> {
        let mut fields = Reader::new(der, &(0..der.len())).only(SEQUENCE)?;
        let modulus = magnitude(der.get(fields.take(INTEGER)?.content)?)?;
        let digits = magnitude(der.get(fields.take(INTEGER)?.content)?)?;
        let is_short = digits.len() <= size_of::<u32>();
        let exponent = digits.iter().fold(0u32, |number, &digit| number << 8 | u32::from(digit));
        let is_odd = modulus.last().is_some_and(|last| last & 1 == 1) && exponent & 1 == 1;
        let is_sized = MODULUS_LEN.contains(&modulus.len()) && is_short && exponent >= 3;
        (fields.is_at_end() && is_odd && is_sized).then_some(Self { modulus, exponent })
    }

    pub(super) fn bits(&self) -> usize {
        self.modulus.len() * 8 - self.modulus.first().map_or(0, |top| top.leading_zeros() as usize)
    }

    /// Verifies RSASSA-PKCS1-v1_5 (section 8.2.2) by constructing and comparing the encoded
    /// message.
    pub(super) fn verify_pkcs1<H: Digest>(&self, message: &[u8], signature: &[u8]) -> bool {
        let digest = H::of(&[message]);
        let padding = self.modulus.len() - 3 - H::INFO.len() - digest.len();
        let expected = [&[0, 1], &*vec![0xff; padding], &[0], &H::INFO, &digest].concat();
        self.encoded_message(signature) == Some(expected)
    }

    /// Verifies RSASSA-PSS (section 8.1.2) with MGF1; digest and salt have equal length.
    pub(super) fn verify_pss<H: Digest>(&self, message: &[u8], signature: &[u8]) -> bool {
        let Some(encoded) = self.encoded_message(signature) else { return false };
        is_pss::<H>(&encoded, self.bits() - 1, &H::of(&[message])).is_some()
    }

    /// Applies the public-key operation (section 5.2.2); `None` unless the signature has the length
    /// of the modulus and is less than it.
    fn encoded_message(&self, signature: &[u8]) -> Option<Vec<u8>> {
        // Both numbers have the same length, so comparing their bytes compares their values.
        if signature.len() != self.modulus.len() || signature >= self.modulus {
            return None;
        }
        let power = Modulus::new(limbs(self.modulus)).power(&limbs(signature), self.exponent);
        let bytes: Vec<u8> = power.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
        bytes.get(bytes.len() - signature.len()..).map(<[u8]>::to_vec)
    }
}

/// Returns the bytes of a positive DER INTEGER, without the zero byte that precedes a set high bit.
fn magnitude(integer: &[u8]) -> Option<&[u8]> {
    match integer {
        [0, rest @ ..] if rest.first().is_some_and(|&first| first >= 0x80) => Some(rest),
        [1..=0x7f, ..] => Some(integer),
        _ => None,
    }
}

/// EMSA-PSS-VERIFY (section 9.1.2), given the digest of the message.
fn is_pss<H: Digest>(encoded: &[u8], bits: usize, digest: &[u8]) -> Option<()> {
    let len = bits.div_ceil(8);
    let (zeros, encoded) = encoded.split_at(encoded.len() - len);
    let (masked, tail) = encoded.split_at(len - digest.len() - 1);
    let (&trailer, hash) = tail.split_last()?;
    let unused = (8 * len - bits) as u32;
    let top = 0xffu8.checked_shr(unused).unwrap_or(0);
    if zeros.iter().any(|&byte| byte != 0) || trailer != 0xbc || masked.first()? & !top != 0 {
        return None;
    }
    let mask = (0u32..).flat_map(|counter| {
        let block = H::of(&[hash, &counter.to_be_bytes()]);
        (0..digest.len()).filter_map(move |at| block.get(at).copied())
    });
    let mut block: Vec<u8> = masked.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect();
    *block.first_mut()? &= top;
    let (padding, salt) = block.split_at(block.len().checked_sub(digest.len())?);
    let (&separator, padding) = padding.split_last()?;
    let is_padded = separator == 1 && padding.iter().all(|&byte| byte == 0);
    (is_padded && H::of(&[&[0; 8], digest, salt]) == hash).then_some(())
}

/// Converts big-endian bytes to limbs.
fn limbs(bytes: &[u8]) -> Vec<u64> {
    let limb = |part: &[u8]| part.iter().fold(0, |limb, &byte| limb << 8 | u64::from(byte));
    bytes.rchunks(8).map(limb).collect()
}

/// An odd modulus with a nonzero top limb. Numbers have the length of the modulus and are less than
/// it; the Montgomery form of x is x R for R = 2^(64 times the number of limbs).
struct Modulus {
    limbs: Vec<u64>,
    /// -1 / modulus mod 2^64.
    inverse: u64,
}

impl Modulus {
    fn new(limbs: Vec<u64>) -> Self {
        let low = limbs.first().copied().unwrap_or(1);
        // Newton's iteration doubles the number of correct bits, which is 3 initially.
        let inverse = iter::successors(Some(low), |&inverse| {
            Some(inverse.wrapping_mul(2u64.wrapping_sub(low.wrapping_mul(inverse))))
        });
        let inverse = inverse.take(6).last().unwrap_or(low).wrapping_neg();
        Self { limbs, inverse }
    }

    /// Raises `base` to a nonzero exponent.
    fn power(&self, base: &[u64], exponent: u32) -> Vec<u64> {
        let base = self.multiply(base, &self.r_squared());
        let mut power = base.clone();
        for bit in (0..exponent.ilog2()).rev() {
            power = self.multiply(&power, &power);
            if exponent >> bit & 1 == 1 {
                power = self.multiply(&power, &base);
            }
        }
        let mut one = vec![0; self.limbs.len()];
        one.first_mut().into_iter().for_each(|limb| *limb = 1);
        self.multiply(&power, &one)
    }

    /// Computes R^2: the greatest power of 2 below the modulus is doubled until it is the
    /// Montgomery form of 2^(number of limbs), which is then squared once for each factor of 2 in
    /// 64.
    fn r_squared(&self) -> Vec<u64> {
        let count = self.limbs.len();
        let unused = self.limbs.last().map_or(0, |top| top.leading_zeros() as usize);
        let mut number = vec![0; count];
        number.last_mut().into_iter().for_each(|top| *top = 1 << (63 - unused));
        for _ in 0..unused + 1 + count {
            number = self.doubled(&number);
        }
        for _ in 0..u64::BITS.ilog2() {
            number = self.multiply(&number, &number);
        }
        number
    }

    fn doubled(&self, number: &[u64]) -> Vec<u64> {
        let mut carry = 0;
        let doubled = number.iter().map(|&limb| {
            let limb_doubled = limb << 1 | carry;
            carry = limb >> 63;
            limb_doubled
        });
        let doubled = doubled.collect();
        self.reduced(doubled, carry)
    }

    /// Computes a b / R.
    fn multiply(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut sum = vec![0u64; self.limbs.len()];
        let mut overflow = 0;
        for &factor in a {
            let low = |limbs: &[u64]| limbs.first().copied().unwrap_or(0);
            let quotient = low(&sum).wrapping_add(factor.wrapping_mul(low(b)));
            let quotient = quotient.wrapping_mul(self.inverse);
            // Each sum is at most (2^64 - 1)^2 + 2 (2^64 - 1) = 2^128 - 1.
            let (mut carry, mut reducing) = (0u64, 0u64);
            for ((limb, &b), &n) in sum.iter_mut().zip(b).zip(&self.limbs) {
                let (partial, high) = wide(*limb, factor, b, carry);
                carry = high;
                (*limb, reducing) = wide(partial, quotient, n, reducing);
            }
            // The lowest limb is now 0 and is dropped.
            sum.rotate_left(1);
            let top = u128::from(carry) + u128::from(reducing) + u128::from(overflow);
            sum.last_mut().into_iter().for_each(|limb| *limb = top as u64);
            overflow = (top >> 64) as u64;
        }
        self.reduced(sum, overflow)
    }

    /// Reduces a number below twice the modulus; `overflow` is its carry beyond the limbs.
    fn reduced(&self, number: Vec<u64>, overflow: u64) -> Vec<u64> {
        let mut borrow = false;
        let less = number.iter().zip(&self.limbs).map(|(&limb, &n)| {
            let (limb, first) = limb.overflowing_sub(n);
            let (limb, second) = limb.overflowing_sub(borrow.into());
            borrow = first | second;
            limb
        });
        let less = less.collect();
        if borrow && overflow == 0 { number } else { less }
    }
}

/// Returns `a + b c + d` as a low and a high limb.
fn wide(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(d);
    (sum as u64, (sum >> 64) as u64)
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    /// Returns a pseudorandom number from SplitMix64 (Steele, Lea and Flood 2014).
    fn bytes(seed: &mut u64, len: usize) -> Vec<u8> {
        let next = || {
            *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (*seed ^ (*seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) as u8
        };
        iter::repeat_with(next).take(len).collect()
    }

    /// Compares the public-key operation with num-bigint, for moduli of every length in bytes.
    #[test]
    fn equals_num_bigint() {
        let mut seed = 2026;
        for (round, len) in MODULUS_LEN.step_by(7).chain([256, 257, 264, 1016, 1024]).enumerate() {
            let mut modulus = bytes(&mut seed, len);
            modulus[0] = [0x80, 0xff, 0x01, modulus[0] | 1][round % 4];
            modulus[len - 1] |= 1;
            if round % 5 == 0 {
                modulus[1..len - 1].fill(0xff);
            }
            let exponent = [3, 5, 17, 65_537, u32::MAX][round % 5];
            let key = Key { modulus: &modulus, exponent };
            let mut largest = modulus.clone();
            largest[len - 1] -= 1;
            let mut one = vec![0; len];
            one[len - 1] = 1;
            let mut random = bytes(&mut seed, len);
            random[0] = 0;
            for base in [vec![0; len], one, largest, random] {
                let number = BigUint::from_bytes_be(&base);
                let n = BigUint::from_bytes_be(&modulus);
                let expected = number.modpow(&exponent.into(), &n).to_bytes_be();
                let found = key.encoded_message(&base);
                let found = found.map(|bytes| BigUint::from_bytes_be(&bytes).to_bytes_be());
                assert_eq!(found, Some(expected), "{len} bytes, exponent {exponent}");
            }
            assert_eq!(key.encoded_message(&modulus), None);
            assert_eq!(key.encoded_message(&modulus[1..]), None);
        }
    }

    #[test]
    fn rejects_malformed_keys() {
        let key = |modulus: &[u8], exponent: &[u8]| {
            let integer = |content: &[u8]| {
                let len = (content.len() as u16).to_be_bytes();
                let head = if content.len() < 128 {
                    vec![2, len[1]]
                } else {
                    vec![2, 0x82, len[0], len[1]]
                };
                [&head, content].concat()
            };
            let fields = [integer(modulus), integer(exponent)].concat();
            let len = (fields.len() as u16).to_be_bytes();
            [&[0x30, 0x82], &len[..], &fields].concat()
        };
        let sound = [&[0], &[0xc1; 256][..]].concat();
        let is_key = |der: &[u8]| Key::from_der(der).is_some();
        assert!(is_key(&key(&sound, &[1, 0, 1])));
        assert!(is_key(&key(&[&[0], &[0xc1; 1024][..]].concat(), &[3])));
        for exponent in [&[1][..], &[4], &[], &[0], &[0x80], &[0, 3], &[1, 0, 0, 0, 1]] {
            assert!(!is_key(&key(&sound, exponent)), "{exponent:?}");
        }
        let even = [&[0], &[0xc0; 256][..]].concat();
        let [short, long] = [255, 1025].map(|len| [&[0], &vec![0xc1; len][..]].concat());
        for modulus in [&even, &short, &long, &sound[1..], &[&[0], &sound[..]].concat()] {
            assert!(!is_key(&key(modulus, &[3])));
        }
        let whole = key(&sound, &[3]);
        (0..whole.len()).for_each(|len| assert!(!is_key(&whole[..len])));
        assert!(!is_key(&[&whole[..], &[0]].concat()));
    }
}
