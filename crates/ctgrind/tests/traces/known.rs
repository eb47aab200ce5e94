//! Lists the known secret remnants, as SECURITY.md documents them. All are registers that a
//! compiler spilled, or values on the stack of an external crate. They occur in operations so short
//! that overwriting their stack would cost 5 % or more.

/// The known remnants of some operations or constructions.
pub(crate) struct Left {
    /// Prefixes of operation names.
    by: &'static [&'static str],
    /// The candidates that leave remnants; an empty list means all candidates.
    candidates: &'static [&'static str],
    /// Prefixes of secret names.
    secrets: &'static [&'static str],
}

/// The prefix of boxes under a shared key, which use the code of `secretbox`.
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
    // A copy of the returned digest. The function that returns it takes no longer than wiping the
    // copy would.
    Left { by: &["sha3-"], candidates: &["avx512"], secrets: &["digest"] },
    // Two words of a message. They equal words of the state before the first round.
    Left { by: &["sha3-"], candidates: &["portable", "portable_bmi2"], secrets: &["message"] },
    // The last bytes of a plaintext, which the compiler spills while they are copied.
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
    // A copy of the returned value. The function that returns it takes no longer than wiping the
    // copy would.
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

/// The name that means the candidates selected without a forced choice.
pub(crate) const CHOSEN: &str = "chosen";

/// Reports whether a case is known to leave the secret when it runs with this candidate.
pub(crate) fn is_known(case: &str, candidate: &str, secret: &str) -> bool {
    let begins = |text: &str, any: &[&str]| any.iter().any(|start| text.starts_with(start));
    KNOWN.iter().any(|left| {
        begins(case, left.by)
            && begins(secret, left.secrets)
            && (left.candidates.is_empty() || left.candidates.contains(&candidate))
    })
}
