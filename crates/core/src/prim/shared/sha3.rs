//! SHA-3's functions with a digest of fixed length, over the sponge of Keccak (FIPS 202, section 6.1).

use core::slice::from_ref;

use crate::prim::family::{hash, xof};
use crate::wipe::wipe;

/// Candidates out of the kernels of Keccak: the primitive and that of the kernels, then one a line the
/// name of both, the architecture if they are for one, the origin, and the processor features that
/// the kernel is compiled for.
macro_rules! composed {
    ($primitive:ident of $keccak:ident; $(
        $name:ident $(in $arch:ident)?, $origin:literal $(, $features:literal)?;
    )*) => {$(
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::prim::$keccak::$($arch::)?$name as kernel;
            use crate::prim::shared::sha3::{self, State};
            use crate::prim::$primitive::{DIGEST_LEN, Ops, RATE};

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    $origin,
                    &[concat!(stringify!($keccak), "/", stringify!($name))],
                    &[kernel::CANDIDATE.meta],
                ),
                ops: Ops { hash, absorb: Some(absorb) },
            };

            $(#[target_feature(enable = $features)])?
            fn hash(parts: &[&[u8]]) -> [u8; DIGEST_LEN] {
                sha3::hash(parts, |state| kernel::permute_24(state))
            }

            $(#[target_feature(enable = $features)])?
            fn absorb(state: &mut State, blocks: &[[u8; RATE]]) {
                sha3::absorb(state, blocks, |state| kernel::permute_24(state));
            }
        }
    )*};
}
pub(in crate::prim) use composed;

/// The domain of SHA-3.
const DOMAIN: u8 = 0x06;

/// Bytes of input between two permutations: all of the state but twice the digest.
pub(in crate::prim) const fn rate(digest: usize) -> usize {
    200 - 2 * digest
}

/// The digest of all parts.
#[inline(always)]
pub(in crate::prim) fn hash<const DIGEST: usize>(
    parts: &[&[u8]],
    permute: impl Fn(&mut xof::State),
) -> [u8; DIGEST] {
    let mut digest = [0; DIGEST];
    match rate(DIGEST) {
        72 => xof::absorb_and_squeeze::<72>(DOMAIN, &mut digest, parts, permute),
        _ => xof::absorb_and_squeeze::<136>(DOMAIN, &mut digest, parts, permute),
    }
    let result = digest;
    wipe(&mut digest);
    result
}

/// Absorbs whole blocks.
#[inline(always)]
pub(in crate::prim) fn absorb<const RATE: usize>(
    state: &mut State,
    blocks: &[[u8; RATE]],
    permute: impl Fn(&mut xof::State),
) {
    for block in blocks {
        xof::xor(&mut state.0, 0, block);
        permute(&mut state.0);
    }
}

/// The state between blocks.
#[derive(Clone)]
pub struct State(xof::State);

impl<const RATE: usize, const DIGEST: usize> hash::State<RATE, DIGEST> for State {
    fn initial() -> Self {
        Self([0; 25])
    }

    fn finish(
        &mut self,
        rest: &[u8],
        _: u128,
        absorb: impl Fn(&mut Self, &[[u8; RATE]]),
        to: &mut [u8; DIGEST],
    ) {
        let mut last = [0; RATE];
        last[..rest.len()].copy_from_slice(rest);
        last[rest.len()] = DOMAIN;
        last[RATE - 1] |= 0x80;
        // Not an array of it, which would be a copy.
        absorb(self, from_ref(&last));
        xof::copy(to, &self.0, 0);
        wipe(&mut last);
    }

    fn wipe(&mut self) {
        wipe(&mut self.0);
    }
}
