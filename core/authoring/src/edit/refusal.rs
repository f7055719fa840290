//! Why a command cannot be done, as data. English is the `Display`; other languages translate by [`Refusal::code`].

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::{Argument, told};

told! {
    /// Why a command was refused. The document is as it was.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Refusal of "refusal" {
        /// A node that the command names does not exist.
        NoSuchNode(node: NodeId) = "no_such_node", "there is no node `{node}`";
        /// The child has a parent.
        SecondParent {
            /// The child's title.
            child: Argument,
        } = "second_parent", "`{child}` already has a parent: pull its wire off first";
        /// The child is the root, or contains the parent.
        Cycle {
            /// The child's title.
            child: Argument,
            /// The parent's title.
            parent: Argument,
        } = "cycle", "`{child}` contains `{parent}`: that would be a cycle";
        /// The parent is a leaf.
        Leaf {
            /// The parent's title.
            parent: Argument,
        } = "leaf", "`{parent}` is a leaf: it takes no children";
        /// The parent is a decorator that has its child.
        DecoratorIsFull {
            /// The parent's title.
            parent: Argument,
        } = "decorator_is_full", "`{parent}` is a decorator: it takes exactly one child";
        /// The node is not the head of a loose tree.
        NotLoose {
            /// The node's title.
            node: Argument,
        } = "not_loose", "`{node}` is not loose";
        /// The node to put on a wire has children of its own.
        HasChildren {
            /// The node's title.
            node: Argument,
        } = "has_children", "`{node}` has children: only a node without can be put on a wire";
        /// The nodes do not hang side by side.
        NotSiblings = "not_siblings", "the selected nodes do not hang side by side below one parent";
        /// The children of the root would all become roots.
        SeveralRoots {
            /// The root's title.
            node: Argument,
        } = "several_roots", "`{node}` is the root and has several children: a tree has one root";
        /// Several branches cannot be one tree.
        SeveralTops = "several_tops",
            "a subtree has one node at its top: wrap the selected nodes in a composite first";
        /// A tree has a variable of its own each time it runs, which would be shared if it stood there.
        OwnVariable(name: Arc<str>) = "own_variable",
            "each use of the subtree has a variable `{name}` of its own: bind it to a variable of the tree around it first";
        /// The tree that a node runs is in another file.
        OtherFile(node: Argument) = "other_file", "the tree that `{node}` runs is in another file";
        /// An override of another node names the node.
        SetFromOutside(node: Argument) = "set_from_outside",
            "another node sets parameters of `{node}` for its own use of the tree";
        /// The task is not in the library.
        NoSuchTask(name: Arc<str>) = "no_such_task", "there is no kind of node called `{name}`";
        /// The task has no parameter of this name.
        NoSuchParameter {
            /// The task's name.
            task: Arc<str>,
            /// The parameter's name.
            parameter: Arc<str>,
        } = "no_such_parameter", "`{task}` has no parameter `{parameter}`";
        /// The node takes no abort type.
        NoAbortType(node: Argument) = "no_abort_type",
            "`{node}` is not a composite: only composites have an abort type";
        /// The stand-in does not fit the node.
        NotPlayed(node: Argument) = "not_played",
            "this stand-in does not fit `{node}`: results are for leaves; only parents without code act like another kind, and only over one child they pass its result through";
        /// There is no variable of this name.
        NoSuchVariable(name: Arc<str>) = "no_such_variable", "there is no variable `{name}`";
        /// There is a variable of this name.
        VariableExists(name: Arc<str>) = "variable_exists", "there is already a variable `{name}`";
        /// There is no named tree at this index.
        NoSuchTree = "no_such_tree", "there is no such tree";
        /// There is a tree of this name.
        TreeExists(name: Arc<str>) = "tree_exists", "there is already a tree `{name}`";
        /// A tree needs a name.
        EmptyTreeName = "empty_tree_name", "a tree needs a name";
        /// The node runs no subtree.
        NoSubtree(node: Argument) = "no_subtree", "`{node}` runs no subtree: nothing inside it can be set";
        /// A variable needs a name.
        EmptyName = "empty_name", "a variable needs a name";
        /// A value is not of the type that its place asks for, or is not a finite number.
        WrongType {
            /// The value.
            value: String,
            /// The type.
            expected: String,
        } = "wrong_type", "`{value}` is not a usable {expected}";
        /// There would be more nodes than a document holds.
        TooManyNodes(limit: usize) = "too_many_nodes",
            "a document holds at most {limit} nodes: make files of their own of some branches";
        /// A text is longer than any that is kept.
        TooLong {
            /// How long it is.
            bytes: usize,
            /// How long it may be.
            limit: usize,
        } = "too_long", "this text is too long: it has {bytes} bytes, and at most {limit} can be kept here";
        /// There is no note or group at this place of the list.
        NoSuchAnnotation = "no_such_annotation", "there is no such note or group";
        /// There is no conflict at this place of the list.
        NoSuchConflict = "no_such_conflict", "there is no such conflict";
        /// Theirs removed a branch below which something was hung since the merge.
        BuiltOn {
            /// The title of the top of the branch.
            node: Argument,
            /// The title of what was hung below it.
            child: Argument,
        } = "built_on", "`{child}` was hung below `{node}` since the merge: move it elsewhere first";
        /// There is nothing to do.
        Nothing = "nothing", "nothing to do";
    }
}

impl std::error::Error for Refusal {}
