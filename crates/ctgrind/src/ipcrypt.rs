//! Checks ipcrypt while its keys and addresses are hidden.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::ipcrypt::{Kept, PRIMITIVE};
use quicksalt::nacl::ipcrypt::{
    self, Address, BYTES, Key, ND_OUTPUT_LEN, NDX_OUTPUT_LEN, NdKey, NdxKey, PfxKey,
};

use crate::calls::{Call, call, hidden};
use crate::cases::{Case, case};
use crate::memcheck::{hide, reveal};
use crate::samples::candidate;

pub(crate) const CASES: &[Case] = &[
    case("ipcrypt.encrypt", 0, |name, _| {
        let mut block = address();
        candidate(&PRIMITIVE, name).encrypt(&hidden(sample_array(1)), &sample_array(2), &mut block);
        reveal(&mut block);
    }),
    case("ipcrypt.decrypt", 0, |name, _| {
        let mut block = address();
        candidate(&PRIMITIVE, name).decrypt(&hidden(sample_array(1)), &sample_array(2), &mut block);
        reveal(&mut block);
    }),
    // One address of each kind.
    case("ipcrypt.prefix_encrypt", 0, |name, _| {
        let keys = [hidden(sample_array(1)), hidden(sample_array(2))];
        for kept in [Kept::None, Kept::Mapped] {
            let mut block = address();
            candidate(&PRIMITIVE, name).prefix_encrypt(keys.each_ref(), kept, &mut block);
            reveal(&mut block);
        }
    }),
    case("ipcrypt.prefix_decrypt", 0, |name, _| {
        let keys = [hidden(sample_array(1)), hidden(sample_array(2))];
        for kept in [Kept::None, Kept::Mapped] {
            let mut block = address();
            candidate(&PRIMITIVE, name).prefix_decrypt(keys.each_ref(), kept, &mut block);
            reveal(&mut block);
        }
    }),
];

pub(crate) const CALLS: &[Call] = &[
    call("nacl::ipcrypt::encrypt", 0, || {
        publish(ipcrypt::encrypt(&address(), &Key::from(hidden(sample_array(1)))))
    }),
    call("nacl::ipcrypt::decrypt", 0, || {
        let encrypted = sample_array::<BYTES>(3);
        publish(ipcrypt::decrypt(&encrypted, &Key::from(hidden(sample_array(1)))));
    }),
    call("nacl::ipcrypt::nd_encrypt_with", 0, || {
        let key = NdKey::from(hidden(sample_array(1)));
        publish(ipcrypt::nd_encrypt_with(&address(), &sample_array(2), &key));
    }),
    call("nacl::ipcrypt::nd_decrypt", 0, || {
        let encrypted = sample_array::<ND_OUTPUT_LEN>(3);
        publish(ipcrypt::nd_decrypt(&encrypted, &NdKey::from(hidden(sample_array(1)))));
    }),
    call("nacl::ipcrypt::ndx_encrypt_with", 0, || {
        let key = NdxKey::from(hidden(sample_array(1)));
        publish(ipcrypt::ndx_encrypt_with(&address(), &sample_array(2), &key));
    }),
    call("nacl::ipcrypt::ndx_decrypt", 0, || {
        let encrypted = sample_array::<NDX_OUTPUT_LEN>(3);
        publish(ipcrypt::ndx_decrypt(&encrypted, &NdxKey::from(hidden(sample_array(1)))));
    }),
    call("nacl::ipcrypt::pfx_encrypt", 0, || {
        publish(ipcrypt::pfx_encrypt(&of_known_kind(), &PfxKey::from(hidden(sample_array(1)))))
    }),
    call("nacl::ipcrypt::pfx_decrypt", 0, || {
        publish(ipcrypt::pfx_decrypt(&of_known_kind(), &PfxKey::from(hidden(sample_array(1)))))
    }),
];

/// Functions that generate a tweak and forward their arguments, or that convert an address to
/// bytes.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] = &["nacl::ipcrypt::nd_encrypt", "nacl::ipcrypt::ndx_encrypt"];

fn address() -> Address {
    hidden(sample_array(9))
}

/// Reveals a result.
fn publish<const N: usize>(result: quicksalt::Result<[u8; N]>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}

/// Returns the part of an address that follows the bytes which indicate its kind. Encryption
/// preserves the kind.
fn of_known_kind() -> Address {
    let mut address = sample_array(3);
    hide(&mut address[12..]);
    address
}
