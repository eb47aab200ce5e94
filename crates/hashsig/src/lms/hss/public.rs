//! Public keys and the verification of HSS signatures.

use alloc::vec::Vec;

use quicksalt::memory;

use super::LEVELS_MAX;
use crate::error::{Error, Result};
use crate::lms;
use crate::lms::signature::Signature;
use crate::lms::verify::{self, Claim};
use crate::message::{Message, Pieces};
use crate::reader::Reader;

/// The number of signatures that [`PublicKey::verify_many`] parses at a time.
const AT_ONCE: usize = 1024;

/// The public key of HSS: the number of levels and the public key of the top tree.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    /// 1 to [`LEVELS_MAX`].
    levels: u32,
    top: lms::PublicKey,
}

impl PublicKey {
    pub(crate) const fn new(levels: u32, top: lms::PublicKey) -> Self {
        Self { levels, top }
    }

    /// Decodes the encoding of RFC 8554, section 6.1: BE32 of the levels, then the LMS public key.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the length does not match the identifiers; [`Error::Parameter`] if
    /// the number of levels or an identifier is unknown.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let expected = "the number of levels and an LMS public key";
        let malformed = Error::Malformed { what: "an HSS public key", expected };
        let levels = reader.u32_be().ok_or(malformed.clone())?;
        let is_possible = (1..=LEVELS_MAX as u32).contains(&levels);
        Error::require(is_possible, "levels", "1 to 8", levels.into())?;
        let top = lms::PublicKey::read(&mut reader)?;
        reader.end(Self { levels, top }).ok_or(malformed)
    }

    /// Returns the encoding of RFC 8554, section 6.1.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.levels.to_be_bytes()[..], &self.top.to_bytes()].concat()
    }

    getters! {
        (const &self)
        /// The number of levels of trees.
        levels: u32 = self.levels;
        /// The public key of the top tree.
        top: &lms::PublicKey = &self.top;
    }

    /// Verifies a signature (RFC 8554, section 6.3). The lower levels may have other parameters
    /// than the top level, because the top tree authenticates them.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is invalid for this key and message;
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        verify::all(&self.claims(message.into(), signature).ok_or(Error::Verification)?)
    }

    /// Verifies like [`Self::verify`], with a message that is read once, while it is hashed.
    ///
    /// # Errors
    /// The errors of [`Self::verify`] and of the reader.
    pub fn verify_pieces(&self, message: &Pieces<'_>, signature: &[u8]) -> Result<()> {
        let claims = self.claims(Message::Pieces(message), signature);
        verify::all(&claims.ok_or(Error::Verification)?)
    }

    /// Returns the index, within the whole key, of the one-time key that made a signature; the
    /// lowest level varies fastest. The result is meaningless unless the signature was verified.
    /// Returns `None` if the signature is malformed.
    #[must_use]
    pub fn index(&self, signature: &[u8]) -> Option<u64> {
        let claims = self.claims([].as_slice().into(), signature)?;
        claims.iter().try_fold(0_u64, |index, claim| {
            let leaves = u64::from(claim.key.params().leaves());
            index.checked_mul(leaves)?.checked_add(claim.signature.leaf.into())
        })
    }

    /// Verifies many pairs of message and signature, faster than one by one; returns for each pair
    /// whether [`Self::verify`] accepts it.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of the hash function is usable, or memory runs out.
    pub fn verify_many(&self, signed: &[(&[u8], &[u8])]) -> Result<Vec<bool>> {
        let mut all = memory::with_capacity(signed.len())?;
        // The chunks are large enough that chains share the lanes, whatever the parameters of the
        // signatures.
        for some in signed.chunks(AT_ONCE) {
            let parsed: Vec<_> = some
                .iter()
                .map(|(message, signature)| {
                    self.claims((*message).into(), signature).unwrap_or_default()
                })
                .collect();
            let mut verdicts = verify::verdicts(&parsed.concat())?.into_iter();
            all.extend(parsed.iter().map(|claims| {
                // A malformed signature makes no claim.
                let true_claims = verdicts.by_ref().take(claims.len()).filter(|&verdict| verdict);
                !claims.is_empty() && true_claims.count() == claims.len()
            }));
        }
        Ok(all)
    }

    /// Returns the claims of a signature, from the top tree's signature of the next tree's public
    /// key down to the lowest tree's signature of the message; returns `None` if the signature is
    /// malformed.
    fn claims<'a>(&self, message: Message<'a>, signature: &'a [u8]) -> Option<Vec<Claim<'a>>> {
        let mut reader = Reader::new(signature);
        let below = self.levels - 1;
        reader.u32_be().filter(|&signed_keys| signed_keys == below)?;
        let mut key = self.top;
        let mut claims = Vec::with_capacity(self.levels as usize);
        for _ in 0..below {
            let signature = Signature::read(key.params(), &mut reader)?;
            let mut ahead = reader;
            let next = lms::PublicKey::read(&mut ahead).ok()?;
            let message = reader.take(next.params().public_key_len())?;
            claims.push(Claim { key, message: message.into(), signature });
            key = next;
        }
        claims.push(Claim { key, message, signature: Signature::read(key.params(), &mut reader)? });
        reader.end(claims)
    }
}
