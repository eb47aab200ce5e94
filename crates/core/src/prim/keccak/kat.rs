//! Known answers for the self-test. The first is the permuted all-zero state, which the Keccak team
//! publishes in KeccakF-1600-IntermediateValues. The second is this state after twelve more rounds.
//! It was computed with an independent implementation, which yields the same SHAKE128 output as
//! CPython's hashlib.

use super::State;

/// The all-zero state after all 24 rounds.
pub(super) const OF_ZEROS: State = [
    0xf125_8f79_40e1_dde7,
    0x84d5_ccf9_33c0_478a,
    0xd598_261e_a65a_a9ee,
    0xbd15_4730_6f80_494d,
    0x8b28_4e05_6253_d057,
    0xff97_a42d_7f8e_6fd4,
    0x90fe_e5a0_a446_47c4,
    0x8c5b_da0c_d619_2e76,
    0xad30_a6f7_1b19_059c,
    0x3093_5ab7_d08f_fc64,
    0xeb5a_a93f_2317_d635,
    0xa9a6_e626_0d71_2103,
    0x81a5_7c16_dbcf_555f,
    0x43b8_31cd_0347_c826,
    0x01f2_2f1a_11a5_569f,
    0x05e5_635a_21d9_ae61,
    0x64be_fef2_8cc9_70f2,
    0x6136_7095_7bc4_6611,
    0xb87c_5a55_4fd0_0ecb,
    0x8c3e_e88a_1ccf_32c8,
    0x940c_7922_ae3a_2614,
    0x1841_f924_a2c5_09e4,
    0x16f5_3526_e704_65c2,
    0x75f6_44e9_7f30_a13b,
    0xeaf1_ff7b_5cec_a249,
];

/// [`OF_ZEROS`] after twelve more rounds.
pub(super) const AFTER_TWELVE: State = [
    0x8b90_f350_b501_8696,
    0xbbd9_8143_5d1b_7440,
    0xc390_7f0b_1cf9_fa9b,
    0x650b_8934_855a_881f,
    0x3acb_12c9_505d_6125,
    0x58aa_8e62_4071_5d20,
    0x6dac_e6cf_1322_5fcb,
    0x17f2_a9b8_89ba_d731,
    0x7055_5289_4792_eb44,
    0x39f3_c319_d2bf_b4a0,
    0x6ccb_c0b5_a1a2_6f58,
    0xa595_9937_6203_c84f,
    0xb0a7_f75e_71b1_1faa,
    0xf411_31da_8a5a_ceb4,
    0xb780_be52_6684_9655,
    0x67e8_82ed_1968_82ca,
    0x6693_2707_5f0c_94bb,
    0x8a2c_7727_a5a3_b612,
    0x5e0d_9139_3c42_af39,
    0xfa84_9e4b_42de_2f42,
    0x9c54_fe0e_1fd8_7d9b,
    0x2bc0_f29f_d366_b762,
    0xe12a_a82f_c75e_1704,
    0x2d4b_ac30_2a4c_445a,
    0x365f_02c2_5ea6_43ee,
];
