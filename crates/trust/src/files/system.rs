//! The paths of the operating systems' certificate stores.

use super::Load;

/// The paths belong, in this order, to Debian and Arch; Fedora and RHEL; openSUSE; Fedora's
/// extracted bundle; Alpine, FreeBSD and OpenBSD; and FreeBSD's packages.
#[cfg(not(any(target_os = "macos", windows)))]
const BUNDLES: [&str; 6] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
    "/usr/local/share/certs/ca-root-nss.crt",
];

#[cfg(not(any(target_os = "macos", windows)))]
const DIRECTORIES: [&str; 2] = ["/etc/ssl/certs", "/etc/pki/tls/certs"];

#[cfg(not(any(target_os = "macos", windows)))]
pub(super) fn load(load: &mut Load<'_>) {
    use std::env;
    use std::path::Path;

    let file = env::var_os("SSL_CERT_FILE").filter(|path| !path.is_empty());
    let directories = env::var_os("SSL_CERT_DIR").filter(|paths| !paths.is_empty());
    if file.is_some() || directories.is_some() {
        file.iter().for_each(|path| load.path(Path::new(path)));
        directories.iter().flat_map(env::split_paths).for_each(|path| load.path(&path));
        return;
    }
    let bundle = BUNDLES.iter().map(Path::new).find(|path| path.is_file());
    let directory = || DIRECTORIES.iter().map(Path::new).find(|path| path.is_dir());
    // If none of the paths exists, the first path is reported as missing.
    load.path(bundle.or_else(directory).unwrap_or(Path::new(BUNDLES[0])));
}

#[cfg(any(target_os = "macos", windows))]
pub(super) fn load(load: &mut Load<'_>) {
    use alloc::string::ToString;
    use alloc::sync::Arc;
    use std::io;
    use std::path::Path;

    use crate::report::Reason;

    let source: Arc<Path> = Path::new("the system's store").into();
    let found = rustls_native_certs::load_native_certs();
    for certificate in &found.certs {
        load.der(&source, certificate);
    }
    for error in &found.errors {
        let reason = Reason::Unreadable { kind: io::ErrorKind::Other, text: error.to_string() };
        load.skip(&source, None, reason);
    }
}
