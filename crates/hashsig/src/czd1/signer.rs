//! Signing with the trees of all levels.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::levels::{LEVELS_MAX, TreeId};
use super::public::PublicKey;
use super::secret::SecretKey;
use super::stack::Stack;
use super::tree::Tree;
use crate::error::{Error, Result};
use crate::reserved::ReservedIndex;

/// A key with the trees that sign now, one a level, and trees that will sign later.
///
/// It never chooses an index and remembers none. A tree that is missing is computed within the
/// call that needs it; [`Self::missing`] and [`Self::install`] let that happen before.
#[derive(Debug)]
pub struct Signer {
    secret: SecretKey,
    top: Arc<Tree>,
    /// The trees below the top that signed last, from level 1 down, each below the one before.
    current: Vec<Endorsed>,
    /// What signed last, if all of `current` is still that.
    stack: Option<Arc<Stack>>,
    /// Trees for later, at most [`READY_MAX`].
    ready: Vec<(TreeId, Arc<Tree>)>,
}

/// A tree below the top, signed by the one above.
#[derive(Debug)]
struct Endorsed {
    id: TreeId,
    tree: Arc<Tree>,
    /// What the tree above adds to a signature, and then salt and root of this one.
    endorsement: Vec<u8>,
}

/// Trees kept for later: two for each level below the top.
const READY_MAX: usize = 2 * (LEVELS_MAX - 1);

impl Signer {
    /// Computes the top tree of a key; the trees below follow when they are needed.
    ///
    /// # Errors
    /// [`Error::Primitive`] if BLAKE2b has no usable candidate.
    pub fn generate(secret: SecretKey) -> Result<Self> {
        let top = Tree::generate(secret.tree(TreeId::TOP)?)?;
        Self::new(secret, top)
    }

    /// A signer with a top tree that was computed before.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the tree is not the key's.
    pub fn new(secret: SecretKey, top: impl Into<Arc<Tree>>) -> Result<Self> {
        let top = top.into();
        same_tree(&secret, TreeId::TOP, &top)?;
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
        let (levels, salt) = (self.secret.levels().clone(), *self.top.seed().salt());
        PublicKey::new(levels, salt, self.top.root().to_vec())
    }

    /// The trees that signing at this index needs and that would have to be computed, from the top
    /// down. [`SecretKey::tree`] gives the secret of each.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has no such index.
    pub fn missing(&self, index: u64) -> Result<Vec<TreeId>> {
        let levels = self.secret.levels();
        let ids = (0..levels.as_slice().len()).map(|level| levels.tree_at(level, index));
        let ids: Vec<_> = ids.collect::<Result<_>>()?;
        Ok(ids.into_iter().filter(|&id| !self.has(id)).collect())
    }

    /// Takes over a tree computed elsewhere.
    ///
    /// # Errors
    /// [`Error::Parameter`] if it is not that tree of this key; [`Error::Primitive`] if BLAKE2b has
    /// no usable candidate.
    pub fn install(&mut self, id: TreeId, tree: impl Into<Arc<Tree>>) -> Result<()> {
        let tree = tree.into();
        same_tree(&self.secret, id, &tree)?;
        if !self.has(id) {
            if self.ready.len() == READY_MAX {
                self.ready.remove(0);
            }
            self.ready.push((id, tree));
        }
        Ok(())
    }

    /// Signs a message with the one-time key of an index.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has no such index; [`Error::Primitive`] if BLAKE2b has no
    /// usable candidate. Either way the index is spent.
    pub fn sign(&mut self, index: ReservedIndex, message: &[u8]) -> Result<Vec<u8>> {
        let stack = self.stack(index.get())?;
        let signature = stack.sign(alloc::vec![index], [message])?.pop();
        signature.ok_or(Error::Exhausted)
    }

    /// The trees that sign at an index, which become the current ones.
    ///
    /// # Errors
    /// [`Error::Exhausted`] if the key has no such index; [`Error::Primitive`] if BLAKE2b has no
    /// usable candidate.
    pub fn stack(&mut self, index: u64) -> Result<Arc<Stack>> {
        if let Some(stack) = self.stack.as_ref().filter(|stack| stack.span().contains(&index)) {
            return Ok(Arc::clone(stack));
        }
        let lowest = self.secret.levels().as_slice().len() - 1;
        for level in 0..=lowest {
            self.bring(self.secret.levels().tree_at(level, index)?)?;
        }
        let id = self.secret.levels().tree_at(lowest, index)?;
        let endorsements = self.current.iter().map(|tree| &tree.endorsement[..]);
        let tree = Arc::clone(self.lowest());
        let stack = Arc::new(Stack::new(self.secret.levels(), id, endorsements, tree)?);
        self.stack = Some(Arc::clone(&stack));
        Ok(stack)
    }

    /// Makes a tree the current one of its level. Those of the levels above are current.
    fn bring(&mut self, id: TreeId) -> Result<()> {
        let Some(slot) = id.level.checked_sub(1) else { return Ok(()) };
        if self.current.get(slot).is_some_and(|tree| tree.id == id) {
            return Ok(());
        }
        let tree = match self.ready.iter().position(|ready| ready.0 == id) {
            Some(at) => self.ready.swap_remove(at).1,
            None => Arc::new(Tree::generate(self.secret.tree(id)?)?),
        };
        self.current.truncate(slot);
        self.stack = None;
        // The leaf needs no reservation: it signs nothing else, ever, and always in the same way.
        let (start, _) = self.secret.levels().span(id)?;
        let leaf = self.secret.levels().leaf(id.level - 1, start);
        let key = tree.public_key();
        let mut endorsement = self.lowest().sign_leaf(leaf, &key)?;
        endorsement.extend_from_slice(&key);
        self.ready.retain(|ready| ready.0.level != id.level || ready.0.number > id.number);
        self.current.push(Endorsed { id, tree, endorsement });
        Ok(())
    }

    /// The lowest tree that is current.
    fn lowest(&self) -> &Arc<Tree> {
        self.current.last().map_or(&self.top, |lowest| &lowest.tree)
    }

    fn has(&self, id: TreeId) -> bool {
        let current = self.current.iter().map(|tree| tree.id);
        let ready = self.ready.iter().map(|ready| ready.0);
        id == TreeId::TOP || current.chain(ready).any(|own| own == id)
    }
}

/// Checks that a tree is the one that follows from the secret.
fn same_tree(secret: &SecretKey, id: TreeId, tree: &Tree) -> Result<()> {
    let own = secret.tree(id)?;
    if own.params() == tree.params() && own.salt() == tree.seed().salt() {
        return Ok(());
    }
    let expected = "the tree that follows from the key's secret";
    Err(Error::Parameter { argument: "tree", expected, actual: id.number })
}
