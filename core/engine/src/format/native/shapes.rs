//! The objects in a file of version 1, with their descriptions for the published schema. Only checks that fields are
//! texts, lists or booleans.

use super::nodes::FileNodes;
use crate::format::json::Raw;
#[cfg(feature = "schema")]
use crate::format::schema;
use crate::format::shape::{Entries, Items, Text, shape};
use crate::limits::NODES;

shape! {
    /// A file NAME.bt.json. Fields that are not listed here are kept by the editor and have no effect. The program
    /// leaves out all fields at their default.
    FileDocument is Document [title = "Treewright behavior tree, version 1"] {
        format = "format": Text<'a> [required, extend("const" = super::FORMAT)],
        version = "version": Raw<'a> [with = "schema::Version", extend("const" = super::VERSION)],
        /// The name of the tree.
        name = "name": Text<'a> [extend("default" = "")],
        /// What the tree is for.
        description = "description": Text<'a> [extend("default" = "")],
        /// Whether the tree restarts in the frame after it finished.
        restart_when_complete = "restart_when_complete": bool [extend("default" = false)],
        /// The seed of random choices. The same seed gives the same run.
        seed = "seed": Raw<'a> [with = "Option<schema::Whole>", extend("default" = 0)],
        /// Paths of task libraries, relative to this file.
        libraries = "libraries": Items<Text<'a>>,
        /// Declared variables, in the designer's order.
        variables = "variables": Items<FileVariable<'a>>,
        /// The id of the root; null for a tree that has none yet.
        root = "root": Raw<'a> [with = "Option<schema::OrNull<schema::Id>>"],
        /// Trees that Subtree nodes can run by name. The main tree is the one below the root, with or without a name.
        trees = "trees": Items<FileTree<'a>>,
        /// All nodes: first the main tree, parents before children, then the unconnected branches.
        nodes = "nodes": FileNodes<'a> [with = "Option<Vec<FileNode<'a>>>"],
        /// The ids of the heads of unconnected branches.
        loose = "loose": Items<Text<'a>, NODES> [with = "Option<Vec<schema::Id>>"],
        /// Sticky notes.
        notes = "notes": Items<FileNote<'a>>,
        /// Titled frames behind nodes.
        groups = "groups": Items<FileGroup<'a>>,
        /// Unresolved conflicts of a merge.
        merge_conflicts = "merge_conflicts": Items<FileConflict<'a>>,
    }
}

shape! {
    /// A node of a tree.
    FileNode is Node [rename = "node", transform = schema::complete_parameters] {
        /// The stable id of the node, unique in this file.
        id = "id": Text<'a> [with = "schema::Id"],
        /// The name of its task, such as Sequence or Wait, or one that a game declares.
        task = "task": Text<'a> [with = "schema::Task"],
        /// The name of the node, given by the designer. Empty to show the name of the task.
        name = "name": Text<'a> [extend("default" = "")],
        /// A comment of the designer.
        comment = "comment": Text<'a> [extend("default" = "")],
        /// For composites: which branches are aborted when the result of a condition below changes.
        abort = "abort": Text<'a> [with = "Option<schema::AbortName>", extend("default" = "None")],
        /// The values of parameters. Those that are not set have their default.
        parameters = "parameters": Entries<'a> [with = "Option<schema::ByName<schema::Parameter>>"],
        /// For Subtree nodes: values of parameters of inner nodes in this use of the subtree, by node. A node in a
        /// nested subtree is given by the ids of the Subtree nodes on the way and its own id, with slashes: n4/n1.
        overrides = "overrides": Entries<'a> [with = "Option<schema::ByName<schema::ByName<schema::Parameter>>>"],
        /// What replaces the node while there is no game: the results of a leaf, or how a composite or decorator
        /// without code runs its children.
        stand_in = "stand_in": Raw<'a> [with = "Option<schema::StandIn>"],
        /// The data that its stand-in attaches to each frame in which it runs, one per line: a name, an equals sign and an
        /// expression over the tree's variables.
        data = "data": Text<'a> [extend("default" = "")],
        /// The ids of its children, in order.
        children = "children": Vec<Text<'a>>,
        /// Whether the node and all below it are skipped, as if absent.
        disabled = "disabled": bool [extend("default" = false)],
        /// Whether a run pauses at this node.
        breakpoint = "breakpoint": bool [extend("default" = false)],
        /// Whether the editor hides the nodes below.
        collapsed = "collapsed": bool [extend("default" = false)],
        /// The left edge of its card.
        x = "x": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// The top edge of its card.
        y = "y": Raw<'a> [with = "Option<schema::Coordinate>"],
    }
}

shape! {
    /// A declared variable.
    FileVariable is Variable [rename = "variable"] {
        /// The name of the variable, unique in the document.
        name = "name": Text<'a> [required, length(min = 1)],
        /// The type of its values; [int] is a list of int.
        value_type = "type": Text<'a> [with = "schema::TypeName"],
        /// Which trees share it: one running tree, one use of a subtree (initialized each time the use starts), or
        /// all trees of a manager.
        scope = "scope": Text<'a> [with = "Option<schema::ScopeName>", extend("default" = "tree")],
        /// Its value when the tree is enabled. Default: false, 0, empty, the origin or white.
        initial = "initial": Raw<'a> [with = "Option<schema::Value>"],
        /// A comment of the designer.
        comment = "comment": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// A tree that Subtree nodes can run.
    FileTree is Tree [rename = "tree"] {
        /// The name of the tree, unique in the document.
        name = "name": Text<'a> [required, length(min = 1)],
        /// The id of its top node.
        root = "root": Text<'a> [with = "schema::Id"],
    }
}

shape! {
    /// A sticky note.
    FileNote is Note [rename = "note"] {
        /// The text of the note.
        text = "text": Text<'a> [extend("default" = "")],
        /// Its left edge.
        x = "x": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its top edge.
        y = "y": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its width.
        width = "width": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its height.
        height = "height": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// A color name; empty for the default.
        color = "color": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// A titled frame behind nodes.
    FileGroup is Group [rename = "group"] {
        /// The title of the group.
        title = "title": Text<'a> [extend("default" = "")],
        /// Its left edge.
        x = "x": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its top edge.
        y = "y": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its width.
        width = "width": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// Its height.
        height = "height": Raw<'a> [with = "Option<schema::Coordinate>"],
        /// A color name; empty for the default.
        color = "color": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// A difference that a merge could not resolve: both versions changed the same thing, differently. The document
    /// holds ours.
    FileConflict is Conflict [rename = "merge_conflict"] {
        /// Why the changes conflict.
        kind = "kind": Text<'a> [with = "schema::ConflictKindName"],
        /// The node with the conflict. Without node, variable and tree, the conflict is about the document.
        node = "node": Text<'a>,
        /// The variable with the conflict.
        variable = "variable": Text<'a>,
        /// The named tree with the conflict.
        tree = "tree": Text<'a>,
        /// The field that differs.
        field = "field": Text<'a> [required],
        /// The name of the parameter if that is the field, or of an unknown field.
        name = "name": Text<'a>,
        /// The path of the inner node, if the field is an override.
        path = "path": Text<'a>,
        /// The value in the common base. Absent if that was the default.
        base = "base": Raw<'a> [with = "Option<serde_json::Value>"],
        /// Our value, which the document holds.
        ours = "ours": Raw<'a> [with = "Option<serde_json::Value>"],
        /// The value in the other version.
        theirs = "theirs": Raw<'a> [with = "Option<serde_json::Value>"],
    }
}

impl<'a> FileNode<'a> {
    /// A slice of the file in or near the beginning of the node.
    pub(super) fn anchor(&self) -> Option<&'a str> {
        let texts = [&self.id, &self.task, &self.name];
        texts
            .into_iter()
            .flatten()
            .find_map(Text::borrowed)
            .or_else(|| self.x.map(Raw::get))
            .or_else(|| self.unknown.first().map(|(_, raw)| raw.get()))
    }
}
