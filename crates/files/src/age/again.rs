//! Reads and writes a file again with a known file key. A file is rewritten under its original
//! header, so that every recipient can still decrypt it.

use std::fs::File;

use quicksalt::nacl::random;

use super::header::{FileKey, Header};
use super::payload::{self, NONCE_LEN, Seal};
use super::{read_header, read_nonce};
use crate::error::{Error, Result};
use crate::input::{Input, Raw};
use crate::pipeline::{self, Plain, Sink};

/// Encrypts a regular file into another file under an existing header, which already wraps
/// `file_key`.
///
/// # Errors [`Error::Header`] for a malformed header, [`Error::HeaderAltered`] if the header does
/// not wrap `file_key`; otherwise the errors of [`super::encrypt_file`].
pub fn encrypt_file_again(
    source: &File,
    target: &File,
    header: &[u8],
    file_key: &FileKey,
) -> Result<()> {
    let total = source.metadata().map_err(Error::Read)?.len();
    verify(header, file_key)?;
    let mut nonce = [0; NONCE_LEN];
    random::fill(&mut nonce)?;
    let mut sink = Plain(target);
    sink.put(header)?;
    sink.put(&nonce)?;
    let seal = Seal(payload::key(file_key, &nonce)?);
    pipeline::run(&seal, &mut Raw(source), &mut sink, Some(total))
}

/// Checks that `header` is complete and matches the file key, and that no bytes follow it: trailing
/// bytes would make the file undecryptable.
fn verify(header: &[u8], file_key: &FileKey) -> Result<()> {
    let mut input = Input::new(Raw(header));
    Header::read(|most| input.line(most))?.verify(file_key)?;
    if input.peek(1)?.is_empty() {
        Ok(())
    } else {
        Err(Error::Header("unexpected data after the header"))
    }
}

/// Decrypts a regular, unarmoured file into another file.
///
/// # Errors [`Error::HeaderAltered`] if the file was encrypted under a different file key;
/// otherwise the errors of [`super::decrypt_file`].
pub fn decrypt_file_again(source: &File, target: &File, file_key: &FileKey) -> Result<()> {
    let total = source.metadata().map_err(Error::Read)?.len();
    let mut input = Input::new(Raw(source));
    read_header(&mut input)?.verify(file_key)?;
    let open = read_nonce(&mut input, file_key)?;
    pipeline::run(&open, &mut input, &mut Plain(target), Some(total))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use alloc::{format, vec};
    use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::io::{Read, Seek, Write};
    use std::{env, fs, process};

    use super::*;
    use crate::age::{Form, Identity, To, decrypt, encrypt, unlock};

    /// Creates a temporary file that disappears when it is closed.
    fn unnamed(name: &str, content: &[u8]) -> Result<File> {
        // Wine and FAT free a name only when its file is closed, so each file has its own.
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Relaxed);
        let name = format!("quicksalt-again-{}-{count}-{name}", process::id());
        let path = env::temp_dir().join(name);
        let mut options = fs::OpenOptions::new();
        let opened = options.read(true).write(true).create_new(true).open(&path);
        let mut file = opened.map_err(Error::Write)?;
        fs::remove_file(path).map_err(Error::Write)?;
        file.write_all(content).and_then(|()| file.rewind()).map_err(Error::Write)?;
        Ok(file)
    }

    fn content(mut file: File) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.rewind().and_then(|()| file.read_to_end(&mut bytes)).map_err(Error::Read)?;
        Ok(bytes)
    }

    #[test]
    fn a_rewritten_file_opens_for_every_recipient() -> Result<()> {
        let identities = [Identity::generate()?, Identity::generate()?];
        let to = [identities[0].recipient()?, identities[1].recipient()?];
        for len in [0, 1, 65_536, 600_000] {
            let plain = vec![7; len];
            let mut sealed = Vec::new();
            encrypt(&mut &plain[..], &mut sealed, &To::Recipients(&to), Form::Binary)?;
            let mut input = Input::new(Raw(&sealed[..]));
            let header = read_header(&mut input)?;
            let file_key = unlock(&header, &identities[..1])?;
            let header = &sealed[..input.taken() as usize];

            let (source, target) = (unnamed("source", &plain)?, unnamed("target", b"")?);
            encrypt_file_again(&source, &target, header, &file_key)?;
            let again = content(target)?;
            assert!(again.starts_with(header) && again != sealed);
            let mut opened = Vec::new();
            decrypt(&mut &again[..], &mut opened, &identities[1..])?;
            assert!(opened == plain);

            let (source, target) = (unnamed("source", &again)?, unnamed("target", b"")?);
            decrypt_file_again(&source, &target, &file_key)?;
            assert!(content(target)? == plain);
            let mut altered = again;
            if let Some(last) = altered.last_mut() {
                *last ^= 1;
            }
            let (source, target) = (unnamed("source", &altered)?, unnamed("target", b"")?);
            let refused = decrypt_file_again(&source, &target, &file_key);
            assert!(matches!(refused, Err(Error::Payload)));

            let other = FileKey::new([1; 16]);
            let (source, target) = (unnamed("source", &plain)?, unnamed("target", b"")?);
            let refused = encrypt_file_again(&source, &target, header, &other);
            assert!(matches!(refused, Err(Error::HeaderAltered)));
            let longer = &sealed[..header.len() + 1];
            let refused = encrypt_file_again(&source, &target, longer, &file_key);
            assert!(matches!(refused, Err(Error::Header(_))));
            assert!(content(target)?.is_empty());
        }
        Ok(())
    }
}
