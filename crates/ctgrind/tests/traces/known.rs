//! What is known to be left, as SECURITY.md says. All of it are registers that a compiler spilled, or
//! the stack of a crate, at operations so short that overwriting their stack would cost 5 % and more.

/// What one operation or construction leaves.
pub(crate) struct Left {
    /// The beginnings of the names of what leaves it.
    by: &'static [&'static str],
    /// The candidates of which it is known; all if there is none.
    candidates: &'static [&'static str],
    /// The beginnings of the names of what is left.
    secrets: &'static [&'static str],
}

/// Boxes under a shared key, which are those of `secretbox`.
const BOXES: &str = "boxes::SharedKey";
const XCHACHA20_BOXES: &str = "boxes::xchacha20poly1305::SharedKey";

/// Nothing of a curve, of an exchange of keys and of XSalsa20 or XChaCha20 in plain integers.
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
    // A digest that is returned, moved on its way out of a function that takes no longer than wiping would.
    Left { by: &["sha3-"], candidates: &["avx512"], secrets: &["digest"] },
    // Two words of a message, which are those of the state before the first round.
    Left { by: &["sha3-"], candidates: &["portable", "portable_bmi2"], secrets: &["message"] },
    // The last bytes of a message that is sealed, spilled while they are copied.
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
    // What is returned, moved on its way out of a function that takes no longer than wiping would.
    Left { by: &["cores::salsa20"], candidates: &[], secrets: &["block", "subkey"] },
    // Two of the three limbs of a key that is used once.
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

/// Stands for the candidates that are chosen when nobody forces any.
pub(crate) const CHOSEN: &str = "chosen";

/// Whether it is known that the case leaves the secret when it is run by the candidate.
pub(crate) fn is_known(case: &str, candidate: &str, secret: &str) -> bool {
    let begins = |text: &str, any: &[&str]| any.iter().any(|start| text.starts_with(start));
    KNOWN.iter().any(|left| {
        begins(case, left.by)
            && begins(secret, left.secrets)
            && (left.candidates.is_empty() || left.candidates.contains(&candidate))
    })
}
