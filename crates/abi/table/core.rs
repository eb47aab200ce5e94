// Initialisation and misuse.
header! {
    c "SODIUM_EXPORT int sodium_set_misuse_handler(void (*handler)(void));";
    #[must_use]
    fn sodium_init() -> c_int;
    fn sodium_misuse() -> !;
}
