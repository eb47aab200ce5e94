//! Checks the incremental functions of `quicksalt::nacl` while their secrets are hidden.

use quicksalt::choose::sample_array;
use quicksalt::nacl::{auth, generichash, hash, onetimeauth, secretstream, sign};

use crate::calls::{NONCE, hidden, message};
use crate::memcheck::{hide, reveal};

/// The length of a piece in bytes: more than a block of any function here, but not a whole number
/// of blocks.
const PIECE: usize = 200;

pub(crate) fn generichash() {
    let (key, salt, person) =
        (hidden::<32>(sample_array(1)), hidden::<16>(sample_array(2)), [3; 16]);
    let params = generichash::Params { key: &key, salt: &salt, person: &person };
    if let Ok(mut hasher) = generichash::init(64, &params) {
        message().chunks(PIECE).for_each(|piece| hasher.update(piece));
        let mut digest = [0; 64];
        hasher.digest_into(&mut digest);
        reveal(&mut digest);
    }
}

pub(crate) fn hashes() {
    if let Ok(mut hasher) = hash::sha256_init() {
        message().chunks(PIECE).for_each(|piece| hasher.update(piece));
        reveal(&mut hasher.digest());
    }
    if let Ok(mut hasher) = hash::sha512_init() {
        message().chunks(PIECE).for_each(|piece| hasher.update(piece));
        reveal(&mut hasher.digest());
    }
}

pub(crate) fn auth() {
    if let Ok(mut mac) = auth::init(&hidden(sample_array(1)).into()) {
        message().chunks(PIECE).for_each(|piece| mac.update(piece));
        reveal(&mut mac.finish());
    }
}

pub(crate) fn onetimeauth() {
    if let Ok(mut mac) = onetimeauth::init(&hidden(sample_array(1)).into()) {
        message().chunks(PIECE).for_each(|piece| mac.update(piece));
        reveal(&mut mac.finish());
    }
}

pub(crate) fn sign() {
    let Ok(secret) = sign::SecretKey::from_seed(&sample_array(3).into()) else { return };
    let mut bytes = *secret.as_bytes();
    hide(&mut bytes[..32]);
    if let Ok(mut prehash) = sign::prehash() {
        message().chunks(PIECE).for_each(|piece| prehash.update(piece));
        reveal(&mut [prehash.sign(b"", &bytes.into())]);
    }
}

pub(crate) fn push() {
    let key = hidden(sample_array(1)).into();
    if let Ok(mut push) = secretstream::Push::with_header(&NONCE, &key) {
        for tag in [secretstream::TAG_MESSAGE, secretstream::TAG_REKEY, secretstream::TAG_FINAL] {
            if let Ok(mut sealed) = push.push(&message(), b"aad", tag) {
                reveal(&mut sealed);
            }
        }
        reveal(&mut [push.rekey()]);
        reveal(&mut *secretstream::Push::from_state(&push.state()).state());
    }
}

pub(crate) fn pull() {
    let mut sealed = Vec::new();
    if let Ok(mut push) = secretstream::Push::with_header(&NONCE, &sample_array(1).into()) {
        sealed = push.push(&[7; 300], b"aad", secretstream::TAG_REKEY).unwrap_or_default();
    }
    if let Ok(mut pull) = secretstream::Pull::new(&NONCE, &hidden(sample_array(1)).into())
        && let Ok((mut opened, mut tag)) = pull.pull(&sealed, b"aad")
    {
        reveal(&mut opened);
        reveal(core::slice::from_mut(&mut tag));
        reveal(&mut [pull.rekey()]);
    }
}
