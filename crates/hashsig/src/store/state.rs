//! The contents that the envelope of a store's file seals.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use std::path::Path;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::allocation::AllocationLedger;
use super::codec::Write;
use super::disk::FileMetadata;
use super::error::{Error, Result};
use super::host::Host;
use super::registry::StoreId;
use crate::reader::Reader;

/// The longest key material in bytes.
pub const MATERIAL_MAX: usize = 1 << 20;

/// The fields that never change during the life of a store.
pub(super) struct Fixed {
    pub(super) id: StoreId,
    /// A random secret that authenticates files beside the store.
    pub(super) secret: Wiped<[u8; 32]>,
    pub(super) material: Wiped<Vec<u8>>,
}

impl Fixed {
    pub(super) fn new(material: &[u8]) -> Result<Self> {
        if material.len() > MATERIAL_MAX {
            let most = MATERIAL_MAX as u64;
            return Err(Error::TooLarge { what: "the size of the key material in bytes", most });
        }
        let (mut id, mut secret) = ([0; 16], Wiped::new([0; 32]));
        random::fill(&mut id)?;
        random::fill(&mut *secret)?;
        Ok(Self { id, secret, material: Wiped::new(material.to_vec()) })
    }
}

/// The fields that each durable change writes anew.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// The number of durable changes.
    pub(super) epoch: u64,
    /// The largest number of indices in one reservation so far: a recovery must skip at least as many.
    pub(super) largest: u64,
    pub(super) ledger: AllocationLedger,
    /// The identity of the key, once known: see [`super::identity`].
    pub(super) identity: Option<[u8; 32]>,
    /// Flags for rare conditions of the disk.
    pub(super) marks: Marks,
    /// The times of recoveries, in seconds since 1970, ascending. For display only.
    pub(super) recovered: Vec<u64>,
}

/// The maximum number of recoveries that a state records.
pub(super) const RECOVERIES_MAX: usize = 4096;

/// Flags about the disk, which are encoded only if at least one is set.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) struct Marks {
    /// Whether the creator or opener of the store vouches that a file with the same inode number is
    /// the same file, and that replaced files do not reappear.
    pub(super) trusts_disk: bool,
    /// Whether a replaced file still has a name, so that an old state may exist.
    pub(super) old_survives: bool,
}

/// The file and host that an envelope was written for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Origin {
    device: u64,
    inode: u64,
    birth: Option<i128>,
    host: Host,
    generation: Option<u32>,
    file_system: Option<[u8; 16]>,
    /// The path of the file, if it is valid UTF-8.
    path: Option<String>,
}

impl Origin {
    pub(super) fn new(metadata: &FileMetadata, host: Host, path: &Path) -> Self {
        let &FileMetadata { device, inode, birth, generation, file_system, .. } = metadata;
        let path = path.to_str().filter(|path| path.len() <= PATH_MAX).map(str::to_owned);
        Self { device, inode, birth, host, generation, file_system, path }
    }

    /// The path of the file when it was written.
    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref().map(Path::new)
    }

    /// Returns any evidence that an envelope with this origin was copied or moved to the origin
    /// `now`. A device number is valid only within one boot.
    pub(super) fn changed(&self, now: &Self) -> Option<&'static str> {
        let same_boot = self.has_same_boot(now);
        if self.host.machine != now.host.machine {
            Some(
                "it was written on another machine, or before a restart of one without a machine id",
            )
        } else if self.inode != now.inode || self.birth != now.birth {
            Some("its inode or birth time differs")
        } else if differ(self.generation, now.generation) {
            Some("its inode generation differs")
        } else if differ(self.file_system, now.file_system) {
            Some("it was written on another file system or snapshot")
        } else if same_boot && self.device != now.device {
            Some("it was written on another device")
        } else {
            None
        }
    }

    /// Whether both origins are from one boot, as far as known.
    pub(super) fn has_same_boot(&self, now: &Self) -> bool {
        self.host.boot == now.host.boot
    }
}

/// Returns whether both values are known and differ. An unknown value is not a difference, because
/// a different kernel may report less.
fn differ<T: PartialEq>(then: Option<T>, now: Option<T>) -> bool {
    then.zip(now).is_some_and(|(then, now)| then != now)
}

/// Encodes the contents of an envelope. The buffer is allocated at its full length, so it never
/// grows.
pub(super) fn encode(fixed: &Fixed, state: &State, origin: &Origin) -> Wiped<Vec<u8>> {
    let more = more(state, origin);
    let len = 16
        + 32
        + 16
        + ORIGIN_LEN
        + state.ledger.encoded_len()
        + 4
        + fixed.material.len()
        + more.len();
    let mut out = Wiped::new(Vec::with_capacity(len));
    out.extend_from_slice(&fixed.id);
    out.extend_from_slice(&*fixed.secret);
    out.u64(state.epoch);
    out.u64(state.largest);
    out.u64(origin.device);
    out.u64(origin.inode);
    out.u8(origin.birth.is_some().into());
    out.extend_from_slice(&origin.birth.unwrap_or_default().to_le_bytes());
    out.extend_from_slice(&origin.host.machine);
    out.extend_from_slice(&origin.host.boot);
    state.ledger.encode(&mut out);
    out.u32(fixed.material.len() as u32);
    out.extend_from_slice(&fixed.material);
    out.extend_from_slice(&more);
    debug_assert_eq!(out.len(), len, "a growing buffer leaves secret remnants");
    out
}

const ORIGIN_LEN: usize = 8 + 8 + 1 + 16 + 16 + 16;

/// The longest path that is recorded, in bytes.
const PATH_MAX: usize = 4096;

/// The optional fields, which version 1 lacks; the last field exists only since version 3. Each
/// field is encoded as a byte with the field number, the length of the contents in four bytes, and
/// the contents. The fields appear in this order.
const GENERATION: u8 = 1;
const FILE_SYSTEM: u8 = 2;
const PATH: u8 = 3;
const IDENTITY: u8 = 4;
const MARKS: u8 = 5;
const RECOVERED: u8 = 6;

/// Encodes the optional fields. The optional fields are not secret.
fn more(state: &State, origin: &Origin) -> Vec<u8> {
    let marks = state.marks;
    let mut out = Vec::new();
    let mut field = |name: u8, contents: &[u8]| {
        out.u8(name);
        out.u32(contents.len() as u32);
        out.extend_from_slice(contents);
    };
    if let Some(generation) = origin.generation {
        field(GENERATION, &generation.to_le_bytes());
    }
    if let Some(file_system) = &origin.file_system {
        field(FILE_SYSTEM, file_system);
    }
    if let Some(path) = &origin.path {
        field(PATH, path.as_bytes());
    }
    if let Some(identity) = &state.identity {
        field(IDENTITY, identity);
    }
    if marks != Marks::default() {
        field(MARKS, &[u8::from(marks.trusts_disk) | u8::from(marks.old_survives) << 1]);
    }
    if !state.recovered.is_empty() {
        let times: Vec<u8> = state.recovered.iter().flat_map(|time| time.to_le_bytes()).collect();
        field(RECOVERED, &times);
    }
    out
}

/// Decodes the optional fields that [`more`] writes into `state` and `origin`.
fn read_more(fields: &mut Reader<'_>, state: &mut State, origin: &mut Origin) -> Option<()> {
    let mut last = 0;
    while let Some(name) = fields.u8() {
        let len = fields.u32_le()? as usize;
        let contents = fields.take(len)?;
        if name <= last {
            return None;
        }
        last = name;
        match name {
            GENERATION => {
                origin.generation = Some(u32::from_le_bytes(contents.try_into().ok()?));
            }
            FILE_SYSTEM => origin.file_system = Some(contents.try_into().ok()?),
            PATH if len <= PATH_MAX => {
                origin.path = Some(core::str::from_utf8(contents).ok()?.to_owned());
            }
            IDENTITY => state.identity = Some(contents.try_into().ok()?),
            MARKS => {
                let &[bits @ 1..=3] = contents else { return None };
                state.marks = Marks { trusts_disk: bits & 1 != 0, old_survives: bits & 2 != 0 };
            }
            RECOVERED if (8..=8 * RECOVERIES_MAX).contains(&len) => {
                let (times, []) = contents.as_chunks() else { return None };
                state.recovered = times.iter().map(|time| u64::from_le_bytes(*time)).collect();
            }
            _ => return None,
        }
    }
    Some(())
}

/// Decodes the contents of an envelope; returns `None` for anything that [`encode`] does not write.
pub(super) fn decode(body: &[u8]) -> Option<(Fixed, State, Origin)> {
    let mut fields = Reader::new(body);
    let (id, secret) = (fields.array()?, Wiped::new(fields.array()?));
    let (epoch, largest) = (fields.u64_le()?, fields.u64_le()?);
    let (device, inode) = (fields.u64_le()?, fields.u64_le()?);
    let birth = match (fields.u8()?, fields.array().map(i128::from_le_bytes)?) {
        (0, 0) => None,
        (1, birth) => Some(birth),
        _ => return None,
    };
    let host = Host { machine: fields.array()?, boot: fields.array()? };
    let ledger = AllocationLedger::decode(&mut fields)?;
    let len = fields.u32_le()? as usize;
    let material = Wiped::new(fields.take(len)?.to_vec());
    let (generation, file_system, path) = (None, None, None);
    let mut origin = Origin { device, inode, birth, host, generation, file_system, path };
    let (identity, marks, recovered) = (None, Marks::default(), Vec::new());
    let mut state = State { epoch, largest, ledger, identity, marks, recovered };
    read_more(&mut fields, &mut state, &mut origin)?;
    fields.end((Fixed { id, secret, material }, state, origin))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::path::Path;

    use super::{Fixed, Marks, Origin, State, decode, encode};
    use crate::store::{AllocationLedger, FileMetadata, Host};

    fn metadata() -> FileMetadata {
        FileMetadata {
            device: 0,
            inode: 0,
            birth: None,
            generation: Some(7),
            file_system: Some([6; 16]),
            links: 1,
            mode: 0o600,
            len: 0,
            is_file: true,
        }
    }

    fn encoded() -> Vec<u8> {
        let mut ledger = AllocationLedger::new(5..1 << 20).unwrap();
        ledger.reserve("", 7).unwrap();
        ledger.allocate("", "mail", 500).unwrap();
        ledger.allocate("mail", "mail/eu", 50).unwrap();
        ledger.reserve("mail/eu", 3).unwrap();
        ledger.allocate("", "code", 9).unwrap();
        let marks = Marks { trusts_disk: true, old_survives: false };
        let (identity, recovered) = (Some([8; 32]), vec![1_800_000_000, 1_800_000_001]);
        let state = State { epoch: 6, largest: 7, ledger, identity, marks, recovered };
        let (device, inode, birth) = (1, 2, Some(-3));
        let metadata = FileMetadata { device, inode, birth, ..metadata() };
        let host = Host { machine: [4; 16], boot: [5; 16] };
        let fixed = Fixed::new(b"seed").unwrap();
        encode(&fixed, &state, &Origin::new(&metadata, host, Path::new("/keys/key"))).to_vec()
    }

    fn again(bytes: &[u8]) -> Option<Vec<u8>> {
        decode(bytes).map(|(fixed, state, origin)| encode(&fixed, &state, &origin).to_vec())
    }

    #[test]
    fn a_state_survives_encoding_and_decoding() {
        let bytes = encoded();
        assert_eq!(again(&bytes), Some(bytes.clone()));
        // Prefixes that end at a field boundary decode, down to a state of version 1.
        let mut whole = Vec::new();
        for len in 0..bytes.len() {
            if decode(&bytes[..len]).is_some() {
                assert_eq!(again(&bytes[..len]).as_deref(), Some(&bytes[..len]));
                whole.push(bytes.len() - len);
            }
        }
        assert_eq!(
            whole,
            [
                9 + 21 + 14 + 37 + 6 + 21,
                21 + 14 + 37 + 6 + 21,
                14 + 37 + 6 + 21,
                37 + 6 + 21,
                6 + 21,
                21
            ],
            "version 1, and each field"
        );
        assert!(decode(&[&bytes[..], &[0]].concat()).is_none());
    }

    /// Bytes that decode are encoded to the same bytes again, so the decoder neither ignores bytes
    /// nor accepts an impossible division of indices.
    #[test]
    fn changed_bytes_decode_to_themselves_or_not_at_all() {
        let bytes = encoded();
        let mut refused = 0;
        for at in 0..bytes.len() {
            for value in 0..=255 {
                let mut changed = bytes.clone();
                changed[at] = value;
                match again(&changed) {
                    Some(again) => assert_eq!(again, changed, "byte {at} = {value}"),
                    None => refused += 1,
                }
            }
        }
        assert!(refused > 1000, "{refused}");
    }

    #[test]
    fn a_changed_origin_is_detected() {
        let metadata = |device, inode, birth| FileMetadata { device, inode, birth, ..metadata() };
        let host = |machine, boot| Host { machine: [machine; 16], boot: [boot; 16] };
        let at =
            |metadata: &FileMetadata, host| Origin::new(metadata, host, Path::new("/keys/key"));
        let home = at(&metadata(1, 2, Some(3)), host(4, 5));
        let changed = |metadata: &FileMetadata, host| home.changed(&at(metadata, host));
        assert_eq!(changed(&metadata(1, 2, Some(3)), host(4, 5)), None);
        assert_eq!(changed(&metadata(9, 2, Some(3)), host(4, 6)), None, "another boot");
        let silent =
            FileMetadata { generation: None, file_system: None, ..metadata(1, 2, Some(3)) };
        assert_eq!(changed(&silent, host(4, 6)), None, "a kernel that reports less");
        let generation = FileMetadata { generation: Some(8), ..metadata(1, 2, Some(3)) };
        let file_system = FileMetadata { file_system: Some([7; 16]), ..metadata(1, 2, Some(3)) };
        for (metadata, host) in [
            (metadata(9, 2, Some(3)), host(4, 5)),
            (metadata(1, 9, Some(3)), host(4, 6)),
            (metadata(1, 2, Some(9)), host(4, 6)),
            (metadata(1, 2, None), host(4, 6)),
            (metadata(1, 2, Some(3)), host(9, 5)),
            (generation, host(4, 6)),
            (file_system, host(4, 6)),
        ] {
            assert!(changed(&metadata, host).is_some(), "{metadata:?} {host:?}");
        }
    }
}
