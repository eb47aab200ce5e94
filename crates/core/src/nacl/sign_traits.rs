//! The traits of the crate `signature` for Ed25519, for programs that are generic over signature
//! schemes.

use signature::{Error, Keypair, SignatureEncoding, Signer, Verifier};

use crate::nacl::sign::{PublicKey, SIGNATURE_LEN, Signature, SigningKey, verify};

/// Converts an error to the error type of the traits. The result contains our error, except for an
/// invalid signature.
fn opaque(error: crate::Error) -> Error {
    match error {
        crate::Error::Verification => Error::new(),
        error => Error::from_source(error),
    }
}

impl Signer<Signature> for SigningKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        self.sign_detached(message).map_err(opaque)
    }
}

impl Keypair for SigningKey {
    type VerifyingKey = PublicKey;

    fn verifying_key(&self) -> PublicKey {
        self.public_key()
    }
}

impl Verifier<Signature> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        verify(signature, message, self).map_err(opaque)
    }
}

impl SignatureEncoding for Signature {
    type Repr = [u8; SIGNATURE_LEN];
}
