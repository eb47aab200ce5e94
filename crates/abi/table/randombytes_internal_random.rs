// A random source of libsodium.
header! {
    c "SODIUM_EXPORT extern struct randombytes_implementation randombytes_internal_implementation;";
    const randombytes_salsa20_implementation = randombytes_internal_implementation;
}
