header! {
    const SODIUM_VERSION_STRING = "@VERSION@";
    const SODIUM_LIBRARY_VERSION_MAJOR = @SODIUM_LIBRARY_VERSION_MAJOR@;
    const SODIUM_LIBRARY_VERSION_MINOR = @SODIUM_LIBRARY_VERSION_MINOR@;
    fn sodium_version_string() -> *const c_char;
    fn sodium_library_version_major() -> c_int;
    fn sodium_library_version_minor() -> c_int;
    fn sodium_library_minimal() -> c_int;
}
