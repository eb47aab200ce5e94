//! Tests ipcrypt.

use quicksalt::hazmat::ipcrypt::{Block, Kept, PRIMITIVE};
use quicksalt::nacl::ipcrypt::{self, Key, NdKey, NdxKey, PfxKey};
use zeroize::Zeroize as _;

use crate::child::made;
use crate::primitives::{by, first};
use crate::secrets::{Secrets, drawn};
use crate::{Case, case};

pub(crate) const CASES: &[Case] = &[
    case("ipcrypt.encrypt", input, |name, input| {
        on_block(input, |block| by(&PRIMITIVE, name).encrypt(first(input).0, &[7; 8], block));
    }),
    case("ipcrypt.decrypt", input, |name, input| {
        on_block(input, |block| by(&PRIMITIVE, name).decrypt(first(input).0, &[7; 8], block));
    }),
    case("ipcrypt.prefix_encrypt", input, |name, input| {
        on_block(input, |block| {
            by(&PRIMITIVE, name).prefix_encrypt(keys(input), Kept::None, block);
        });
    }),
    case("ipcrypt.prefix_decrypt", input, |name, input| {
        on_block(input, |block| {
            by(&PRIMITIVE, name).prefix_decrypt(keys(input), Kept::None, block);
        });
    }),
];

pub(crate) const CONSTRUCTIONS: &[Case] = &[
    case("ipcrypt::encrypt", input, |_, input| {
        ipcrypt::encrypt(first(&input[32..]).0, &made::<Key>(&input[..16])).unwrap();
    }),
    case("ipcrypt::nd_encrypt_with", input, |_, input| {
        let key = made::<NdKey>(&input[..16]);
        ipcrypt::nd_encrypt_with(first(&input[32..]).0, &[7; 8], &key).unwrap();
    }),
    case("ipcrypt::ndx_encrypt_with", input, |_, input| {
        let key = made::<NdxKey>(&input[..32]);
        ipcrypt::ndx_encrypt_with(first(&input[32..]).0, &[7; 16], &key).unwrap();
    }),
    case("ipcrypt::pfx_encrypt", input, |_, input| {
        let key = made::<PfxKey>(&input[..32]);
        ipcrypt::pfx_encrypt(first(&input[32..]).0, &key).unwrap();
    }),
];

/// Returns two keys and an address.
fn input(_: usize) -> (Vec<u8>, Secrets) {
    let (keys, address) = (drawn::<32>(1), drawn::<16>(2));
    let secrets = Secrets::default()
        .bytes("key", &keys[..16])
        .bytes("other key", &keys[16..])
        .bytes("address", &address);
    ([&keys[..], &address].concat(), secrets)
}

/// Calls a function on a copy of the address and wipes the copy afterwards.
fn on_block(input: &[u8], call: impl FnOnce(&mut Block)) {
    let mut block = *first(&input[32..]).0;
    call(&mut block);
    block.zeroize();
}

fn keys(input: &[u8]) -> [&[u8; 16]; 2] {
    let (one, rest) = first(input);
    [one, first(rest).0]
}
