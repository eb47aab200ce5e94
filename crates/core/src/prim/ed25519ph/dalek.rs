//! Ed25519ph on the points and scalars of the crate curve25519-dalek, written from RFC 8032.
//!
//! Strategy: the same source as Ed25519's `dalek`: multiples of the base point with serial code,
//! \[S\]B - \[k\]A with the vector code that the crate selects. SHA-512 processes at most three
//! blocks.

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

/// Signs as in section 5.1.6.
pub(super) fn sign(
    seed: &Seed,
    public_key: Option<&PublicKey>,
    message: &Prehashed<'_>,
) -> (PublicKey, Signature) {
    let key = Key::<Portable>::new(seed, public_key);
    let signature = key.sign_with(|a, b| message.hash::<Portable>(a, b));
    (key.public_key, signature)
}

/// Verifies as in section 5.1.7, without the cofactor.
fn verify(public_key: &PublicKey, message: &Prehashed<'_>, signature: &Signature) -> bool {
    let signed = message.signed(public_key, signature);
    let challenge = reduced(&message.hash::<Portable>(signed.r(), public_key));
    meets_equation(&signed, &challenge)
}
