//! The material from which a signing key is opened, which consists of its secret and its top tree.

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

/// The first bytes of encoded key material.
const MAGIC: &[u8; 16] = b"quicksalt-hss-1\n";

/// The prefix common to all versions, before the version number.
const NAME: &[u8] = b"quicksalt-hss-";
const VERSION: u32 = 1;

const WHAT: &str = "the material of an HSS key";

const MALFORMED: error::Error =
    error::Error::Malformed { what: WHAT, expected: "material that a signing key stored" };

/// The secret of a key with its top tree.
///
/// The top tree takes the longest to compute. The top tree and the current trees below it are
/// therefore cached in a file in the folder of the store. Other users may be able to damage or
/// delete that file. Cached trees are used only if the store wrote them, and a cached top tree only
/// if it yields the public key in the store.
#[derive(Clone, Debug)]
pub struct KeyMaterial {
    pub(super) secret: SecretKey,
    pub(super) top: Arc<Tree>,
    /// The cached trees below the top tree.
    pub(super) lower: Vec<(TreeId, Arc<Tree>)>,
    pub(super) cache: Cache,
}

/// Where the top tree came from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cache {
    /// The tree was read from the cache.
    Used,
    /// The tree was computed because it was not cached.
    Missing,
    /// The tree was computed because the cached tree is damaged. Damage of the cache costs only
    /// time.
    Damaged,
}

impl KeyMaterial {
    /// Computes the top tree of a key.
    ///
    /// # Errors
    /// [`error::Error::Primitive`] if no candidate of the hash function is usable.
    pub fn generate(secret: SecretKey, pool: Option<&Pool>) -> Result<Self> {
        let seed = secret.tree(TreeId::TOP)?;
        let depth = seed.default_depth();
        let builder = Arc::new(TreeBuilder::new(seed, depth)?);
        let _helpers = pool.map(|pool| pool.help(&builder, pool.threads()));
        Self::new(secret, builder.tree()?)
    }

    /// Creates the material from a top tree that the caller computed.
    ///
    /// # Errors
    /// [`error::Error::Parameter`] if the tree does not belong to the secret.
    pub fn new(secret: SecretKey, top: Arc<Tree>) -> Result<Self> {
        secret.check(TreeId::TOP, &top)?;
        Ok(Self { secret, top, lower: Vec::new(), cache: Cache::Missing })
    }

    /// Loads the key material from a store. The top tree comes from the cache, or is computed if
    /// the cached tree is missing or damaged.
    ///
    /// # Errors
    /// [`error::Error::Malformed`] if the store does not contain a signing key;
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

    /// Caches the top tree in the folder of a store. If that fails, only the next start takes
    /// longer.
    pub(super) fn keep<D: Disk>(&self, store: &mut FileStore<D>) {
        let _ = store.cache(&kept::encode([(TreeId::TOP, &*self.top)]));
    }

    /// Encodes the material for the store. The encoding is `quicksalt-hss-1` and a line feed, the
    /// length of the public key as BE32, the public key, and the secret as written by
    /// [`SecretKey::to_bytes`].
    #[must_use]
    pub fn to_bytes(&self) -> Wiped<Vec<u8>> {
        let (public, secret) = (self.public_key().to_bytes(), self.secret.to_bytes());
        let len = (public.len() as u32).to_be_bytes();
        Wiped::new([MAGIC, &len[..], &public, &secret].concat())
    }

    /// Decodes the output of [`Self::to_bytes`]. `level` may be the top tree's [`Tree::level`] from
    /// an untrusted source.
    ///
    /// # Errors
    /// [`error::Error::Malformed`] or [`error::Error::Parameter`] for bytes that [`Self::to_bytes`]
    /// did not write; [`error::Error::Newer`]; [`error::Error::Primitive`].
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

    /// Computes the top tree and checks that it yields the public key.
    fn computed(secret: SecretKey, public: &PublicKey, pool: Option<&Pool>) -> Result<Self> {
        let material = Self::generate(secret, pool)?;
        if material.public_key() == *public { Ok(material) } else { Err(MALFORMED.into()) }
    }

    getters! {
        (const &self)
        /// The secret.
        secret: &SecretKey = &self.secret;
        /// Returns the top tree. Callers should cache its [`Tree::level`].
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

/// Decodes only the public key of encoded material.
pub(super) fn public_key(material: &[u8]) -> Result<PublicKey> {
    let (public, _) = split(material)?;
    Ok(PublicKey::from_bytes(public)?)
}

/// Decodes the public key and the secret.
fn parts(material: &[u8]) -> Result<(PublicKey, SecretKey)> {
    let (public, secret) = split(material)?;
    Ok((PublicKey::from_bytes(public)?, SecretKey::from_bytes(secret)?))
}

/// Splits encoded material into the encoded public key and the encoded secret.
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
