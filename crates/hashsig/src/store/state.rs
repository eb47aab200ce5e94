//! What a store's file holds inside its envelope.

use alloc::vec::Vec;

use quicksalt::Wiped;
use quicksalt::nacl::random;

use super::codec::Write;
use super::disk::Facts;
use super::error::{Error, Result};
use super::host::Host;
use super::registry::StoreId;
use super::space::Space;
use crate::reader::Reader;

/// The longest key material in bytes.
pub const MATERIAL_MAX: usize = 1 << 20;

/// What stays as long as the store does.
pub(super) struct Fixed {
    pub(super) id: StoreId,
    /// A random secret for whatever lies beside the store.
    pub(super) secret: Wiped<[u8; 32]>,
    pub(super) material: Wiped<Vec<u8>>,
}

impl Fixed {
    pub(super) fn new(material: &[u8]) -> Result<Self> {
        if material.len() > MATERIAL_MAX {
            let most = MATERIAL_MAX as u64;
            return Err(Error::TooLarge { what: "the key material in bytes", most });
        }
        let (mut id, mut secret) = ([0; 16], Wiped::new([0; 32]));
        random::fill(&mut id)?;
        random::fill(&mut *secret)?;
        Ok(Self { id, secret, material: Wiped::new(material.to_vec()) })
    }
}

/// What each durable change makes anew.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Counts the durable changes.
    pub(super) epoch: u64,
    /// The largest reservation so far: the least that a recovery must skip.
    pub(super) largest: u64,
    pub(super) space: Space,
    /// Which key it is the state of, once that is known: see [`super::identity`].
    pub(super) identity: Option<[u8; 32]>,
}

/// The file and host that an envelope was written for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Origin {
    device: u64,
    inode: u64,
    born: Option<i128>,
    host: Host,
}

impl Origin {
    pub(super) fn new(facts: &Facts, host: Host) -> Self {
        let &Facts { device, inode, born, .. } = facts;
        Self { device, inode, born, host }
    }

    /// What shows that an envelope of this origin was moved to `now`, if anything does. A device
    /// number lasts only as long as the boot.
    pub(super) fn changed(&self, now: &Self) -> Option<&'static str> {
        let same_boot = self.has_same_boot(now);
        if self.host.machine != now.host.machine {
            Some("it was written on another machine")
        } else if self.inode != now.inode || self.born != now.born {
            Some("it was written as another file")
        } else if same_boot && self.device != now.device {
            Some("it was written on another device")
        } else {
            None
        }
    }

    /// Whether both are of one boot, as far as is known.
    pub(super) fn has_same_boot(&self, now: &Self) -> bool {
        self.host.boot == now.host.boot
    }
}

/// Writes the contents of an envelope. The buffer is as long as it must be from the start.
pub(super) fn encode(fixed: &Fixed, state: &State, origin: &Origin) -> Wiped<Vec<u8>> {
    let len = 16 + 32 + 16 + ORIGIN_LEN + state.space.encoded_len() + 4 + fixed.material.len();
    let len = len + state.identity.map_or(0, |identity| identity.len());
    let mut out = Wiped::new(Vec::with_capacity(len));
    out.extend_from_slice(&fixed.id);
    out.extend_from_slice(&*fixed.secret);
    out.u64(state.epoch);
    out.u64(state.largest);
    out.u64(origin.device);
    out.u64(origin.inode);
    out.u8(origin.born.is_some().into());
    out.extend_from_slice(&origin.born.unwrap_or_default().to_le_bytes());
    out.extend_from_slice(&origin.host.machine);
    out.extend_from_slice(&origin.host.boot);
    state.space.encode(&mut out);
    out.u32(fixed.material.len() as u32);
    out.extend_from_slice(&fixed.material);
    out.extend(state.identity.into_iter().flatten());
    debug_assert_eq!(out.len(), len, "a buffer that grows leaves a secret behind");
    out
}

const ORIGIN_LEN: usize = 8 + 8 + 1 + 16 + 16 + 16;

/// Reads the contents of an envelope: `None` if they are not what [`encode`] writes.
pub(super) fn decode(body: &[u8]) -> Option<(Fixed, State, Origin)> {
    let mut fields = Reader::new(body);
    let (id, secret) = (fields.array()?, Wiped::new(fields.array()?));
    let (epoch, largest) = (fields.u64_le()?, fields.u64_le()?);
    let (device, inode) = (fields.u64_le()?, fields.u64_le()?);
    let born = match (fields.u8()?, fields.array().map(i128::from_le_bytes)?) {
        (0, 0) => None,
        (1, born) => Some(born),
        _ => return None,
    };
    let host = Host { machine: fields.array()?, boot: fields.array()? };
    let space = Space::decode(&mut fields)?;
    let len = fields.u32_le()? as usize;
    let material = Wiped::new(fields.take(len)?.to_vec());
    let origin = Origin { device, inode, born, host };
    // Files of the first version end before it.
    let identity = if fields.rest().is_empty() { None } else { Some(fields.array()?) };
    fields.end((Fixed { id, secret, material }, State { epoch, largest, space, identity }, origin))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Fixed, Origin, State, decode, encode};
    use crate::store::{Facts, Host, Space};

    fn encoded() -> Vec<u8> {
        let mut space = Space::new(5..1 << 20).unwrap();
        space.reserve("", 7).unwrap();
        space.allocate("", "mail", 500).unwrap();
        space.allocate("mail", "mail/eu", 50).unwrap();
        space.reserve("mail/eu", 3).unwrap();
        space.allocate("", "code", 9).unwrap();
        let state = State { epoch: 6, largest: 7, space, identity: Some([8; 32]) };
        let (device, inode, born) = (1, 2, Some(-3));
        let facts = Facts { device, inode, born, links: 1, mode: 0o600, len: 0, is_file: true };
        let host = Host { machine: [4; 16], boot: [5; 16] };
        let fixed = Fixed::new(b"seed").unwrap();
        encode(&fixed, &state, &Origin::new(&facts, host)).to_vec()
    }

    fn again(bytes: &[u8]) -> Option<Vec<u8>> {
        decode(bytes).map(|(fixed, state, origin)| encode(&fixed, &state, &origin).to_vec())
    }

    #[test]
    fn a_state_comes_back_whole() {
        let bytes = encoded();
        assert_eq!(again(&bytes), Some(bytes.clone()));
        // Without the identity it is a state of the first version.
        let first = bytes.len() - 32;
        assert_eq!(again(&bytes[..first]).as_deref(), Some(&bytes[..first]));
        for len in (0..bytes.len()).filter(|&len| len != first) {
            assert!(decode(&bytes[..len]).is_none(), "cut at {len}");
        }
        assert!(decode(&[&bytes[..], &[0]].concat()).is_none());
    }

    /// Bytes that are taken for a state are those of that very state: nothing is read past, and no
    /// division is accepted that could not have come about.
    #[test]
    fn nothing_is_taken_for_another_state() {
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
    fn a_file_knows_where_it_was_written() {
        let facts = |device, inode, born| Facts {
            device,
            inode,
            born,
            links: 1,
            mode: 0o600,
            len: 0,
            is_file: true,
        };
        let host = |machine, boot| Host { machine: [machine; 16], boot: [boot; 16] };
        let home = Origin::new(&facts(1, 2, Some(3)), host(4, 5));
        let changed = |facts, host| home.changed(&Origin::new(&facts, host));
        assert_eq!(changed(facts(1, 2, Some(3)), host(4, 5)), None);
        assert_eq!(changed(facts(9, 2, Some(3)), host(4, 6)), None, "another boot");
        for (facts, host) in [
            (facts(9, 2, Some(3)), host(4, 5)),
            (facts(1, 9, Some(3)), host(4, 6)),
            (facts(1, 2, Some(9)), host(4, 6)),
            (facts(1, 2, None), host(4, 6)),
            (facts(1, 2, Some(3)), host(9, 5)),
        ] {
            assert!(changed(facts, host).is_some(), "{facts:?} {host:?}");
        }
    }
}
