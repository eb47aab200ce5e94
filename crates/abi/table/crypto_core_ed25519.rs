// Points and scalars of the Edwards25519 group.
header! {
    const crypto_core_ed25519_BYTES = 32;
    const crypto_core_ed25519_UNIFORMBYTES = 32;
    const crypto_core_ed25519_HASHBYTES = 64;
    const crypto_core_ed25519_SCALARBYTES = 32;
    const crypto_core_ed25519_NONREDUCEDSCALARBYTES = 64;
    const crypto_core_ed25519_H2CSHA256 = 1;
    const crypto_core_ed25519_H2CSHA512 = 2;
    fn crypto_core_ed25519_bytes() -> usize;
    fn crypto_core_ed25519_uniformbytes() -> usize;
    fn crypto_core_ed25519_hashbytes() -> usize;
    fn crypto_core_ed25519_scalarbytes() -> usize;
    fn crypto_core_ed25519_nonreducedscalarbytes() -> usize;
    fn crypto_core_ed25519_is_valid_point(p: *const u8) -> flag;
    fn crypto_core_ed25519_add(r: *mut u8, p: *const u8, q: *const u8) -> status;
    fn crypto_core_ed25519_sub(r: *mut u8, p: *const u8, q: *const u8) -> status;
    fn crypto_core_ed25519_from_hash(p: *mut u8, h: *const u8) -> status;
    fn crypto_core_ed25519_from_uniform(p: *mut u8, r: *const u8) -> status;
    fn crypto_core_ed25519_from_string(p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const secret, msg_len: usize, hash_alg: c_int) -> status;
    fn crypto_core_ed25519_from_string_nu(p: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const secret, msg_len: usize, hash_alg: c_int) -> status;
    fn crypto_core_ed25519_random(p: *mut u8);
    fn crypto_core_ed25519_scalar_random(r: *mut u8);
    fn crypto_core_ed25519_scalar_invert(recip: *mut u8, s: *const secret) -> checked;
    fn crypto_core_ed25519_scalar_negate(neg: *mut u8, s: *const secret);
    fn crypto_core_ed25519_scalar_complement(comp: *mut u8, s: *const secret);
    fn crypto_core_ed25519_scalar_add(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ed25519_scalar_sub(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ed25519_scalar_mul(z: *mut u8, x: *const secret, y: *const secret);
    fn crypto_core_ed25519_scalar_reduce(r: *mut u8, s: *const secret);
    fn crypto_core_ed25519_scalar_from_string(s: *mut u8, ctx: *const u8, ctx_len: usize, msg: *const secret, msg_len: usize, hash_alg: c_int) -> status;
    fn crypto_core_ed25519_scalar_is_canonical(s: *const secret) -> flag;
}
