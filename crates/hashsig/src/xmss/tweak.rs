//! The keyed and masked hash functions of a key (RFC 8391, section 5.1; SP 800-208, section 5), for
//! many values together.

use alloc::vec;
use alloc::vec::Vec;

use super::address::{ADDRESS_LEN, Address};
use super::params::Params;
use crate::error::Result;

/// The longest hash in bytes.
pub(super) const N_MAX: usize = 32;

/// The functions that take a key and masks.
#[derive(Clone, Copy)]
pub(super) enum Function {
    /// F, over one value: a step of a chain.
    Chain = 0,
    /// H, over two values: a node above two others.
    Node = 1,
}

/// The numbers of the other functions, H_msg and PRF.
const MESSAGE: u8 = 2;
const PSEUDORANDOM: u8 = 3;

impl Function {
    /// Returns the number of `n`-byte input values, each of which has a mask.
    const fn values(self) -> usize {
        match self {
            Self::Chain => 1,
            Self::Node => 2,
        }
    }
}

/// The hash functions under the SEED of a key.
#[derive(Clone, Copy)]
pub(super) struct Tweak<'a> {
    pub(super) params: Params,
    /// `n` bytes.
    pub(super) seed: &'a [u8],
}

impl Tweak<'_> {
    /// Computes for each address the key of the function, then its masks: PRF.
    pub(super) fn keys_and_masks(
        self,
        function: Function,
        addresses: &[Address],
    ) -> Result<Vec<u8>> {
        let each = 1 + function.values();
        let mut messages = Vec::with_capacity(addresses.len() * each * ADDRESS_LEN);
        for address in addresses {
            for key_and_mask in 0..each as u32 {
                messages.extend_from_slice(&address.bytes(key_and_mask));
            }
        }
        let start = [self.number(PSEUDORANDOM), self.seed].concat();
        self.many(addresses.len() * each, &start, &messages)
    }

    /// Applies the function to consecutive values, or pairs of values, with the keys and masks from
    /// [`Self::keys_and_masks`].
    pub(super) fn hash(
        self,
        function: Function,
        keys_and_masks: &[u8],
        values: &[u8],
    ) -> Result<Vec<u8>> {
        let n = self.params.n();
        let each = n * function.values();
        let count = values.len() / each;
        let mut messages = Vec::with_capacity(count * (n + each));
        for (keyed, values) in keys_and_masks.chunks_exact(n + each).zip(values.chunks_exact(each))
        {
            let (key, masks) = keyed.split_at(n);
            messages.extend_from_slice(key);
            messages.extend(masks.iter().zip(values).map(|(mask, byte)| mask ^ byte));
        }
        self.many(count, self.number(function as u8), &messages)
    }

    /// Computes the digest of a message: H_msg.
    pub(super) fn message(
        self,
        randomiser: &[u8],
        root: &[u8],
        index: u64,
        message: &[u8],
    ) -> Result<Vec<u8>> {
        let mut padded = [0; N_MAX];
        let n = self.params.n();
        padded[n - 8..n].copy_from_slice(&index.to_be_bytes());
        let mut digest = vec![0; n];
        let parts = [self.number(MESSAGE), randomiser, root, &padded[..n], message];
        self.params.family().hash().digest(&mut digest, &parts)?;
        Ok(digest)
    }

    /// Computes the digests of messages of equal length that all begin with `start`.
    fn many(self, count: usize, start: &[u8], messages: &[u8]) -> Result<Vec<u8>> {
        let n = self.params.n();
        let mut digests = vec![0; count * n];
        self.params.family().hash().many_from(n, &mut digests, start, messages)?;
        Ok(digests)
    }

    /// Returns the number of a function, padded to `n` bytes for 32-byte hashes and to 4 bytes for
    /// 24-byte hashes.
    fn number(self, function: u8) -> &'static [u8] {
        static NUMBERS: [[u8; N_MAX]; 4] = {
            let mut numbers = [[0; N_MAX]; 4];
            let mut number = 0;
            while number < 4 {
                numbers[number][N_MAX - 1] = number as u8;
                number += 1;
            }
            numbers
        };
        let len = if self.params.n() == N_MAX { N_MAX } else { 4 };
        &NUMBERS[usize::from(function)][N_MAX - len..]
    }
}
