//! AEGIS-256 in plain integers, without tables.
//!
//! Origin: draft-irtf-cfrg-aegis-aead, from the text.

use super::{KEY_LEN, NONCE_LEN, Ops, TAG_LEN};
use crate::choose::{Candidate, Features, Meta};
use crate::prim::shared::aegis::portable::{Block, and, load, rounds, store, xor};
use crate::wipe::without_traces;

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("portable", Features::NONE, "own, draft-irtf-cfrg-aegis-aead").checked(),
    ops: Ops { seal: seal_and_wipe, open: open_and_wipe },
};

crate::prim::shared::aegis::aegis256! {}

fn seal_and_wipe(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &mut [u8; TAG_LEN],
    message: &[u8],
) {
    without_traces(|| seal(key, nonce, aad, out, tag, message));
}

fn open_and_wipe(
    key: &[u8; KEY_LEN],
    nonce: &[u8; NONCE_LEN],
    aad: &[u8],
    out: &mut [u8],
    tag: &[u8; TAG_LEN],
    ciphertext: &[u8],
) -> Result<()> {
    without_traces(|| open(key, nonce, aad, out, tag, ciphertext))
}
