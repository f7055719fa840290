//! Why a command was refused, as data. English is the `Display`; other languages translate by [`Refusal::code`].

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::{Argument, told};

told! {
    /// The reason why a command was refused. The document is unchanged.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal of "refusal" {
        /// A node given in the command does not exist.
        NoSuchNode(node: NodeId) = "no_such_node", "node `{node}` does not exist";
        /// The document shows the tree of another program.
        ReadOnly = "read_only", "this is the tree of another program: save it with Save as to edit it";
        /// The child already has a parent.
        SecondParent {
            /// The child's title.
            child: Argument,
        } = "second_parent", "`{child}` already has a parent: detach it first";
        /// The child contains the parent, or is the root of the same tree.
        Cycle {
            /// The child's title.
            child: Argument,
            /// The parent's title.
            parent: Argument,
        } = "cycle", "`{child}` contains `{parent}`: connecting them would create a cycle";
        /// The parent is a leaf.
        Leaf {
            /// The parent's title.
            parent: Argument,
        } = "leaf", "`{parent}` is a leaf and takes no children";
        /// The parent is a decorator that already has a child.
        DecoratorIsFull {
            /// The parent's title.
            parent: Argument,
        } = "decorator_is_full", "`{parent}` is a decorator and takes exactly one child";
        /// The node is not the top of an unconnected tree.
        NotLoose {
            /// The node's title.
            node: Argument,
        } = "not_loose", "`{node}` is not an unconnected node: detach it first";
        /// The node to insert into a connection has children.
        HasChildren {
            /// The node's title.
            node: Argument,
        } = "has_children", "`{node}` has children: only a childless node fits into a connection";
        /// The nodes do not have the same parent.
        NotSiblings = "not_siblings", "the selected nodes are not siblings: select nodes that share a parent";
        /// Removing the root would leave several roots.
        SeveralRoots {
            /// The root's title.
            node: Argument,
        } = "several_roots", "`{node}` is the root and has several children: a tree has one root";
        /// Several branches cannot become one tree.
        SeveralTops = "several_tops",
            "a subtree needs one root: wrap the selection in a composite first";
        /// Each use of the subtree has its own copy of this variable, which would be shared after inlining.
        OwnVariable(name: Arc<str>) = "own_variable",
            "each use of the subtree has its own variable `{name}`: bind it to a variable of the surrounding tree first";
        /// The tree that a node runs is in another file.
        OtherFile(node: Argument) = "other_file", "the tree that `{node}` runs is in another file";
        /// A Subtree node overrides a parameter of the node.
        SetFromOutside(node: Argument) = "set_from_outside",
            "a Subtree node overrides `{node}`: remove the override first";
        /// The task is not in the library.
        NoSuchTask(name: Arc<str>) = "no_such_task", "unknown node type `{name}`";
        /// The task has no parameter of this name.
        NoSuchParameter {
            /// The task's name.
            task: Arc<str>,
            /// The parameter's name.
            parameter: Arc<str>,
        } = "no_such_parameter", "`{task}` has no parameter `{parameter}`";
        /// The node cannot have an abort type.
        NoAbortType(node: Argument) = "no_abort_type",
            "`{node}` is not a composite: only composites have an abort type";
        /// The stand-in does not fit the node.
        NotPlayed(node: Argument) = "not_played",
            "this stand-in does not fit `{node}`: only leaves return results; only composites and decorators without code act like another type, and only with a single child can they pass its result through";
        /// There is no variable of this name.
        NoSuchVariable(name: Arc<str>) = "no_such_variable", "there is no variable named `{name}`";
       /// A variable of this name exists already.
        VariableExists(name: Arc<str>) = "variable_exists", "there is already a variable named `{name}`";
        /// There is no named tree at this index.
        NoSuchTree = "no_such_tree", "this tree does not exist";
       /// A tree of this name exists already.
        TreeExists(name: Arc<str>) = "tree_exists", "there is already a tree named `{name}`";
        /// A tree needs a name.
        EmptyTreeName = "empty_tree_name", "enter a name for the tree";
        /// The node runs no subtree.
        NoSubtree(node: Argument) = "no_subtree", "`{node}` runs no subtree, so nothing can be overridden";
        /// A variable needs a name.
        EmptyName = "empty_name", "enter a name for the variable";
        /// The value has the wrong type or is not a finite number.
        WrongType {
            /// The given value.
            value: String,
            /// The expected type.
            expected: String,
        } = "wrong_type", "expected {expected}, found `{value}`";
        /// The document would exceed the maximum number of nodes.
        TooManyNodes(limit: usize) = "too_many_nodes",
            "limit of {limit} nodes: move branches to other files";
        /// A text exceeds the maximum length.
        TooLong {
            /// The length of the text.
            bytes: usize,
            /// The maximum length.
            limit: usize,
        } = "too_long", "this text is too long: limit {limit} bytes, found {bytes}";
        /// There is no note or group at this index.
        NoSuchAnnotation = "no_such_annotation", "this note or group does not exist";
        /// There is no conflict at this index.
        NoSuchConflict = "no_such_conflict", "this conflict does not exist";
        /// "Theirs" removed a branch to which a node was added since the merge.
        BuiltOn {
            /// The title of the top of the branch.
            node: Argument,
           /// The title of the added node.
            child: Argument,
        } = "built_on", "`{child}` was added under `{node}` after the merge: move it first";
        /// The command would not change anything.
        Nothing = "nothing", "nothing to do";
    }
}

impl std::error::Error for Refusal {}
