//! One-time signing keys.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use quicksalt::{Wiped, interrupt};

use super::digits::digits;
use super::kdf::{self, Contexts, Key, Purpose};
use super::params::Params;
use crate::error::{Error, Result};
use crate::hash::keyed;

/// Computes the public keys of many one-time keys, in order.
///
/// # Errors
/// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
pub fn public_keys(keys: &[OneTimeSigningKey]) -> Result<Vec<Vec<u8>>> {
    keys.iter().map(OneTimeSigningKey::public_key).collect()
}

/// A one-time key. Signing consumes it, because two signatures by one key let anyone forge a third.
/// A caller that derives the same key again must know that it has not signed.
pub struct OneTimeSigningKey {
    params: Params,
    levelsalt: Vec<u8>,
    key: Key,
    startno: u64,
    contexts: Contexts,
}

shows!(OneTimeSigningKey: params, startno);

impl OneTimeSigningKey {
    /// Creates the one-time key with secrets derived under the indices from `startno` on.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `levelsalt` is not `hashlen` bytes long, or the indices would exceed
    /// 2^64 - 1.
    pub fn new(
        params: Params,
        levelsalt: &[u8],
        key: Key,
        startno: u64,
        contexts: Contexts,
    ) -> Result<Self> {
        params.check_len("levelsalt", levelsalt)?;
        let last = startno.checked_add(2 * params.pairs() as u64);
        let expected = "small enough for the last index of the key to fit in 64 bits";
        Error::require(last.is_some(), "startno", expected, startno)?;
        Ok(Self { params, levelsalt: levelsalt.to_vec(), key, startno, contexts })
    }

    /// Creates the one-time key of a secret under coinzdense's salt for a level at index 0, like
    /// the recovery tool hiveqdpr.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the indices would exceed 2^64 - 1; [`Error::Primitive`] if no
    /// candidate of BLAKE2b is usable.
    pub fn of_level(params: Params, key: &Key, startno: u64, contexts: Contexts) -> Result<Self> {
        let mut levelsalt = vec![0; params.hashlen()];
        kdf::derive(&mut levelsalt, key, contexts, Purpose::LevelSalt, 0)?;
        Self::new(params, &levelsalt, key.clone(), startno, contexts)
    }

    getters! {
        (const &self)
        /// The sizes.
        params: Params = self.params;
        /// The encoding of contexts.
        contexts: Contexts = self.contexts;
        /// The salt that keys the hashes of the chains.
        levelsalt: &[u8] = self.levelsalt.as_slice();
        /// The indices used to derive this key. No other key of the same secret may use any of
        /// them.
        footprint: RangeInclusive<u64> = self.startno..=self.startno + 2 * self.params.pairs() as u64;
    }

    /// Returns the nonce of [`Self::sign_data`], which the signature makes public.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn nonce(&self) -> Result<Vec<u8>> {
        let mut nonce = vec![0; self.params.hashlen()];
        kdf::derive(&mut nonce, &self.key, self.contexts, Purpose::Nonce, self.startno)?;
        Ok(nonce)
    }

    /// The public key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn public_key(&self) -> Result<Vec<u8>> {
        self.chain_starts()?.public_key()
    }

    /// Returns the chain starts, with which a worker can compute the public key without the master
    /// key. The chain starts are as secret as this one-time key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn chain_starts(&self) -> Result<ChainStarts> {
        // The first index derives the nonce, and each later index one chain.
        let (n, count) = (self.params.hashlen(), 2 * self.params.pairs());
        let first = self.startno + 1;
        let starts = kdf::chain_starts(n, &self.key, self.contexts, first, count)?;
        Ok(ChainStarts { params: self.params, levelsalt: self.levelsalt.clone(), starts })
    }

    /// Signs a digest of `hashlen` bytes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the digest has a different length; [`Error::Primitive`] if no
    /// candidate of BLAKE2b is usable.
    pub fn sign_hash(self, digest: &[u8]) -> Result<Vec<u8>> {
        self.params.check_len("digest", digest)?;
        self.signature(digest)
    }

    /// Signs a message: the result is a nonce, then the signature of the message's digest keyed
    /// with that nonce.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn sign_data(self, message: &[u8]) -> Result<Vec<u8>> {
        let mut signature = self.nonce()?;
        let digest = keyed::digest(self.params.hashlen(), &signature, &[message])?;
        signature.extend_from_slice(&self.signature(&digest)?);
        Ok(signature)
    }

    fn signature(&self, digest: &[u8]) -> Result<Vec<u8>> {
        let first_steps: Vec<_> =
            digits(self.params, digest).iter().map(|digit| digit + 1).collect();
        let ChainStarts { params, levelsalt, starts: mut values } = self.chain_starts()?;
        // The second chain of a pair takes the other 2^otsbits - digit steps. A digit is secret
        // until the signature is published, so the chains run without interruption points.
        let signed = interrupt::apart(move || {
            let (n, steps) = (params.hashlen(), params.top() + 1);
            keyed::advance_pairs(n, &levelsalt, &mut values, &first_steps, steps)?;
            Ok(values.to_vec())
        });
        signed?
    }
}

/// The secret starts of all chains of a one-time key, with their salt.
#[derive(Clone)]
pub struct ChainStarts {
    params: Params,
    levelsalt: Vec<u8>,
    starts: Wiped<Vec<u8>>,
}

shows!(ChainStarts: params);

impl ChainStarts {
    /// Decodes the output of [`Self::to_bytes`].
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length does not match the sizes.
    pub fn from_bytes(params: Params, bytes: &[u8]) -> Result<Self> {
        let (expected, len) = ("a salt and the starts of all chains", params.hash_signature_len());
        let malformed = Error::Malformed { what: "the starts of chains", expected };
        let parts = bytes.split_at_checked(params.hashlen());
        let (levelsalt, starts) = parts.filter(|parts| parts.1.len() == len).ok_or(malformed)?;
        Ok(Self { params, levelsalt: levelsalt.to_vec(), starts: Wiped::new(starts.to_vec()) })
    }

    /// The sizes.
    #[must_use]
    pub const fn params(&self) -> Params {
        self.params
    }

    /// Encodes the salt, then the chain starts.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        Wiped::new([&self.levelsalt[..], &self.starts].concat())
    }

    /// The public key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn public_key(&self) -> Result<Vec<u8>> {
        let (n, mut values) = (self.params.hashlen(), self.starts.clone());
        keyed::advance(n, &self.levelsalt, &mut values, self.params.top())?;
        keyed::digest(n, &self.levelsalt, &[&values])
    }

    /// Computes the public keys of many one-time keys.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn public_keys(keys: &[Self]) -> Result<Vec<Vec<u8>>> {
        keys.iter().map(Self::public_key).collect()
    }
}
