//! Password hashing: limits and strings in modular crypt format.
#![allow(clippy::panic, clippy::unwrap_used)]

use quicksalt::Error;
use quicksalt::nacl::pwhash::{self, Algorithm, Limits, str_needs_rehash, str_verify};
use quicksalt::nacl::scrypt;

const ALGORITHMS: [Algorithm; 2] = [Algorithm::Argon2i13, Algorithm::Argon2id13];

/// Strings from `src/test.c` of phc-winner-argon2, for `password` and `somesalt`.
const STORED: [&str; 4] = [
    "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8",
    "$argon2i$v=19$m=256,t=2,p=2$c29tZXNhbHQ$T/XOJ2mh1/TIpJHfCdQan76Q5esCFVoT5MAeIM1Oq2E",
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
    "$argon2id$v=19$m=256,t=2,p=2$c29tZXNhbHQ$bQk8UB/VmZZF4Oo79iDXuL5/0ttZwg2f/5U52iv1cDc",
];

#[test]
fn strings_of_other_implementations_verify() {
    for stored in STORED {
        assert_eq!(str_verify(stored, b"password"), Ok(()), "{stored}");
        for other in [&b"passwore"[..], b"password\0", b"Password", b""] {
            assert_eq!(str_verify(stored, other), Err(Error::Verification), "{stored}");
        }
    }
}

#[test]
fn strings_verify_their_password_and_are_distinct() {
    for algorithm in ALGORITHMS {
        let limits = Limits { opslimit: 3, memlimit: (9 << 10) + 1023 };
        let password = b"with a \0 in it";
        let [first, second] = [0; 2].map(|_| pwhash::str(password, limits, algorithm).unwrap());
        assert_ne!(first, second);
        let begin = format!("{}v=19$m=9,t=3,p=1$", algorithm.prefix());
        assert!(first.starts_with(&begin) && first.len() < 128, "{first}");
        assert_eq!(str_verify(&first, password), Ok(()));
        assert_eq!(str_verify(&first, b"with a "), Err(Error::Verification));
        assert_eq!(str_needs_rehash(&first, limits), Ok(false));
        for (opslimit, memlimit) in [(4, 9 << 10), (3, 10 << 10), (3, 8 << 10)] {
            assert_eq!(str_needs_rehash(&first, Limits { opslimit, memlimit }), Ok(true));
        }
        // The key derived with the string's salt is the key in the string.
        let text = pwhash::str_with_salt(password, &[7; 16], limits, algorithm).unwrap();
        let mut key = [0; 32];
        pwhash::pwhash(&mut key, password, &[7; 16], limits, algorithm).unwrap();
        let params = pwhash::Params::new(9, 3, 1).unwrap();
        let mut again = [0; 32];
        match algorithm {
            Algorithm::Argon2i13 => pwhash::argon2i(&mut again, password, &[7; 16], params),
            Algorithm::Argon2id13 => pwhash::argon2id(&mut again, password, &[7; 16], params),
        }
        .unwrap();
        assert_eq!(key, again);
        assert!(text.contains("$BwcHBwcHBwcHBwcHBwcHBw$"), "{text}");
    }
}

fn is_malformed(result: Result<(), Error>) -> bool {
    matches!(result, Err(Error::Malformed { argument: "hash", .. }))
}

#[test]
fn noncanonical_strings_are_malformed() {
    let good = STORED[2];
    let changed = [
        ("$argon2id$", "argon2id$"),
        ("$argon2id$", "$argon2d$"),
        ("$argon2id$", "$argon2$"),
        ("$argon2id$", " $argon2id$"),
        ("v=19$", ""),
        ("v=19", "v=16"),
        ("v=19", "v=019"),
        ("m=256", "m=+256"),
        ("m=256", "m=0256"),
        ("m=256", "m="),
        ("m=256", "m=7"),
        ("m=256", "m=4294967296"),
        ("m=256", "m=99999999999999999999999"),
        ("m=256", "m=-1"),
        ("m=256,t=2", "t=2,m=256"),
        ("t=2", "t=0"),
        ("t=2", "t=4294967296"),
        ("p=1", "p=0"),
        ("p=1", "p=33"),
        ("p=1", "p=16777216"),
        ("p=1", "p=1,keyid=AA"),
        ("$c29tZXNhbHQ$", "$c29tZXNhbH$"),
        ("$c29tZXNhbHQ$", "$c29tZXNhbHR$"),
        ("$c29tZXNhbHQ$", "$c29tZXNhbHQ=$"),
        ("$c29tZXNhbHQ$", "$c29tZXNhb$"),
        ("$c29tZXNhbHQ$", "$$"),
        ("$c29tZXNhbHQ$", "c29tZXNhbHQ$"),
        ("$c29tZXNhbHQ$", "$c29tZXNhbHQ"),
        ("$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "$nf65EOgLrQMR/uIPnA4r"),
        ("$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", ""),
        ("Gi/4", "Gi/5"),
        ("Gi/4", "Gi/4\n"),
        ("Gi/4", "Gi/4\0"),
        ("Gi/4", "Gi/4$"),
        ("Gi/4", "Gi/é"),
        ("Gi/4", "Gi_4"),
    ];
    assert_eq!(str_verify(good, b"password"), Ok(()));
    for (from, to) in changed {
        let text = good.replace(from, to);
        assert_ne!(text, good);
        assert!(is_malformed(str_verify(&text, b"password")), "{text:?}");
        let limits = Algorithm::DEFAULT.interactive();
        assert!(is_malformed(str_needs_rehash(&text, limits).map(drop)), "{text:?}");
    }
    for text in ["", "$", "$argon2id$", "$7$", "$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/"] {
        assert!(is_malformed(str_verify(text, b"password")), "{text:?}");
    }
}

#[test]
fn missing_memory_is_an_error_in_every_function() {
    let text = STORED[2].replace("m=256", "m=4294967295").replace("t=2", "t=4294967295");
    assert_eq!(str_verify(&text, b"password"), Err(Error::OutOfMemory));
    let text = text.replace("p=1", "p=16777215");
    assert_eq!(str_verify(&text, b"password"), Err(Error::OutOfMemory));
    for algorithm in ALGORITHMS {
        let done = pwhash::pwhash(&mut [0; 16], b"p", &[0; 16], algorithm.max(), algorithm);
        assert_eq!(done, Err(Error::OutOfMemory));
    }
}

#[test]
fn limits_outside_the_algorithm_are_refused_by_name() {
    let argument = |limits, algorithm| match pwhash::str(b"p", limits, algorithm) {
        Err(Error::Parameter { argument, .. }) => argument,
        Ok(text) => panic!("{text}"),
        Err(other) => panic!("{other}"),
    };
    for algorithm in ALGORITHMS {
        let Limits { opslimit, memlimit } = algorithm.min();
        for opslimit in [0, opslimit - 1, 1 << 32, u64::MAX] {
            assert_eq!(argument(Limits { opslimit, memlimit }, algorithm), "opslimit");
        }
        for memlimit in [0, memlimit - 1, algorithm.max().memlimit + 1, u64::MAX] {
            assert_eq!(argument(Limits { opslimit, memlimit }, algorithm), "memlimit");
        }
        assert!(pwhash::str(b"p", algorithm.min(), algorithm).is_ok());
        let short = pwhash::pwhash(&mut [0; 15], b"p", &[0; 16], algorithm.min(), algorithm);
        assert!(matches!(short, Err(Error::Length { argument: "out", .. })));
    }
    let short = scrypt::pwhash(&mut [0; 15], b"p", &[0; 32], scrypt::INTERACTIVE);
    assert!(matches!(short, Err(Error::Length { argument: "out", .. })));
}

const CHEAP: Limits = Limits { opslimit: 1 << 15, memlimit: 1 << 20 };

/// libsodium's string for `password` and a salt of 32 bytes of 7, at N = 1024, r = 8 and p = 1.
const SCRYPT: &str = "$7$86..../....5Qk/5Qk/5Qk/5Qk/5Qk/5Qk/5Qk/5Qk/5Qk/5Qk/5Q.$/6B6lMYw0h42luhxKR8r3.cQ1tdIo.e5wXeef1/5JV4";

#[test]
fn scrypt_strings_agree_with_libsodium() {
    assert_eq!(scrypt::str_with_salt(b"password", &[7; 32], CHEAP).unwrap(), SCRYPT);
    assert_eq!(scrypt::str_verify(SCRYPT, b"password"), Ok(()));
    assert_eq!(scrypt::str_verify(SCRYPT, b"passwore"), Err(Error::Verification));
    assert_eq!(scrypt::str_needs_rehash(SCRYPT, CHEAP), Ok(false));
    assert_eq!(scrypt::str_needs_rehash(SCRYPT, scrypt::INTERACTIVE), Ok(true));
    let [first, second] = [0; 2].map(|_| scrypt::str(b"password", CHEAP).unwrap());
    assert_ne!(first, second);
    assert_eq!((first.len(), scrypt::str_verify(&first, b"password")), (101, Ok(())));
}

#[test]
fn malformed_scrypt_strings_are_refused() {
    let mut wrong: Vec<String> = ["", "$7$", STORED[0]].map(Into::into).into();
    wrong.extend([&SCRYPT[1..], &SCRYPT[..100]].map(String::from));
    wrong.push(format!("{SCRYPT}A"));
    // Every part with an invalid character; then N = 1, r = 0, p = 0, and a too large r p.
    for (at, what) in [
        (0, "x"),
        (2, "8"),
        (3, "!"),
        (3, "."),
        (4, "......"),
        (4, "....."),
        (9, "....."),
        (4, "zzzzz0...."),
        (20, "$"),
        (20, "\0"),
        (20, "é"),
        (57, "."),
        (60, " "),
        (100, "\n"),
    ] {
        let mut text = SCRYPT.to_owned();
        text.replace_range(at..at + what.len(), what);
        wrong.push(text);
    }
    for text in wrong {
        assert!(is_malformed(scrypt::str_verify(&text, b"password")), "{text:?}");
        assert!(is_malformed(scrypt::str_needs_rehash(&text, CHEAP).map(drop)), "{text:?}");
    }
    // N = 2^63, in blocks of 128 r bytes.
    let huge = format!("$7$z{}", &SCRYPT[4..]);
    assert_eq!(scrypt::str_verify(&huge, b"password"), Err(Error::OutOfMemory));
}

/// The values from PyNaCl's tests, and the limits.
#[test]
fn scrypt_parameters_agree_with_libsodium() {
    for (opslimit, memlimit, picked) in [
        (32768, 2 << 20, (10, 8, 1)),
        (32768, 8 << 10, (3, 8, 128)),
        (65536, 2 << 20, (11, 8, 1)),
        (262_144, 2 << 20, (11, 8, 4)),
        (2 << 20, 2 << 20, (11, 8, 32)),
        (0, 0, (1, 8, 512)),
        (1 << 19, 16 << 20, (14, 8, 1)),
        (1 << 25, 1 << 30, (20, 8, 1)),
        (u64::MAX, 0, (1, 8, 134_217_727)),
        (u64::MAX, u64::MAX, (53, 8, 63)),
    ] {
        let limits = Limits { opslimit, memlimit };
        assert_eq!(scrypt::pick_params(limits), picked, "{limits:?}");
    }
}
