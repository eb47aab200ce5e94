//! HMAC over any SHA-512, for every candidate that brings one.

use core::slice::from_ref;

use super::{KEY_LEN, TAG_LEN};
use crate::prim::family::hash::State as _;
use crate::prim::family::mac::{self, Reusable};
use crate::prim::sha512::DIGEST_LEN;
use crate::prim::sha512::message::{self, BLOCK, Block};
use crate::prim::shared::sha2::INITIAL;
use crate::wipe::wipe;

/// Candidates out of a kernel of SHA-512, one a line: the name of both, the architecture if they
/// are for one, the origin, and the processor features that the kernel is compiled for.
macro_rules! composed {
    ($(
        $(#[$attribute:meta])?
        $name:ident $(in $arch:ident)?, $origin:literal $(, $features:literal)?;
    )*) => {$(
        $(#[$attribute])?
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::prim::hmac_sha512_256::{KEY_LEN, Ops, TAG_LEN, construction};
            use crate::prim::sha512::$($arch::)?$name as hash;

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    $origin,
                    &[concat!("sha512/", stringify!($name))],
                    &[hash::CANDIDATE.meta],
                ),
                ops: Ops { tag, absorb: hash::CANDIDATE.ops.absorb },
            };

            $(#[target_feature(enable = $features)])?
            fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
                construction::tag(key, message, |block, parts| hash::hash_after(block, parts))
            }
        }
    )*};
}
pub(super) use composed;

const INNER: u8 = 0x36;
const OUTER: u8 = 0x5c;

/// HMAC (RFC 2104, section 2) truncated to its first half. `hash` is SHA-512 of a block followed by
/// parts.
#[inline(always)]
pub(super) fn tag(
    key: &[u8; KEY_LEN],
    message: &[u8],
    hash: impl Fn(Option<&Block>, &[&[u8]]) -> [u8; 64],
) -> [u8; TAG_LEN] {
    let mut pad: Block = [INNER; BLOCK];
    xor_key(&mut pad, key);
    let mut inner = hash(Some(&pad), &[message]);
    inner_to_outer(&mut pad);
    let mut outer = hash(Some(&pad), &[&inner]);
    let tag = first_half(&outer);
    wipe(&mut pad);
    wipe(&mut inner);
    wipe(&mut outer);
    tag
}

#[inline(always)]
fn xor_key(pad: &mut Block, key: &[u8; KEY_LEN]) {
    for (pad, key) in pad.iter_mut().zip(key) {
        *pad ^= key;
    }
}

#[inline(always)]
fn inner_to_outer(pad: &mut Block) {
    for pad in pad {
        *pad ^= INNER ^ OUTER;
    }
}

#[inline(always)]
fn first_half(digest: &[u8; DIGEST_LEN]) -> [u8; TAG_LEN] {
    let mut tag = [0; TAG_LEN];
    tag.copy_from_slice(&digest[..TAG_LEN]);
    tag
}

/// The inner and the outer hash, each after the block that the key makes.
pub struct State {
    inner: message::State,
    outer: message::State,
}

impl mac::State<BLOCK, KEY_LEN, TAG_LEN> for State {
    type Chain = message::State;

    fn empty() -> Self {
        Self { inner: [0; 8], outer: [0; 8] }
    }

    fn begin(&mut self, key: &[u8; KEY_LEN], absorb: impl Fn(&mut message::State, &[Block])) {
        let mut pad: Block = [INNER; BLOCK];
        xor_key(&mut pad, key);
        self.inner = INITIAL;
        absorb(&mut self.inner, from_ref(&pad));
        inner_to_outer(&mut pad);
        self.outer = INITIAL;
        absorb(&mut self.outer, from_ref(&pad));
        wipe(&mut pad);
    }

    fn chain(&mut self) -> &mut message::State {
        &mut self.inner
    }

    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut message::State, &[Block]),
    ) -> [u8; TAG_LEN] {
        let pad = BLOCK as u128;
        let mut inner = self.inner.finish(rest, pad + len, &absorb);
        let mut outer = self.outer.finish(&inner, pad + DIGEST_LEN as u128, absorb);
        let tag = first_half(&outer);
        wipe(&mut inner);
        wipe(&mut outer);
        tag
    }
}

impl Reusable for State {
    fn copy_from(&mut self, other: &Self) {
        self.inner.copy_from_slice(&other.inner);
        self.outer.copy_from_slice(&other.outer);
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.inner);
        wipe(&mut self.outer);
    }
}
