// Encrypted streams of messages.
header! {
    c "typedef struct crypto_secretstream_xchacha20poly1305_state { unsigned char k[32]; unsigned char nonce[12]; unsigned char _pad[8]; } crypto_secretstream_xchacha20poly1305_state;";
    const crypto_secretstream_xchacha20poly1305_ABYTES = (1U + crypto_aead_xchacha20poly1305_ietf_ABYTES);
    const crypto_secretstream_xchacha20poly1305_HEADERBYTES = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
    const crypto_secretstream_xchacha20poly1305_KEYBYTES = crypto_aead_xchacha20poly1305_ietf_KEYBYTES;
    const crypto_secretstream_xchacha20poly1305_MESSAGEBYTES_MAX = SODIUM_MIN(SODIUM_SIZE_MAX - crypto_secretstream_xchacha20poly1305_ABYTES, (64ULL * ((1ULL << 32) - 2ULL)));
    const crypto_secretstream_xchacha20poly1305_TAG_MESSAGE = 0x00;
    const crypto_secretstream_xchacha20poly1305_TAG_PUSH = 0x01;
    const crypto_secretstream_xchacha20poly1305_TAG_REKEY = 0x02;
    const crypto_secretstream_xchacha20poly1305_TAG_FINAL = (crypto_secretstream_xchacha20poly1305_TAG_PUSH | crypto_secretstream_xchacha20poly1305_TAG_REKEY);
    fn crypto_secretstream_xchacha20poly1305_abytes() -> usize;
    fn crypto_secretstream_xchacha20poly1305_headerbytes() -> usize;
    fn crypto_secretstream_xchacha20poly1305_keybytes() -> usize;
    fn crypto_secretstream_xchacha20poly1305_messagebytes_max() -> usize;
    fn crypto_secretstream_xchacha20poly1305_tag_message() -> u8;
    fn crypto_secretstream_xchacha20poly1305_tag_push() -> u8;
    fn crypto_secretstream_xchacha20poly1305_tag_rekey() -> u8;
    fn crypto_secretstream_xchacha20poly1305_tag_final() -> u8;
    fn crypto_secretstream_xchacha20poly1305_statebytes() -> usize;
    fn crypto_secretstream_xchacha20poly1305_keygen(k: *mut secret);
    fn crypto_secretstream_xchacha20poly1305_init_push(state: *mut crypto_secretstream_xchacha20poly1305_state, header: *mut u8, k: *const secret) -> status;
    fn crypto_secretstream_xchacha20poly1305_push(state: *mut crypto_secretstream_xchacha20poly1305_state, c: *mut u8, clen_p: *mut c_ulonglong, m: *const u8, mlen: c_ulonglong, ad: *const u8, adlen: c_ulonglong, tag: u8) -> status;
    fn crypto_secretstream_xchacha20poly1305_init_pull(state: *mut crypto_secretstream_xchacha20poly1305_state, header: *const u8, k: *const secret) -> opened;
    fn crypto_secretstream_xchacha20poly1305_pull(state: *mut crypto_secretstream_xchacha20poly1305_state, m: *mut u8, mlen_p: *mut c_ulonglong, tag_p: *mut u8, c: *const u8, clen: c_ulonglong, ad: *const u8, adlen: c_ulonglong) -> opened;
    fn crypto_secretstream_xchacha20poly1305_rekey(state: *mut crypto_secretstream_xchacha20poly1305_state);
}
