//! Numbers modulo the order of the group, in the place of those of the crate curve25519-dalek and by their
//! names: what takes bytes and gives bytes has no use for limbs of its own, and a module has one arithmetic of
//! such numbers less.

use core::ops::{Add, Mul};

use zeroize::Zeroize;

use crate::prim::ed25519::strict::{ORDER, is_below};
use crate::prim::shared::order25519;

/// A reduced number, its bytes from the lowest.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(in crate::prim) struct Scalar([u8; 32]);

impl Scalar {
    pub(in crate::prim) fn from_bytes_mod_order(bytes: [u8; 32]) -> Self {
        Self(order25519::add(&bytes, &[0; 32]))
    }

    pub(in crate::prim) fn from_bytes_mod_order_wide(bytes: &[u8; 64]) -> Self {
        Self(order25519::reduce(bytes))
    }

    /// The number if it is reduced. It is no secret.
    pub(in crate::prim) fn from_canonical_bytes(bytes: [u8; 32]) -> Option<Self> {
        is_below(&bytes, &ORDER).then_some(Self(bytes))
    }

    pub(in crate::prim) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Add for Scalar {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(order25519::add(&self.0, &other.0))
    }
}

impl Mul for Scalar {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self(order25519::multiply(&self.0, &other.0))
    }
}

impl Zeroize for Scalar {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
