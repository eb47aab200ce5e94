//! What ipcrypt (draft-denis-ipcrypt) encrypts addresses with: KIASU-BC, which is AES-128 with a tweak of
//! eight bytes, and a permutation of addresses that keeps how many bits two of them have in common.
//!
//! KIASU-BC (Jean, Nikolić and Peyrin, "Tweaks and keys for block ciphers: the TWEAKEY framework", 2014)
//! adds the tweak to two bytes of each column of every round key. Under a tweak of zeros it is AES-128.
//!
//! The permutation flips each bit of an address or not, by the last bit of E1(p) + E2(p), the sum of the
//! prefix before that bit, p, encrypted under two keys.

mod bench;
mod candidate;
#[cfg(test)]
mod fuzz;
mod kat;
mod portable;
mod prefix;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "wasm32")]
mod wasm32;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use super::rank::RANK;
use super::table::candidates;
use crate::choose::{Axis, Candidate, Definition, Operation, Primitive, Runnable};
use crate::error::Result;
use crate::wipe::wipe_stack;

pub use super::shared::aes::Block;

/// Length of a key in bytes, that of AES-128.
pub const KEY_LEN: usize = 16;
/// Length of a tweak in bytes.
pub const TWEAK_LEN: usize = 8;

/// A key of AES-128.
pub type Key = [u8; KEY_LEN];
/// What else a block is encrypted with, and need not be secret.
pub type Tweak = [u8; TWEAK_LEN];

/// At least as many bytes of stack as a candidate uses.
const WIPED: usize = 8192;
/// The same for a single block. On WebAssembly vectors are locals, of which none lie in memory but round
/// keys, which are wiped by name.
const WIPED_BY_BLOCK: usize = if cfg!(all(lean, target_feature = "simd128")) { 64 } else { WIPED };

/// Bits in front that the permutation leaves as they are.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kept {
    /// None: an address of IPv6.
    None,
    /// The 96 which say that an address of IPv4 follows (RFC 4291 section 2.5.5.2).
    Mapped,
}

/// The functions of a candidate. Time depends on nothing but, for prefixes, on how many bits are kept.
#[derive(Debug)]
pub struct Ops {
    /// Key, tweak, block.
    encrypt: unsafe fn(&Key, &Tweak, &mut Block),
    /// The reverse.
    decrypt: unsafe fn(&Key, &Tweak, &mut Block),
    /// Both keys, bits that are kept, block.
    prefix_encrypt: unsafe fn([&Key; 2], Kept, &mut Block),
    /// The reverse.
    prefix_decrypt: unsafe fn([&Key; 2], Kept, &mut Block),
}

static CANDIDATES: &[Candidate<Ops>] = candidates! {
    x86_64: aesni;
    wasm32: #[cfg(target_feature = "simd128")] simd128;
    any: portable;
};

const ENCRYPT: usize = 0;
const DECRYPT: usize = 1;
const PREFIX_ENCRYPT: usize = 2;
const PREFIX_DECRYPT: usize = 3;

/// The primitive with its candidates.
pub static PRIMITIVE: Primitive<Ops> = {
    let primitive = Primitive::new(Definition {
        name: "ipcrypt",
        candidates: CANDIDATES,
        operations: &[
            Operation::new("encrypt", Axis::None),
            Operation::new("decrypt", Axis::None),
            Operation::new("prefix_encrypt", Axis::None),
            Operation::new("prefix_decrypt", Axis::None),
        ],
        offers: |_, _| true,
        selftest,
        bench: bench::bench,
        rank: RANK,
    });
    #[cfg(test)]
    let primitive = primitive.fuzzed(fuzz::fuzz);
    primitive
};

/// Encrypts a block with KIASU-BC.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn encrypt(key: &Key, tweak: &Tweak, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(ENCRYPT, 0)?.encrypt(key, tweak, block);
    Ok(())
}

/// The reverse of [`encrypt`].
///
/// # Errors
/// Those of [`encrypt`].
pub fn decrypt(key: &Key, tweak: &Tweak, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(DECRYPT, 0)?.decrypt(key, tweak, block);
    Ok(())
}

/// Permutes addresses: two that begin with the same bits become two that do. With both keys alike
/// nothing would change.
///
/// # Errors
/// Those of [`encrypt`].
pub fn prefix_encrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(PREFIX_ENCRYPT, 0)?.prefix_encrypt(keys, kept, block);
    Ok(())
}

/// The reverse of [`prefix_encrypt`].
///
/// # Errors
/// Those of [`encrypt`].
pub fn prefix_decrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(PREFIX_DECRYPT, 0)?.prefix_decrypt(keys, kept, block);
    Ok(())
}

#[allow(unsafe_code)]
impl Runnable<Ops> {
    /// As [`encrypt`].
    pub fn encrypt(self, key: &Key, tweak: &Tweak, block: &mut Block) {
        // SAFETY: a `Runnable` exists only where the processor offers what the candidate needs.
        unsafe { (self.ops().encrypt)(key, tweak, block) }
        wipe_stack::<WIPED_BY_BLOCK>();
    }

    /// As [`decrypt`].
    pub fn decrypt(self, key: &Key, tweak: &Tweak, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().decrypt)(key, tweak, block) }
        wipe_stack::<WIPED_BY_BLOCK>();
    }

    /// As [`prefix_encrypt`].
    pub fn prefix_encrypt(self, keys: [&Key; 2], kept: Kept, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().prefix_encrypt)(keys, kept, block) }
        wipe_stack::<WIPED>();
    }

    /// As [`prefix_decrypt`].
    pub fn prefix_decrypt(self, keys: [&Key; 2], kept: Kept, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().prefix_decrypt)(keys, kept, block) }
        wipe_stack::<WIPED>();
    }
}

/// Vectors of the draft there and back: blocks, and addresses of both kinds by their prefixes.
fn selftest(candidate: Runnable<Ops>) -> bool {
    let blocks = kat::BLOCKS.iter().all(|case| {
        let mut block = case.address;
        candidate.encrypt(&case.key, &case.tweak, &mut block);
        let encrypted = block;
        candidate.decrypt(&case.key, &case.tweak, &mut block);
        encrypted == case.encrypted && block == case.address
    });
    let prefixes = kat::PREFIXES.iter().all(|case| {
        let mut block = case.address;
        candidate.prefix_encrypt(case.keys.each_ref(), case.kept, &mut block);
        let encrypted = block;
        candidate.prefix_decrypt(case.keys.each_ref(), case.kept, &mut block);
        encrypted == case.encrypted && block == case.address
    });
    blocks && prefixes
}
