//! A tree between two frames, as a history needs it that does not know what came before.

use std::sync::Arc;

use crate::runtime::{Globals, NodeIndex, Tasks, TreeInstanceOf, TreeState, World};
use crate::value::Value;

/// What a tree does between two frames: with it, a history can begin while the tree is running.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_core::trace::Keyframe;
///
/// let mut tree = DocumentBuilder::new("Sleeper");
/// tree.variable(Variable::new("dreams", ValueType::Int));
/// tree.root(Node::new("n1", "Idle")).unwrap();
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap();
/// let (mut sleeper, mut globals) = (TreeInstance::new(program, 0), Globals::default());
/// sleeper.tick(&mut (), &mut globals, 0.1);
///
/// let keyframe = Keyframe::of(&sleeper, &globals);
/// assert_eq!((keyframe.frame, keyframe.running.len()), (1, 1));
/// assert_eq!(keyframe.variables, [("dreams".into(), Value::Int(0))]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// How many frames the tree has run.
    pub frame: u64,
    /// Whether it runs, and if it has finished, how.
    pub state: TreeState,
    /// The nodes on its run stacks, in pre-order.
    pub running: Vec<RunningNode>,
    /// The variables that its program declares, with their values.
    pub variables: Vec<(Arc<str>, Value)>,
}

/// A node on a run stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunningNode {
    /// The node.
    pub node: NodeIndex,
    /// The frame in which it was started; `None` if nobody observed that.
    pub since: Option<u64>,
}

impl Keyframe {
    /// Takes down what a tree does now. Since when its nodes run is not known here: who observed it may fill that in.
    pub fn of<W: World + ?Sized, B: Tasks>(
        instance: &TreeInstanceOf<W, B>,
        globals: &Globals,
    ) -> Self {
        let mut keyframe = Self::empty();
        keyframe.take_down(instance, globals);
        keyframe
    }

    /// Creates one of a tree that has never run.
    pub(super) fn empty() -> Self {
        Self {
            frame: 0,
            state: TreeState::Disabled,
            running: Vec::new(),
            variables: Vec::new(),
        }
    }

    /// Takes down what a tree does now, in the memory of what was there before.
    pub(super) fn take_down<W: World + ?Sized, B: Tasks>(
        &mut self,
        instance: &TreeInstanceOf<W, B>,
        globals: &Globals,
    ) {
        self.frame = instance.frame();
        self.state = instance.state();
        self.running.clear();
        let running = instance.running();
        self.running
            .extend(running.map(|node| RunningNode { node, since: None }));
        self.running.sort_unstable_by_key(|running| running.node);
        let program = instance.program();
        let declared = program.tree_variables().iter();
        let declared = declared.chain(program.global_variables());
        self.variables.clear();
        self.variables.extend(declared.map(|variable| {
            // A shared variable exists once a tree that declares it has begun.
            let value = instance.variable(globals, &variable.name);
            let value = value.unwrap_or(&variable.initial).clone();
            (variable.name.clone(), value)
        }));
    }

    /// Estimates the memory in bytes.
    pub fn bytes(&self) -> usize {
        let values = self.variables.iter().map(|(_, value)| value.heap_bytes());
        size_of::<Self>()
            + self.running.capacity() * size_of::<RunningNode>()
            + self.variables.capacity() * size_of::<(Arc<str>, Value)>()
            + values.sum::<usize>()
    }
}
