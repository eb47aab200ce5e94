//! Builds ipcrypt candidates from AES candidates.

/// Defines `CANDIDATE` in a module that imports an AES candidate as `aes` and provides these
/// functions, all compiled for the same processor features: `encrypt_block` and `decrypt_block`
/// under a schedule; `ready`, which converts a schedule for prefix encryption; and `sums`.
macro_rules! candidate {
    ($name:literal $(, $features:literal)?) => {
        pub(crate) const CANDIDATE: Candidate<Ops> = Candidate {
            meta: Meta::composed(
                $name,
                "own, draft-denis-ipcrypt",
                &[concat!("aes/", $name)],
                &[aes::CANDIDATE.meta],
            ),
            ops: Ops { encrypt, decrypt, prefix_encrypt, prefix_decrypt },
        };

        $(#[target_feature(enable = $features)])?
        fn encrypt(key: &Key, tweak: &Tweak, block: &mut Block) {
            let mut schedule = Schedule::empty();
            aes::expand(&mut schedule, key.into());
            schedule.add(&candidate::padded(tweak));
            encrypt_block(&schedule, block);
        }

        $(#[target_feature(enable = $features)])?
        fn decrypt(key: &Key, tweak: &Tweak, block: &mut Block) {
            let mut schedule = Schedule::empty();
            aes::expand(&mut schedule, key.into());
            schedule.add(&candidate::padded(tweak));
            decrypt_block(&schedule, block);
        }

        $(#[target_feature(enable = $features)])?
        fn prefix_encrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) {
            let mut schedules = [const { Schedule::empty() }; 2];
            aes::expand(&mut schedules[0], keys[0].into());
            aes::expand(&mut schedules[1], keys[1].into());
            let (one, other) = (ready(&schedules[0]), ready(&schedules[1]));
            prefix::encrypt(kept, block, |prefixes| sums([&one, &other], prefixes));
        }

        $(#[target_feature(enable = $features)])?
        fn prefix_decrypt(keys: [&Key; 2], kept: Kept, block: &mut Block) {
            let mut schedules = [const { Schedule::empty() }; 2];
            aes::expand(&mut schedules[0], keys[0].into());
            aes::expand(&mut schedules[1], keys[1].into());
            let (one, other) = (ready(&schedules[0]), ready(&schedules[1]));
            prefix::decrypt(kept, block, |prefixes| sums([&one, &other], prefixes));
        }
    };
}
pub(super) use candidate;

use super::{Block, Tweak};

/// Expands a tweak to the block that is XORed onto each round key: each column begins with two
/// bytes of the tweak.
#[inline(always)]
pub(super) fn padded(tweak: &Tweak) -> Block {
    core::array::from_fn(|i| if i % 4 < 2 { tweak[i / 4 * 2 + i % 4] } else { 0 })
}
