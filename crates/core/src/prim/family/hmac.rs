//! HMAC (RFC 2104) over any hash function: its tag in one call, its state, and its key as a block.

use core::slice::from_ref;

use super::{hash, mac};
use crate::error::Result;
use crate::wipe::wipe;

/// Candidates out of the kernels of a hash function: the primitive and the hash, then one a line the
/// name of both, the architecture if they are for one, the origin, and the processor features that
/// the kernel is compiled for.
macro_rules! composed {
    ($primitive:ident of $hash:ident; $(
        $(#[$attribute:meta])?
        $name:ident $(in $arch:ident)?, $origin:literal $(, $features:literal)?;
    )*) => {$(
        $(#[$attribute])?
        pub(super) mod $name {
            use crate::choose::{Candidate, Meta};
            use crate::prim::$hash::$($arch::)?$name as hash;
            use crate::prim::$primitive::{KEY_LEN, Ops, TAG_LEN};
            use crate::prim::family::hmac;

            pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
                meta: Meta::composed(
                    stringify!($name),
                    $origin,
                    &[concat!(stringify!($hash), "/", stringify!($name))],
                    &[hash::CANDIDATE.meta],
                ),
                ops: Ops { tag, absorb: hash::CANDIDATE.ops.absorb },
            };

            $(#[target_feature(enable = $features)])?
            fn tag(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
                hmac::tag(key, message, |block, parts| hash::hash_after(block, parts))
            }
        }
    )*};
}
pub(in crate::prim) use composed;

/// The bytes of ipad and opad (section 2), by which one key makes two.
const INNER: u8 = 0x36;
const OUTER: u8 = 0x5c;

/// HMAC (section 2), truncated to the first `TAG` bytes. `hash` is that of a block followed by parts.
#[inline(always)]
pub(in crate::prim) fn tag<
    const BLOCK: usize,
    const DIGEST: usize,
    const KEY: usize,
    const TAG: usize,
>(
    key: &[u8; KEY],
    message: &[u8],
    hash: impl Fn(Option<&[u8; BLOCK]>, &[&[u8]]) -> [u8; DIGEST],
) -> [u8; TAG] {
    let mut pad = [INNER; BLOCK];
    add_key(&mut pad, key);
    let mut inner = hash(Some(&pad), &[message]);
    inner_to_outer(&mut pad);
    let mut outer = hash(Some(&pad), &[&inner]);
    let tag = truncated(&outer);
    wipe(&mut pad);
    wipe(&mut inner);
    wipe(&mut outer);
    tag
}

/// Makes ipad the block that the inner hash begins with, of a key that is no longer than a block. It stays where
/// it is: one that is returned leaves a copy.
#[inline(always)]
fn add_key<const BLOCK: usize, const KEY: usize>(pad: &mut [u8; BLOCK], key: &[u8; KEY]) {
    const { assert!(KEY <= BLOCK) };
    for (pad, key) in pad.iter_mut().zip(key) {
        *pad ^= key;
    }
}

#[inline(always)]
fn inner_to_outer(pad: &mut [u8]) {
    for pad in pad {
        *pad ^= INNER ^ OUTER;
    }
}

#[inline(always)]
fn truncated<const DIGEST: usize, const TAG: usize>(digest: &[u8; DIGEST]) -> [u8; TAG] {
    let mut tag = [0; TAG];
    tag.copy_from_slice(&digest[..TAG]);
    tag
}

/// Makes a block of a key of any length: one that fits is filled up with zeros, of a longer one it is
/// the digest. `block` is all zeros before.
// One copy in a module: its size counts.
#[cfg_attr(lean, inline(never))]
pub(in crate::prim) fn key_block<const BLOCK: usize, const DIGEST: usize>(
    block: &mut [u8; BLOCK],
    key: &[u8],
    hash: impl FnOnce(&[&[u8]]) -> Result<[u8; DIGEST]>,
) -> Result<()> {
    if let Some(front) = block.get_mut(..key.len()) {
        front.copy_from_slice(key);
    } else {
        let mut digest = hash(&[key])?;
        block[..DIGEST].copy_from_slice(&digest);
        wipe(&mut digest);
    }
    Ok(())
}

/// The inner and the outer hash, each after the block that the key makes.
pub struct State<S: hash::State<BLOCK, DIGEST>, const BLOCK: usize, const DIGEST: usize> {
    inner: S,
    outer: S,
}

impl<S, const BLOCK: usize, const DIGEST: usize, const KEY: usize, const TAG: usize>
    mac::State<BLOCK, KEY, TAG> for State<S, BLOCK, DIGEST>
where
    S: hash::State<BLOCK, DIGEST>,
{
    type Chain = S;

    fn empty() -> Self {
        Self { inner: S::initial(), outer: S::initial() }
    }

    fn begin(&mut self, key: &[u8; KEY], absorb: impl Fn(&mut S, &[[u8; BLOCK]])) {
        let mut pad = [INNER; BLOCK];
        add_key(&mut pad, key);
        absorb(&mut self.inner, from_ref(&pad));
        inner_to_outer(&mut pad);
        absorb(&mut self.outer, from_ref(&pad));
        wipe(&mut pad);
    }

    fn chain(&mut self) -> &mut S {
        &mut self.inner
    }

    fn finish(
        &mut self,
        rest: &[u8],
        len: u128,
        absorb: impl Fn(&mut S, &[[u8; BLOCK]]),
    ) -> [u8; TAG] {
        let pad = BLOCK as u128;
        // In place: a copy of the inner state would be another key to wipe.
        let (mut inner, mut outer) = ([0; DIGEST], [0; DIGEST]);
        self.inner.finish(rest, pad + len, &absorb, &mut inner);
        self.outer.finish(&inner, pad + DIGEST as u128, absorb, &mut outer);
        let tag = truncated(&outer);
        wipe(&mut inner);
        wipe(&mut outer);
        tag
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize> mac::Reusable for State<S, BLOCK, DIGEST>
where
    S: hash::State<BLOCK, DIGEST>,
{
    fn copy_from(&mut self, other: &Self) {
        self.inner.clone_from(&other.inner);
        self.outer.clone_from(&other.outer);
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize> Drop for State<S, BLOCK, DIGEST>
where
    S: hash::State<BLOCK, DIGEST>,
{
    fn drop(&mut self) {
        self.inner.wipe();
        self.outer.wipe();
    }
}

impl<S, const BLOCK: usize, const DIGEST: usize, const KEY: usize>
    mac::Mac<State<S, BLOCK, DIGEST>, BLOCK, KEY, DIGEST>
where
    S: hash::State<BLOCK, DIGEST>,
{
    /// So many times over: makes `value` its own tag, and XORs that onto `sum`. Nothing of a message has
    /// come. What it leaves on the stack is the caller's to overwrite.
    pub(crate) fn iterate(&self, value: &mut [u8; DIGEST], sum: &mut [u8; DIGEST], count: u32) {
        let (state, absorb) = self.keyed();
        let len = (BLOCK + DIGEST) as u128;
        let mut digest = [0; DIGEST];
        for _ in 0..count {
            let [mut inner, mut outer] = [&state.inner, &state.outer].map(Clone::clone);
            inner.finish(value, len, &absorb, &mut digest);
            outer.finish(&digest, len, &absorb, value);
            for (sum, value) in sum.iter_mut().zip(&*value) {
                *sum ^= value;
            }
        }
    }
}
