//! What a user can mean to do to a document. Knows nothing about how it is done.

use std::sync::Arc;

use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Annotation, Document, Group, Note, ParameterValue, Place, Side, StandIn, Variable,
};

/// An edit that a user asks for. Turned into a transaction or refused as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds a node of this task, selected afterwards.
    AddNode {
        /// The name of its task.
        task: Arc<str>,
        /// Where it hangs; the first node of an empty document becomes the root whatever this says.
        place: Place,
        /// Where its card lies.
        position: Position,
    },
    /// Adds a node of this task above `child`, in its place (dropping a new node on a wire).
    InsertAbove {
        /// The node that becomes its only child.
        child: NodeId,
        /// The name of the new node's task.
        task: Arc<str>,
        /// Where the new card lies.
        position: Position,
    },
    /// Moves an existing loose node without children above `child`, in its place (dropping a loose node on a wire).
    MoveAbove {
        /// The node that becomes its only child.
        child: NodeId,
        /// The loose node.
        node: NodeId,
    },
    /// Gives nodes another task. Children stay, and the parameters that fit ([`super::lost_by_replacing`] says which do not).
    ReplaceTask {
        /// The nodes.
        nodes: Vec<NodeId>,
        /// The name of their new task.
        task: Arc<str>,
    },
    /// Adds a node above siblings, in the place of the first; selected afterwards.
    Wrap {
        /// The siblings; those that lie below another one go with it.
        nodes: Vec<NodeId>,
        /// The name of the new node's task.
        task: Arc<str>,
        /// Where the new card lies.
        position: Position,
        /// How far what is wrapped moves to the right and down.
        shift: (i32, i32),
    },
    /// Removes a node; its children take its place.
    RemoveKeepingChildren {
        /// The node.
        node: NodeId,
        /// How far all below it moves to the right and down.
        shift: (i32, i32),
    },
    /// Makes a branch a named tree of its own, and puts a node that runs it in its place; selected afterwards.
    Extract {
        /// The top of the branch; nodes below it may be named too.
        nodes: Vec<NodeId>,
        /// The name of the tree.
        name: Arc<str>,
        /// Where the top of the tree lies.
        at: Position,
    },
    /// Puts a copy of the tree that a node runs in the node's place; selected afterwards.
    Inline(NodeId),
    /// Removes these nodes and all below them.
    Delete(Vec<NodeId>),
    /// Makes `child` (a loose head) a child of `parent` at `index`.
    Connect {
        /// The parent to be.
        parent: NodeId,
        /// The loose head.
        child: NodeId,
        /// Where among the parent's children; beyond the end means last.
        index: usize,
    },
    /// Takes these nodes off their parents; each stays where it is as the head of a loose tree.
    Detach(Vec<NodeId>),
    /// Makes a loose head the root; the former root becomes loose.
    MakeRoot(NodeId),
    /// Moves a node to this index among its siblings.
    Reorder {
        /// The node.
        node: NodeId,
        /// Its new index.
        index: usize,
    },
    /// Moves cards by an offset; children follow if `with_descendants`. Re-orders siblings that pass each other
    /// along `order_axis`.
    MoveBy {
        /// The nodes that are dragged.
        nodes: Vec<NodeId>,
        /// Canvas units to the right.
        dx: i32,
        /// Canvas units down.
        dy: i32,
        /// Whether all below them moves too.
        with_descendants: bool,
        /// Along which axis siblings are ordered by their cards' centers; none to leave order alone.
        order_axis: Option<OrderAxis>,
    },
    /// Lays cards at these places (auto layout).
    Arrange(Vec<(NodeId, Position)>),
    /// Lays cards at these places, along one line.
    Align(Vec<(NodeId, Position)>),
    /// Lays cards at these places, at equal distances.
    Distribute(Vec<(NodeId, Position)>),
    /// Copies these nodes with all below them, beside the originals, with fresh ids; selected afterwards.
    Duplicate {
        /// The nodes.
        nodes: Vec<NodeId>,
        /// How far to the right the copies lie.
        dx: i32,
        /// How far down the copies lie.
        dy: i32,
    },
    /// Adds the loose trees of a fragment with fresh ids, and its variables that are not declared yet, under another name if there is
    /// one of that name and another type; selected afterwards.
    Paste {
        /// What to paste: its root and loose trees.
        fragment: Box<Document>,
        /// Where the top-left corner of the whole lies.
        at: Position,
        /// The node below which the heads are hung, if it can hold them, and where among its children (beyond the end means last);
        /// those that it cannot hold are loose.
        below: Option<(NodeId, usize)>,
    },
    /// Renames nodes; an empty name shows their task's.
    SetName(Vec<NodeId>, String),
    /// Sets the comment of nodes.
    SetComment(Vec<NodeId>, String),
    /// Sets the abort type of composites.
    SetAbort(Vec<NodeId>, AbortType),
    /// Sets or (with none) resets a parameter.
    SetParameter {
        /// The nodes.
        nodes: Vec<NodeId>,
        /// The parameter.
        name: Arc<str>,
        /// What to; none for its default.
        value: Option<ParameterValue>,
    },
    /// Says what plays leaves when their tree is run without its game; with none, what their kind or library says.
    SetStandIn(Vec<NodeId>, Option<StandIn>),
    /// Disables or enables nodes.
    SetDisabled(Vec<NodeId>, bool),
    /// Sets or removes breakpoints.
    SetBreakpoint(Vec<NodeId>, bool),
    /// Hides or shows what is below nodes.
    SetCollapsed(Vec<NodeId>, bool),
    /// Declares a variable.
    AddVariable(Variable),
    /// Removes a variable; parameters bound to it stay bound and are reported.
    RemoveVariable(Arc<str>),
    /// Renames a variable with all its uses.
    RenameVariable {
        /// The name that it has.
        from: Arc<str>,
        /// The name that it gets.
        to: Arc<str>,
    },
    /// Changes a variable's type, scope, initial value or comment (not its name).
    ChangeVariable(Variable),
    /// Moves a variable to this index in the list.
    MoveVariable(Arc<str>, usize),
    /// Gives the tree below a node a name by which Subtree nodes can run it, or another name if it has one.
    NameTree {
        /// The node at its top.
        root: NodeId,
        /// The name.
        name: Arc<str>,
    },
    /// Renames the named tree at this index of the list, with all that names it.
    RenameTree {
        /// Its index.
        tree: usize,
        /// The name that it gets.
        name: Arc<str>,
    },
    /// Takes the name from the named tree at this index of the list. Its nodes stay, and what names it is reported.
    RemoveTreeName(usize),
    /// Sets or (with none) resets a parameter of a node inside the subtree that a node runs, for this use alone.
    SetOverride {
        /// The node that runs the subtree.
        node: NodeId,
        /// The node inside, as in [`treewright_core::model::Override::path`].
        path: Arc<str>,
        /// The parameter.
        parameter: Arc<str>,
        /// What to; none for what the subtree says.
        value: Option<ParameterValue>,
    },
    /// Renames the tree.
    SetDocumentName(String),
    /// Says what the tree is for.
    SetDescription(String),
    /// Sets the seed of random choices.
    SetSeed(u64),
    /// Sets whether the tree starts again after it finished.
    SetRestartWhenComplete(bool),
    /// Sets which task libraries the tree uses: their paths, relative to its file, in the order in which they count.
    SetLibraries(Vec<String>),
    /// Forgets a link that the tree cannot hold.
    ForgetBrokenLink {
        /// The node that has it.
        node: NodeId,
        /// Which of its broken links.
        link: usize,
    },
    /// Accepts the id that a node got because its own was taken.
    AcceptNewId(NodeId),
    /// Adds a note, selected afterwards.
    AddNote(Note),
    /// Adds a group, selected afterwards.
    AddGroup(Group),
    /// Removes notes and groups. What a group holds stays.
    DeleteAnnotations(Vec<Annotation>),
    /// Moves and resizes notes and groups: the top-left corner, width and height of each. What a group holds stays where it is.
    PlaceAnnotations(Vec<(Annotation, Position, (i32, i32))>),
    /// Sets the text of a note or the title of a group.
    SetAnnotationText(Annotation, String),
    /// Sets the color of notes and groups by its name; empty for the default.
    SetAnnotationColor(Vec<Annotation>, String),
    /// Copies notes and groups beside the originals; selected afterwards.
    DuplicateAnnotations {
        /// The notes and groups.
        annotations: Vec<Annotation>,
        /// How far to the right the copies lie.
        dx: i32,
        /// How far down the copies lie.
        dy: i32,
    },
    /// Makes the document what a merge made of it.
    Become(Box<Document>),
    /// Settles a conflict that a merge left: with ours, what the document holds by now stays.
    SettleConflict {
        /// Its place in the list.
        conflict: usize,
        /// Which of the two versions counts.
        side: Side,
    },
    /// Several commands as one: all or none.
    Batch(Vec<Command>),
}

/// The axis along which a parent's children are ordered on the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderAxis {
    /// Left to right (trees that grow downwards).
    Horizontal,
    /// Top to bottom (trees that grow to the right).
    Vertical,
}
