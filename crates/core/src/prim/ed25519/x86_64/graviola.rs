//! Ed25519 by the crate graviola: s2n-bignum's assembly for `mulx`, `adcx` and `adox`.
//!
//! Strategy: multiples of the base point from a signed window over a precomputed table,
//! \[S\]B - \[k\]A by interleaved windows, both in radix 2^64; SHA-512 with AVX2. The point
//! multiplications, the decoding of points and the scalars come from s2n-bignum, proven in HOL
//! Light; the code that combines them is graviola's own. Its verification is cofactorless. Fastest
//! wherever it can run, except for verification on processors with AVX-512.

use alloc::boxed::Box;

use graviola::signing::eddsa::{Ed25519SigningKey, Ed25519VerifyingKey};

use crate::choose::{Candidate, Meta};
use crate::prim::ed25519::{Ops, PUBLIC_KEY_LEN, SEED_LEN, SIGNATURE_LEN, Signed, Signer, Verify};
use crate::prim::shared::graviola::NEEDS;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("graviola", NEEDS, "crate graviola")
        .verified("s2n-bignum: points and scalars, what joins them and SHA-512 not"),
    ops: Ops {
        public_key,
        prepare,
        verify: Verify::Equation(verify),
        verify_batch: None,
        to_x25519: None,
    },
};

struct Key {
    key: Ed25519SigningKey,
    public_key: [u8; PUBLIC_KEY_LEN],
}

impl Signer for Key {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN] {
        self.key.sign(message)
    }
}

fn public_key(seed: &[u8; SEED_LEN]) -> [u8; PUBLIC_KEY_LEN] {
    key(seed).public_key().as_bytes()
}

/// The crate recomputes the public key even if it is known. Its key wipes itself on drop.
fn prepare(seed: &[u8; SEED_LEN], _: Option<&[u8; PUBLIC_KEY_LEN]>) -> Box<dyn Signer> {
    let key = key(seed);
    let public_key = key.public_key().as_bytes();
    Box::new(Key { key, public_key })
}

fn key(seed: &[u8; SEED_LEN]) -> Ed25519SigningKey {
    match Ed25519SigningKey::from_bytes(seed) {
        Ok(key) => key,
        Err(_) => unreachable!("the one error is a seed that is not 32 bytes long"),
    }
}

fn verify(signed: &Signed<'_>) -> bool {
    Ed25519VerifyingKey::from_bytes(signed.public_key)
        .is_ok_and(|key| key.verify(signed.signature, signed.message).is_ok())
}
