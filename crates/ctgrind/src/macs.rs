//! Checks HMAC and SipHash of `quicksalt::nacl` while their secrets are hidden.

use quicksalt::choose::{sample_array, sample_bytes};
use quicksalt::hazmat::siphash24::Mac;
use quicksalt::nacl::{auth, shorthash};

use crate::calls::{Call, call, hidden, message};
use crate::memcheck::{hide, reveal};

pub(crate) const CALLS: &[Call] = &[
    // Uses a key of half a block, and a key so long that HMAC hashes it first.
    call("nacl::auth::hmac_sha256, nacl::auth::hmac_sha512", 0, || {
        for len in [32, 200] {
            let mut key = sample_bytes(len, 1);
            hide(&mut key);
            reveal(&mut [auth::hmac_sha256(&message(), &key)]);
            reveal(&mut [auth::hmac_sha512(&message(), &key)]);
        }
    }),
    call("nacl::auth::hmac_sha256_verify, nacl::auth::hmac_sha512_verify", 2, || {
        let key = sample_array::<32>(1);
        if let Ok(tag) = auth::hmac_sha256(&sample_bytes(300, 30), &key) {
            reveal(&mut [auth::hmac_sha256_verify(&tag, &message(), &hidden(key))]);
        }
        if let Ok(tag) = auth::hmac_sha512(&sample_bytes(300, 30), &key) {
            reveal(&mut [auth::hmac_sha512_verify(&tag, &message(), &hidden(key))]);
        }
    }),
    call("nacl::auth::hmac_sha256_init, nacl::auth::hmac_sha512_init", 0, || {
        if let Ok(mut mac) = auth::hmac_sha256_init(&hidden::<32>(sample_array(1))) {
            message().chunks(PIECE).for_each(|piece| mac.update(piece));
            reveal(&mut mac.tag_after(&[&message()]));
            reveal(&mut mac.finish());
        }
        if let Ok(mut mac) = auth::hmac_sha512_init(&hidden::<32>(sample_array(1))) {
            message().chunks(PIECE).for_each(|piece| mac.update(piece));
            reveal(&mut mac.tag_after(&[&message()]));
            reveal(&mut mac.finish());
        }
    }),
    call("nacl::shorthash::siphash24, nacl::shorthash::siphashx24", 0, || {
        let key = hidden(sample_array(1)).into();
        reveal(&mut [shorthash::siphash24(&message(), &key)]);
        reveal(&mut [shorthash::siphashx24(&message(), &key)]);
        let key = hidden(sample_array(1));
        let (mut mac, mut long) = (Mac::<8>::new(&key), Mac::<16>::new(&key));
        for piece in message().chunks(PIECE) {
            mac.update(piece);
            long.update(piece);
        }
        reveal(&mut mac.finish());
        reveal(&mut long.clone().finish());
    }),
];

/// The length of a piece in bytes: more than a block of either hash, but not a whole number of
/// blocks.
const PIECE: usize = 200;
