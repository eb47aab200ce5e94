// Elements and scalars of ristretto255.
header! {
    const crypto_core_ristretto255_BYTES = 32;
    const crypto_core_ristretto255_HASHBYTES = 64;
    const crypto_core_ristretto255_SCALARBYTES = 32;
    const crypto_core_ristretto255_NONREDUCEDSCALARBYTES = 64;
    const crypto_core_ristretto255_H2CSHA256 = 1;
    const crypto_core_ristretto255_H2CSHA512 = 2;
    fn crypto_core_ristretto255_bytes() -> usize;
    fn crypto_core_ristretto255_hashbytes() -> usize;
    fn crypto_core_ristretto255_scalarbytes() -> usize;
    fn crypto_core_ristretto255_nonreducedscalarbytes() -> usize;
    fn crypto_core_ristretto255_is_valid_point(p: *const u8) -> flag;
    fn crypto_core_ristretto255_add(r: *mut u8, p: *const u8, q: *const u8) -> status;
    fn crypto_core_ristretto255_sub(r: *mut u8, p: *const u8, q: *const u8) -> status;
    fn crypto_core_ristretto255_from_hash(p: *mut u8, r: *const u8) -> status;
    fn crypto_core_ristretto255_from_string(p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const secret, msg_len: usize, hash_alg: c_int) -> status;
    fn crypto_core_ristretto255_random(p: *mut u8);
    fn crypto_core_ristretto255_scalar_random(r: *mut u8);
    fn crypto_core_ristretto255_scalar_invert(recip: *mut u8, s: *const secret) -> checked;
    fn crypto_core_ristretto255_scalar_negate(neg: *mut u8, s: *const secret);
    fn crypto_core_ristretto255_scalar_complement(comp: *mut u8, s: *const secret);
    fn crypto_core_ristretto255_scalar_add(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ristretto255_scalar_sub(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ristretto255_scalar_mul(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ristretto255_scalar_reduce(r: *mut u8, s: *const secret);
    fn crypto_core_ristretto255_scalar_from_string(s: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const secret, msg_len: usize, hash_alg: c_int) -> status;
    fn crypto_core_ristretto255_scalar_is_canonical(s: *const secret) -> flag;
}
