//! Makes sub-keys, which are separate keys that sign for an allocation of a key.

use quicksalt::Wiped;

use super::error::{Error, Result};
use super::key::SigningKey;
use super::material::{self, KeyMaterial};
use crate::keyspace::{Certificate, KeySpace, root_seed};
use crate::pool::Pool;
use crate::store::{Disk, FileStore};
use crate::trees::{Levels, SecretKey};

impl SigningKey {
    /// Makes a sub-key with the given levels for the allocation `name` of this key's space. Returns
    /// the sub-key's seed and its certificate, which this key signs. The call uses up all free
    /// indices of the allocation and one signature of this key. A failure uses up no index of the
    /// allocation.
    ///
    /// # Errors
    /// [`Error::OtherKey`] if the space belongs to a different key; the errors of
    /// [`KeySpace::sub_key`], [`KeySpace::give_up`] and [`Self::sign`].
    pub fn delegate<D: Disk + Send>(
        &self,
        space: &KeySpace<FileStore<D>>,
        name: &str,
        levels: &Levels,
        pool: Option<&Pool>,
    ) -> Result<(Wiped<[u8; 32]>, Certificate)> {
        if space.with(|store| material::public_key(store.material()))?? != *self.public_key() {
            return Err(Error::OtherKey);
        }
        let seed = root_seed(&self.inner.secret.to_bytes())?;
        let (seed, range) = space.sub_key(&seed, name, levels.capacity())?;
        let child = KeyMaterial::generate(SecretKey::from_seed(levels.clone(), &seed)?, pool)?;
        let sign = |statement: &[u8]| self.sign_any(statement.into());
        let certificate = Certificate::issue(name, range.clone(), child.public_key(), sign)?;
        // The sub-key may be handed out only after the indices are given up.
        space.give_up(name, &range)?;
        Ok((seed, certificate))
    }
}
