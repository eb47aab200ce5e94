//! `crypto_pwhash_scryptsalsa208sha256`: scrypt.

use core::ffi::{c_char, c_int, c_ulonglong};

use quicksalt::hazmat::scrypt::Params;
use quicksalt::nacl::pwhash::Limits;
use quicksalt::nacl::scrypt::{self, SALT_LEN};

use crate::boundary::{Outcome, status};
use crate::exports::abi;
use crate::pwhash::{put_str, read_str};

/// The length of a modular string with its terminating zero.
const STR_LEN: usize = scrypt::STR_LEN + 1;

fn limits(opslimit: c_ulonglong, memlimit: usize) -> Limits {
    Limits { opslimit, memlimit: memlimit as u64 }
}

abi! {
    fn crypto_pwhash_scryptsalsa208sha256(
        caller, out: *mut u8, outlen: c_ulonglong, passwd: *const c_char, passwdlen: c_ulonglong,
        salt: *const u8, opslimit: c_ulonglong, memlimit: usize,
    ) -> c_int {
        status((|| {
            let mut out = caller.place(out, caller.len(outlen, u64::MAX)?)?;
            let password = caller.input(passwd.cast(), caller.len(passwdlen, u64::MAX)?, &out)?;
            let salt: [u8; SALT_LEN] = caller.array(salt)?;
            out.bytes().fill(0);
            Ok(scrypt::pwhash(out.bytes(), &password, &salt, limits(opslimit, memlimit))?)
        })())
    }
    fn crypto_pwhash_scryptsalsa208sha256_str(
        caller, out: *mut c_char, passwd: *const c_char, passwdlen: c_ulonglong,
        opslimit: c_ulonglong, memlimit: usize,
    ) -> c_int {
        status((|| {
            put_str::<STR_LEN>(&caller, out, "")?;
            let password = caller.bytes(passwd.cast(), caller.len(passwdlen, u64::MAX)?)?;
            let mut salt = [0; SALT_LEN];
            crate::random::fill(&mut salt)?;
            let text = scrypt::str_with_salt(password, &salt, limits(opslimit, memlimit))?;
            put_str::<STR_LEN>(&caller, out, &text)
        })())
    }
    fn crypto_pwhash_scryptsalsa208sha256_str_verify(
        caller, str: *const c_char, passwd: *const c_char, passwdlen: c_ulonglong,
    ) -> c_int {
        status((|| {
            let password = caller.bytes(passwd.cast(), caller.len(passwdlen, u64::MAX)?)?;
            Ok(scrypt::str_verify(read_str(&caller, str)?, password)?)
        })())
    }
    fn crypto_pwhash_scryptsalsa208sha256_str_needs_rehash(
        caller, str: *const c_char, opslimit: c_ulonglong, memlimit: usize,
    ) -> c_int {
        let wanted: Outcome<bool> = read_str(&caller, str)
            .and_then(|text| Ok(scrypt::str_needs_rehash(text, limits(opslimit, memlimit))?));
        match wanted {
            Ok(is_wanted) => c_int::from(is_wanted),
            Err(fault) => status(Err(fault)),
        }
    }
    fn crypto_pwhash_scryptsalsa208sha256_ll(
        caller, passwd: *const u8, passwdlen: usize, salt: *const u8, saltlen: usize,
        N: u64, r: u32, p: u32, buf: *mut u8, buflen: usize,
    ) -> c_int {
        status((|| {
            let mut out = caller.place(buf, buflen)?;
            let mut copies = None;
            let [password, salt] =
                caller.apart(&out, [(passwd, passwdlen), (salt, saltlen)], &mut copies)?;
            Ok(scrypt::ll(out.bytes(), password, salt, Params::new(N, r, p)?, 0)?)
        })())
    }
}

