//! A candidate from a module of the crate libcrux-ml-kem; all its modules export the same
//! functions.

/// Defines `CANDIDATE` from a module of the crate. The crate does not wipe its secrets: they remain
/// on the stack, which the dispatching call overwrites.
macro_rules! candidate {
    ($module:ident, $meta:expr) => {
        pub(crate) const CANDIDATE: Candidate<Ops> =
            Candidate { meta: $meta, ops: Ops { keypair, encapsulate, decapsulate } };

        fn keypair(
            public_key: &mut [u8; PUBLIC_KEY_LEN],
            secret_key: &mut [u8; SECRET_KEY_LEN],
            seed: &[u8; SEED_LEN],
        ) {
            let pair = $module::generate_key_pair(*seed);
            public_key.copy_from_slice(pair.pk());
            secret_key.copy_from_slice(pair.sk());
        }

        fn encapsulate(
            ciphertext: &mut [u8; CIPHERTEXT_LEN],
            shared_secret: &mut [u8; SHARED_SECRET_LEN],
            public_key: &[u8; PUBLIC_KEY_LEN],
            randomness: &[u8; RANDOMNESS_LEN],
        ) -> bool {
            let public_key = public_key.into();
            if !$module::validate_public_key(&public_key) {
                return false;
            }
            let (made, secret) = $module::encapsulate(&public_key, *randomness);
            ciphertext.copy_from_slice(made.as_slice());
            shared_secret.copy_from_slice(&secret);
            true
        }

        fn decapsulate(
            shared_secret: &mut [u8; SHARED_SECRET_LEN],
            secret_key: &[u8; SECRET_KEY_LEN],
            ciphertext: &[u8; CIPHERTEXT_LEN],
        ) -> bool {
            let secret_key = secret_key.into();
            if !$module::validate_private_key_only(&secret_key) {
                return false;
            }
            let secret = $module::decapsulate(&secret_key, &ciphertext.into());
            shared_secret.copy_from_slice(&secret);
            true
        }
    };
}
pub(super) use candidate;
