// The operating system's random source.
header! {
    c "SODIUM_EXPORT extern struct randombytes_implementation randombytes_sysrandom_implementation;";
}
