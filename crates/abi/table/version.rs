// The version of the interface.
header! {
    const SODIUM_VERSION_STRING = "1.0.22";
    const SODIUM_LIBRARY_VERSION_MAJOR = 26;
    const SODIUM_LIBRARY_VERSION_MINOR = 4;
    fn sodium_version_string() -> *const c_char;
    fn sodium_library_version_major() -> c_int;
    fn sodium_library_version_minor() -> c_int;
    fn sodium_library_minimal() -> c_int;
}
