//! The static rank, folded from `records/` by `python records/fold.py`. Do not edit.

use crate::choose::RankRow;

/// There are no records for WebAssembly, which has different kernels: the table order applies.
#[cfg(target_arch = "wasm32")]
pub(crate) static RANK: &[RankRow] = &[];

#[rustfmt::skip]
#[cfg(not(target_arch = "wasm32"))]
pub(crate) static RANK: &[RankRow] = &[
    ("aegis128l.open", "\
        vaes aesni aesni_avx512 portable;\
        aesni_avx512 aesni vaes portable;\
        vaes aesni_avx512 aesni portable;\
        aesni_avx512 vaes aesni portable;\
        aesni_avx512 vaes aesni portable;\
        vaes aesni_avx512 aesni portable"),
    ("aegis128l.seal", "\
        vaes aesni aesni_avx512 portable;\
        vaes aesni_avx512 aesni portable;\
        vaes aesni_avx512 aesni portable;\
        vaes aesni_avx512 aesni portable;\
        vaes aesni_avx512 aesni portable;\
        vaes aesni_avx512 aesni portable;\
        vaes aesni aesni_avx512 portable"),
    ("aegis256.open", "\
        aesni_avx512 aesni portable;\
        aesni_avx512 aesni portable;\
        aesni_avx512 aesni portable;\
        aesni aesni_avx512 portable"),
    ("aegis256.seal", "\
        aesni_avx512 aesni portable"),
    ("aes.cbc_decrypt", "\
        vaes aesni portable"),
    ("aes.cbc_encrypt", "\
        vaes aesni portable;\
        aesni vaes portable;\
        vaes aesni portable;\
        aesni vaes portable;\
        vaes aesni portable;\
        aesni vaes portable;\
        vaes aesni portable"),
    ("aes.ctr", "\
        vaes aesni portable"),
    ("aes.gcm_open", "\
        vaes aesni portable"),
    ("aes.gcm_seal", "\
        vaes aesni portable"),
    ("argon2.compress", "\
        avx512 avx2 portable"),
    ("blake2b.hash", "\
        avx512 blake2b_simd portable;\
        avx512 blake2b_simd portable;\
        avx512 blake2b_simd portable;\
        avx512 portable blake2b_simd;\
        avx512 blake2b_simd portable"),
    ("blake2b.update", "\
        avx512 portable"),
    ("chacha20.stream", "\
        avx2 avx512 portable;\
        avx512 avx2 portable"),
    ("chacha20.xor", "\
        avx512 avx2 portable"),
    ("chacha20poly1305.open", "\
        avx512ifma avx512 portable avx2;\
        avx512 avx512ifma avx2 portable;\
        avx512ifma avx512 avx2 portable"),
    ("chacha20poly1305.seal", "\
        avx512 avx512ifma portable avx2;\
        avx512ifma avx512 avx2 portable;\
        avx512 avx512ifma avx2 portable;\
        avx512ifma avx512 avx2 portable"),
    ("ed25519.keypair", "\
        graviola dalek_avx2 dalek portable"),
    ("ed25519.sign", "\
        graviola dalek_avx2 dalek portable;\
        graviola dalek_avx2 dalek portable;\
        graviola dalek_avx2 dalek portable;\
        graviola dalek_avx2 dalek portable;\
        graviola dalek_avx2 dalek portable;\
        dalek_avx2 graviola dalek portable"),
    ("ed25519.to_x25519", "\
        dalek dalek_avx2 portable"),
    ("ed25519.verify", "\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 dalek graviola portable;\
        dalek_avx2 graviola dalek portable"),
    ("ed25519.verify_batch", "\
        dalek_avx2 dalek portable"),
    ("ed25519ph.sign", "\
        dalek portable"),
    ("ed25519ph.verify", "\
        dalek portable"),
    ("edwards25519.is_valid", "\
        dalek portable"),
    ("edwards25519.scalarmult", "\
        dalek portable"),
    ("keccak.permute12", "\
        avx512 portable_bmi2 portable"),
    ("keccak.permute24", "\
        avx512 portable_bmi2 portable"),
    ("poly1305.tag", "\
        portable avx512ifma avx2;\
        portable avx512ifma avx2;\
        avx512ifma avx2 portable"),
    ("poly1305.update", "\
        avx512ifma avx2 portable"),
    ("ristretto255.scalarmult", "\
        dalek portable"),
    ("scrypt.mix", "\
        avx512 sse2 portable"),
    ("sha1.hash", "\
        shani portable"),
    ("sha1.update", "\
        shani portable"),
    ("sha256-lanes.chains", "\
        shani avx512 portable avx2;\
        shani avx512 avx2 portable;\
        avx512 shani avx2 portable"),
    ("sha256-lanes.hash", "\
        shani portable avx512 avx2;\
        shani avx512 avx2 portable;\
        avx512 shani avx2 portable"),
    ("sha256.hash", "\
        shani avx2 portable"),
    ("sha256.update", "\
        shani avx2 portable"),
    ("sha512.hash", "\
        avx2 portable"),
    ("sha512.update", "\
        avx2 portable"),
    ("x25519.base", "\
        graviola dalek portable"),
    ("x25519.scalarmult", "\
        graviola portable dalek"),
    ("xsalsa20.stream", "\
        portable avx512 avx2;\
        avx512 avx2 portable"),
    ("xsalsa20.xor", "\
        portable avx2 avx512;\
        avx512 avx2 portable"),
    ("xsalsa20poly1305.open", "\
        avx512 avx512ifma portable avx2;\
        avx512 avx512ifma avx2 portable;\
        avx512ifma avx512 avx2 portable"),
    ("xsalsa20poly1305.seal", "\
        avx512 avx512ifma portable avx2;\
        avx512 avx512ifma avx2 portable;\
        avx512ifma avx512 avx2 portable"),
];
