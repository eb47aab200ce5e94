//! Builds the modes of every candidate from the functions of its kernel.

/// Defines `CANDIDATE` in a module that provides these functions, all compiled for the same
/// processor features: `expand`, `dot`, `hash`, `ctr`, `seal_text`, `open_text`, `cbc_encrypt` and
/// `cbc_decrypt`.
macro_rules! candidate {
    ($meta:expr $(, $features:literal)?) => {
        pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
            meta: $meta,
            ops: Ops {
                prepare,
                gcm_seal,
                gcm_open,
                ctr: expanded_ctr,
                cbc_encrypt: expanded_cbc_encrypt,
                cbc_decrypt: expanded_cbc_decrypt,
            },
        };

        $(#[target_feature(enable = $features)])?
        fn prepare(prepared: &mut Prepared, key: Key<'_>, blocks: usize) {
            prepared.prepare(
                key,
                blocks,
                |schedule, key| expand(schedule, key),
                |schedule, counter, out, source| ctr(schedule, counter, out, source),
                |a, b| dot(a, b),
            );
        }

        $(#[target_feature(enable = $features)])?
        fn gcm_seal(
            key: &Prepared,
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            message: &[u8],
        ) -> [u8; TAG_LEN] {
            let kernel = gcm::Kernel {
                hash: |key: &Prepared, sum: &mut u128, bytes: &[u8]| hash(key, sum, bytes),
                ctr: |key: &Prepared, counter: u128, out: &mut [u8], source: Source<'_>| {
                    ctr(&key.schedule, counter, out, source);
                },
                text: |key: &Prepared,
                       counter: u128,
                       sum: &mut u128,
                       out: &mut [u8],
                       text: &[u8]| {
                    seal_text(key, counter, sum, out, text);
                },
            };
            gcm::seal(kernel, key, nonce, aad, out, message)
        }

        $(#[target_feature(enable = $features)])?
        fn gcm_open(
            key: &Prepared,
            nonce: &[u8; NONCE_LEN],
            aad: &[u8],
            out: &mut [u8],
            tag: &[u8; TAG_LEN],
            text: &[u8],
        ) -> Result<()> {
            let kernel = gcm::Kernel {
                hash: |key: &Prepared, sum: &mut u128, bytes: &[u8]| hash(key, sum, bytes),
                ctr: |key: &Prepared, counter: u128, out: &mut [u8], source: Source<'_>| {
                    ctr(&key.schedule, counter, out, source);
                },
                text: |key: &Prepared,
                       counter: u128,
                       sum: &mut u128,
                       out: &mut [u8],
                       text: &[u8]| {
                    open_text(key, counter, sum, out, text);
                },
            };
            gcm::open(kernel, key, nonce, aad, out, tag, text)
        }

        $(#[target_feature(enable = $features)])?
        fn expanded_ctr(key: Key<'_>, counter: u128, out: &mut [u8], source: Source<'_>) {
            let mut schedule = Schedule::empty();
            expand(&mut schedule, key);
            ctr(&schedule, counter, out, source);
        }

        $(#[target_feature(enable = $features)])?
        fn expanded_cbc_encrypt(key: Key<'_>, iv: &mut Block, out: &mut [Block], source: Source<'_>) {
            let mut schedule = Schedule::empty();
            expand(&mut schedule, key);
            cbc_encrypt(&schedule, iv, out, source);
        }

        $(#[target_feature(enable = $features)])?
        fn expanded_cbc_decrypt(key: Key<'_>, iv: &mut Block, out: &mut [Block], source: Source<'_>) {
            let mut schedule = Schedule::empty();
            expand(&mut schedule, key);
            cbc_decrypt(&schedule, iv, out, source);
        }
    };
}
pub(super) use candidate;
