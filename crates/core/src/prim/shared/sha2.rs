//! The parts shared by SHA-256 and SHA-512 (FIPS 180-4): constants, blocks and padding. SHA-1
//! shares the blocks and the padding.

use crate::prim::family::hash::State;
use crate::wipe::wipe;

/// The initial state of SHA-512: the first 64 bits of the fractional parts of the square roots of
/// the first eight primes. SHA-256 uses the first 32 bits of each.
pub(crate) const INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The round constants of SHA-512: the first 64 bits of the fractional parts of the cube roots of
/// the first eighty primes. SHA-256 uses the first 32 bits of the first 64.
pub(crate) const K: [u64; 80] = [
    0x428a_2f98_d728_ae22,
    0x7137_4491_23ef_65cd,
    0xb5c0_fbcf_ec4d_3b2f,
    0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538,
    0x59f1_11f1_b605_d019,
    0x923f_82a4_af19_4f9b,
    0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242,
    0x1283_5b01_4570_6fbe,
    0x2431_85be_4ee4_b28c,
    0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f,
    0x80de_b1fe_3b16_96b1,
    0x9bdc_06a7_25c7_1235,
    0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2,
    0xefbe_4786_384f_25e3,
    0x0fc1_9dc6_8b8c_d5b5,
    0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275,
    0x4a74_84aa_6ea6_e483,
    0x5cb0_a9dc_bd41_fbd4,
    0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab,
    0xa831_c66d_2db4_3210,
    0xb003_27c8_98fb_213f,
    0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2,
    0xd5a7_9147_930a_a725,
    0x06ca_6351_e003_826f,
    0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc,
    0x2e1b_2138_5c26_c926,
    0x4d2c_6dfc_5ac4_2aed,
    0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de,
    0x766a_0abb_3c77_b2a8,
    0x81c2_c92e_47ed_aee6,
    0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364,
    0xa81a_664b_bc42_3001,
    0xc24b_8b70_d0f8_9791,
    0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218,
    0xd699_0624_5565_a910,
    0xf40e_3585_5771_202a,
    0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8,
    0x1e37_6c08_5141_ab53,
    0x2748_774c_df8e_eb99,
    0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63,
    0x4ed8_aa4a_e341_8acb,
    0x5b9c_ca4f_7763_e373,
    0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc,
    0x78a5_636f_4317_2f60,
    0x84c8_7814_a1f0_ab72,
    0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28,
    0xa450_6ceb_de82_bde9,
    0xbef9_a3f7_b2c6_7915,
    0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c,
    0xd186_b8c7_21c0_c207,
    0xeada_7dd6_cde0_eb1e,
    0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba,
    0x0a63_7dc5_a2c8_98a6,
    0x113f_9804_bef9_0dae,
    0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84,
    0x32ca_ab7b_40c7_2493,
    0x3c9e_be0a_15c9_bebc,
    0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6,
    0x597f_299c_fc65_7e2a,
    0x5fcb_6fab_3ad6_faec,
    0x6c44_198c_4a47_5817,
];

/// Passes `first`, all parts, padding and length to `compress` in whole blocks (section 5.1).
///
/// `BLOCK` is 64 (SHA-256) or 128 (SHA-512); the length field takes an eighth of it. `first` is
/// held back until more data follows, since some candidates process two blocks in less than twice
/// the time of one. Buffers here are wiped, since they may hold secrets; the caller wipes the
/// state.
#[inline(always)]
pub(crate) fn absorb<const BLOCK: usize>(
    first: Option<&[u8; BLOCK]>,
    parts: &[&[u8]],
    mut compress: impl FnMut(&[[u8; BLOCK]]),
) {
    // Block 0 is `first`; blocks 1 and 2 hold a partial block and the padding, and are zero from
    // `filled` on.
    let mut tail = [[0; BLOCK]; 3];
    let mut start = 1;
    let mut filled = 0;
    let mut length = 0_u128;
    if let Some(first) = first {
        tail[0] = *first;
        start = 0;
        length = BLOCK as u128;
    }
    for mut part in parts.iter().copied() {
        length += part.len() as u128;
        if filled > 0 {
            let (head, rest) = part.split_at(part.len().min(BLOCK - filled));
            tail[1][filled..filled + head.len()].copy_from_slice(head);
            filled += head.len();
            part = rest;
            if filled < BLOCK {
                continue;
            }
            compress(&tail[start..2]);
            start = 1;
            tail[1] = [0; BLOCK];
        }
        let (blocks, rest) = part.as_chunks();
        if !blocks.is_empty() {
            if start == 0 {
                compress(&tail[..1]);
                start = 1;
            }
            compress(blocks);
        }
        tail[1][..rest.len()].copy_from_slice(rest);
        filled = rest.len();
    }
    tail[1][filled] = 0x80;
    let last = if filled < BLOCK - BLOCK / 8 { 1 } else { 2 };
    // The low bytes of the length in bits; a message with a longer length does not fit any memory.
    let bits = (length << 3).to_be_bytes();
    tail[last][BLOCK - BLOCK / 8..].copy_from_slice(&bits[16 - BLOCK / 8..]);
    compress(&tail[start..=last]);
    wipe(tail[..=last].as_flattened_mut());
}

/// Implements the state of a hash of this family or of SHA-1, with words of four or eight bytes.
macro_rules! state {
    ($word:ty, $words:literal, $block:literal, $digest:literal, $initial:expr) => {
        impl State<$block, $digest> for [$word; $words] {
            fn initial() -> Self {
                $initial
            }

            fn finish(
                &mut self,
                rest: &[u8],
                len: u128,
                absorb: impl Fn(&mut Self, &[[u8; $block]]),
                to: &mut [u8; $digest],
            ) {
                // WebAssembly modules have one copy for all `absorb` functions; elsewhere `absorb`
                // is inlined.
                #[cfg_attr(lean, inline(never))]
                #[cfg_attr(not(lean), inline(always))]
                fn finished(
                    state: &mut [$word; $words],
                    rest: &[u8],
                    len: u128,
                    absorb: &dyn Fn(&mut [$word; $words], &[[u8; $block]]),
                    to: &mut [u8; $digest],
                ) {
                    let mut last = [[0; $block]; 2];
                    let blocks = pad::<$block>(&mut last, rest, len);
                    absorb(state, &last[..blocks]);
                    let words = to.chunks_exact_mut(size_of::<$word>());
                    for (bytes, word) in words.zip(&*state) {
                        bytes.copy_from_slice(&word.to_be_bytes());
                    }
                    wipe(last.as_flattened_mut());
                }
                finished(self, rest, len, &absorb, to);
            }

            fn wipe(&mut self) {
                wipe(self);
            }
        }
    };
}

state!(u32, 8, 64, 32, INITIAL.map(|word| (word >> 32) as u32));
state!(u64, 8, 128, 64, INITIAL);
state!(u32, 5, 64, 20, [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]);

/// Fills zeroed blocks with the end of a message of `len` bytes that ends with `rest`; returns the
/// number of blocks, one or two (section 5.1).
fn pad<const BLOCK: usize>(last: &mut [[u8; BLOCK]; 2], rest: &[u8], len: u128) -> usize {
    last[0][..rest.len()].copy_from_slice(rest);
    last[0][rest.len()] = 0x80;
    let blocks = if rest.len() < BLOCK - BLOCK / 8 { 1 } else { 2 };
    let bits = (len << 3).to_be_bytes();
    last[blocks - 1][BLOCK - BLOCK / 8..].copy_from_slice(&bits[16 - BLOCK / 8..]);
    blocks
}
