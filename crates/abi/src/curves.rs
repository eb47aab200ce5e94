//! `crypto_scalarmult`, and the groups of Edwards25519 and ristretto255.

use core::ffi::c_int;

use quicksalt::hazmat::x25519;
use quicksalt::Result;

use crate::boundary::{Caller, Outcome, status};
use crate::exports::abi;

const LEN: usize = 32;

/// Multiplies a point by a scalar, with libsodium's order of arguments.
fn product<const N: usize>(
    caller: &Caller,
    q: *mut u8,
    n: *const u8,
    p: *const u8,
    of: impl FnOnce(&[u8; N], &[u8; LEN]) -> Result<[u8; LEN]>,
) -> Outcome {
    told(caller, q, of(caller.fixed(n)?, caller.fixed(p)?))
}

/// Writes a result. Like libsodium, writes zeros for the neutral element of ristretto255, because
/// it cannot yield a secret.
///
/// The result is wiped in place, since moving it would leave a copy.
fn told(caller: &Caller, q: *mut u8, mut made: Result<[u8; LEN]>) -> Outcome {
    match &mut made {
        Ok(bytes) => {
            let done = caller.put(q, bytes);
            bytes.fill(0);
            zeroize::optimization_barrier(bytes);
            done
        }
        Err(error) => {
            if *error == quicksalt::Error::NeutralElement {
                caller.put(q, &[0; LEN])?;
            }
            Err(error.clone().into())
        }
    }
}

/// Maps one secret or point to a result.
fn one<const N: usize>(
    caller: &Caller,
    q: *mut u8,
    n: *const u8,
    of: impl FnOnce(&[u8; N]) -> Result<[u8; LEN]>,
) -> Outcome {
    told(caller, q, of(caller.fixed(n)?))
}

abi! {
    fn crypto_scalarmult(caller, q: *mut u8, n: *const u8, p: *const u8) -> c_int {
        status(product(&caller, q, n, p, x25519::scalarmult))
    }
    fn crypto_scalarmult_base(caller, q: *mut u8, n: *const u8) -> c_int {
        status(one(&caller, q, n, x25519::base))
    }
    #[cfg(feature = "full")]
    fn crypto_scalarmult_curve25519(caller, q: *mut u8, n: *const u8, p: *const u8) -> c_int {
        status(product(&caller, q, n, p, x25519::scalarmult))
    }
    #[cfg(feature = "full")]
    fn crypto_scalarmult_curve25519_base(caller, q: *mut u8, n: *const u8) -> c_int {
        status(one(&caller, q, n, x25519::base))
    }
}

#[cfg(feature = "full")]
mod groups {
    use core::ffi::c_int;

    use quicksalt::Wiped;
    use quicksalt::hazmat::{edwards25519 as scalars, ristretto255 as points};
    use quicksalt::nacl::edwards25519::{self, StringHash};
    use quicksalt::nacl::ristretto255;

    use super::*;
    use crate::boundary::{Bytes, FAILED, must};

    /// Draws a nonzero random scalar, uniform up to a bias of 2^-259.
    fn random_scalar(caller: &Caller, r: *mut u8) -> Outcome {
        let wide = crate::random::secret::<64>()?;
        let scalar = Wiped::new(scalars::scalar_reduce(&wide)?);
        caller.put(r, &scalar)
    }

    fn random_ristretto(caller: &Caller, p: *mut u8) -> Outcome {
        let uniform = crate::random::secret::<64>()?;
        caller.put(p, &points::from_hash(&uniform)?)
    }

    fn random_edwards(caller: &Caller, p: *mut u8) -> Outcome {
        let uniform = crate::random::secret::<LEN>()?;
        caller.put(p, &scalars::from_uniform(&uniform)?)
    }

    fn edwards(
        scalar: &[u8; LEN],
        of: impl FnOnce(&edwards25519::Scalar) -> Result<edwards25519::Point>,
    ) -> Result<[u8; LEN]> {
        of(&edwards25519::Scalar::from(*scalar)).map(Into::into)
    }

    /// The identifiers of the hash functions that hash a string to a group element or a scalar.
    const SHA256: c_int = 1;
    const SHA512: c_int = 2;

    /// Hashes a string with a context, with libsodium's order of arguments.
    fn of_string<T>(
        caller: &Caller,
        out: *mut u8,
        (ctx, ctx_len): Bytes,
        (msg, msg_len): Bytes,
        hash_alg: c_int,
        of: fn(&[u8], &[u8], StringHash) -> Result<T>,
        bytes: fn(&T) -> &[u8; LEN],
    ) -> Outcome {
        let hash = match hash_alg {
            SHA256 => StringHash::Sha256,
            SHA512 => StringHash::Sha512,
            _ => return Err(FAILED),
        };
        let (ctx, msg) = (caller.bytes(ctx, ctx_len)?, caller.bytes(msg, msg_len)?);
        told(caller, out, of(ctx, msg, hash).map(|made| *bytes(&made)))
    }

    fn is_valid(verdict: Result<bool>) -> c_int {
        match verdict {
            Ok(is_valid) => c_int::from(is_valid),
            Err(error) => {
                must(Err(error.into()));
                0
            }
        }
    }

    abi! {
        fn crypto_scalarmult_ed25519(caller, q: *mut u8, n: *const u8, p: *const u8) -> c_int {
            status(product(&caller, q, n, p, |n, p| {
                edwards(n, |n| edwards25519::Point::from(*p).mul_clamped(n))
            }))
        }
        fn crypto_scalarmult_ed25519_noclamp(caller, q: *mut u8, n: *const u8, p: *const u8) -> c_int {
            status(product(&caller, q, n, p, |n, p| edwards(n, |n| edwards25519::Point::from(*p).mul(n))))
        }
        fn crypto_scalarmult_ed25519_base(caller, q: *mut u8, n: *const u8) -> c_int {
            status(one(&caller, q, n, |n| edwards(n, edwards25519::Point::base_clamped)))
        }
        fn crypto_scalarmult_ed25519_base_noclamp(caller, q: *mut u8, n: *const u8) -> c_int {
            status(one(&caller, q, n, |n| edwards(n, edwards25519::Point::base)))
        }
        fn crypto_scalarmult_ristretto255(caller, q: *mut u8, n: *const u8, p: *const u8) -> c_int {
            status(product(&caller, q, n, p, points::scalarmult))
        }
        fn crypto_scalarmult_ristretto255_base(caller, q: *mut u8, n: *const u8) -> c_int {
            status(one(&caller, q, n, points::base))
        }
        fn crypto_core_ed25519_is_valid_point(caller, p: *const u8) -> c_int {
            caller.fixed(p).map_or_else(|fault| status(Err(fault)), |p| is_valid(scalars::is_valid_point(p)))
        }
        fn crypto_core_ed25519_add(caller, r: *mut u8, p: *const u8, q: *const u8) -> c_int {
            status(product(&caller, r, p, q, |p, q| scalars::add(p, scalars::Sign::Plus, q)))
        }
        fn crypto_core_ed25519_sub(caller, r: *mut u8, p: *const u8, q: *const u8) -> c_int {
            status(product(&caller, r, p, q, |p, q| scalars::add(p, scalars::Sign::Minus, q)))
        }
        fn crypto_core_ed25519_from_uniform(caller, p: *mut u8, r: *const u8) -> c_int {
            status(one(&caller, p, r, scalars::from_uniform))
        }
        fn crypto_core_ed25519_from_hash(caller, p: *mut u8, h: *const u8) -> c_int {
            status(one(&caller, p, h, scalars::from_hash))
        }
        fn crypto_core_ed25519_from_string(caller, p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const u8, msg_len: usize, hash_alg: c_int) -> c_int {
            status(of_string(&caller, p, (ctx, ctx_len), (msg, msg_len), hash_alg, edwards25519::Point::from_string, edwards25519::Point::as_bytes))
        }
        fn crypto_core_ed25519_from_string_nu(caller, p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const u8, msg_len: usize, hash_alg: c_int) -> c_int {
            status(of_string(&caller, p, (ctx, ctx_len), (msg, msg_len), hash_alg, edwards25519::Point::from_string_nonuniform, edwards25519::Point::as_bytes))
        }
        fn crypto_core_ristretto255_from_string(caller, p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const u8, msg_len: usize, hash_alg: c_int) -> c_int {
            status(of_string(&caller, p, (ctx, ctx_len), (msg, msg_len), hash_alg, ristretto255::Point::from_string, ristretto255::Point::as_bytes))
        }
        fn crypto_core_ed25519_random(caller, p: *mut u8) {
            must(random_edwards(&caller, p));
        }
        fn crypto_core_ristretto255_is_valid_point(caller, p: *const u8) -> c_int {
            caller.fixed(p).map_or_else(|fault| status(Err(fault)), |p| is_valid(points::is_valid_point(p)))
        }
        fn crypto_core_ristretto255_add(caller, r: *mut u8, p: *const u8, q: *const u8) -> c_int {
            status(product(&caller, r, p, q, |p, q| points::add(p, scalars::Sign::Plus, q)))
        }
        fn crypto_core_ristretto255_sub(caller, r: *mut u8, p: *const u8, q: *const u8) -> c_int {
            status(product(&caller, r, p, q, |p, q| points::add(p, scalars::Sign::Minus, q)))
        }
        fn crypto_core_ristretto255_from_hash(caller, p: *mut u8, r: *const u8) -> c_int {
            status(one(&caller, p, r, points::from_hash))
        }
        fn crypto_core_ristretto255_random(caller, p: *mut u8) {
            must(random_ristretto(&caller, p));
        }
    }

    /// Defines the scalar arithmetic that both groups share.
    macro_rules! scalars {
        ($random:ident, $invert:ident, $negate:ident, $complement:ident, $add:ident, $sub:ident, $mul:ident, $reduce:ident, $from_string:ident, $is_canonical:ident) => {
            abi! {
                fn $random(caller, r: *mut u8) {
                    must(random_scalar(&caller, r));
                }
                fn $invert(caller, recip: *mut u8, s: *const u8) -> c_int {
                    status(one(&caller, recip, s, scalars::scalar_invert))
                }
                fn $negate(caller, neg: *mut u8, s: *const u8) {
                    must(one(&caller, neg, s, scalars::scalar_negate));
                }
                fn $complement(caller, comp: *mut u8, s: *const u8) {
                    must(one(&caller, comp, s, scalars::scalar_complement));
                }
                fn $add(caller, z: *mut u8, x: *const u8, y: *const u8) {
                    must(product(&caller, z, x, y, scalars::scalar_add));
                }
                fn $sub(caller, z: *mut u8, x: *const u8, y: *const u8) {
                    must(product(&caller, z, x, y, scalars::scalar_sub));
                }
                fn $mul(caller, z: *mut u8, x: *const u8, y: *const u8) {
                    must(product(&caller, z, x, y, scalars::scalar_mul));
                }
                fn $reduce(caller, r: *mut u8, s: *const u8) {
                    must(one(&caller, r, s, scalars::scalar_reduce));
                }
                fn $from_string(caller, s: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const u8, msg_len: usize, hash_alg: c_int) -> c_int {
                    status(of_string(&caller, s, (ctx, ctx_len), (msg, msg_len), hash_alg, edwards25519::Scalar::from_string, edwards25519::Scalar::as_bytes))
                }
                fn $is_canonical(caller, s: *const u8) -> c_int {
                    caller.fixed(s).map_or_else(|fault| status(Err(fault)), |s| c_int::from(scalars::scalar_is_canonical(s)))
                }
            }
        };
    }

    scalars!(crypto_core_ed25519_scalar_random, crypto_core_ed25519_scalar_invert, crypto_core_ed25519_scalar_negate, crypto_core_ed25519_scalar_complement, crypto_core_ed25519_scalar_add, crypto_core_ed25519_scalar_sub, crypto_core_ed25519_scalar_mul, crypto_core_ed25519_scalar_reduce, crypto_core_ed25519_scalar_from_string, crypto_core_ed25519_scalar_is_canonical);
    scalars!(crypto_core_ristretto255_scalar_random, crypto_core_ristretto255_scalar_invert, crypto_core_ristretto255_scalar_negate, crypto_core_ristretto255_scalar_complement, crypto_core_ristretto255_scalar_add, crypto_core_ristretto255_scalar_sub, crypto_core_ristretto255_scalar_mul, crypto_core_ristretto255_scalar_reduce, crypto_core_ristretto255_scalar_from_string, crypto_core_ristretto255_scalar_is_canonical);

}

#[cfg(feature = "full")]
pub use groups::*;
