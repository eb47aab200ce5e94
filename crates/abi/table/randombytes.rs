// Random bytes.
header! {
    c "typedef struct randombytes_implementation { const char *(*implementation_name)(void); uint32_t (*random)(void); void (*stir)(void); uint32_t (*uniform)(const uint32_t upper_bound); void (*buf)(void *const buf, const size_t size); int (*close)(void); } randombytes_implementation;";
    const randombytes_BYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX, 0xffffffffUL);
    const randombytes_SEEDBYTES = 32U;
    fn randombytes_seedbytes() -> usize;
    fn randombytes_buf(buf: *mut c_void, size: usize);
    fn randombytes_buf_deterministic(buf: *mut c_void, size: usize, seed: *const secret);
    fn randombytes_random() -> u32;
    fn randombytes_uniform(upper_bound: u32) -> u32;
    fn randombytes_stir();
    fn randombytes_close() -> c_int;
    fn randombytes_set_implementation(impl: *const randombytes_implementation) -> status;
    fn randombytes_implementation_name() -> *const c_char;
    fn randombytes(buf: *mut u8, buf_len: c_ulonglong);
}
