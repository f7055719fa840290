//! The commands that edit a document. Does not know how they are carried out.

use std::sync::Arc;

use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Annotation, Document, Group, NodePlace, Note, ParameterValue, Side, StandIn, Variable,
};

/// Where a version comes from that a document becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionOrigin {
    /// A merge of the document with another one.
    Merge,
    /// An earlier version.
    Earlier,
    /// The file, which another program changed.
    File,
}

/// An edit requested by the user. It becomes a transaction or is refused as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds a node of this task and selects it.
    AddNode {
        /// The name of the new node's task.
        task: Arc<str>,
        /// Where to add it. The first node of an empty document becomes the root regardless of this.
        place: NodePlace,
        /// The position of its card.
        position: Position,
    },
    /// Inserts a new node between `child` and its parent (dropping a new node on a connection).
    InsertAbove {
        /// The node that becomes its only child.
        child: NodeId,
        /// The task name of the new node.
        task: Arc<str>,
        /// The position of the new card.
        position: Position,
    },
    /// Moves an existing unconnected childless node between `child` and its parent (dropping an unconnected node on a
    /// connection).
    MoveAbove {
        /// The node that becomes its only child.
        child: NodeId,
        /// The unconnected node.
        node: NodeId,
    },
    /// Changes the task of nodes. Keeps their children and the parameters that fit ([`super::lost_by_changing_task`] lists those that
    /// do not).
    ReplaceTask {
        /// The nodes to change.
        nodes: Vec<NodeId>,
        /// The name of the new task.
        task: Arc<str>,
    },
    /// Gives all nodes of a task that was renamed in its library the new name.
    RenameTask {
        /// The old name of the task.
        from: Arc<str>,
        /// The new name.
        to: Arc<str>,
    },
    /// Adds a parent around siblings, at the position of the first, and selects it.
    Wrap {
        /// The siblings. Descendants of another listed node may be included and have no effect.
        nodes: Vec<NodeId>,
        /// The task name of the new node.
        task: Arc<str>,
        /// The position of the new card.
        position: Position,
        /// How far the wrapped branches move, to the right and down.
        shift: (i32, i32),
    },
    /// Removes a node and puts its children in its place.
    RemoveKeepingChildren {
        /// The node to remove.
        node: NodeId,
        /// How far its descendants move, to the right and down.
        shift: (i32, i32),
    },
    /// Turns a branch into a named tree, replaces it with a node that runs that tree, and selects this node.
    Extract {
        /// The top of the branch; its descendants may be listed too.
        nodes: Vec<NodeId>,
        /// The name of the new tree.
        name: Arc<str>,
        /// The position of the top of the new tree.
        at: Position,
    },
    /// Deletes a branch of which another file has a copy, replaces it with a node that runs the copy, and selects this node.
    MoveToFile(Box<MovedBranch>),
    /// Replaces a node that runs a tree with a copy of that tree, and selects the copy.
    Inline(NodeId),
    /// Removes these nodes and their descendants.
    Delete(Vec<NodeId>),
    /// Makes the unconnected node `child` a child of `parent` at `index`.
    Connect {
        /// The new parent.
        parent: NodeId,
        /// The node to connect: the top of an unconnected tree, or the root.
        child: NodeId,
        /// The index among the parent's children; beyond the end means last.
        index: usize,
    },
    /// Disconnects these nodes from their parents; each becomes the top of an unconnected tree at its old position.
    Detach(Vec<NodeId>),
    /// Makes the top of an unconnected tree the root; the former root becomes unconnected.
    MakeRoot(NodeId),
    /// Moves a node to this index among its siblings.
    Reorder {
        /// The node to move.
        node: NodeId,
        /// Its new index.
        index: usize,
    },
    /// Moves cards by an offset, with their descendants if `with_descendants`. Reorders siblings that pass each other along
    /// `order_axis`.
    MoveBy {
        /// The dragged nodes.
        nodes: Vec<NodeId>,
        /// Canvas units to the right.
        dx: i32,
        /// Canvas units down.
        dy: i32,
        /// Whether their descendants move too.
        with_descendants: bool,
        /// The axis along which the centers of cards order siblings; `None` keeps the order.
        order_axis: Option<OrderAxis>,
    },
    /// Moves cards to these positions (auto layout).
    Arrange(Vec<(NodeId, Position)>),
    /// Moves cards to these positions, on one line.
    Align(Vec<(NodeId, Position)>),
    /// Moves cards to these positions, at equal distances.
    Distribute(Vec<(NodeId, Position)>),
    /// Copies these nodes and their descendants next to the originals, with new ids, and selects the copies.
    Duplicate {
        /// The nodes to copy.
        nodes: Vec<NodeId>,
        /// Offset of the copies to the right, in canvas units.
        dx: i32,
        /// Offset of the copies downwards, in canvas units.
        dy: i32,
    },
    /// Adds the trees of a fragment with new ids, and those of its variables that are not declared yet, and selects the nodes. A
    /// variable that exists with another type is added under another name.
    Paste {
        /// The document to paste: its root and unconnected trees.
        fragment: Box<Document>,
        /// The top-left corner of the pasted content.
        at: Position,
        /// The new parent of the fragment's topmost nodes, if it can take them, and the index among its children (beyond the end
        /// means last). Nodes that it cannot take stay unconnected.
        below: Option<(NodeId, usize)>,
    },
    /// Sets the title of nodes; with an empty name they show their task's name.
    SetName(Vec<NodeId>, String),
    /// Sets the comment of nodes.
    SetComment(Vec<NodeId>, String),
    /// Sets the data that the stand-ins of leaves attach to frames; empty for none.
    SetData(Vec<NodeId>, String),
    /// Sets the abort type of composites.
    SetAbort(Vec<NodeId>, AbortType),
    /// Sets a parameter, or resets it if the value is `None`.
    SetParameter {
        /// The nodes to change.
        nodes: Vec<NodeId>,
        /// The name of the parameter.
        name: Arc<str>,
        /// The new value; `None` for the default.
        value: Option<ParameterValue>,
    },
    /// Sets the stand-in of leaves, used when the tree runs without its game. `None` falls back to the stand-in of the node type
    /// or library.
    SetStandIn(Vec<NodeId>, Option<StandIn>),
    /// Disables or enables nodes.
    SetDisabled(Vec<NodeId>, bool),
    /// Sets or removes breakpoints.
    SetBreakpoint(Vec<NodeId>, bool),
    /// Collapses or expands nodes: hides or shows their descendants.
    SetCollapsed(Vec<NodeId>, bool),
    /// Declares a variable.
    AddVariable(Variable),
    /// Removes a variable. Parameters bound to it stay bound and become problems.
    RemoveVariable(Arc<str>),
    /// Renames a variable and all its uses.
    RenameVariable {
        /// The current name.
        from: Arc<str>,
        /// The new name.
        to: Arc<str>,
    },
    /// Changes a variable's type, scope, initial value or comment, but not its name.
    ChangeVariable(Variable),
    /// Moves a variable to this index in the list.
    MoveVariable(Arc<str>, usize),
    /// Names the tree below a node, so that Subtree nodes can run it, or renames it if it has a name.
    NameTree {
        /// The top of the tree.
        root: NodeId,
        /// The name of the tree.
        name: Arc<str>,
    },
    /// Renames the named tree at this index, and all references to it.
    RenameTree {
        /// The index of the tree in the list.
        tree: usize,
        /// The new name.
        name: Arc<str>,
    },
    /// Removes the name of the named tree at this index. Its nodes stay; references to the name become problems.
    RemoveTreeName(usize),
    /// Overrides a parameter of a node inside the subtree that a node runs, or resets it if the value is `None`. Other uses of
    /// the subtree are unaffected.
    SetOverride {
        /// The node that runs the subtree.
        node: NodeId,
        /// The path of the node inside, as in [`treewright_core::model::Override::path`].
        path: Arc<str>,
        /// The name of the parameter.
        parameter: Arc<str>,
        /// The new value; `None` for the value in the subtree.
        value: Option<ParameterValue>,
    },
    /// Renames the document.
    SetDocumentName(String),
    /// Sets the description of the document.
    SetDescription(String),
    /// Sets the seed for random choices.
    SetSeed(u64),
    /// Sets whether the tree restarts when it has finished.
    SetRestartWhenComplete(bool),
    /// Sets the task libraries of the tree: paths relative to its file, in order of precedence.
    SetLibraries(Vec<String>),
    /// Sets the location of the file's schema, which text editors read, as JSON text. Does nothing if the file has none.
    SetSchema(String),
    /// Discards a broken link, which a file contains but a tree cannot represent.
    ForgetBrokenLink {
        /// The node with the broken link.
        node: NodeId,
        /// Its index among the node's broken links.
        link: usize,
    },
    /// Accepts the new id of a node whose own id was already taken.
    AcceptNewId(NodeId),
    /// Adds a note and selects it.
    AddNote(Note),
    /// Adds a group and selects it.
    AddGroup(Group),
    /// Removes notes and groups. The contents of a group stay.
    DeleteAnnotations(Vec<Annotation>),
    /// Moves and resizes notes and groups: the top-left corner, width and height of each. The contents of a group do not move.
    PlaceAnnotations(Vec<(Annotation, Position, (i32, i32))>),
    /// Sets the text of a note or the title of a group.
    SetAnnotationText(Annotation, String),
    /// Sets the color of notes and groups by name; empty for the default.
    SetAnnotationColor(Vec<Annotation>, String),
    /// Copies notes and groups next to the originals and selects the copies.
    DuplicateAnnotations {
        /// The notes and groups to copy.
        annotations: Vec<Annotation>,
        /// Offset of the copies to the right, in canvas units.
        dx: i32,
        /// Offset of the copies downwards, in canvas units.
        dy: i32,
    },
    /// Replaces the document with another version.
    Become(Box<Document>, VersionOrigin),
    /// Resolves a conflict left by a merge. [`Side::Ours`] keeps the current content of the document.
    SettleConflict {
        /// Its index in the list of conflicts.
        conflict: usize,
        /// The version to keep.
        side: Side,
    },
    /// Runs several commands as one; if one is refused, none takes effect.
    Batch(Vec<Command>),
}

/// A branch of which another file has a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct MovedBranch {
    /// The top of the branch; its descendants may be listed too.
    pub nodes: Vec<NodeId>,
    /// The notes and groups that went along.
    pub annotations: Vec<Annotation>,
    /// The parameters of the node that runs the copy: its file and tree, and the variables to which those of the copy are bound.
    pub parameters: Vec<(Arc<str>, ParameterValue)>,
    /// Old and new ids of the nodes whose copies have other ids.
    pub ids: Vec<(NodeId, NodeId)>,
}

/// The axis along which a parent's children are ordered on the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderAxis {
    /// Left to right, for trees that grow downwards.
    Horizontal,
    /// Top to bottom, for trees that grow to the right.
    Vertical,
}
