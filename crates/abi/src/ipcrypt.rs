//! `crypto_ipcrypt`: encryption of single IP addresses.

use quicksalt::Wiped;
use quicksalt::nacl::ipcrypt::{
    self, Key, NdKey, NdxKey,
    PfxKey,
};

use crate::boundary::{Outcome, must};
use crate::exports::abi;
use crate::utils::bytes::wipe_stack;

/// A size greater than the stack frame of these functions. Keys and addresses pass through that
/// frame.
const FRAME: usize = 512;

/// Runs the work in its own stack frame, and overwrites that frame.
fn must_apart(work: impl FnOnce() -> Outcome) {
    #[inline(never)]
    fn apart(work: impl FnOnce() -> Outcome) -> Outcome {
        work()
    }
    let outcome = apart(work);
    wipe_stack(FRAME);
    must(outcome);
}

abi! {
    fn crypto_ipcrypt_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ Key::LEN }>(&caller, k));
    }
    fn crypto_ipcrypt_nd_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ NdKey::LEN }>(&caller, k));
    }
    fn crypto_ipcrypt_ndx_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ NdxKey::LEN }>(&caller, k));
    }
    fn crypto_ipcrypt_pfx_keygen(caller, k: *mut u8) {
        must(crate::random::fill_at::<{ PfxKey::LEN }>(&caller, k));
    }
    fn crypto_ipcrypt_encrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, address) = (Key::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &ipcrypt::encrypt(address, &key)?)
        });
    }
    fn crypto_ipcrypt_decrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, encrypted) = (Key::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &Wiped::new(ipcrypt::decrypt(encrypted, &key)?))
        });
    }
    fn crypto_ipcrypt_nd_encrypt(caller, out: *mut u8, input: *const u8, t: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, address) = (NdKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &ipcrypt::nd_encrypt_with(address, caller.fixed(t)?, &key)?)
        });
    }
    fn crypto_ipcrypt_nd_decrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, encrypted) = (NdKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &Wiped::new(ipcrypt::nd_decrypt(encrypted, &key)?))
        });
    }
    fn crypto_ipcrypt_ndx_encrypt(caller, out: *mut u8, input: *const u8, t: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, address) = (NdxKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &ipcrypt::ndx_encrypt_with(address, caller.fixed(t)?, &key)?)
        });
    }
    fn crypto_ipcrypt_ndx_decrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, encrypted) = (NdxKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &Wiped::new(ipcrypt::ndx_decrypt(encrypted, &key)?))
        });
    }
    fn crypto_ipcrypt_pfx_encrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, address) = (PfxKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &ipcrypt::pfx_encrypt(address, &key)?)
        });
    }
    fn crypto_ipcrypt_pfx_decrypt(caller, out: *mut u8, input: *const u8, k: *const u8) {
        must_apart(|| {
            let (key, encrypted) = (PfxKey::from(caller.array(k)?), caller.fixed(input)?);
            caller.put(out, &Wiped::new(ipcrypt::pfx_decrypt(encrypted, &key)?))
        });
    }
}
