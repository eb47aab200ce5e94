//! What a signing key is opened from: its secret and its top tree.

use alloc::sync::Arc;
use alloc::vec::Vec;

use quicksalt::Wiped;

use super::error::Result;
use super::kept;
use crate::error;
use crate::lms::hss::PublicKey;
use crate::pool::Pool;
use crate::reader::version;
use crate::store::{Cached, Disk, FileStore};
use crate::trees::{SecretKey, Tree, TreeBuilder, TreeId};

/// What the material of a key in a store begins with.
const MAGIC: &[u8; 16] = b"quicksalt-hss-1\n";

/// What it begins with in every version, before the number of that.
const NAME: &[u8] = b"quicksalt-hss-";
const VERSION: u32 = 1;

const WHAT: &str = "the material of an HSS key";

const MALFORMED: error::Error =
    error::Error::Malformed { what: WHAT, expected: "what a signing key wrote to its store" };

/// The secret of a key with its top tree.
///
/// The top tree takes the longest to compute. It is kept beside the store with the present trees
/// below it, in a file that anybody may damage or delete. The trees are used only if the store wrote
/// them, and the top tree only if its public key is the one in the store.
#[derive(Clone, Debug)]
pub struct KeyMaterial {
    pub(super) secret: SecretKey,
    pub(super) top: Arc<Tree>,
    /// Trees below the top that lay beside the store.
    pub(super) lower: Vec<(TreeId, Arc<Tree>)>,
    pub(super) cache: Cache,
}

/// Where the top tree came from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cache {
    /// From beside the store.
    Used,
    /// It was computed, because none was kept.
    Missing,
    /// It was computed, because the one that was kept is damaged. This costs only time.
    Damaged,
}

impl KeyMaterial {
    /// Computes the top tree of a key.
    ///
    /// # Errors
    /// [`error::Error::Primitive`] if the hash function has no usable candidate.
    pub fn generate(secret: SecretKey, pool: Option<&Pool>) -> Result<Self> {
        let seed = secret.tree(TreeId::TOP)?;
        let depth = seed.default_depth();
        let builder = Arc::new(TreeBuilder::new(seed, depth)?);
        let _helpers = pool.map(|pool| pool.help(&builder, pool.threads()));
        Self::new(secret, builder.tree()?)
    }

    /// With a top tree that the caller computed.
    ///
    /// # Errors
    /// [`error::Error::Parameter`] if it is not the key's.
    pub fn new(secret: SecretKey, top: Arc<Tree>) -> Result<Self> {
        secret.check(TreeId::TOP, &top)?;
        Ok(Self { secret, top, lower: Vec::new(), cache: Cache::Missing })
    }

    /// The key whose material lies in a store, with the top tree that lies beside it, or computed
    /// if that is no good.
    ///
    /// # Errors
    /// [`error::Error::Malformed`] if the store is not one of a signing key;
    /// [`error::Error::Newer`]; [`error::Error::Primitive`].
    pub fn load<D: Disk>(store: &mut FileStore<D>, pool: Option<&Pool>) -> Result<Self> {
        let (public, secret) = parts(store.material())?;
        let (bytes, without) = match store.cached()? {
            Cached::Found(bytes) => (bytes, Cache::Damaged),
            Cached::Damaged => (Vec::new(), Cache::Damaged),
            Cached::Missing => (Vec::new(), Cache::Missing),
        };
        let mut kept = kept::decode(bytes, &secret).into_iter();
        let top = kept.next().filter(|kept| kept.id() == TreeId::TOP);
        let top = top.and_then(|kept| kept.tree(&secret));
        if let Some(top) = top.filter(|top| secret.public_key(top) == public) {
            let lower = kept.filter_map(|kept| Some((kept.id(), kept.tree(&secret)?))).collect();
            return Ok(Self { secret, top, lower, cache: Cache::Used });
        }
        let mut material = Self::computed(secret, &public, pool)?;
        material.cache = without;
        material.keep(store);
        Ok(material)
    }

    /// Keeps the top tree beside a store. If that fails, only the next start takes longer.
    pub(super) fn keep<D: Disk>(&self, store: &mut FileStore<D>) {
        let _ = store.cache(&kept::encode([(TreeId::TOP, &*self.top)]));
    }

    /// The bytes to keep in the store: `quicksalt-hss-1` and a line feed, BE32 of the
    /// length of the public key, the public key, and the secret as [`SecretKey::to_bytes`] writes it.
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let (public, secret) = (self.public_key().to_bytes(), self.secret.to_bytes());
        let len = (public.len() as u32).to_be_bytes();
        Wiped::new([MAGIC, &len[..], &public, &secret].concat())
    }

    /// Reads what [`Self::to_bytes`] wrote. `level` may be what [`Tree::level`] of the top tree
    /// was; it need not be trusted.
    ///
    /// # Errors
    /// [`error::Error::Malformed`] or [`error::Error::Parameter`] if the bytes are anything else;
    /// [`error::Error::Newer`]; [`error::Error::Primitive`].
    pub fn from_bytes(bytes: &[u8], level: Option<Vec<u8>>, pool: Option<&Pool>) -> Result<Self> {
        let (public, secret) = parts(bytes)?;
        if let Some(level) = level {
            let seed = secret.tree(TreeId::TOP)?;
            let depth = seed.default_depth();
            let top = Tree::from_level(seed, depth, level).ok();
            if let Some(top) = top.filter(|top| secret.public_key(top) == public) {
                let (top, lower) = (Arc::new(top), Vec::new());
                return Ok(Self { secret, top, lower, cache: Cache::Used });
            }
        }
        Self::computed(secret, &public, pool)
    }

    /// With the top tree computed, which is to be that of the public key.
    fn computed(secret: SecretKey, public: &PublicKey, pool: Option<&Pool>) -> Result<Self> {
        let material = Self::generate(secret, pool)?;
        if material.public_key() == *public { Ok(material) } else { Err(MALFORMED.into()) }
    }

    getters! {
        (const &self)
        /// The secret.
        secret: &SecretKey = &self.secret;
        /// The top tree; its [`Tree::level`] is worth keeping.
        top: &Arc<Tree> = &self.top;
        /// Where the top tree came from.
        cache: Cache = self.cache;
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.secret.public_key(&self.top)
    }
}

/// The public key that encoded material names.
pub(super) fn public_key(material: &[u8]) -> Result<PublicKey> {
    let (public, _) = split(material)?;
    Ok(PublicKey::from_bytes(public)?)
}

/// The public key and the secret that encoded material holds.
fn parts(material: &[u8]) -> Result<(PublicKey, SecretKey)> {
    let (public, secret) = split(material)?;
    Ok((PublicKey::from_bytes(public)?, SecretKey::from_bytes(secret)?))
}

/// The two, encoded.
fn split(bytes: &[u8]) -> error::Result<(&[u8], &[u8])> {
    if let Some(found) = version(bytes, NAME).filter(|&found| found > VERSION) {
        return Err(error::Error::Newer { what: WHAT, found, known: VERSION });
    }
    let parts = || {
        let (len, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
        rest.split_at_checked(u32::from_be_bytes(*len) as usize)
    };
    parts().ok_or(MALFORMED)
}
