//! `crypto_ipcrypt`: encrypts single IP addresses, for logs and statistics (draft-denis-ipcrypt).
//!
//! An address is 16 bytes; [`from_ip`] maps IPv4 to IPv6 as RFC 4291 section 2.5.5.2 specifies.
//! Encrypted addresses are not authenticated and can be changed unnoticed.
//!
//! | functions | output | leaks without the key |
//! | --- | --- | --- |
//! | [`encrypt`] | an address | which addresses are equal |
//! | [`nd_encrypt`] | 24 bytes | that two are equal, if their random 64-bit tweaks coincide |
//! | [`ndx_encrypt`] | 32 bytes | that two are equal, if their random 128-bit tweaks coincide |
//! | [`pfx_encrypt`] | an address of the same kind | the length of the common prefix of any two |
//!
//! ```
//! use quicksalt::nacl::ipcrypt::{self, Key, NdKey};
//!
//! let address = ipcrypt::from_ip("192.0.2.1".parse().unwrap());
//! let key = Key::generate()?;
//! let encrypted = ipcrypt::encrypt(&address, &key)?;
//! assert_eq!(ipcrypt::decrypt(&encrypted, &key)?, address);
//!
//! let key = NdKey::generate()?;
//! let encrypted = ipcrypt::nd_encrypt(&address, &key)?;
//! let opened = ipcrypt::nd_decrypt(&encrypted, &key)?;
//! assert_eq!(ipcrypt::to_ip(&opened).to_string(), "192.0.2.1");
//! # Ok::<(), quicksalt::Error>(())
//! ```

use core::net::{IpAddr, Ipv6Addr};

use subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

use crate::error::Result;
use crate::nacl::key::secret;
use crate::prim::ipcrypt::{self as prim, Kept};
use crate::wipe::{Wiped, without_traces_in};

/// Length of an address in bytes, in plain and encrypted form.
pub const BYTES: usize = 16;
/// Length of the tweak of [`nd_encrypt`] in bytes.
pub const ND_TWEAK_LEN: usize = prim::TWEAK_LEN;
/// Length of the output of [`nd_encrypt`]: the tweak and the encrypted address.
pub const ND_OUTPUT_LEN: usize = ND_TWEAK_LEN + BYTES;
/// Length of the tweak of [`ndx_encrypt`] in bytes.
pub const NDX_TWEAK_LEN: usize = 16;
/// Length of the output of [`ndx_encrypt`]: the tweak and the encrypted address.
pub const NDX_OUTPUT_LEN: usize = NDX_TWEAK_LEN + BYTES;

/// The bytes that are XORed into one half of a key with equal halves, as in libsodium. With two
/// equal keys, [`pfx_encrypt`] would change nothing, and [`ndx_encrypt`] would not be XTS.
const APART: u8 = 0x5a;

/// An upper bound, in bytes, of the stack that this module uses in addition to the primitive.
const WIPED: usize = 512;

/// An IPv6 address, or an IPv4 address mapped to IPv6.
pub type Address = [u8; BYTES];

secret! {
    /// The key of [`encrypt`].
    Key, 16
}

secret! {
    /// The key of [`nd_encrypt`].
    NdKey, 16
}

secret! {
    /// The key of [`ndx_encrypt`], which is the key for addresses followed by the key for tweaks.
    NdxKey, 32
}

secret! {
    /// The key of [`pfx_encrypt`].
    PfxKey, 32
}

/// Returns the bytes of an address.
#[must_use]
pub const fn from_ip(address: IpAddr) -> Address {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => address.octets(),
    }
}

/// Inverts [`from_ip`]: a mapped address becomes IPv4.
#[must_use]
pub const fn to_ip(address: &Address) -> IpAddr {
    let bits = u128::from_be_bytes(*address);
    Ipv6Addr::from_bits(bits).to_canonical()
}

/// Encrypts an address deterministically: AES-128 on a single block.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn encrypt(address: &Address, key: &Key) -> Result<Address> {
    let mut block = *address;
    prim::encrypt(key.as_bytes(), &[0; ND_TWEAK_LEN], &mut block)?;
    Ok(block)
}

/// Inverts [`encrypt`].
///
/// # Errors
/// The errors of [`encrypt`].
pub fn decrypt(encrypted: &Address, key: &Key) -> Result<Address> {
    let mut block = *encrypted;
    prim::decrypt(key.as_bytes(), &[0; ND_TWEAK_LEN], &mut block)?;
    Ok(block)
}

/// Encrypts an address with KIASU-BC under a random tweak.
///
/// # Errors
/// [`crate::Error::Randomness`] if the operating system returns no random bytes,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[cfg(feature = "std")]
pub fn nd_encrypt(address: &Address, key: &NdKey) -> Result<[u8; ND_OUTPUT_LEN]> {
    let mut tweak = [0; ND_TWEAK_LEN];
    crate::nacl::random::fill(&mut tweak)?;
    nd_encrypt_with(address, &tweak, key)
}

/// Does the same as [`nd_encrypt`] with the caller's tweak.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn nd_encrypt_with(
    address: &Address,
    tweak: &[u8; ND_TWEAK_LEN],
    key: &NdKey,
) -> Result<[u8; ND_OUTPUT_LEN]> {
    let mut block = *address;
    prim::encrypt(key.as_bytes(), tweak, &mut block)?;
    Ok(joined(tweak, &block))
}

/// Inverts [`nd_encrypt`].
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn nd_decrypt(encrypted: &[u8; ND_OUTPUT_LEN], key: &NdKey) -> Result<Address> {
    let (tweak, mut block) = parted(encrypted);
    prim::decrypt(key.as_bytes(), &tweak, &mut block)?;
    Ok(block)
}

/// Encrypts an address with AES-128-XTS under a random tweak.
///
/// # Errors
/// [`crate::Error::Randomness`] if the operating system returns no random bytes,
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
#[cfg(feature = "std")]
pub fn ndx_encrypt(address: &Address, key: &NdxKey) -> Result<[u8; NDX_OUTPUT_LEN]> {
    let mut tweak = [0; NDX_TWEAK_LEN];
    crate::nacl::random::fill(&mut tweak)?;
    ndx_encrypt_with(address, &tweak, key)
}

/// Does the same as [`ndx_encrypt`] with the caller's tweak.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn ndx_encrypt_with(
    address: &Address,
    tweak: &[u8; NDX_TWEAK_LEN],
    key: &NdxKey,
) -> Result<[u8; NDX_OUTPUT_LEN]> {
    let mut block = *address;
    masked(key, tweak, &mut block, prim::encrypt)?;
    Ok(joined(tweak, &block))
}

/// Inverts [`ndx_encrypt`].
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn ndx_decrypt(encrypted: &[u8; NDX_OUTPUT_LEN], key: &NdxKey) -> Result<Address> {
    let (tweak, mut block) = parted(encrypted);
    masked(key, &tweak, &mut block, prim::decrypt)?;
    Ok(block)
}

/// Encrypts an address to an address of the same kind and preserves common prefixes: two addresses
/// that share their first n bits become addresses that share their first n bits. The time depends
/// only on whether the address is IPv4.
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn pfx_encrypt(address: &Address, key: &PfxKey) -> Result<Address> {
    let mut block = *address;
    with_prefixes(key, &mut block, prim::prefix_encrypt)?;
    Ok(block)
}

/// Inverts [`pfx_encrypt`].
///
/// # Errors
/// [`crate::Error::NoCandidate`] if no candidate passes its self-test.
pub fn pfx_decrypt(encrypted: &Address, key: &PfxKey) -> Result<Address> {
    let mut block = *encrypted;
    with_prefixes(key, &mut block, prim::prefix_decrypt)?;
    Ok(block)
}

type Crypt = fn(&prim::Key, &prim::Tweak, &mut Address) -> Result<()>;
type Permute = fn([&prim::Key; 2], Kept, &mut Address) -> Result<()>;

/// Computes XTS on a single block (IEEE 1619): XORs the encrypted tweak before and after the block
/// cipher.
fn masked(
    key: &NdxKey,
    tweak: &[u8; NDX_TWEAK_LEN],
    block: &mut Address,
    crypt: Crypt,
) -> Result<()> {
    without_traces_in::<WIPED, _>(|| {
        let [mut for_tweaks, mut for_blocks] = [const { Wiped::new([0; prim::KEY_LEN]) }; 2];
        halves(key.as_bytes(), &mut for_blocks, &mut for_tweaks);
        set_apart(&mut for_blocks, &for_tweaks);
        let mut mask = Wiped::new(*tweak);
        prim::encrypt(&for_tweaks, &[0; ND_TWEAK_LEN], &mut mask)?;
        add(block, &mask);
        crypt(&for_blocks, &[0; ND_TWEAK_LEN], block)?;
        add(block, &mask);
        Ok(())
    })
}

fn with_prefixes(key: &PfxKey, block: &mut Address, permute: Permute) -> Result<()> {
    without_traces_in::<WIPED, _>(|| {
        let [mut one, mut other] = [const { Wiped::new([0; prim::KEY_LEN]) }; 2];
        halves(key.as_bytes(), &mut one, &mut other);
        set_apart(&mut other, &one);
        permute([&one, &other], kind(block), block)
    })
}

/// The kind of an address: encryption maps IPv4 to IPv4.
fn kind(address: &Address) -> Kept {
    let is_mapped = address[..12].ct_eq(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
    if bool::from(is_mapped) { Kept::Mapped } else { Kept::None }
}

fn halves(key: &[u8; 32], first: &mut prim::Key, second: &mut prim::Key) {
    first.copy_from_slice(&key[..prim::KEY_LEN]);
    second.copy_from_slice(&key[prim::KEY_LEN..]);
}

/// Modifies a key if both keys are equal.
fn set_apart(key: &mut prim::Key, other: &prim::Key) {
    let difference = u128::from_ne_bytes(*key) ^ u128::from_ne_bytes(*other);
    let are_alike = ((difference >> 64 | difference) as u64).ct_eq(&0);
    let apart = u8::conditional_select(&0, &APART, are_alike);
    for byte in key {
        *byte ^= apart;
    }
}

fn add(block: &mut Address, mask: &Address) {
    for (byte, other) in block.iter_mut().zip(mask) {
        *byte ^= other;
    }
}

fn joined<const T: usize, const N: usize>(tweak: &[u8; T], block: &Address) -> [u8; N] {
    let mut output = [0; N];
    output[..T].copy_from_slice(tweak);
    output[T..].copy_from_slice(block);
    output
}

fn parted<const T: usize, const N: usize>(encrypted: &[u8; N]) -> ([u8; T], Address) {
    let (mut tweak, mut block) = ([0; T], [0; BYTES]);
    tweak.copy_from_slice(&encrypted[..T]);
    block.copy_from_slice(&encrypted[T..]);
    (tweak, block)
}
