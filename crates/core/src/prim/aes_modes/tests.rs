#![allow(clippy::unwrap_used)]

use aes::cipher::consts::U12;
use aes::cipher::{
    BlockCipherEncrypt, BlockModeEncrypt as _, KeyInit, KeyIvInit as _, StreamCipher as _,
};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::{Aead as _, Payload};

use super::TAG_LEN;
use super::kat::{ANSWERS, Answers, KEY, NONCE, PLAINTEXT};
use super::selftest::CHAINS;
use crate::prim::selftest::{self, Checksum, message};

fn matches<C>(answers: &Answers)
where
    C: BlockCipherEncrypt<BlockSize = aes::cipher::consts::U16>
        + aes::cipher::BlockSizeUser
        + KeyInit
        + Clone,
{
    let key = &KEY[..answers.key_len];
    let mut block = PLAINTEXT.into();
    C::new_from_slice(key).unwrap().encrypt_block(&mut block);
    assert_eq!(block.as_slice(), answers.ciphertext, "{} bytes", answers.key_len);

    let mut keystream = vec![0; selftest::STREAM];
    let counter = answers.counter.to_be_bytes();
    let mut cipher = ctr::Ctr128BE::<C>::new_from_slices(key, &counter).unwrap();
    cipher.apply_keystream(&mut keystream);

    let mut chains = Checksum::new();
    let text: [u8; 640] = message();
    for count in CHAINS {
        let mut blocks = Vec::from(&text.as_chunks::<16>().0[..count]);
        let mut cipher = cbc::Encryptor::<C>::new_from_slices(key, &PLAINTEXT).unwrap();
        for block in &mut blocks {
            cipher.encrypt_block(block.into());
        }
        chains.add(blocks.as_flattened());
    }

    let boxes = selftest::boxes(TAG_LEN, &mut |out, message| {
        let payload = Payload { msg: message, aad: selftest::aad(message.len()) };
        let cipher = AesGcm::<C, U12>::new_from_slice(key).unwrap();
        out.copy_from_slice(&cipher.encrypt(&NONCE.into(), payload).unwrap());
    });
    let found = [selftest::checksum(&keystream), chains.value(), boxes];
    let known = [answers.keystream, answers.chains, answers.boxes];
    assert!(found == known, "{} bytes: {found:#018x?}", answers.key_len);
}

#[test]
fn known_answers_match_independent_crates() {
    matches::<Aes128>(&ANSWERS[0]);
    matches::<Aes192>(&ANSWERS[1]);
    matches::<Aes256>(&ANSWERS[2]);
}
