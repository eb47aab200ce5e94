//! Scalars modulo the group order, with the interface of the scalars of curve25519-dalek that they
//! replace. The callers convert from and to bytes for each operation, so separate limbs would gain
//! nothing, and a module contains one scalar arithmetic fewer.

use core::ops::{Add, Mul};

use zeroize::Zeroize;

use crate::prim::ed25519::strict::{ORDER, is_below};
use crate::prim::shared::order25519;

/// A reduced scalar, little-endian.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(in crate::prim) struct Scalar([u8; 32]);

impl Scalar {
    pub(in crate::prim) fn from_bytes_mod_order(bytes: [u8; 32]) -> Self {
        Self(order25519::add(&bytes, &[0; 32]))
    }

    pub(in crate::prim) fn from_bytes_mod_order_wide(bytes: &[u8; 64]) -> Self {
        Self(order25519::reduce(bytes))
    }

    /// Returns the number if it is reduced. It is not secret.
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
