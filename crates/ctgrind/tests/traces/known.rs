//! Known secret remnants, as SECURITY.md documents. All are registers spilled by a compiler, or the
//! stack of a crate, in operations so short that overwriting their stack would cost 5 % and more.

/// The known remnants of an operation or construction.
pub(crate) struct Left {
    /// Prefixes of the names of operations.
    by: &'static [&'static str],
    /// The candidates that leave remnants; empty for all.
    candidates: &'static [&'static str],
    /// Prefixes of the names of secrets.
    secrets: &'static [&'static str],
}

/// Boxes under a shared key, which use the code of `secretbox`.
const BOXES: &str = "boxes::SharedKey";
const XCHACHA20_BOXES: &str = "boxes::xchacha20poly1305::SharedKey";

/// Curves, key exchange, and XSalsa20 or XChaCha20 with plain integers leave no known remnants.
const KNOWN: &[Left] = &[
    Left {
        by: &["sha256.", "sha512.", "blake2b.", "generichash::"],
        candidates: &[],
        secrets: &["message", "digest"],
    },
    Left {
        by: &["keccak.", "sha3-", "shake128.", "shake256.", "turboshake"],
        candidates: &["portable", "portable_bmi2"],
        secrets: &["output", "digest"],
    },
    // A returned digest, copied on the way out of a function that is as short as wiping.
    Left { by: &["sha3-"], candidates: &["avx512"], secrets: &["digest"] },
    // Two words of a message, which equal words of the state before the first round.
    Left { by: &["sha3-"], candidates: &["portable", "portable_bmi2"], secrets: &["message"] },
    // The last bytes of a plaintext, spilled while they are copied.
    Left {
        by: &["aegis128l.", "aegis256."],
        candidates: &["aesni", "aesni_avx512", "vaes"],
        secrets: &["message"],
    },
    Left { by: &["aead::aegis"], candidates: &[CHOSEN], secrets: &["message"] },
    Left { by: &["hmac-", "auth::"], candidates: &[], secrets: &["outer state", "inner digest"] },
    Left {
        by: &["sha256-lanes.", "blake2b-lanes."],
        candidates: &[],
        secrets: &["key", "messages", "digests", "values"],
    },
    // A returned value, copied on the way out of a function that is as short as wiping.
    Left { by: &["cores::salsa20"], candidates: &[], secrets: &["block", "subkey"] },
    // Two of the three limbs of a one-time key.
    Left {
        by: &[
            "poly1305.",
            "onetimeauth::",
            "xsalsa20poly1305.",
            "chacha20poly1305",
            "xchacha20poly1305.",
        ],
        candidates: &[],
        secrets: &["r of Poly1305, limbs"],
    },
    Left {
        by: &["secretbox::open", "secretbox::seal", BOXES, "aead::", "secretstream::"],
        candidates: &[],
        secrets: &["r of Poly1305, limbs"],
    },
    Left {
        by: &[
            "xsalsa20",
            "salsa20",
            "chacha20",
            "xchacha20",
            "random::",
            "stream::",
            "secretbox::",
            BOXES,
            XCHACHA20_BOXES,
            "aead::",
            "secretstream::",
        ],
        candidates: &["avx2", "avx512", "avx512ifma", CHOSEN],
        secrets: &["key", "subkey", "seed", "stream"],
    },
];

/// The name for the candidates selected without a force.
pub(crate) const CHOSEN: &str = "chosen";

/// Reports whether a case with a candidate is known to leave the secret.
pub(crate) fn is_known(case: &str, candidate: &str, secret: &str) -> bool {
    let begins = |text: &str, any: &[&str]| any.iter().any(|start| text.starts_with(start));
    KNOWN.iter().any(|left| {
        begins(case, left.by)
            && begins(secret, left.secrets)
            && (left.candidates.is_empty() || left.candidates.contains(&candidate))
    })
}
