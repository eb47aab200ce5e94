//! Verification of one-time signatures.

use alloc::vec::Vec;

use subtle::ConstantTimeEq;

use super::digits::digits;
use super::params::Params;
use crate::error::{Error, Result};
use crate::hash::keyed;

/// A verifier for the signature of a one-time key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OneTimeValidator {
    params: Params,
    levelsalt: Vec<u8>,
    otpubkey: Vec<u8>,
}

impl OneTimeValidator {
    /// Creates a validator for a public key.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `levelsalt` or `otpubkey` is not `hashlen` bytes long.
    pub fn new(params: Params, levelsalt: &[u8], otpubkey: &[u8]) -> Result<Self> {
        params.check_len("levelsalt", levelsalt)?;
        params.check_len("otpubkey", otpubkey)?;
        Ok(Self { params, levelsalt: levelsalt.to_vec(), otpubkey: otpubkey.to_vec() })
    }

    /// Verifies the signature of a digest.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key and digest;
    /// [`Error::Primitive`] if no candidate of BLAKE2b is usable.
    pub fn validate_hash(&self, digest: &[u8], signature: &[u8]) -> Result<()> {
        self.compare(&hash_signer(self.params, &self.levelsalt, digest, signature)?)
    }

    /// Verifies the signature of a message.
    ///
    /// # Errors
    /// Same errors as [`Self::validate_hash`].
    pub fn validate_data(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        self.compare(&data_signer(self.params, &self.levelsalt, message, signature)?)
    }

    /// Computes the one-time public key under which the signature of a digest is valid, as in
    /// coinzdense's Merkle mode. This call does not verify anything.
    ///
    /// # Errors
    /// [`Error::Verification`] if a length is wrong; [`Error::Primitive`] if no candidate of
    /// BLAKE2b is usable.
    pub fn signer_of_hash(&self, digest: &[u8], signature: &[u8]) -> Result<Vec<u8>> {
        hash_signer(self.params, &self.levelsalt, digest, signature)
    }

    /// Computes the one-time public key under which the signature of a message is valid.
    ///
    /// # Errors
    /// Same errors as [`Self::signer_of_hash`].
    pub fn signer_of_data(&self, message: &[u8], signature: &[u8]) -> Result<Vec<u8>> {
        data_signer(self.params, &self.levelsalt, message, signature)
    }

    fn compare(&self, signer: &[u8]) -> Result<()> {
        if signer.ct_eq(&self.otpubkey).into() { Ok(()) } else { Err(Error::Verification) }
    }
}

/// See [`OneTimeValidator::signer_of_hash`].
pub(super) fn hash_signer(
    params: Params,
    levelsalt: &[u8],
    digest: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>> {
    if digest.len() != params.hashlen() || signature.len() != params.hash_signature_len() {
        return Err(Error::Verification);
    }
    let last = params.top() - 1;
    let first_steps: Vec<_> = digits(params, digest).iter().map(|digit| last - digit).collect();
    let mut values = signature.to_vec();
    // The second chain of a pair takes the remaining steps; their number is the digit.
    keyed::advance_pairs(params.hashlen(), levelsalt, &mut values, &first_steps, last)?;
    keyed::digest(params.hashlen(), levelsalt, &[&values])
}

/// See [`OneTimeValidator::signer_of_data`]; the signature begins with the nonce.
pub(super) fn data_signer(
    params: Params,
    levelsalt: &[u8],
    message: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>> {
    let parts = signature.split_at_checked(params.hashlen());
    let (nonce, signature) = parts.ok_or(Error::Verification)?;
    let digest = keyed::digest(params.hashlen(), nonce, &[message])?;
    hash_signer(params, levelsalt, &digest, signature)
}
