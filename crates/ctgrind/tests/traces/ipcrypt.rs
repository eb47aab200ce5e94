//! ipcrypt.

use quicksalt::hazmat::ipcrypt::{Block, Kept, PRIMITIVE};
use quicksalt::nacl::ipcrypt::{self, Key, NdKey, NdxKey, PfxKey};
use zeroize::Zeroize as _;

use crate::Case;
use crate::child::made;
use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn};

pub(crate) const CASES: &[Case] = &[
    Case { name: "ipcrypt.encrypt", prepare: input, run: encrypt },
    Case { name: "ipcrypt.decrypt", prepare: input, run: decrypt },
    Case { name: "ipcrypt.prefix_encrypt", prepare: input, run: prefix_encrypt },
    Case { name: "ipcrypt.prefix_decrypt", prepare: input, run: prefix_decrypt },
];

pub(crate) const CONSTRUCTIONS: &[Case] = &[
    Case { name: "ipcrypt::encrypt", prepare: input, run: nacl_encrypt },
    Case { name: "ipcrypt::nd_encrypt_with", prepare: input, run: nacl_nd_encrypt },
    Case { name: "ipcrypt::ndx_encrypt_with", prepare: input, run: nacl_ndx_encrypt },
    Case { name: "ipcrypt::pfx_encrypt", prepare: input, run: nacl_pfx_encrypt },
];

/// Two keys and an address.
fn input(_: usize) -> (Vec<u8>, Secrets) {
    let (keys, address) = (drawn::<32>(1), drawn::<16>(2));
    let secrets = Secrets::default()
        .bytes("key", &keys[..16])
        .bytes("other key", &keys[16..])
        .bytes("address", &address);
    ([&keys[..], &address].concat(), secrets)
}

/// A copy of the address, and what is to be wiped when it is done.
fn on_block(input: &[u8], call: impl FnOnce(&mut Block)) {
    let mut block = *first(&input[32..]).0;
    call(&mut block);
    block.zeroize();
}

fn encrypt(name: &str, input: &[u8]) {
    on_block(input, |block| by(&PRIMITIVE, name).encrypt(first(input).0, &[7; 8], block));
}

fn decrypt(name: &str, input: &[u8]) {
    on_block(input, |block| by(&PRIMITIVE, name).decrypt(first(input).0, &[7; 8], block));
}

fn keys(input: &[u8]) -> [&[u8; 16]; 2] {
    let (one, rest) = first(input);
    [one, first(rest).0]
}

fn prefix_encrypt(name: &str, input: &[u8]) {
    on_block(input, |block| {
        by(&PRIMITIVE, name).prefix_encrypt(keys(input), Kept::None, block);
    });
}

fn prefix_decrypt(name: &str, input: &[u8]) {
    on_block(input, |block| {
        by(&PRIMITIVE, name).prefix_decrypt(keys(input), Kept::None, block);
    });
}

fn nacl_encrypt(_: &str, input: &[u8]) {
    ipcrypt::encrypt(first(&input[32..]).0, &made::<Key>(&input[..16])).unwrap();
}

fn nacl_nd_encrypt(_: &str, input: &[u8]) {
    let key = made::<NdKey>(&input[..16]);
    ipcrypt::nd_encrypt_with(first(&input[32..]).0, &[7; 8], &key).unwrap();
}

fn nacl_ndx_encrypt(_: &str, input: &[u8]) {
    let key = made::<NdxKey>(&input[..32]);
    ipcrypt::ndx_encrypt_with(first(&input[32..]).0, &[7; 16], &key).unwrap();
}

fn nacl_pfx_encrypt(_: &str, input: &[u8]) {
    let key = made::<PfxKey>(&input[..32]);
    ipcrypt::pfx_encrypt(first(&input[32..]).0, &key).unwrap();
}
