//! Known answers for the self-test: FIPS 197 appendix C, and checksums that a test recomputes with
//! RustCrypto's `aes`, `cbc`, `ctr` and `aes-gcm`.

/// The keys are the first 16, 24 and 32 bytes of this array.
pub(super) const KEY: [u8; 32] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f,
    0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f,
];

pub(super) const PLAINTEXT: [u8; 16] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
];

pub(super) const NONCE: [u8; 12] =
    [0xca, 0xfe, 0xba, 0xbe, 0xfa, 0xce, 0xdb, 0xad, 0xde, 0xca, 0xf8, 0x88];

/// The known answers for keys of one length.
pub(super) struct Answers {
    pub(super) key_len: usize,
    /// The encryption of [`PLAINTEXT`] as a single block.
    pub(super) ciphertext: [u8; 16],
    /// An initial counter, and the checksum of the first [`STREAM`](crate::prim::selftest::STREAM)
    /// bytes of its keystream.
    pub(super) counter: u128,
    pub(super) keystream: u64,
    /// The checksum of CBC ciphertexts with [`PLAINTEXT`] as initialisation vector.
    pub(super) chains: u64,
    /// The checksum of GCM boxes.
    pub(super) boxes: u64,
}

pub(super) const ANSWERS: [Answers; 3] = [
    Answers {
        key_len: 16,
        ciphertext: [
            0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4,
            0xc5, 0x5a,
        ],
        counter: 0xf0f1_f2f3_f4f5_f6f7_f8f9_fafb_fcfd_feff,
        keystream: 0x9514_af99_068c_9868,
        chains: 0xa921_4f2c_5d59_690f,
        boxes: 0xfb06_4907_27fa_776c,
    },
    Answers {
        key_len: 24,
        ciphertext: [
            0xdd, 0xa9, 0x7c, 0xa4, 0x86, 0x4c, 0xdf, 0xe0, 0x6e, 0xaf, 0x70, 0xa0, 0xec, 0x0d,
            0x71, 0x91,
        ],
        // The lower half of the counter overflows.
        counter: 0x0123_4567_89ab_cdef_ffff_ffff_ffff_ff9c,
        keystream: 0xbb4d_c8e3_3afd_e8bb,
        chains: 0x2da8_41d5_72e2_7487,
        boxes: 0x5162_ebff_8a1a_dc0c,
    },
    Answers {
        key_len: 32,
        ciphertext: [
            0x8e, 0xa2, 0xb7, 0xca, 0x51, 0x67, 0x45, 0xbf, 0xea, 0xfc, 0x49, 0x90, 0x4b, 0x49,
            0x60, 0x89,
        ],
        // The whole counter overflows.
        counter: u128::MAX - 39,
        keystream: 0x72a7_e129_8059_a47c,
        chains: 0xaead_e35e_945f_3ab5,
        boxes: 0xde2f_0900_563f_b4bc,
    },
];
