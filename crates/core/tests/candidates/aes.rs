//! AES against RustCrypto's `aes` with `cbc`, `ctr` and `aes-gcm`.

use aes::cipher::common::BlockSizeUser;
use aes::cipher::consts::{U12, U16};
use aes::cipher::{
    BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt as _, BlockModeEncrypt as _, KeyInit,
    KeyIvInit as _, StreamCipher as _,
};
use aes::{Aes128, Aes192, Aes256};
use aes_gcm::AesGcm;
use aes_gcm::aead::{Aead as _, Payload};
use quicksalt::choose::{Runnable, sample_array};
use quicksalt::hazmat::Source;
use quicksalt::hazmat::aes::{
    GcmKey, Key, NONCE_LEN, Ops, PRIMITIVE, TAG_LEN, cbc_decrypt, cbc_encrypt, ctr, gcm_open,
    gcm_seal,
};
use quicksalt::{Error, Result};

use crate::common::boxes::{Calls, boxes_by};
use crate::common::candidates::subjects;
use crate::common::{lengths, same, sample_bytes, shapes};
use crate::misuse::{refused, survives};

/// A block cipher of the crate `aes`.
trait Cipher:
    BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone
{
}

impl<C> Cipher for C where
    C: BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone
{
}

/// Returns a key; its length alternates between 16, 24 and 32 bytes.
fn key(seed: u64) -> Vec<u8> {
    sample_array::<32>(seed)[..16 + 8 * (seed % 3) as usize].to_vec()
}

/// Returns associated data with a length that covers all remainders modulo a block.
fn aad(seed: u64) -> Vec<u8> {
    sample_bytes((seed * 5 % 83) as usize)
}

fn peer_gcm(message: &[u8], aad: &[u8], seed: u64) -> Vec<u8> {
    fn sealed<C: Cipher>(key: &[u8], message: &[u8], aad: &[u8], seed: u64) -> Vec<u8> {
        let cipher = AesGcm::<C, U12>::new_from_slice(key).unwrap();
        let nonce: [u8; NONCE_LEN] = sample_array(!seed);
        cipher.encrypt(&nonce.into(), Payload { msg: message, aad }).unwrap()
    }
    let key = key(seed);
    match key.len() {
        16 => sealed::<Aes128>(&key, message, aad, seed),
        24 => sealed::<Aes192>(&key, message, aad, seed),
        _ => sealed::<Aes256>(&key, message, aad, seed),
    }
}

fn seal(run: Runnable<Ops>, out: &mut [u8], message: &[u8], seed: u64) {
    let (key, (text, tag)) = (key(seed), out.split_at_mut(message.len()));
    let key = Key::new(&key).unwrap();
    tag.copy_from_slice(&run.gcm_seal(key, &sample_array(!seed), &aad(seed), text, message));
}

fn open(run: Runnable<Ops>, out: &mut [u8], sealed: &[u8], seed: u64) -> Result<()> {
    let (key, (text, tag)) = (key(seed), sealed.split_last_chunk().unwrap());
    run.gcm_open(Key::new(&key).unwrap(), &sample_array(!seed), &aad(seed), out, tag, text)
}

#[test]
fn gcm_agrees_with_aes_gcm() {
    let calls = Calls { seal, open, overhead: TAG_LEN, wipes: true };
    boxes_by(&PRIMITIVE, "gcm_seal", &calls, |message, seed| peer_gcm(message, &aad(seed), seed));
}

#[test]
fn gcm_covers_the_additional_data() {
    let message = sample_bytes(100);
    for subject in subjects(&PRIMITIVE, "gcm_seal") {
        for len in 0..=300 {
            let (key, nonce) = (key(len), sample_array(!len));
            let (key, mut aad) = (Key::new(&key).unwrap(), sample_bytes(len as usize));
            let mut text = [0; 100];
            let tag = subject.run.gcm_seal(key, &nonce, &aad, &mut text, &message);
            let context = || format!("{}, {len} bytes of additional data", subject.name);
            same(&[&text[..], &tag].concat(), &peer_gcm(&message, &aad, len), context);
            let open =
                |aad: &[u8]| subject.run.gcm_open(key, &nonce, aad, &mut [0; 100], &tag, &text);
            for at in (0..aad.len()).step_by(7) {
                aad[at] ^= 0x80;
                assert_eq!(open(&aad), Err(Error::Verification), "{}, byte {at}", context());
                aad[at] ^= 0x80;
            }
            assert_eq!(open(&aad), Ok(()), "{}", context());
            aad.push(0);
            assert_eq!(open(&aad), Err(Error::Verification), "{}, one more", context());
        }
    }
}

/// A prepared key gives the same results at every length, whichever candidate is chosen.
#[test]
fn a_prepared_key_agrees() {
    for seed in 0..3 {
        let bytes = key(seed);
        let (key, prepared) = (Key::new(&bytes).unwrap(), GcmKey::new(Key::new(&bytes).unwrap()));
        let (prepared, nonce) = (prepared.unwrap(), sample_array(!seed));
        for len in lengths().step_by(3) {
            let (message, aad) = (sample_bytes(len), sample_bytes(len % 300));
            let (mut text, mut once) = (vec![0; len], vec![0; len]);
            let mut tag = prepared.seal(&nonce, &aad, &mut text, &message).unwrap();
            let other = gcm_seal(key, &nonce, &aad, &mut once, &message).unwrap();
            assert_eq!((&text, &tag), (&once, &other), "{len} bytes");
            let mut opened = vec![0; len];
            prepared.open(&nonce, &aad, &mut opened, &tag, &text).unwrap();
            same(&opened, &message, || format!("{len} bytes, opened"));
            tag[len % TAG_LEN] ^= 1;
            let verdict = prepared.open(&nonce, &aad, &mut opened, &tag, &text);
            assert_eq!(verdict, Err(Error::Verification));
        }
    }
}

/// Returns a random counter, or a counter with low 32, 64 or 128 bits that overflow after some
/// blocks.
fn counter(seed: u64) -> [u8; 16] {
    let left = u128::from(seed % 23);
    let drawn = u128::from_be_bytes(sample_array(!seed));
    let number = match seed % 4 {
        0 => drawn,
        1 => drawn | (u128::from(u32::MAX) - left),
        2 => drawn & !u128::from(u64::MAX) | (u128::from(u64::MAX) - left),
        _ => u128::MAX - left,
    };
    number.to_be_bytes()
}

fn call_ctr(run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed: u64) {
    let mut next = counter(seed);
    run.ctr(Key::new(&key(seed)).unwrap(), &mut next, out, source);
    let blocks = out.len().div_ceil(16) as u128;
    let expected = u128::from_be_bytes(counter(seed)).wrapping_add(blocks);
    assert_eq!(u128::from_be_bytes(next), expected, "the counter after {} bytes", out.len());
}

fn peer_ctr(bytes: &mut [u8], seed: u64) {
    fn xored<C: Cipher>(key: &[u8], bytes: &mut [u8], seed: u64) {
        let mut cipher = ctr::Ctr128BE::<C>::new_from_slices(key, &counter(seed)).unwrap();
        for block in bytes.chunks_mut(16) {
            cipher.apply_keystream(block);
        }
    }
    let key = key(seed);
    match key.len() {
        16 => xored::<Aes128>(&key, bytes, seed),
        24 => xored::<Aes192>(&key, bytes, seed),
        _ => xored::<Aes256>(&key, bytes, seed),
    }
}

#[test]
fn ctr_agrees_with_ctr() {
    shapes::stream(&PRIMITIVE, "ctr", call_ctr, peer_ctr);
}

/// Processes the whole blocks of the output; the remaining bytes are only copied.
fn call_cbc(
    run: Runnable<Ops>,
    out: &mut [u8],
    source: Source<'_>,
    seed: u64,
    call: impl Fn(Runnable<Ops>, Key<'_>, &mut [u8; 16], &mut [[u8; 16]], Source<'_>),
) {
    let key = key(seed);
    let whole = out.len() - out.len() % 16;
    let (head, tail) = out.split_at_mut(whole);
    source.skip(whole).xor(tail, &[0; 16]);
    let (blocks, _) = head.as_chunks_mut();
    // In two pieces; the second continues the chain of the first.
    let cut = blocks.len() / 3;
    let (first, second) = blocks.split_at_mut(cut);
    let mut iv = sample_array(!seed);
    call(run, Key::new(&key).unwrap(), &mut iv, first, source.first(16 * cut));
    call(
        run,
        Key::new(&key).unwrap(),
        &mut iv,
        second,
        source.skip(16 * cut).first(whole - 16 * cut),
    );
}

fn peer_encrypt(bytes: &mut [u8], seed: u64) {
    fn encrypted<C: Cipher>(key: &[u8], bytes: &mut [u8], seed: u64) {
        let mut cipher =
            cbc::Encryptor::<C>::new_from_slices(key, &sample_array::<16>(!seed)).unwrap();
        for block in bytes.as_chunks_mut::<16>().0 {
            cipher.encrypt_block(block.into());
        }
    }
    let key = key(seed);
    match key.len() {
        16 => encrypted::<Aes128>(&key, bytes, seed),
        24 => encrypted::<Aes192>(&key, bytes, seed),
        _ => encrypted::<Aes256>(&key, bytes, seed),
    }
}

fn peer_decrypt(bytes: &mut [u8], seed: u64) {
    fn decrypted<C: Cipher>(key: &[u8], bytes: &mut [u8], seed: u64) {
        let mut cipher =
            cbc::Decryptor::<C>::new_from_slices(key, &sample_array::<16>(!seed)).unwrap();
        for block in bytes.as_chunks_mut::<16>().0 {
            cipher.decrypt_block(block.into());
        }
    }
    let key = key(seed);
    match key.len() {
        16 => decrypted::<Aes128>(&key, bytes, seed),
        24 => decrypted::<Aes192>(&key, bytes, seed),
        _ => decrypted::<Aes256>(&key, bytes, seed),
    }
}

#[test]
fn cbc_agrees_with_cbc() {
    let encrypt = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed| {
        call_cbc(run, out, source, seed, |run, key, iv, out, source| {
            run.cbc_encrypt(key, iv, out, source);
        });
    };
    shapes::stream(&PRIMITIVE, "cbc_encrypt", encrypt, peer_encrypt);
    let decrypt = |run: Runnable<Ops>, out: &mut [u8], source: Source<'_>, seed| {
        call_cbc(run, out, source, seed, |run, key, iv, out, source| {
            run.cbc_decrypt(key, iv, out, source);
        });
    };
    shapes::stream(&PRIMITIVE, "cbc_decrypt", decrypt, peer_decrypt);
}

#[test]
fn keys_of_other_lengths_are_refused() {
    for len in (0..=64).filter(|len| ![16, 24, 32].contains(len)) {
        let refused = Key::new(&vec![1; len]).err();
        let expected = "16, 24 or 32";
        assert_eq!(refused, Some(Error::Length { argument: "key", expected, actual: len }));
    }
}

#[test]
fn inconsistent_lengths_stay_within_their_buffers() {
    let key = Key::new(&[1; 32]).unwrap();
    for subject in subjects(&PRIMITIVE, "ctr") {
        let run = subject.run;
        survives(&subject.name, |out, input| {
            run.gcm_seal(key, &[2; 12], b"aad", out, input);
        });
        survives(&subject.name, |out, input| {
            let _ = run.gcm_open(key, &[2; 12], b"aad", out, &[3; 16], input);
        });
        survives(&subject.name, |out, input| {
            run.ctr(key, &mut [2; 16], out, Source::From(input));
        });
        survives(&subject.name, |out, input| {
            run.cbc_encrypt(key, &mut [2; 16], out.as_chunks_mut().0, Source::From(input));
        });
        survives(&subject.name, |out, input| {
            run.cbc_decrypt(key, &mut [2; 16], out.as_chunks_mut().0, Source::From(input));
        });
    }
}

#[test]
fn the_contracts_refuse_inconsistent_lengths() {
    let (bytes, mut out, mut blocks) = ([1; 24], [0xee; 100], [[0xee; 16]; 6]);
    let (key, mut iv) = (Key::new(&bytes).unwrap(), [2; 16]);
    let prepared = GcmKey::new(key).unwrap();
    for len in [0, 80, 99, 101, 112] {
        let input = sample_bytes(len);
        let source = Source::From(&input);
        assert_eq!(refused(gcm_seal(key, &[2; 12], b"", &mut out, &input)), ("out", 100));
        assert_eq!(refused(prepared.seal(&[2; 12], b"", &mut out, &input)), ("out", 100));
        let opened = gcm_open(key, &[2; 12], b"", &mut out, &[3; 16], &input);
        assert_eq!(refused(opened), ("out", 100));
        let opened = prepared.open(&[2; 12], b"", &mut out, &[3; 16], &input);
        assert_eq!(refused(opened), ("out", 100));
        assert_eq!(refused(ctr(key, &mut iv, &mut out, source)), ("input", len));
        assert_eq!(refused(cbc_encrypt(key, &mut iv, &mut blocks, source)), ("input", len));
        assert_eq!(refused(cbc_decrypt(key, &mut iv, &mut blocks, source)), ("input", len));
    }
    assert_eq!(
        (out, blocks, iv),
        ([0xee; 100], [[0xee; 16]; 6], [2; 16]),
        "a refused call wrote to the output"
    );
}

/// Compares a prepared key with the key itself, for all messages and for refusals.
#[test]
fn a_prepared_key_of_aes256gcm_equals_the_key() {
    use quicksalt::nacl::aead::aes256gcm as gcm;
    let key = gcm::Key::from([7; 32]);
    let (prepared, nonce, aad) = (gcm::PreparedKey::new(&key).unwrap(), [1; 12], b"data");
    for len in [0, 1, 15, 16, 17, 255, 256, 257, 1000] {
        let message = vec![len as u8; len];
        let mut sealed = prepared.seal(&message, aad, &nonce).unwrap();
        assert_eq!(sealed, gcm::seal(&message, aad, &nonce, &key).unwrap(), "{len}");
        assert_eq!(prepared.open(&sealed, aad, &nonce), Ok(message), "{len}");
        sealed[len] ^= 1;
        let mut out = vec![0xaa; len];
        assert_eq!(prepared.open_into(&mut out, &sealed, aad, &nonce), Err(Error::Verification));
        assert_eq!(out, vec![0; len], "{len}");
    }
    assert_eq!(prepared.open(&[0; 15], aad, &nonce), Err(Error::Verification));
    let long = Error::Length { argument: "out", expected: "len(message) + 16", actual: 18 };
    assert_eq!(prepared.seal_into(&mut [0; 18], b"m", aad, &nonce), Err(long));
    let long = Error::Length { argument: "out", expected: "len(ciphertext) - 16", actual: 9 };
    assert_eq!(prepared.open_into(&mut [0; 9], &[0; 18], aad, &nonce), Err(long));
    assert_eq!(format!("{prepared:?}"), "PreparedKey(GcmKey(..))");
}
