//! Encrypts, decrypts, signs and verifies whole files without Lisp strings for their content, and
//! converts strings between file formats.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;

use quicksalt::{Wiped, memory};
use quicksalt_files::age::{self, Form, Identity, Recipient, To};
use quicksalt_files::minisign::{self, PublicKey, SecretKey, Signature};
use quicksalt_files::openssl::{self, Cipher, Found, Kdf, Layer};
use quicksalt_files::{self as formats, Error};

use crate::beside::Beside;
use crate::env::{Env, Failure, Function, Result};
use crate::raw::Value;

/// The functions of this module.
pub(crate) const ALL: &[Function] = &[
    Function {
        name: b"quicksalt-module--encrypt-file\0",
        doc:
            b"Encrypt the file SOURCE into TARGET.  FORMAT is \"age\", \"age armor\" or \"openssl \
               CIPHER KDF LAYER\".  TO is a passphrase or, for age with NUMBER 0, a list of \
               recipients.  NUMBER is the work factor of scrypt or the iterations of PBKDF2.  An \
               existing TARGET is an error unless REPLACE is non-nil.\n\n\
               (fn SOURCE TARGET FORMAT TO NUMBER REPLACE)\0",
        arity: 6,
        run: encrypt_file,
    },
    Function {
        name: b"quicksalt-module--decrypt-file\0",
        doc:
            b"Decrypt the file SOURCE into TARGET, and return its format.  SECRET is a passphrase \
               or, for age with NUMBER 0, a list of identities.  NUMBER is the maximum work factor \
               of scrypt or the iterations of PBKDF2.\n\n\
               (fn SOURCE TARGET FORMAT SECRET NUMBER REPLACE)\0",
        arity: 6,
        run: decrypt_file,
    },
    Function {
        name: b"quicksalt-module--encrypt\0",
        doc: b"Encrypt the SIZE bytes of DATA like `quicksalt-module--encrypt-file'.\n\n\
               (fn DATA FORMAT TO NUMBER SIZE)\0",
        arity: 5,
        run: encrypt,
    },
    Function {
        name: b"quicksalt-module--decrypt\0",
        doc: b"Decrypt the SIZE bytes of DATA like `quicksalt-module--decrypt-file', and \
               return a cons of plaintext and format.\n\n(fn DATA FORMAT SECRET NUMBER SIZE)\0",
        arity: 5,
        run: decrypt,
    },
    Function {
        name: b"quicksalt-module--sign-file\0",
        doc: b"Return the minisign signature of the file SOURCE.  KEY is the text of a secret key \
               file; PASSPHRASE is empty if the key is not encrypted.\n\n(fn SOURCE KEY PASSPHRASE COMMENT)\0",
        arity: 4,
        run: sign_file,
    },
    Function {
        name: b"quicksalt-module--verify-file\0",
        doc:
            b"Return the trusted comment of the minisign SIGNATURE of the file SOURCE, or nil if it \
               is not genuine.  KEY is the text of a public key file.\n\n(fn SOURCE KEY SIGNATURE)\0",
        arity: 3,
        run: verify_file,
    },
    Function {
        name: b"quicksalt-module--age-identity\0",
        doc: b"Return a cons of a new age identity and its recipient.\0",
        arity: 0,
        run: |env, _| {
            let identity = Identity::generate().map_err(told)?;
            let recipient = identity.recipient().map_err(told)?.to_string();
            let text = identity.to_text().map_err(told)?;
            env.pair(env.string(&text)?, env.string(recipient.as_bytes())?)
        },
    },
];

const DAMAGED: &[u8] = b"quicksalt-damaged\0";
const WRONG_KEY: &[u8] = b"quicksalt-wrong-key\0";
const UNSURE: &[u8] = b"quicksalt-unsure\0";

/// Converts an error of the files crate to a Lisp error.
pub(crate) fn told(error: Error) -> Failure {
    let text = error.to_string();
    let symbol = match error {
        Error::Primitive(error) => return error.into(),
        Error::Read(error) => return io_failure("Reading", &error, None),
        Error::Write(error) => return io_failure("Writing", &error, None),
        Error::Armor(_)
        | Error::Foreign(_)
        | Error::Header(_)
        | Error::HeaderAltered
        | Error::Payload => DAMAGED,
        Error::NoMatch(_) | Error::OtherKey(_) => WRONG_KEY,
        Error::Unsure(_) => UNSURE,
        _ => return Failure::Told(text),
    };
    Failure::Named(symbol, vec![text])
}

/// Returns Emacs's own error for a file that cannot be read or written.
pub(crate) fn io_failure(what: &str, error: &io::Error, path: Option<&PathBuf>) -> Failure {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let (symbol, what): (&[u8], _) = match error.kind() {
        ErrorKind::NotFound => (b"file-missing\0", what),
        ErrorKind::AlreadyExists => (b"file-already-exists\0", "File exists"),
        _ => (b"file-error\0", what),
    };
    let mut texts = vec![what.into()];
    if error.kind() != ErrorKind::AlreadyExists {
        texts.push(text.into());
    }
    texts.extend(path.map(|path| path.to_string_lossy().into_owned()));
    Failure::Named(symbol, texts)
}

/// Converts a file name to a path of the system.
pub(crate) fn path(env: &Env, value: Value, argument: &str) -> Result<PathBuf> {
    let bytes = env.bytes(value)?;
    #[cfg(unix)]
    let path = PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(
        bytes.to_vec(),
    ));
    #[cfg(not(unix))]
    let path = PathBuf::from(String::from_utf8_lossy(&bytes).into_owned());
    // The module's working directory is that of the Emacs process, not of the current buffer.
    if !path.is_absolute() {
        return Err(Failure::Told(format!("{argument} must be an absolute file name")));
    }
    Ok(path)
}

/// Opens a regular file. Any other file could block Emacs in a call that cannot be quit.
pub(crate) fn source(env: &Env, value: Value) -> Result<File> {
    let path = path(env, value, "SOURCE")?;
    let opened = std::fs::metadata(&path).and_then(|data| match data.is_file() {
        true => File::open(&path),
        false => Err(io::Error::new(ErrorKind::InvalidInput, "the source is not a regular file")),
    });
    opened.map_err(|error| io_failure("Opening input file", &error, Some(&path)))
}

/// Writes a file that appears under its name only when it is complete.
fn write_file<T>(
    env: &Env,
    place: Value,
    replace: Value,
    secret: bool,
    write: impl FnOnce(&File) -> formats::Result<T>,
) -> Result<T> {
    let place = path(env, place, "TARGET")?;
    let failed = |error: io::Error| io_failure("Writing", &error, Some(&place));
    let beside = Beside::new(&place, env.is_true(replace), secret).map_err(failed)?;
    let written = env.interruptible(|| write(beside.file())).map_err(told)?;
    beside.finish().map_err(failed)?;
    Ok(written)
}

/// A file format with its parameters.
enum Format {
    Age(Form),
    Openssl(openssl::Options),
}

const LAYERS: [(&str, Layer); 4] = [
    ("binary", Layer::Binary),
    ("base64", Layer::Base64),
    ("kaesar-mode", Layer::KaesarMode),
    ("kaesar-text", Layer::KaesarText),
];

fn format(env: &Env, value: Value, number: u32) -> Result<Format> {
    let text = env.text(value, "FORMAT")?;
    let words: Vec<&str> = text.split(' ').collect();
    let (cipher, kdf, layer) = match words[..] {
        ["age"] => return Ok(Format::Age(Form::Binary)),
        ["age", "armor"] => return Ok(Format::Age(Form::Armored)),
        ["openssl", cipher, kdf, layer] => (cipher, kdf, layer),
        _ => return Err(Failure::Told("FORMAT must be age, age armor or openssl ...".into())),
    };
    let cipher = Cipher::parse(cipher).map_err(told)?;
    let kdf = match kdf {
        "any" => None,
        kdf => Some(Kdf::parse(kdf, number).map_err(told)?),
    };
    let layer = LAYERS.iter().find(|(name, _)| *name == layer);
    let layer = layer.ok_or_else(|| Failure::Told("FORMAT has an unknown layer".into()))?.1;
    Ok(Format::Openssl(openssl::Options { cipher, kdf, iterations: number, layer }))
}

/// The recipients of an age file.
enum Whom {
    Recipients(Vec<Recipient>),
    Passphrase(Wiped<Vec<u8>>, u8),
}

impl Whom {
    fn to(&self) -> To<'_> {
        match self {
            Self::Recipients(recipients) => To::Recipients(recipients),
            Self::Passphrase(passphrase, work_factor) => {
                To::Passphrase { passphrase, work_factor: *work_factor }
            }
        }
    }
}

/// Returns scrypt's work factor. A number that is too large becomes a value above every limit.
fn work_factor(number: u32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn whom(to: &[u8], number: u32) -> Result<Whom> {
    if number > 0 {
        return Ok(Whom::Passphrase(memory::copy(to)?.into(), work_factor(number)));
    }
    let text = core::str::from_utf8(to).map_err(|_| Failure::Told("TO is not UTF-8".into()))?;
    Recipient::parse_file(text).map(Whom::Recipients).map_err(told)
}

fn identities(secret: &[u8], number: u32) -> Result<Vec<Identity>> {
    if number > 0 {
        let passphrase = memory::copy(secret)?.into();
        return Ok(vec![Identity::Passphrase { passphrase, most: work_factor(number) }]);
    }
    Identity::parse_file(secret).map_err(told)
}

fn found(found: Found) -> String {
    let layer = LAYERS.iter().find(|(_, layer)| *layer == found.layer);
    format!("openssl {} {} {}", found.cipher, found.kdf, layer.map_or("binary", |(name, _)| name))
}

fn encrypt_file(env: &Env, args: &[Value]) -> Result<Value> {
    let number = env.integer(args[4], "NUMBER")?;
    let format = format(env, args[2], number)?;
    let mut source = source(env, args[0])?;
    env.with_key(args[3], |to| match &format {
        Format::Age(form) => {
            let whom = whom(to, number)?;
            let write = |file: &File| age::encrypt_file(&source, file, &whom.to(), *form);
            write_file(env, args[1], args[5], false, write)
        }
        Format::Openssl(options) => write_file(env, args[1], args[5], false, |mut file| {
            openssl::encrypt(&mut source, &mut file, to, options)
        }),
    })?;
    env.t()
}

fn decrypt_file(env: &Env, args: &[Value]) -> Result<Value> {
    let number = env.integer(args[4], "NUMBER")?;
    let format = format(env, args[2], number)?;
    let source = source(env, args[0])?;
    let found = env.with_key(args[3], |secret| match &format {
        Format::Age(_) => {
            let identities = identities(secret, number)?;
            let write = |file: &File| age::decrypt_file(&source, file, &identities);
            write_file(env, args[1], args[5], true, write).map(|()| "age".into())
        }
        Format::Openssl(options) => write_file(env, args[1], args[5], true, |mut file| {
            openssl::decrypt_file(&source, &mut file, secret, options).map(found)
        }),
    })?;
    env.string(found.as_bytes())
}

/// A growing buffer that returns an error if memory is exhausted.
struct Memory(Wiped<Vec<u8>>);

impl Memory {
    /// Creates a buffer with room for `most` bytes. Secrets must fit into this room, since a buffer
    /// that has grown leaves an unwiped copy.
    fn new(most: usize) -> Result<Self> {
        Ok(Self(memory::with_capacity(most)?.into()))
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.try_reserve(bytes.len()).map_err(|_| io::Error::from(ErrorKind::OutOfMemory))?;
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A buffer size that exceeds the length of a header, except with many recipients.
const HEADER: usize = 1 << 10;

fn encrypt(env: &Env, args: &[Value]) -> Result<Value> {
    let number = env.integer(args[3], "NUMBER")?;
    let format = format(env, args[1], number)?;
    let data = env.bytes_of(args[0], env.integer(args[4], "SIZE")?)?;
    let mut out = Memory::new(data.len() + data.len() / 64 + HEADER)?;
    env.with_key(args[2], |to| {
        let mut data = &data[..];
        match &format {
            Format::Age(form) => {
                let whom = whom(to, number)?;
                env.interruptible(|| age::encrypt(&mut data, &mut out, &whom.to(), *form))
            }
            Format::Openssl(options) => {
                env.interruptible(|| openssl::encrypt(&mut data, &mut out, to, options))
            }
        }
        .map_err(told)
    })?;
    env.string(&out.0)
}

fn decrypt(env: &Env, args: &[Value]) -> Result<Value> {
    let number = env.integer(args[3], "NUMBER")?;
    let format = format(env, args[1], number)?;
    let data = env.bytes_of(args[0], env.integer(args[4], "SIZE")?)?;
    let mut out = Memory::new(data.len())?;
    let found = env.with_key(args[2], |secret| {
        let mut data = &data[..];
        match &format {
            Format::Age(_) => {
                let identities = identities(secret, number)?;
                env.interruptible(|| age::decrypt(&mut data, &mut out, &identities))
                    .map(|()| "age".into())
            }
            Format::Openssl(options) => env
                .interruptible(|| openssl::decrypt(&mut data, &mut out, secret, options))
                .map(found),
        }
        .map_err(told)
    })?;
    env.pair(env.string(&out.0)?, env.string(found.as_bytes())?)
}

fn sign_file(env: &Env, args: &[Value]) -> Result<Value> {
    let source = source(env, args[0])?;
    let comment = env.text(args[3], "COMMENT")?;
    let word = env.bytes(args[2])?;
    let signed = env.with_key(args[1], |key| {
        let word = (!word.is_empty()).then_some(&word[..]);
        let sign = || {
            let key = SecretKey::parse(key, word)?;
            minisign::sign_file(&source, &key, &comment, "signature by quicksalt")?.to_text()
        };
        env.interruptible(sign).map_err(told)
    })?;
    env.string(&signed)
}

fn verify_file(env: &Env, args: &[Value]) -> Result<Value> {
    let source = source(env, args[0])?;
    let key = PublicKey::parse(&env.bytes(args[1])?).map_err(told)?;
    let signature = Signature::parse(&env.bytes(args[2])?).map_err(told)?;
    match env.interruptible(|| minisign::verify_file(&source, &key, &signature)) {
        Ok(()) => env.string(signature.trusted_comment().as_bytes()),
        Err(Error::Signature) => env.nil(),
        Err(error) => Err(told(error)),
    }
}
