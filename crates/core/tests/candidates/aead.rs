//! Authenticated encryption with associated data against independent crates.

use chacha20poly1305::aead::{Aead as _, KeyInit as _, Payload};
use quicksalt::choose::{Primitive, Runnable, sample_array};
use quicksalt::hazmat::family::aead::{Associated, Ops};
use quicksalt::{Error, Result};

use crate::common::boxes::{Calls, boxes};
use crate::common::candidates::subjects;
use crate::common::{same, sample_bytes};

/// Computes ciphertext and tag from key, nonce, associated data and message.
type Peer<const NONCE: usize, const KEY: usize> =
    fn(&[u8; KEY], &[u8; NONCE], &[u8], &[u8]) -> Vec<u8>;

/// Returns associated data with a length that covers all remainders modulo a tag block.
fn aad(seed: u64) -> Vec<u8> {
    sample_bytes((seed * 5 % 83) as usize)
}

/// A primitive, conversions of nonce and associated data to its types, and a peer.
struct Sealing<
    A: Associated,
    const N: usize,
    const NONCE: usize,
    const KEY: usize,
    const TAG: usize,
> {
    primitive: &'static Primitive<Ops<A, NONCE, KEY, TAG>>,
    nonce: fn(&[u8; N]) -> [u8; NONCE],
    data: fn(&[u8]) -> A::Data<'_>,
    peer: Peer<N, KEY>,
}

impl<A: Associated, const N: usize, const NONCE: usize, const KEY: usize, const TAG: usize>
    Sealing<A, N, NONCE, KEY, TAG>
{
    fn agrees(&self) {
        let nonce = |seed: u64| (self.nonce)(&sample_array(!seed));
        let calls = Calls {
            seal: |run: Runnable<Ops<A, NONCE, KEY, TAG>>, out: &mut [u8], message: &[u8], seed| {
                let aad = aad(seed);
                run.seal(&sample_array(seed), &nonce(seed), (self.data)(&aad), out, message);
            },
            open: |run: Runnable<Ops<A, NONCE, KEY, TAG>>,
                   out: &mut [u8],
                   sealed: &[u8],
                   seed|
             -> Result<()> {
                let aad = aad(seed);
                run.open(&sample_array(seed), &nonce(seed), (self.data)(&aad), out, sealed)
            },
            overhead: TAG,
            wipes: A::WIPES,
        };
        let peer_of = |message: &[u8], seed: u64| {
            (self.peer)(&sample_array(seed), &sample_array(!seed), &aad(seed), message)
        };
        boxes(self.primitive, &calls, peer_of);
        self.covers_the_additional_data();
        self.agrees_detached();
    }

    fn covers_the_additional_data(&self) {
        let message = sample_bytes(100);
        for subject in subjects(self.primitive, "seal") {
            for len in 0..=200 {
                let (key, nonce) = (sample_array(len), sample_array(!len));
                let mut aad = sample_bytes(len as usize);
                let mut sealed = vec![0; 100 + TAG];
                let own = (self.nonce)(&nonce);
                subject.run.seal(&key, &own, (self.data)(&aad), &mut sealed, &message);
                let context = || format!("{}, {len} bytes of additional data", subject.name);
                same(&sealed, &(self.peer)(&key, &nonce, &aad, &message), context);
                let mut opened = [0; 100];
                let mut open = |aad: &[u8]| {
                    subject.run.open(&key, &own, (self.data)(aad), &mut opened, &sealed)
                };
                for at in 0..aad.len() {
                    aad[at] ^= 0x80;
                    assert_eq!(open(&aad), Err(Error::Verification), "{}, byte {at}", context());
                    aad[at] ^= 0x80;
                }
                assert_eq!(open(&aad), Ok(()));
                aad.push(0);
                assert_eq!(open(&aad), Err(Error::Verification), "{}, one more", context());
            }
        }
    }

    /// Checks that the detached tag equals the tag after the ciphertext.
    fn agrees_detached(&self) {
        let (key, nonce) = (sample_array(3), sample_array(4));
        let (own, data) = ((self.nonce)(&nonce), (self.data)(b"aad"));
        for subject in subjects(self.primitive, "seal") {
            for len in [0, 1, 15, 16, 100, 1000] {
                let message = sample_bytes(len);
                let (mut text, mut tag) = (vec![0; len], [0; TAG]);
                subject.run.seal_detached(&key, &own, data, &mut text, &mut tag, &message);
                let sealed = [&text[..], &tag].concat();
                let context = || format!("{}, {len} bytes, detached", subject.name);
                same(&sealed, &(self.peer)(&key, &nonce, b"aad", &message), context);
                let mut opened = vec![0; len];
                let verdict = subject.run.open_detached(&key, &own, data, &mut opened, &tag, &text);
                assert_eq!(verdict, Ok(()), "{}", context());
                same(&opened, &message, context);
                tag[TAG - 1] ^= 1;
                let verdict = subject.run.open_detached(&key, &own, data, &mut opened, &tag, &text);
                assert_eq!(verdict, Err(Error::Verification), "{}", context());
            }
        }
    }
}

/// Compares a primitive or a variant of one with a peer.
macro_rules! agrees {
    ($module:ident, $peer:expr) => {{
        use quicksalt::hazmat::$module::{PRIMITIVE, data, filled};
        Sealing { primitive: &PRIMITIVE, nonce: filled, data: |aad| data(aad), peer: $peer }
            .agrees();
    }};
}

#[test]
fn xchacha20poly1305() {
    agrees!(xchacha20poly1305, |key, nonce, aad, msg| {
        let cipher = chacha20poly1305::XChaCha20Poly1305::new(key.into());
        cipher.encrypt(nonce.into(), Payload { msg, aad }).unwrap()
    });
}

#[test]
fn chacha20poly1305_ietf() {
    agrees!(chacha20poly1305_ietf, |key, nonce, aad, msg| {
        let cipher = chacha20poly1305::ChaCha20Poly1305::new(key.into());
        cipher.encrypt(nonce.into(), Payload { msg, aad }).unwrap()
    });
}

/// Compares with a composition of the parts, since no crate offers the original construction.
#[test]
fn chacha20poly1305() {
    use chacha20::ChaCha20Legacy;
    use chacha20::cipher::{KeyIvInit as _, StreamCipher as _};

    agrees!(chacha20poly1305_original, |key, nonce, aad, message| {
        let mut cipher = ChaCha20Legacy::new(key.into(), nonce.into());
        let (mut first, mut text) = ([0; 64], message.to_vec());
        cipher.apply_keystream(&mut first);
        cipher.apply_keystream(&mut text);
        let mac_key: [u8; 32] = first[..32].try_into().unwrap();
        let len = |bytes: &[u8]| (bytes.len() as u64).to_le_bytes();
        let covered = [aad, &len(aad), &text, &len(&text)].concat();
        let tag = poly1305::Poly1305::new(&mac_key.into()).compute_unpadded(&covered);
        text.extend_from_slice(&tag);
        text
    });
}

#[test]
fn aegis128l() {
    agrees!(aegis128l, |key, nonce, aad, message| {
        let (mut text, tag) =
            aegis::aegis128l::Aegis128L::<32>::new(key, nonce).encrypt(message, aad);
        text.extend_from_slice(&tag);
        text
    });
}

#[test]
fn aegis256() {
    agrees!(aegis256, |key, nonce, aad, message| {
        let (mut text, tag) =
            aegis::aegis256::Aegis256::<32>::new(key, nonce).encrypt(message, aad);
        text.extend_from_slice(&tag);
        text
    });
}
