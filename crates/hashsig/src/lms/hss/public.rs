//! Public keys and the verification of HSS signatures.

use alloc::vec::Vec;

use super::levels::LEVELS_MAX;
use crate::error::{Error, Result};
use crate::lms;
use crate::lms::signature::Signature;
use crate::reader::Reader;

/// The public key of HSS: the number of levels and the public key of the top tree.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct PublicKey {
    /// 1 to [`LEVELS_MAX`].
    levels: u32,
    top: lms::PublicKey,
}

impl PublicKey {
    pub(super) const fn new(levels: u32, top: lms::PublicKey) -> Self {
        Self { levels, top }
    }

    /// Reads the encoding of RFC 8554, section 6.1: BE32 of the levels, then the LMS public key.
    ///
    /// # Errors
    /// [`Error::Malformed`] if it is shorter or longer than its identifiers ask for,
    /// [`Error::Parameter`] if the number of levels or an identifier is not known.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let expected = "the number of levels and an LMS public key";
        let malformed = Error::Malformed { what: "an HSS public key", expected };
        let levels = reader.u32_be().ok_or(malformed.clone())?;
        if !(1..=LEVELS_MAX as u32).contains(&levels) {
            let actual = levels.into();
            return Err(Error::Parameter { argument: "levels", expected: "1 to 8", actual });
        }
        let top = lms::PublicKey::read(&mut reader)?;
        reader.end(Self { levels, top }).ok_or(malformed)
    }

    /// The encoding of RFC 8554, section 6.1.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.levels.to_be_bytes()[..], &self.top.to_bytes()].concat()
    }

    /// How many levels of trees the key has.
    #[must_use]
    pub const fn levels(&self) -> u32 {
        self.levels
    }

    /// The public key of the top tree.
    #[must_use]
    pub const fn top(&self) -> &lms::PublicKey {
        &self.top
    }

    /// Verifies a signature (RFC 8554, section 6.3). The levels below the top may have other
    /// parameters than the top, since it vouches for them.
    ///
    /// # Errors
    /// [`Error::Verification`] if the signature is not exactly one of this key for this message;
    /// [`Error::Primitive`] if the hash function has no usable candidate.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<()> {
        let (endorsements, key, last) = self.parse(signature).ok_or(Error::Verification)?;
        for endorsement in endorsements {
            endorsement.key.verify_parsed(endorsement.message, &endorsement.signature)?;
        }
        key.verify_parsed(message, &last)
    }

    /// The signed public keys of a signature from the top down, the key of the lowest tree and its
    /// signature of the message.
    fn parse<'a>(
        &self,
        bytes: &'a [u8],
    ) -> Option<(Vec<Endorsement<'a>>, lms::PublicKey, Signature<'a>)> {
        let mut reader = Reader::new(bytes);
        let below = self.levels - 1;
        reader.u32_be().filter(|&signed_keys| signed_keys == below)?;
        let mut key = self.top;
        let mut endorsements = Vec::with_capacity(below as usize);
        for _ in 0..below {
            let signature = Signature::read(key.params(), &mut reader)?;
            let mut ahead = reader;
            let next = lms::PublicKey::read(&mut ahead).ok()?;
            let message = reader.take(next.params().public_key_len())?;
            endorsements.push(Endorsement { key, signature, message });
            key = next;
        }
        let last = Signature::read(key.params(), &mut reader)?;
        reader.end((endorsements, key, last))
    }
}

/// A public key signed by the tree above.
struct Endorsement<'a> {
    /// The key of the tree above.
    key: lms::PublicKey,
    signature: Signature<'a>,
    /// The public key signed, as it stands in the signature.
    message: &'a [u8],
}
