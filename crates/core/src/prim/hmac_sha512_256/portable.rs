//! HMAC over the portable SHA-512.

use super::{Candidate, Features, KEY_LEN, Meta, Ops, TAG_LEN, construction};
use crate::prim::sha512;

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/portable"],
        ..Meta::own("portable", Features::NONE, "own, from RFC 2104").checked()
    },
    ops: Ops { tag },
};

fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
    construction::tag(key, parts, sha512::portable::hash_after)
}
