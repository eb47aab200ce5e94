//! The fuzz function, which computes a candidate's digest of a random message with random
//! parameters, in one call or in pieces.

use alloc::vec;
use alloc::vec::Vec;

use super::{DIGEST_MAX, Ops, Params};
use crate::choose::{Random, Runnable};

pub(super) fn fuzz(candidate: Runnable<Ops>, operation: &str, random: &mut Random) -> Vec<u8> {
    let key_len = random.below(65);
    let key = random.bytes(key_len);
    let (salt, personal) = (random.array(), random.array());
    let params = Params { key: &key, salt: &salt, personal: &personal };
    let len = random.length(20_000);
    let message = random.bytes(len);
    let mut digest = vec![0; 1 + random.below(DIGEST_MAX)];
    let pieces = random.pieces(&message);
    if operation == "hash" {
        candidate.hash(&params, &mut digest, &pieces);
    } else if let Some(mut hasher) = candidate.hasher(digest.len(), &params) {
        pieces.into_iter().for_each(|piece| hasher.update(piece));
        hasher.digest_into(&mut digest);
    }
    digest
}
