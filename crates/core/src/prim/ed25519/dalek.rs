//! Ed25519 on the points and scalars of the crate curve25519-dalek, written from RFC 8032.
//!
//! Strategy: multiples of the base point from a table in radix 16, with serial code;
//! \[S\]B - \[k\]A by interleaved non-adjacent forms and batches by Straus or Pippenger, on four
//! field elements in parallel: the crate selects AVX-512 IFMA, AVX2 or its serial code at run time.
//! Fastest at verification with AVX-512 and for batches. On WebAssembly both multiplications come
//! from `wasm32`, as do all scalars except in batches.

mod batch;

use alloc::boxed::Box;
use core::marker::PhantomData;

#[cfg(not(own_curve))]
use curve25519_dalek::edwards::{CompressedEdwardsY, EdwardsPoint};
#[cfg(not(own_curve))]
use curve25519_dalek::scalar::Scalar;
use curve25519_dalek::scalar::clamp_integer;
use zeroize::Zeroize as _;

#[cfg(own_curve)]
use super::wasm32::Scalar;
use super::{
    Candidate, Meta, Ops, PUBLIC_KEY_LEN, SEED_LEN, SIGNATURE_LEN, Signed, Signer, Verify, halves,
    is_r,
};
use crate::choose::{Features, detected};
use crate::prim::sha512;
use crate::wipe::wipe;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: PARTS,
        backend: Some(backend),
        ..Meta::own("dalek", Features::NONE, ORIGIN).checked()
    },
    ops: ops::<Portable>(),
};

pub(in crate::prim) const ORIGIN: &str = "own, from RFC 8032, on crate curve25519-dalek";

/// Returns the functions of a candidate that uses the SHA-512 implementation `H`.
pub(super) const fn ops<H: Sha512>() -> Ops {
    Ops {
        public_key: public_key::<H>,
        prepare: prepare::<H>,
        verify: Verify::Point(point::<H>),
        // WebAssembly modules export no batch verification.
        verify_batch: if cfg!(lean) { None } else { Some(batch::verify::<H>) },
        to_x25519: Some(to_x25519),
    }
}

/// The SHA-512 implementation of a candidate.
pub(in crate::prim) trait Sha512: Send + Sync + 'static {
    fn hash(parts: &[&[u8]]) -> [u8; 64];
}

/// SHA-512 that runs on every processor of the build: the vector candidate if a WebAssembly module
/// is compiled for SIMD128, otherwise the portable one.
pub(in crate::prim) struct Portable;

#[cfg(not(target_feature = "simd128"))]
pub(in crate::prim) const PARTS: &[&str] = &["sha512/portable"];
#[cfg(target_feature = "simd128")]
pub(in crate::prim) const PARTS: &[&str] = &["sha512/simd128"];

impl Sha512 for Portable {
    fn hash(parts: &[&[u8]]) -> [u8; 64] {
        #[cfg(not(target_feature = "simd128"))]
        return sha512::portable::hash(None, parts);
        #[cfg(target_feature = "simd128")]
        sha512::wasm32::simd128::hash(None, parts)
    }
}

/// Returns the backend that the crate uses for verification and batches. The cfg is in
/// `.cargo/config.toml`; a build without this cfg uses AVX2 at most.
pub(in crate::prim) fn backend() -> &'static str {
    let have = detected();
    if cfg!(not(target_arch = "x86_64")) {
        "serial"
    } else if cfg!(not(feature = "std")) {
        "found by the crate"
    } else if cfg!(curve25519_dalek_backend = "avx512")
        && Features::AVX512IFMA.and(Features::AVX512VL).met_by(have)
    {
        "avx512"
    } else if Features::AVX2.met_by(have) {
        "avx2"
    } else {
        "serial"
    }
}

/// An expanded seed (section 5.1.5, steps 1 to 3).
pub(in crate::prim) struct Key<H> {
    /// The clamped scalar, reduced.
    scalar: Scalar,
    /// The prefix, from which the nonce of a signature is hashed.
    prefix: [u8; 32],
    pub(in crate::prim) public_key: [u8; PUBLIC_KEY_LEN],
    hash: PhantomData<H>,
}

impl<H: Sha512> Key<H> {
    pub(in crate::prim) fn new(
        seed: &[u8; SEED_LEN],
        public_key: Option<&[u8; PUBLIC_KEY_LEN]>,
    ) -> Self {
        let mut digest = H::hash(&[seed]);
        let (low, high) = halves(&digest);
        let scalar = Scalar::from_bytes_mod_order(clamp_integer(*low));
        let prefix = *high;
        wipe(&mut digest);
        let public_key = public_key.map_or_else(|| times_base(&scalar), |known| *known);
        Self { scalar, prefix, public_key, hash: PhantomData }
    }
}

impl<H> Drop for Key<H> {
    fn drop(&mut self) {
        self.scalar.zeroize();
        wipe(&mut self.prefix);
    }
}

impl<H: Sha512> Signer for Key<H> {
    fn public_key(&self) -> &[u8; PUBLIC_KEY_LEN] {
        &self.public_key
    }

    fn sign(&self, message: &[u8]) -> [u8; SIGNATURE_LEN] {
        self.sign_with(|a, b| H::hash(&[a, b, message]))
    }
}

impl<H> Key<H> {
    /// Signs as in section 5.1.6. `hash` computes the digest of two parts and the message, in the
    /// way that the variant of the scheme defines.
    pub(in crate::prim) fn sign_with(
        &self,
        hash: impl Fn(&[u8], &[u8]) -> [u8; 64],
    ) -> [u8; SIGNATURE_LEN] {
        let mut digest = hash(&self.prefix, &[]);
        let mut nonce = reduced(&digest);
        let r = times_base(&nonce);
        let s = reduced(&hash(&r, &self.public_key)) * self.scalar + nonce;
        wipe(&mut digest);
        nonce.zeroize();
        let mut signature = [0; SIGNATURE_LEN];
        signature[..32].copy_from_slice(&r);
        signature[32..].copy_from_slice(s.as_bytes());
        signature
    }
}

fn public_key<H: Sha512>(seed: &[u8; SEED_LEN]) -> [u8; PUBLIC_KEY_LEN] {
    Key::<H>::new(seed, None).public_key
}

fn prepare<H: Sha512>(
    seed: &[u8; SEED_LEN],
    public_key: Option<&[u8; PUBLIC_KEY_LEN]>,
) -> Box<dyn Signer> {
    Box::new(Key::<H>::new(seed, public_key))
}

/// Returns the encoding of a multiple of the base point.
pub(in crate::prim) fn times_base(scalar: &Scalar) -> [u8; 32] {
    #[cfg(own_curve)]
    return super::wasm32::base(scalar.as_bytes());
    #[cfg(not(own_curve))]
    EdwardsPoint::mul_base(scalar).compress().0
}

/// Reduces a digest to a scalar.
pub(in crate::prim) fn reduced(digest: &[u8; 64]) -> Scalar {
    Scalar::from_bytes_mod_order_wide(digest)
}

/// Returns the scalar k: the hash of R, A and the message.
fn challenge<H: Sha512>(r: &[u8; 32], public_key: &[u8; PUBLIC_KEY_LEN], message: &[u8]) -> Scalar {
    reduced(&H::hash(&[r, public_key, message]))
}

/// Returns the scalar S, or `None` if it is not reduced.
fn response(signed: &Signed<'_>) -> Option<Scalar> {
    Scalar::from_canonical_bytes(*signed.s()).into()
}

/// Computes the right side of the verification equation (section 5.1.7, without the cofactor).
fn point<H: Sha512>(signed: &Signed<'_>) -> Option<[u8; 32]> {
    let k = challenge::<H>(signed.r(), signed.public_key, signed.message);
    difference(&response(signed)?, &k, signed.public_key)
}

/// Returns whether R = \[S\]B - \[k\]A, without the cofactor.
pub(in crate::prim) fn meets_equation(signed: &Signed<'_>, k: &Scalar) -> bool {
    is_r(response(signed).and_then(|s| difference(&s, k, signed.public_key)), signed)
}

/// Returns the encoding of \[s\]B - \[k\]A, or `None` if A does not encode a point.
fn difference(s: &Scalar, k: &Scalar, a: &[u8; 32]) -> Option<[u8; 32]> {
    #[cfg(own_curve)]
    return super::wasm32::difference(s.as_bytes(), k.as_bytes(), a);
    #[cfg(not(own_curve))]
    {
        let a = CompressedEdwardsY(*a).decompress()?;
        Some(EdwardsPoint::vartime_double_scalar_mul_basepoint(k, &-a, s).compress().0)
    }
}

fn to_x25519(public_key: &[u8; PUBLIC_KEY_LEN]) -> Option<[u8; 32]> {
    #[cfg(own_curve)]
    return super::wasm32::to_x25519(public_key);
    #[cfg(not(own_curve))]
    {
        let point = CompressedEdwardsY(*public_key).decompress()?;
        (point.is_torsion_free() && !point.is_small_order()).then(|| point.to_montgomery().0)
    }
}
