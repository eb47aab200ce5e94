//! Decrypts and encrypts age files between the disk and memory files; the plaintext never becomes a
//! Lisp string.

use std::fs::OpenOptions;

use quicksalt_files::age::{self, FileKey};

use crate::env::{Env, Failure, Function, Result};
use crate::files::{io_failure, path, source, told};
use crate::kept::Kept;
use crate::memory_file::MemoryFile;
use crate::raw::Value;

/// The functions of this module.
pub(crate) const ALL: &[Function] = &[
    Function {
        name: b"quicksalt-module--memory-file\0",
        doc: b"Return a cons of the handle of a new memory file and its name, or nil if unsupported.\n\
               The file is overwritten and removed when the handle is forgotten.\0",
        arity: 0,
        run: |env, _| match MemoryFile::new() {
            Some((file, name)) => {
                env.pair(env.hold(Kept::File(file))?, env.string(name.as_bytes())?)
            }
            None => env.nil(),
        },
    },
    Function {
        name: b"quicksalt-module--age-read\0",
        doc: b"Decrypt the age file SOURCE with FILE-KEY into the memory file MEMORY.\n\n\
               (fn SOURCE FILE-KEY MEMORY)\0",
        arity: 3,
        run: |env, args| {
            let source = source(env, args[0])?;
            let file_key = file_key(env, args[1])?;
            env.with_memory_file(args[2], |memory| {
                let read = || age::decrypt_file_again(&source, memory, &file_key);
                env.interruptible(read).map_err(told)
            })?;
            env.t()
        },
    },
    Function {
        name: b"quicksalt-module--age-write\0",
        doc: b"Encrypt the memory file MEMORY into the new file TARGET after HEADER.\n\
               HEADER contains FILE-KEY encrypted.  If SYNC, wait until TARGET is on the disk.\n\n\
               (fn MEMORY HEADER FILE-KEY TARGET SYNC)\0",
        arity: 5,
        run: write,
    },
];

fn file_key(env: &Env, value: Value) -> Result<FileKey> {
    env.with_key(value, |key| match key.try_into() {
        Ok(key) => Ok(FileKey::new(key)),
        Err(_) => Err(Failure::Told("FILE-KEY must be 16 bytes".into())),
    })
}

fn write(env: &Env, args: &[Value]) -> Result<Value> {
    let (header, file_key) = (env.bytes(args[1])?, file_key(env, args[2])?);
    let (place, is_synced) = (path(env, args[3], "TARGET")?, env.is_true(args[4]));
    let failed = |error| io_failure("Writing", &error, Some(&place));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let target = options.open(&place).map_err(failed)?;
    env.with_memory_file(args[0], |memory| {
        let write = || age::encrypt_file_again(memory, &target, &header, &file_key);
        env.interruptible(write).map_err(told)
    })?;
    if is_synced {
        target.sync_all().map_err(failed)?;
    }
    env.t()
}
