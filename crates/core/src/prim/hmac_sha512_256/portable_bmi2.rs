//! HMAC over the portable SHA-512 compiled for BMI1 and BMI2.

use super::{Candidate, KEY_LEN, Meta, Ops, TAG_LEN, construction};
use crate::prim::sha512::portable_bmi2::{NEEDS, hash_after};

pub(super) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta {
        parts: &["sha512/portable_bmi2"],
        ..Meta::own("portable_bmi2", NEEDS, "own, from RFC 2104").checked()
    },
    ops: Ops { tag },
};

#[target_feature(enable = "bmi1,bmi2")]
fn tag(key: &[u8; KEY_LEN], parts: &[&[u8]]) -> [u8; TAG_LEN] {
    construction::tag(key, parts, |block, parts| hash_after(block, parts))
}
