//! What the kernel knows of an open file that `stat(2)` does not tell.

use std::fs::File;

/// The generation of the file's number. A file system without one says 0, or that it knows no such
/// call.
pub(super) fn generation(file: &File) -> Option<u32> {
    imp::generation(file).filter(|&generation| generation != 0)
}

/// What names the file system, across boots.
pub(super) fn file_system(file: &File) -> Option<[u8; 16]> {
    imp::file_system(file).filter(|id| *id != [0; 16])
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code, reason = "ioctl and fstatfs")]
mod imp {
    use core::mem::{self, MaybeUninit};
    use std::fs::File;
    use std::os::fd::AsRawFd;

    /// Linux 6.9.
    const FS_IOC_GETFSUUID: libc::Ioctl = libc::_IOR::<Uuid>(0x15, 0);

    /// `struct fsuuid2`.
    #[repr(C)]
    struct Uuid {
        len: u8,
        uuid: [u8; 16],
    }

    pub(super) fn generation(file: &File) -> Option<u32> {
        // The number of the call says that it fills a `long`; it fills an `int`.
        let mut number = [0_u32; mem::size_of::<libc::c_long>() / 4];
        // SAFETY: the kernel writes at most a `long`, for which there is room.
        let done =
            unsafe { libc::ioctl(file.as_raw_fd(), libc::FS_IOC_GETVERSION, number.as_mut_ptr()) };
        (done == 0).then_some(number[0])
    }

    pub(super) fn file_system(file: &File) -> Option<[u8; 16]> {
        let mut of = MaybeUninit::<libc::statfs>::zeroed();
        // SAFETY: there is room for what the kernel writes.
        if unsafe { libc::fstatfs(file.as_raw_fd(), of.as_mut_ptr()) } != 0 {
            return None;
        }
        // SAFETY: zeros are one, and the kernel filled it.
        let of = unsafe { of.assume_init() };
        if of.f_type as u64 & 0xffff_ffff == libc::BTRFS_SUPER_MAGIC as u64 & 0xffff_ffff {
            let mut id = *b"btrfs\0\0\0........";
            // SAFETY: two numbers of 32 bits, of which every pattern of bytes is one.
            id[8..].copy_from_slice(&unsafe { mem::transmute::<libc::fsid_t, [u8; 8]>(of.f_fsid) });
            return Some(id);
        }
        let mut found = Uuid { len: 0, uuid: [0; 16] };
        // SAFETY: the kernel writes at most the structure that the number of the call names.
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

    /// Whatever the file system tells of a file, it tells again, of every handle.
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
