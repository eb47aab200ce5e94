//! Running out of memory is an error and does not end the process. The test runs itself again in a
//! process with a memory limit.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

use std::process::Command;

/// The child's memory limit, and the size of its message; twice that size exceeds the limit.
const LIMIT_KIB: usize = 320 << 10;
const MESSAGE: usize = 200 << 20;

#[test]
fn running_out_of_memory_is_an_error() {
    child_passes("child::results_that_do_not_fit");
}

#[test]
fn a_batch_does_not_allocate_per_signature() {
    child_passes("child::a_batch_of_many");
}

fn child_passes(name: &str) {
    let limited = Command::new("sh")
        .args(["-c", r#"ulimit -v "$1" && shift && exec "$@""#, "sh", &LIMIT_KIB.to_string()])
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", name])
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&limited.stdout);
    assert!(limited.status.success(), "{}: {printed}", limited.status);
    assert!(printed.contains("1 passed"), "{printed}");
}

mod child {
    use quicksalt::hazmat::argon2::{self, Input, Kind, Params};
    use quicksalt::hazmat::ed25519::{Signed, verify_batch};
    use quicksalt::nacl::boxes::{self, SharedKey};
    use quicksalt::nacl::{aead::xchacha20poly1305 as aead, sealedbox, secretbox, sign};
    use quicksalt::{Error, memory};

    #[test]
    #[ignore = "runs under a limit, as a child"]
    fn results_that_do_not_fit() {
        let message = memory::zeros(super::MESSAGE).unwrap();
        let (key, nonce) = (secretbox::Key::from([1; 32]), [2; secretbox::NONCE_LEN]);
        let secret = boxes::SecretKey::from([3; 32]);
        let public = secret.public_key().unwrap();
        let shared = SharedKey::new(&public, &secret).unwrap();
        let aead_key = aead::Key::from([4; 32]);
        let signer = sign::SigningKey::from_seed(&[5; 32].into()).unwrap();
        let results = [
            secretbox::seal(&message, &nonce, &key),
            secretbox::open(&message, &nonce, &key),
            shared.seal(&message, &nonce),
            shared.open(&message, &nonce),
            sealedbox::seal(&message, &public),
            sealedbox::open(&message, &public, &secret),
            aead::seal(&message, b"", &nonce, &aead_key),
            aead::open(&message, b"", &nonce, &aead_key),
            signer.sign(&message),
            memory::copy(&message),
            memory::collect(core::iter::repeat_n(0, super::MESSAGE)),
            memory::collect((0..).map(|byte: usize| byte as u8)),
        ];
        let input = Input { passphrase: b"p", salt: &[6; 16], secret: b"", data: b"" };
        let params = Params::new(1 << 20, 1, 1).unwrap();
        assert_eq!(argon2::hash(Kind::Id, params, &mut [0; 32], &input), Err(Error::OutOfMemory));
        for (number, result) in results.into_iter().enumerate() {
            assert_eq!(result.err(), Some(Error::OutOfMemory), "{number}");
        }
    }

    #[test]
    #[ignore = "runs under a limit, as a child"]
    fn a_batch_of_many() {
        let signer = sign::SigningKey::from_seed(&[5; 32].into()).unwrap();
        let (public, signature) = (signer.public_key(), signer.sign_detached(b"message").unwrap());
        let one = Signed {
            public_key: public.as_bytes(),
            message: b"message",
            signature: signature.as_bytes(),
        };
        let many = memory::collect(core::iter::repeat_n(one, 100_000)).unwrap();
        let mut taken = Vec::with_capacity(100);
        while let Ok(piece) = memory::with_capacity::<u8>(16 << 20) {
            taken.push(piece);
        }
        assert_eq!(verify_batch(&many), Ok(()));
    }
}
