//! How functions reach a running tree or a manager: what their handles stand for, and the locks of both.

use std::ffi::c_void;
use std::sync::{Arc, Mutex};

use treewright_core::runtime::{AgentId, Globals, Tracer};
use treewright_core::{TreeInstance, TreeManager};

use crate::border::{Code, Failure, Result, border};
use crate::callbacks::World;
use crate::constants::TW_ERROR_HANDLE;
use crate::handles::{self, Handle, Object, lock};
use crate::tracing::{RunTraced, Tracing};

/// A running tree: `tw_tree`.
pub enum Tree {
    /// On its own.
    Alone(Box<Mutex<Alone>>),
    /// One of a manager's.
    Managed(Arc<Mutex<Managed>>, AgentId),
}

/// A tree on its own, with global variables of its own.
pub struct Alone {
    instance: TreeInstance<World>,
    globals: Globals,
    tracing: Tracing,
}

/// A manager, and who observes its trees.
pub struct Managed {
    /// The manager itself.
    pub manager: TreeManager<World>,
    /// Who is told what happens.
    pub tracing: Tracing,
}

/// A tree, its global variables, and who observes it.
pub struct Parts<'t> {
    /// The tree itself.
    pub instance: &'t mut TreeInstance<World>,
    /// Its global variables.
    pub globals: &'t mut Globals,
    /// Who is told what happens.
    pub tracing: Tracing,
}

impl Object for Tree {
    const NAME: &'static str = "tree";
}

impl Tree {
    /// Sets who observes a tree on its own.
    ///
    /// # Errors
    /// If it is in use, or in a manager.
    pub fn set_tracing(&self, tracing: Tracing) -> Result {
        match self {
            Self::Alone(tree) => lock(tree, Self::NAME)?.tracing = tracing,
            Self::Managed(..) => {
                let text = "the tree is in a manager: use tw_manager_set_tracer";
                return Err(Failure::argument(text));
            }
        }
        Ok(())
    }

    /// Refuses to free a tree on its own that is in use.
    ///
    /// # Errors
    /// If it is.
    pub fn check_not_busy(&self) -> Result {
        match self {
            Self::Alone(tree) => lock(tree, Self::NAME).map(drop),
            Self::Managed(..) => Ok(()),
        }
    }

    /// Creates a tree on its own.
    pub fn alone(instance: TreeInstance<World>, globals: Globals) -> Self {
        let tracing = Tracing::NONE;
        Self::Alone(Box::new(Mutex::new(Alone {
            instance,
            globals,
            tracing,
        })))
    }
}

impl Managed {
    /// Returns a tree with its global variables, and who observes it.
    ///
    /// # Errors
    /// If it was removed.
    pub fn parts(&mut self, id: AgentId) -> Result<Parts<'_>> {
        let removed = || Failure::new(TW_ERROR_HANDLE, "the tree was removed from its manager");
        let (instance, globals) = self.manager.get_mut(id).ok_or_else(removed)?;
        Ok(Parts {
            instance,
            globals,
            tracing: self.tracing,
        })
    }
}

/// A manager: `tw_manager`.
pub struct Manager(Arc<Mutex<Managed>>);

impl Object for Manager {
    const NAME: &'static str = "manager";
}

impl Manager {
    /// Creates a manager that nobody observes.
    pub fn new(manager: TreeManager<World>) -> Self {
        let tracing = Tracing::NONE;
        Self(Arc::new(Mutex::new(Managed { manager, tracing })))
    }

    /// Returns the tree with this number, for a handle.
    pub fn tree(&self, id: AgentId) -> Tree {
        Tree::Managed(self.0.clone(), id)
    }

    /// Returns the number of a tree; `None` if the tree is not in this manager.
    pub fn number_of(&self, tree: &Tree) -> Option<AgentId> {
        match tree {
            Tree::Managed(of, id) if Arc::ptr_eq(of, &self.0) => Some(*id),
            _ => None,
        }
    }

    /// Drops all trees, even if their handles are freed later.
    ///
    /// # Errors
    /// If the manager is in use.
    pub fn clear(&self) -> Result {
        let trees = std::mem::take(&mut lock(&self.0, Self::NAME)?.manager);
        drop(trees);
        Ok(())
    }
}

/// Disables a tree with any tracer.
struct Disabling<'t> {
    instance: &'t mut TreeInstance<World>,
    globals: &'t mut Globals,
    user: *mut c_void,
}

impl RunTraced<()> for Disabling<'_> {
    fn run<T: Tracer>(self, tracer: &mut T) {
        let (instance, globals) = (self.instance, self.globals);
        World::with(self.user, |world| {
            instance.disable_traced(world, globals, tracer);
        });
    }
}

impl Parts<'_> {
    /// Interrupts everything in the tree, and disables it.
    pub fn disable(&mut self, user: *mut c_void) {
        let agent = self.instance.agent();
        let disabling = Disabling {
            instance: &mut *self.instance,
            globals: &mut *self.globals,
            user,
        };
        self.tracing.run(agent, disabling);
    }
}

/// Calls `run` with a tree.
///
/// # Errors
/// If the handle is wrong, the tree was removed from its manager, it is in use, or `run` fails.
pub fn with_tree<R>(tree: Handle<Tree>, run: impl FnOnce(Parts<'_>) -> Result<R>) -> Result<R> {
    match &*handles::get(tree)? {
        Tree::Alone(tree) => {
            let mut tree = lock(tree, Tree::NAME)?;
            let Alone {
                instance,
                globals,
                tracing,
            } = &mut *tree;
            run(Parts {
                instance,
                globals,
                tracing: *tracing,
            })
        }
        Tree::Managed(managed, id) => {
            let mut managed = lock(managed, "manager of the tree")?;
            run(managed.parts(*id)?)
        }
    }
}

/// The body of a function that changes a tree.
pub fn change_tree(tree: Handle<Tree>, change: impl FnOnce(Parts<'_>)) -> Code {
    border(|| {
        with_tree(tree, |parts| {
            change(parts);
            Ok(())
        })
    })
}

/// Calls `run` with a manager.
///
/// # Errors
/// If the handle is wrong, the manager is in use, or `run` fails.
pub fn with_manager<R>(
    manager: Handle<Manager>,
    run: impl FnOnce(&mut Managed) -> Result<R>,
) -> Result<R> {
    run(&mut *lock(&handles::get(manager)?.0, Manager::NAME)?)
}

/// The body of a function that changes a manager.
pub fn change_manager(manager: Handle<Manager>, change: impl FnOnce(&mut Managed)) -> Code {
    border(|| {
        with_manager(manager, |managed| {
            change(managed);
            Ok(())
        })
    })
}
