//! HMAC over graviola's SHA-512.

use super::{Candidate, KEY_LEN, Meta, Ops, TAG_LEN, construction};
use crate::prim::graviola::NEEDS;
use crate::prim::sha512;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/graviola"],
        ..Meta::own("graviola", NEEDS, "own, from RFC 2104, over crate graviola")
    },
    ops: Ops { tag },
};

fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
    construction::tag(key, parts, sha512::graviola::hash_after)
}
