//! Computes the build id: crate version, hash of sources and features, and compiler version. A
//! record measured with one build does not apply to another, so the id names the entry in the
//! record file.
//!
//! Also sets cfgs: `lean` for WebAssembly modules with one candidate per primitive, `own_curve` for
//! all WebAssembly modules, `limbs25` where a 128-bit product is a function call, and `float_pairs`
//! where two field elements are processed in parallel in vectors of floating-point numbers.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn main() -> io::Result<()> {
    println!("cargo::rustc-check-cfg=cfg(lean)");
    let for_wasm = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if for_wasm && env::var_os("CARGO_FEATURE_CANDIDATES").is_none() {
        println!("cargo::rustc-cfg=lean");
    }
    println!("cargo::rustc-check-cfg=cfg(own_curve)");
    if for_wasm {
        println!("cargo::rustc-cfg=own_curve");
    }
    println!("cargo::rustc-check-cfg=cfg(limbs25)");
    let is_wide = env::var("CARGO_CFG_CURVE25519_DALEK_BITS").is_ok_and(|bits| bits == "64");
    if for_wasm && !is_wide {
        println!("cargo::rustc-cfg=limbs25");
    }
    println!("cargo::rustc-check-cfg=cfg(float_pairs)");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    if for_wasm && !is_wide && features.split(',').any(|feature| feature == "simd128") {
        println!("cargo::rustc-cfg=float_pairs");
    }
    let mut files = Vec::new();
    collect(Path::new("src"), &mut files)?;
    files.push(PathBuf::from("Cargo.toml"));
    files.sort();
    let mut hash = FNV_OFFSET;
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        for byte in fs::read(file)? {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
        }
    }
    // Other features mean other candidates and therefore other measurements.
    let mut features: Vec<_> = env::vars_os()
        .map(|(name, _)| name)
        .filter(is_feature)
        .map(OsString::into_encoded_bytes)
        .collect();
    features.sort();
    for byte in features.concat() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
    }
    println!("cargo::rerun-if-changed=src");
    let compiler = compiler_version().unwrap_or_else(|| String::from("unknown"));
    let version = env!("CARGO_PKG_VERSION");
    println!("cargo::rustc-env=QUICKSALT_BUILD_ID={version}-{hash:016x}-{compiler}");
    Ok(())
}

fn is_feature(name: &OsString) -> bool {
    name.as_encoded_bytes().starts_with(b"CARGO_FEATURE_")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Returns the second word of `rustc --version`, such as `1.95.0`.
fn compiler_version() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.split_whitespace().nth(1)?.to_owned())
}
