//! Signing with the trees of all levels.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::levels::TreeId;
use super::secret::SecretKey;
use super::stack::Stack;
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::lms::hss::{LEVELS_MAX, PublicKey};
use crate::reserved::ReservedIndex;

/// A key with its current trees, one per level, and trees for later indices.
///
/// A signer neither chooses nor records indices. A missing tree is computed by the call that needs
/// it; [`Self::missing`] and [`Self::install`] allow computing it earlier.
#[derive(Debug)]
pub struct Signer {
    secret: SecretKey,
    top: Arc<Tree>,
    /// The current trees of level 1 and the levels below it. Each tree is a child of the previous
    /// one.
    current: Vec<SignedSubtree>,
    /// The last stack, if it still matches `current`.
    stack: Option<Arc<Stack>>,
    /// Trees for later indices, at most [`READY_MAX`].
    ready: Vec<Ready>,
}

/// A tree below the top, with its public key signed by the tree above.
#[derive(Debug)]
pub(crate) struct SignedSubtree {
    id: TreeId,
    tree: Arc<Tree>,
    /// `signed_pub_key` of RFC 8554, section 6.2: the parent tree's signature of this tree's public
    /// key, followed by the public key.
    signed_public_key: Vec<u8>,
}

/// A tree for later indices.
#[derive(Debug)]
struct Ready {
    id: TreeId,
    tree: Arc<Tree>,
    /// The public key as signed in [`SignedSubtree`], or `None` if the parent tree has not been
    /// computed yet.
    signed_public_key: Option<Vec<u8>>,
}

/// The maximum number of lowest-level trees worth preparing beyond the current one.
pub(crate) const AHEAD_MAX: usize = 16;
/// The maximum number of trees for later indices: [`AHEAD_MAX`] plus one, and two more for each
/// level below the top.
const READY_MAX: usize = AHEAD_MAX + 1 + 2 * (LEVELS_MAX - 1);

impl Signer {
    /// Computes the top tree of a key; the trees below are computed when needed.
    ///
    /// # Errors
    /// [`Error::Primitive`] if no candidate of the hash function is usable.
    pub fn generate(secret: SecretKey) -> Result<Self> {
        let top = Tree::generate(secret.tree(TreeId::TOP)?)?;
        Self::new(secret, top)
    }

    /// Creates a signer with a previously computed top tree.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree does not belong to the key.
    pub fn new(secret: SecretKey, top: impl Into<Arc<Tree>>) -> Result<Self> {
        let top = top.into();
        secret.check(TreeId::TOP, &top)?;
        Ok(Self { secret, top, current: Vec::new(), stack: None, ready: Vec::new() })
    }

    /// The secret.
    #[must_use]
    pub const fn secret(&self) -> &SecretKey {
        &self.secret
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.secret.public_key(&self.top)
    }

    /// Returns the missing trees that signing at this index would have to compute, from the top
    /// down. [`SecretKey::tree`] returns the secret of each.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range.
    pub fn missing(&self, index: u64) -> Result<Vec<TreeId>> {
        let levels = self.secret.levels();
        let ids = (0..levels.as_slice().len()).map(|level| levels.tree_at(level, index));
        let ids: Vec<_> = ids.collect::<Result<_>>()?;
        Ok(ids.into_iter().filter(|&id| self.tree(id).is_none()).collect())
    }

    /// Adds a tree computed elsewhere and signs its public key with the tree above if that tree is
    /// present.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree does not match `id` and the key; [`Error::Primitive`] if no
    /// candidate of the hash function is usable.
    pub fn install(&mut self, id: TreeId, tree: impl Into<Arc<Tree>>) -> Result<()> {
        let tree = tree.into();
        self.secret.check(id, &tree)?;
        if self.tree(id).is_some() {
            return Ok(());
        }
        let above = self.above(id)?;
        let signed_public_key =
            above.map(|above| sign_public_key(&self.secret, &above, id, &tree)).transpose()?;
        self.keep(Ready { id, tree, signed_public_key });
        Ok(())
    }

    /// Adds a tree with an already signed public key.
    pub(crate) fn install_signed(&mut self, signed: SignedSubtree) {
        let SignedSubtree { id, tree, signed_public_key } = signed;
        if self.tree(id).is_none() {
            self.keep(Ready { id, tree, signed_public_key: Some(signed_public_key) });
        }
    }

    fn keep(&mut self, tree: Ready) {
        if self.ready.len() == READY_MAX {
            self.ready.remove(0);
        }
        self.ready.push(tree);
    }

    /// Signs a message with the one-time key of an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range; [`Error::Primitive`] if the random
    /// generator fails or no candidate of the hash function is usable. The index is spent in either
    /// case.
    pub fn sign(&mut self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let stack = self.stack(index.get())?;
        let signature = stack.sign(alloc::vec![index], [message])?.pop();
        signature.ok_or(Error::Exhausted)
    }

    /// Returns the trees that sign at an index and makes them current.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the index is out of range; [`Error::Primitive`] if no candidate of
    /// the hash function is usable.
    pub fn stack(&mut self, index: u64) -> Result<Arc<Stack>> {
        if let Some(stack) = self.stack.as_ref().filter(|stack| stack.span().contains(&index)) {
            return Ok(Arc::clone(stack));
        }
        let lowest = self.secret.levels().as_slice().len() - 1;
        for level in 0..=lowest {
            self.bring(self.secret.levels().tree_at(level, index)?)?;
        }
        let id = self.secret.levels().tree_at(lowest, index)?;
        let signed_public_keys = self.current.iter().map(|tree| &*tree.signed_public_key);
        let tree = Arc::clone(self.lowest());
        let stack = Arc::new(Stack::new(self.secret.levels(), id, signed_public_keys, tree)?);
        self.stack = Some(Arc::clone(&stack));
        Ok(stack)
    }

    /// Makes a tree the current one of its level. The trees of the levels above must be current.
    fn bring(&mut self, id: TreeId) -> Result<()> {
        let Some(slot) = id.level.checked_sub(1) else { return Ok(()) };
        if self.current.get(slot).is_some_and(|tree| tree.id == id) {
            return Ok(());
        }
        let ready = self.ready.iter().position(|tree| tree.id == id);
        let (tree, signed_public_key) = match ready.map(|at| self.ready.swap_remove(at)) {
            Some(Ready { tree, signed_public_key, .. }) => (tree, signed_public_key),
            None => (Arc::new(Tree::generate(self.secret.tree(id)?)?), None),
        };
        self.current.truncate(slot);
        self.stack = None;
        let signed_public_key = match signed_public_key {
            Some(signed_public_key) => signed_public_key,
            None => sign_public_key(&self.secret, self.lowest(), id, &tree)?,
        };
        self.ready.retain(|tree| tree.id.level != id.level || tree.id.number > id.number);
        self.current.push(SignedSubtree { id, tree, signed_public_key });
        Ok(())
    }

    /// Returns the lowest current tree.
    fn lowest(&self) -> &Arc<Tree> {
        self.current.last().map_or(&self.top, |lowest| &lowest.tree)
    }

    /// Returns the parent of the tree `id`, or `None` if the parent is missing or `id` is the top
    /// tree.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree does not exist.
    pub(crate) fn above(&self, id: TreeId) -> Result<Option<Arc<Tree>>> {
        let Some(level) = id.level.checked_sub(1) else { return Ok(None) };
        let (start, _) = self.secret.levels().span(id)?;
        Ok(self.tree(self.secret.levels().tree_at(level, start)?).cloned())
    }

    /// Whether a tree is present.
    pub(crate) fn has(&self, id: TreeId) -> bool {
        self.tree(id).is_some()
    }

    /// Returns a tree, if present.
    pub(crate) fn tree(&self, id: TreeId) -> Option<&Arc<Tree>> {
        if id == TreeId::TOP {
            return Some(&self.top);
        }
        let current = self.current.iter().map(|tree| (tree.id, &tree.tree));
        let ready = self.ready.iter().map(|tree| (tree.id, &tree.tree));
        current.chain(ready).find(|tree| tree.0 == id).map(|tree| tree.1)
    }
}

impl SignedSubtree {
    /// Signs the public key of a tree with the tree above it.
    pub(crate) fn new(
        secret: &SecretKey,
        above: &Tree,
        id: TreeId,
        tree: Arc<Tree>,
    ) -> Result<Self> {
        secret.check(id, &tree)?;
        let signed_public_key = sign_public_key(secret, above, id, &tree)?;
        Ok(Self { id, tree, signed_public_key })
    }
}

/// Creates `signed_pub_key` of RFC 8554, section 6.2: the parent tree's signature of a tree's
/// public key, followed by the public key. The leaf needs no reservation, because it signs only
/// this message, always with the same randomiser.
fn sign_public_key(secret: &SecretKey, above: &Tree, id: TreeId, tree: &Tree) -> Result<Vec<u8>> {
    let (start, _) = secret.levels().span(id)?;
    let key = tree.public_key().to_bytes();
    let mut signed_public_key = above.sign_leaf(secret.levels().leaf(id.level - 1, start), &key)?;
    signed_public_key.extend_from_slice(&key);
    Ok(signed_public_key)
}
