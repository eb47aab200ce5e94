//! HMAC over the SHA-512 that keeps its schedules in AVX2. The outer hash is a pair of blocks, which
//! is what that one is fastest at.

use super::{Candidate, KEY_LEN, Meta, Ops, TAG_LEN, construction};
use crate::prim::sha512::avx2::{NEEDS, hash_after};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/avx2"],
        ..Meta::own("avx2", NEEDS, "own, from RFC 2104").checked()
    },
    ops: Ops { tag },
};

#[target_feature(enable = "avx2,bmi1,bmi2")]
fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
    construction::tag(key, parts, |block, parts| hash_after(block, parts))
}
