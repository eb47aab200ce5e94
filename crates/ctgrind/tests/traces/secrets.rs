//! Lists secrets in every representation that code may use.

use quicksalt::nacl::random;

use crate::scalar;

/// A secret to search for.
pub(crate) struct Secret {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
    /// The number of consecutive bytes that count as an occurrence of the secret.
    pub(crate) window: usize,
}

/// The secrets of an operation.
#[derive(Default)]
pub(crate) struct Secrets {
    pub(crate) all: Vec<Secret>,
}

/// Returns random-looking bytes that depend only on `number`.
pub(crate) fn drawn<const N: usize>(number: u8) -> [u8; N] {
    let mut bytes = [0; N];
    random::deterministic(&mut bytes, &random::Seed::from([number; 32])).unwrap();
    bytes
}

/// Returns a random-looking message of the given length.
pub(crate) fn drawn_message(len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random::deterministic(&mut bytes, &random::Seed::from([0x6d; 32])).unwrap();
    bytes
}

impl Secrets {
    fn add(mut self, name: &str, bytes: Vec<u8>, window: usize) -> Self {
        if bytes.len() >= window {
            self.all.push(Secret { name: name.into(), bytes, window });
        }
        self
    }

    /// Returns the union of both sets.
    pub(crate) fn and(mut self, others: Self) -> Self {
        self.all.extend(others.all);
        self
    }

    /// Adds consecutive bytes, both unchanged and with the bytes of each 4-byte or 8-byte word
    /// reversed.
    pub(crate) fn bytes(self, name: &str, bytes: &[u8]) -> Self {
        let turned = |size: usize| -> Vec<u8> {
            bytes.chunks_exact(size).flat_map(|word| word.iter().rev().copied()).collect()
        };
        self.add(name, bytes.into(), 8)
            .add(&format!("{name}, words of 4 bytes turned round"), turned(4), 8)
            .add(&format!("{name}, words of 8 bytes turned round"), turned(8), 8)
    }

    /// Adds consecutive bytes, and each 4-byte word repeated four times, as vectorized kernels
    /// store a key.
    pub(crate) fn key(self, name: &str, bytes: &[u8]) -> Self {
        let spread = bytes.as_chunks::<4>().0.iter();
        spread.fold(self.bytes(name, bytes), |all, word| {
            all.add(&format!("{name}, a word in lanes"), word.repeat(4), 16)
        })
    }

    /// Adds a 32-byte number split into limbs of `bits` bits, each stored in 8 bytes.
    pub(crate) fn limbs(self, name: &str, number: &[u8], bits: usize) -> Self {
        let limbs = scalar::digits(number, bits).into_iter().flat_map(|limb| limb.to_le_bytes());
        let window = if bits < 32 { 24 } else { 16 };
        self.add(&format!("{name}, limbs of {bits} bits"), limbs.collect(), window)
    }

    /// Adds a scalar as bytes, as limbs and as signed 4-bit digits.
    pub(crate) fn scalar(self, name: &str, number: &[u8; 32]) -> Self {
        let all = self.bytes(name, number).limbs(name, number, 21).limbs(name, number, 52);
        let signed = scalar::signed_digits(number).map(i8::cast_unsigned);
        let plain = scalar::digits(number, 4).iter().map(|&digit| digit as u8).collect();
        all.add(&format!("{name}, signed digits"), signed.into(), 16).add(
            &format!("{name}, digits"),
            plain,
            16,
        )
    }

    /// Adds messages of equal length in interleaved form: the first word of every message, then the
    /// second word of every message, and further words likewise.
    pub(crate) fn lanes(self, name: &str, messages: &[u8], len: usize, word: usize) -> Self {
        let count = messages.len() / len;
        let rows = (0..len / word * count).flat_map(|i| {
            let at = i % count * len + i / count * word;
            messages[at..at + word].iter().copied()
        });
        let rows: Vec<_> = rows.collect();
        self.bytes(&format!("{name}, side by side"), &rows)
    }

    /// Adds the secrets derived from a message's Poly1305 key and tag.
    pub(crate) fn poly1305(self, key: &[u8; 32], tag: &[u8; 16]) -> Self {
        let r = u128::from_le_bytes(*key.first_chunk().unwrap());
        let r = (r & 0x0fff_fffc_0fff_fffc_0fff_fffc_0fff_ffff).to_le_bytes();
        let pad = u128::from_le_bytes(*key.last_chunk().unwrap());
        let sum = u128::from_le_bytes(*tag).wrapping_sub(pad).to_le_bytes();
        self.bytes("key of Poly1305", key)
            .bytes("r of Poly1305", &r)
            .limbs("r of Poly1305", &r, 44)
            .limbs("r of Poly1305", &r, 26)
            .bytes("sum of Poly1305", &sum)
            .limbs("sum of Poly1305", &sum[..11], 44)
    }
}
