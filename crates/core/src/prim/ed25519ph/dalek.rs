//! Ed25519ph on the points and scalars of the crate curve25519-dalek, from the text of RFC 8032.
//!
//! Strategy: that of Ed25519's `dalek`, whose source it is: multiples of the base point serial,
//! \[S\]B - \[k\]A on the vectors that the crate finds. SHA-512 takes three blocks at most.

use super::{Ops, Prehashed, PublicKey, Seed, Signature};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::ed25519::dalek::{Key, ORIGIN, PARTS, Portable, backend, meets_equation, reduced};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: PARTS,
        backend: Some(backend),
        ..Meta::own("dalek", Features::NONE, ORIGIN).checked()
    },
    ops: Ops { sign, verify },
};

/// Section 5.1.6.
pub(super) fn sign(
    seed: &Seed,
    public_key: Option<&PublicKey>,
    message: &Prehashed<'_>,
) -> (PublicKey, Signature) {
    let key = Key::<Portable>::new(seed, public_key);
    let signature = key.sign_with(|a, b| message.hash::<Portable>(a, b));
    (key.public_key, signature)
}

/// Section 5.1.7 without the cofactor.
fn verify(public_key: &PublicKey, message: &Prehashed<'_>, signature: &Signature) -> bool {
    let signed = message.signed(public_key, signature);
    let challenge = reduced(&message.hash::<Portable>(signed.r(), public_key));
    meets_equation(&signed, &challenge)
}
