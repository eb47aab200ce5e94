//! HMAC over any SHA-512, for every candidate that brings one.

use super::{KEY_LEN, TAG_LEN};
use crate::prim::sha512::message::Block;
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
                ops: Ops { tag },
            };

            $(#[target_feature(enable = $features)])?
            fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
                construction::tag(key, parts, |block, parts| hash::hash_after(block, parts))
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
    parts: &[&[u8]],
    hash: impl Fn(Option<&Block>, &[&[u8]]) -> [u8; 64],
) -> [u8; TAG_LEN] {
    let mut pad: Block = [INNER; 128];
    for (pad, key) in pad.iter_mut().zip(key) {
        *pad ^= key;
    }
    let mut inner = hash(Some(&pad), parts);
    for pad in &mut pad {
        *pad ^= INNER ^ OUTER;
    }
    let mut outer = hash(Some(&pad), &[&inner]);
    let mut tag = [0; TAG_LEN];
    tag.copy_from_slice(&outer[..TAG_LEN]);
    wipe(&mut pad);
    wipe(&mut inner);
    wipe(&mut outer);
    tag
}
