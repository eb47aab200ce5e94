//! ipcrypt with its keys and addresses hidden.

use quicksalt::choose::sample_array;
use quicksalt::hazmat::ipcrypt::{Kept, PRIMITIVE};
use quicksalt::nacl::ipcrypt::{
    self, Address, BYTES, Key, ND_OUTPUT_LEN, NDX_OUTPUT_LEN, NdKey, NdxKey, PfxKey,
};

use crate::calls::{Call, hidden};
use crate::cases::Case;
use crate::memcheck::{hide, reveal};
use crate::samples::candidate;

pub(crate) const CASES: &[Case] = &[
    Case { operation: "ipcrypt.encrypt", verdicts: 0, run: encrypt },
    Case { operation: "ipcrypt.decrypt", verdicts: 0, run: decrypt },
    Case { operation: "ipcrypt.prefix_encrypt", verdicts: 0, run: prefix_encrypt },
    Case { operation: "ipcrypt.prefix_decrypt", verdicts: 0, run: prefix_decrypt },
];

pub(crate) const CALLS: &[Call] = &[
    Call { name: "nacl::ipcrypt::encrypt", verdicts: 0, run: nacl_encrypt },
    Call { name: "nacl::ipcrypt::decrypt", verdicts: 0, run: nacl_decrypt },
    Call { name: "nacl::ipcrypt::nd_encrypt_with", verdicts: 0, run: nacl_nd_encrypt },
    Call { name: "nacl::ipcrypt::nd_decrypt", verdicts: 0, run: nacl_nd_decrypt },
    Call { name: "nacl::ipcrypt::ndx_encrypt_with", verdicts: 0, run: nacl_ndx_encrypt },
    Call { name: "nacl::ipcrypt::ndx_decrypt", verdicts: 0, run: nacl_ndx_decrypt },
    Call { name: "nacl::ipcrypt::pfx_encrypt", verdicts: 0, run: nacl_pfx_encrypt },
    Call { name: "nacl::ipcrypt::pfx_decrypt", verdicts: 0, run: nacl_pfx_decrypt },
];

/// Functions that draw a tweak and hand on, or turn an address into bytes.
#[cfg(test)]
pub(crate) const PUBLIC: &[&str] = &["nacl::ipcrypt::nd_encrypt", "nacl::ipcrypt::ndx_encrypt"];

fn address() -> Address {
    hidden(sample_array(9))
}

fn encrypt(name: &str, _: usize) {
    let mut block = address();
    candidate(&PRIMITIVE, name).encrypt(&hidden(sample_array(1)), &sample_array(2), &mut block);
    reveal(&mut block);
}

fn decrypt(name: &str, _: usize) {
    let mut block = address();
    candidate(&PRIMITIVE, name).decrypt(&hidden(sample_array(1)), &sample_array(2), &mut block);
    reveal(&mut block);
}

/// Addresses of both kinds.
fn prefix_encrypt(name: &str, _: usize) {
    let keys = [hidden(sample_array(1)), hidden(sample_array(2))];
    for kept in [Kept::None, Kept::Mapped] {
        let mut block = address();
        candidate(&PRIMITIVE, name).prefix_encrypt(keys.each_ref(), kept, &mut block);
        reveal(&mut block);
    }
}

fn prefix_decrypt(name: &str, _: usize) {
    let keys = [hidden(sample_array(1)), hidden(sample_array(2))];
    for kept in [Kept::None, Kept::Mapped] {
        let mut block = address();
        candidate(&PRIMITIVE, name).prefix_decrypt(keys.each_ref(), kept, &mut block);
        reveal(&mut block);
    }
}

/// Makes a result public.
fn publish<const N: usize>(result: quicksalt::Result<[u8; N]>) {
    if let Ok(mut bytes) = result {
        reveal(&mut bytes);
    }
}

fn nacl_encrypt() {
    publish(ipcrypt::encrypt(&address(), &Key::from(hidden(sample_array(1)))));
}

fn nacl_decrypt() {
    let encrypted = sample_array::<BYTES>(3);
    publish(ipcrypt::decrypt(&encrypted, &Key::from(hidden(sample_array(1)))));
}

fn nacl_nd_encrypt() {
    let key = NdKey::from(hidden(sample_array(1)));
    publish(ipcrypt::nd_encrypt_with(&address(), &sample_array(2), &key));
}

fn nacl_nd_decrypt() {
    let encrypted = sample_array::<ND_OUTPUT_LEN>(3);
    publish(ipcrypt::nd_decrypt(&encrypted, &NdKey::from(hidden(sample_array(1)))));
}

fn nacl_ndx_encrypt() {
    let key = NdxKey::from(hidden(sample_array(1)));
    publish(ipcrypt::ndx_encrypt_with(&address(), &sample_array(2), &key));
}

fn nacl_ndx_decrypt() {
    let encrypted = sample_array::<NDX_OUTPUT_LEN>(3);
    publish(ipcrypt::ndx_decrypt(&encrypted, &NdxKey::from(hidden(sample_array(1)))));
}

/// Of an address what follows the bytes that tell its kind, which shows when it is encrypted, too.
fn of_known_kind() -> Address {
    let mut address = sample_array(3);
    hide(&mut address[12..]);
    address
}

fn nacl_pfx_encrypt() {
    publish(ipcrypt::pfx_encrypt(&of_known_kind(), &PfxKey::from(hidden(sample_array(1)))));
}

fn nacl_pfx_decrypt() {
    publish(ipcrypt::pfx_decrypt(&of_known_kind(), &PfxKey::from(hidden(sample_array(1)))));
}
