use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha512;

use crate::prim::sha512;

crate::prim::testing::mac_tests!(independent, sha512::portable::CANDIDATE.ops.absorb);

fn independent(key: &[u8; KEY_LEN], message: &[u8]) -> [u8; TAG_LEN] {
    let mut mac = <Hmac<Sha512> as KeyInit>::new(&{
        let mut block = [0; 128];
        block[..KEY_LEN].copy_from_slice(key);
        block.into()
    });
    mac.update(message);
    let long = mac.finalize().into_bytes();
    core::array::from_fn(|i| long[i])
}
