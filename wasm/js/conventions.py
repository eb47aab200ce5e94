"""Naming conventions of the C interface and of JavaScript.

`signatures.py` reads the tables of the C interface with these conventions.
"""

import re

# wasm32 has 32-bit addresses.
SIZE_MAX = 0xFFFFFFFF

# C functions that the JavaScript package lacks, with the reason.
LACKS = {
    r"crypto_(secretbox|box)(_xsalsa20poly1305|_curve25519xsalsa20poly1305)?"
    r"(_open|_afternm|_open_afternm)?": "the form of NaCl, with zeros in front",
    r"crypto_box_curve25519xsalsa20poly1305.*|crypto_secretbox_xsalsa20poly1305.*"
    r"|crypto_pwhash_argon2\w+|crypto_pwhash_str_alg"
    r"|crypto_sign_ed25519(ph)?_(init|update|final\w*|detached|verify_detached|open)"
    r"|crypto_sign_ed25519_(seed_)?keypair"
    r"|crypto_sign_ed25519|crypto_(kdf|generichash)_blake2b(?!_salt_personal$)\w*"
    r"|crypto_(onetimeauth_poly1305|scalarmult_curve25519|shorthash_siphash24|stream_xsalsa20)\w*"
    r"|randombytes": "another name of what is there",
    r"crypto_aead_aes256gcm_(beforenm|.*_afternm|is_available)": "AES is always there, and has no "
    "form for a key that was expanded before",
    r"crypto_(verify|core_salsa20|core_keccak)\w*": "a part of functions that are there",
    r"\w+_statebytes": "a state is an object",
    r"crypto_aead_.*_(?:nsecbytes)|crypto_(?!kem_)\w+_primitive|crypto_pwhash\w*_strprefix": "a "
    "constant without a use",
    r"randombytes_(set_implementation|implementation_name)": "the host gives randomness",
    r"sodium_(?!ip2bin|bin2ip|version_string).*": "for programs that manage memory themselves, or "
    "in `quicksalt` by JavaScript's names",
    r"quicksalt_\w+": "a module has one candidate of each primitive",
}
UNWANTED = re.compile("|".join(LACKS))

# For each C argument, its JavaScript name, and the suffix of the constant that gives its length. If
# there is no constant, the length itself.
ARGUMENTS = {
    "m": ("message", ""),
    "c": ("ciphertext", ""),
    "in": ("message", ""),
    "sm": ("signedMessage", ""),
    "n": ("nonce", "NONCEBYTES"),
    "npub": ("public_nonce", "NPUBBYTES"),
    "nsec": ("secret_nonce", ""),
    "ad": ("additional_data", ""),
    "k": ("key", "KEYBYTES"),
    "key": ("key", "KEYBYTES"),
    "prk": ("key", "KEYBYTES"),
    "pk": ("publicKey", "PUBLICKEYBYTES"),
    "sk": ("privateKey", "SECRETKEYBYTES"),
    "seed": ("seed", "SEEDBYTES"),
    "mac": ("mac", "MACBYTES|ABYTES"),
    "sig": ("signature", "BYTES"),
    "h": ("tag", "BYTES"),
    "salt": ("salt", "SALTBYTES"),
    "personal": ("ctx", "PERSONALBYTES"),
    "ctx": ("ctx", "CONTEXTBYTES"),
    "header": ("header", "HEADERBYTES"),
    "client_pk": ("clientPublicKey", "PUBLICKEYBYTES"),
    "client_sk": ("clientSecretKey", "SECRETKEYBYTES"),
    "server_pk": ("serverPublicKey", "PUBLICKEYBYTES"),
    "server_sk": ("serverSecretKey", "SECRETKEYBYTES"),
    "rx": ("sharedRx", "SESSIONKEYBYTES"),
    "tx": ("sharedTx", "SESSIONKEYBYTES"),
    "ct": ("ciphertext", "CIPHERTEXTBYTES"),
    "ss": ("sharedSecret", "SHAREDSECRETBYTES"),
    "out": ("output", "OUTPUTBYTES|BYTES"),
    **{name: (name, "BYTES") for name in ("q", "p", "r")},
    **{name: (name, "SCALARBYTES") for name in ("s", "x", "y", "z", "neg", "comp", "recip")},
    "curve25519_pk": ("publicKey", "PUBLICKEYBYTES"),
    "curve25519_sk": ("privateKey", "SEEDBYTES"),
    "ed25519_pk": ("edPk", "PUBLICKEYBYTES"),
    "ed25519_sk": ("edSk", "SECRETKEYBYTES"),
    "passwd": ("password", ""),
    "str": ("hashed_password", ""),
    "ikm": ("input", ""),
    "bin": ("bin", "16"),
    "t": ("tweak", "TWEAKBYTES"),
    "opslimit": ("opsLimit", ""),
    "memlimit": ("memLimit", ""),
    "alg": ("algorithm", ""),
    "N": ("opsLimit", ""),
    "ic": ("nonce_increment", ""),
    "msg": ("message", ""),
    "hash_alg": ("hash_algorithm", ""),
}

# Exceptions for functions in which a C argument's name has a different meaning: the function and C
# argument, the JavaScript name, and the suffix of the constant.
OTHERS = [
    (r"crypto_box\w*_afternm", "k", "sharedKey", "BEFORENMBYTES"),
    (r"crypto_box\w*_beforenm", "k", "sharedKey", "BEFORENMBYTES"),
    (r"crypto_secretbox_detached", "c", "cipher", ""),
    (r"crypto_core_\w+_from_uniform", "r", "r", "UNIFORMBYTES"),
    (r"crypto_core_\w+_from_hash", "r|h", "r", "HASHBYTES"),
    (r"crypto_core_\w+_is_valid_point", "p", "repr", "BYTES"),
    (r"crypto_core_\w+_scalar_reduce", "s", "sample", "NONREDUCEDSCALARBYTES"),
    (r"crypto_core_\w+_scalar_(reduce|random)", "r", "scalar", "SCALARBYTES"),
    (r"crypto_ipcrypt\w*_encrypt", "in", "input", "INPUTBYTES|BYTES"),
    (r"crypto_ipcrypt\w*_decrypt", "in", "input", "OUTPUTBYTES|BYTES"),
    (r"crypto_ipcrypt\w*_decrypt", "out", "output", "INPUTBYTES|BYTES"),
    (r"crypto_core_h\w+20", "in", "input", "INPUTBYTES"),
    (r"crypto_core_h\w+20", "k", "privateKey", "KEYBYTES"),
    (r"crypto_core_h\w+20", "c", "constant", "CONSTBYTES"),
    (r"crypto_kem_mlkem768_enc_deterministic", "seed", "seed", "32"),
    (r"crypto_kem_xwing_enc_deterministic", "seed", "seed", "64"),
    (r"crypto_scalarmult(_base)?", "n", "privateKey", "SCALARBYTES"),
    (r"crypto_scalarmult", "p", "publicKey", "BYTES"),
    (r"crypto_scalarmult_ristretto255", "p", "element", "BYTES"),
    (r"crypto_scalarmult_\w+(_base\w*|ristretto255)", "n", "scalar", "SCALARBYTES"),
    (r"crypto_scalarmult_\w+", "n", "n", "SCALARBYTES"),
    (r"crypto_onetimeauth_verify", "h", "hash", "BYTES"),
    (r"crypto_generichash_blake2b_salt_personal", "salt", "id", "SALTBYTES"),
    (r"crypto_secretstream\w+", "ad", "ad", ""),
    (r"crypto_secretstream\w+_pull", "c", "cipher", ""),
    (r"crypto_stream\w*_xor\w*", "m", "input_message", ""),
    (r"\w+_update|crypto_secretstream\w+_push", "m|in|ikm", "message_chunk", ""),
]

# Numbers that are passed to C as the length of a result.
LENGTHS = [
    (r"crypto_generichash(_init|_final)?", "hash_length"),
    (r"crypto_xof_\w+", "out_length"),
    (r"crypto_pwhash\w*", "keyLength"),
    (r"randombytes_buf\w*", "length"),
    (r"crypto_kdf_derive_from_key|crypto_generichash_blake2b_salt_personal", "subkey_len"),
    (r".*", "outLength"),
]

# Permitted ranges of numbers and lengths: the function, the C argument, the minimum and the
# maximum, each a number or the suffix of a constant.
RANGES = [
    (r"crypto_generichash\w*", "outlen", 1, "BYTES_MAX"),
    (r"crypto_generichash\w*", "keylen", 0, "KEYBYTES_MAX"),
    (r"crypto_kdf_derive_from_key", "subkey_len", "BYTES_MIN", "BYTES_MAX"),
    (r"crypto_kdf_hkdf\w+_expand", "out_len", "BYTES_MIN", "BYTES_MAX"),
    (r"crypto_pwhash(_scryptsalsa208sha256)?", "outlen", "BYTES_MIN", None),
    (r"crypto_pwhash(_scryptsalsa208sha256)?(_str)?", "opslimit", "OPSLIMIT_MIN", "OPSLIMIT_MAX"),
    (r"crypto_pwhash(_scryptsalsa208sha256)?(_str)?", "memlimit", "MEMLIMIT_MIN", SIZE_MAX),
    (r"crypto_pwhash", "alg", "ALG_ARGON2I13", "ALG_ARGON2ID13"),
    (r"crypto_xof_\w+", "domain", 0, 255),
    (r"crypto_core_\w+_from_string\w*", "hash_alg", "H2CSHA256", "H2CSHA512"),
    (r"crypto_secretstream\w+", "tag", 0, 255),
]

KEY_TYPES = [
    ("crypto_sign", "ed25519"),
    ("crypto_kem_mlkem768", "ml-kem-768"),
    ("crypto_kem", "xwing"),
    ("", "x25519"),
]
