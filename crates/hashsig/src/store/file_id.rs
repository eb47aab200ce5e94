//! Reads the parts of a file's identity that `stat(2)` does not report.

use std::fs::File;

/// Returns the generation of the inode number. A file system without generations returns 0 or does
/// not support the call.
pub(super) fn generation(file: &File) -> Option<u32> {
    imp::generation(file).filter(|&generation| generation != 0)
}

/// Returns the identifier of the file system, which is stable across boots.
pub(super) fn file_system(file: &File) -> Option<[u8; 16]> {
    imp::file_system(file).filter(|id| *id != [0; 16])
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "ioctl and fstatfs")]
mod imp {
    use core::mem::{self, MaybeUninit};
    use std::fs::File;
    use std::os::fd::AsRawFd;

    /// Available since Linux 6.9.
    const FS_IOC_GETFSUUID: libc::Ioctl = libc::_IOR::<Uuid>(0x15, 0);

    /// `struct fsuuid2`.
    #[repr(C)]
    struct Uuid {
        len: u8,
        uuid: [u8; 16],
    }

    pub(super) fn generation(file: &File) -> Option<u32> {
        // The request number declares a `long`; the kernel writes an `int`.
        let mut number = [0_u32; mem::size_of::<libc::c_long>() / 4];
        // SAFETY: the kernel writes at most a `long`, which fits in `number`.
        let done =
            unsafe { libc::ioctl(file.as_raw_fd(), libc::FS_IOC_GETVERSION, number.as_mut_ptr()) };
        (done == 0).then_some(number[0])
    }

    pub(super) fn file_system(file: &File) -> Option<[u8; 16]> {
        let mut of = MaybeUninit::<libc::statfs>::zeroed();
        // SAFETY: `of` has room for the structure that the kernel writes.
        if unsafe { libc::fstatfs(file.as_raw_fd(), of.as_mut_ptr()) } != 0 {
            return None;
        }
        // SAFETY: all-zero bytes are a valid `statfs`, and the kernel filled it.
        let of = unsafe { of.assume_init() };
        if of.f_type as u64 & 0xffff_ffff == libc::BTRFS_SUPER_MAGIC as u64 & 0xffff_ffff {
            let mut id = *b"btrfs\0\0\0........";
            // SAFETY: `fsid_t` is two 32-bit integers, for which every bit pattern is valid.
            id[8..].copy_from_slice(&unsafe { mem::transmute::<libc::fsid_t, [u8; 8]>(of.f_fsid) });
            return Some(id);
        }
        let mut found = Uuid { len: 0, uuid: [0; 16] };
        // SAFETY: the kernel writes at most the structure that the request number declares.
        let done = unsafe { libc::ioctl(file.as_raw_fd(), FS_IOC_GETFSUUID, &raw mut found) };
        (done == 0 && found.len == 16).then_some(found.uuid)
    }
}

#[cfg(not(target_os = "linux"))]
mod imp {
    use std::fs::File;

    pub(super) fn generation(_: &File) -> Option<u32> {
        None
    }

    pub(super) fn file_system(_: &File) -> Option<[u8; 16]> {
        None
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::{env, fs, process};

    use super::{File, file_system, generation};

    /// Every handle of a file reports the same identity.
    #[test]
    fn a_file_has_one_identity() {
        let path = env::temp_dir().join(format!("quicksalt-identity-{}", process::id()));
        let file = File::create(&path).unwrap();
        let again = File::open(&path).unwrap();
        assert_eq!(generation(&file), generation(&again));
        assert_eq!(file_system(&file), file_system(&again));
        println!("generation {:?}, file system {:?}", generation(&file), file_system(&file));
        fs::remove_file(&path).unwrap();
    }
}
