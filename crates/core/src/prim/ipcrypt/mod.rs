//! The ciphers of ipcrypt (draft-denis-ipcrypt) for IP addresses: KIASU-BC, which is AES-128 with
//! an 8-byte tweak, and a prefix-preserving permutation of addresses.
//!
//! KIASU-BC (Jean, Nikolić and Peyrin, "Tweaks and keys for block ciphers: the TWEAKEY framework",
//! 2014) XORs the tweak onto two bytes of each column of every round key. With a tweak of zeros it
//! equals AES-128.
//!
//! For each bit of an address, let p be the prefix that precedes it. The permutation flips the bit
//! if the last bit of E1(p) XOR E2(p) is set, where E1 and E2 encrypt under two keys.

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

/// Length of a key in bytes, as for AES-128.
pub const KEY_LEN: usize = 16;
/// Length of a tweak in bytes.
pub const TWEAK_LEN: usize = 8;

/// A key of AES-128.
pub type Key = [u8; KEY_LEN];
/// A tweak of KIASU-BC, which need not be secret.
pub type Tweak = [u8; TWEAK_LEN];

/// Upper bound of the stack that a candidate uses, in bytes.
const WIPED: usize = 8192;
/// Upper bound of the stack that a candidate uses for a single block, in bytes. On WebAssembly,
/// vectors are local variables outside the memory; only round keys are in memory, and they are
/// wiped explicitly.
const WIPED_BY_BLOCK: usize = if cfg!(all(lean, target_feature = "simd128")) { 64 } else { WIPED };

/// The number of leading bits that the permutation leaves unchanged.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kept {
    /// No bits: an IPv6 address.
    None,
    /// The 96 bits that mark an IPv4-mapped address (RFC 4291 section 2.5.5.2).
    Mapped,
}

/// The functions that a candidate implements. Their time is constant, except that prefix operations
/// depend on the number of unchanged bits.
#[derive(Debug)]
pub struct Ops {
    /// Encrypts a block. Parameters: key, tweak, block.
    encrypt: unsafe fn(&Key, &Tweak, &mut Block),
    /// Decrypts a block. Parameters: key, tweak, block.
    decrypt: unsafe fn(&Key, &Tweak, &mut Block),
    /// Encrypts a prefix. Parameters: both keys, unchanged bits, block.
    prefix_encrypt: unsafe fn([&Key; 2], Kept, &mut Block),
    /// Decrypts a prefix. Parameters: both keys, unchanged bits, block.
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

/// Decrypts a block that [`encrypt`] has encrypted.
///
/// # Errors
/// Same as [`encrypt`].
pub fn decrypt(key: &Key, tweak: &Tweak, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(DECRYPT, 0)?.decrypt(key, tweak, block);
    Ok(())
}

/// Encrypts an address and preserves prefixes: two addresses with a common prefix are mapped to
/// addresses with a common prefix of the same length. With two equal keys the address would not
/// change.
///
/// # Errors
/// Same as [`encrypt`].
pub fn prefix_encrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(PREFIX_ENCRYPT, 0)?.prefix_encrypt(keys, kept, block);
    Ok(())
}

/// Decrypts an address that [`prefix_encrypt`] has encrypted.
///
/// # Errors
/// Same as [`encrypt`].
pub fn prefix_decrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) -> Result<()> {
    PRIMITIVE.pick(PREFIX_DECRYPT, 0)?.prefix_decrypt(keys, kept, block);
    Ok(())
}

#[allow(unsafe_code)]
impl Runnable<Ops> {
    /// Same as the function [`encrypt`].
    pub fn encrypt(self, key: &Key, tweak: &Tweak, block: &mut Block) {
        // SAFETY: a `Runnable` exists only if the CPU has the features that the candidate needs.
        unsafe { (self.ops().encrypt)(key, tweak, block) }
        wipe_stack::<WIPED_BY_BLOCK>();
    }

    /// Same as the function [`decrypt`].
    pub fn decrypt(self, key: &Key, tweak: &Tweak, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().decrypt)(key, tweak, block) }
        wipe_stack::<WIPED_BY_BLOCK>();
    }

    /// Same as the function [`prefix_encrypt`].
    pub fn prefix_encrypt(self, keys: [&Key; 2], kept: Kept, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().prefix_encrypt)(keys, kept, block) }
        wipe_stack::<WIPED>();
    }

    /// Same as the function [`prefix_decrypt`].
    pub fn prefix_decrypt(self, keys: [&Key; 2], kept: Kept, block: &mut Block) {
        // SAFETY: as in `encrypt`.
        unsafe { (self.ops().prefix_decrypt)(keys, kept, block) }
        wipe_stack::<WIPED>();
    }
}

/// Encrypts and decrypts the draft's test vectors, which are blocks and IPv4 and IPv6 addresses.
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
