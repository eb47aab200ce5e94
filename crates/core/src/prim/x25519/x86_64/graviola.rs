//! X25519 by the crate graviola: s2n-bignum's assembly for `mulx`, `adcx` and `adox`.
//!
//! Strategy: Montgomery ladder in radix 2^64; for the base point a signed window over a precomputed
//! Edwards table. The complete scalar multiplications of s2n-bignum are proven in HOL Light,
//! including the reduction of results; the key types around them are graviola's own. Wins on every
//! processor that can run it.

use graviola::key_agreement::x25519::{PublicKey, StaticPrivateKey};

use crate::choose::{Candidate, Meta};
use crate::prim::shared::graviola::NEEDS;
use crate::prim::x25519::{KEY_LEN, Ops};

pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
    meta: Meta::own("graviola", NEEDS, "crate graviola")
        .verified("s2n-bignum: scalar multiplication, from bytes to field element"),
    ops: Ops { scalarmult, base },
};

fn scalarmult(scalar: &[u8; KEY_LEN], point: &[u8; KEY_LEN]) -> Option<[u8; KEY_LEN]> {
    let point = PublicKey::from_array(point);
    // The only possible error is the all-zero result.
    Some(StaticPrivateKey::from_array(scalar).diffie_hellman(&point).ok()?.0)
}

fn base(scalar: &[u8; KEY_LEN]) -> [u8; KEY_LEN] {
    StaticPrivateKey::from_array(scalar).public_key().as_bytes()
}
