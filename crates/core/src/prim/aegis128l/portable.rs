//! AEGIS-128L in plain integers, without lookup tables.
//!
//! Origin: written from draft-irtf-cfrg-aegis-aead.

use super::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::shared::aegis::portable::{Block, and, load, rounds, store, xor};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, draft-irtf-cfrg-aegis-aead").checked(),
    ops: Ops { seal: seal_and_wipe, open: open_and_wipe },
};

crate::prim::shared::aegis::aegis128l! {}
crate::prim::shared::aegis::wiping! {}
