//! Ed25519ph with the functions of the crate curve25519-dalek that are serial on every processor.
//!
//! Strategy: multiples of the base point from a table in radix 16; \[k\]A with three bits per step,
//! by additions and doublings.

use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
use curve25519_dalek::scalar::Scalar;

use super::dalek::sign;
use super::{Ops, Prehashed, PublicKey, Signature};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::ed25519::dalek::{ORIGIN, Portable};
use crate::prim::ed25519::serial::multiple;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/portable"],
        ..Meta::own("portable", Features::NONE, ORIGIN).checked()
    },
    ops: Ops { sign, verify },
};

/// Verifies as in section 5.1.7, without the cofactor. R is compared as bytes, so that it need not
/// be decoded.
fn verify(public_key: &PublicKey, message: &Prehashed<'_>, signature: &Signature) -> bool {
    let signed = message.signed(public_key, signature);
    let point = CompressedEdwardsY(*public_key).decompress();
    let s: Option<_> = Scalar::from_canonical_bytes(*signed.s()).into();
    let (Some(a), Some(s)) = (point, s) else { return false };
    let challenge =
        Scalar::from_bytes_mod_order_wide(&message.hash::<Portable>(signed.r(), public_key));
    let r = EdwardsPoint::mul_base(&s) - multiple(&a, challenge.as_bytes());
    r.compress().0 == *signed.r()
}
