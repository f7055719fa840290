//! The objects of a file of version 1, as they stand there, and what the published schema says of them. Nothing here is checked but that
//! fields hold texts, lists and flags.

use serde_json::value::RawValue;

use super::nodes::FileNodes;
#[cfg(feature = "schema")]
use crate::format::schema;
use crate::format::shape::{Entries, Items, Text, shape};
use crate::limits::NODES;

shape! {
    /// A file NAME.bt.json. Fields that are not listed here are kept by the editor and have no effect. What the program writes leaves out
    /// every field that has its default.
    FileDocument is Document [title = "Treewright behavior tree, version 1"] {
        format = "format": Text<'a> [required, extend("const" = super::FORMAT)],
        version = "version": &'a RawValue [with = "schema::Version", extend("const" = super::VERSION)],
        /// What the tree is called.
        name = "name": Text<'a> [extend("default" = "")],
        /// What it is for.
        description = "description": Text<'a> [extend("default" = "")],
        /// Whether the tree starts again in the frame after it finished.
        restart_when_complete = "restart_when_complete": bool [extend("default" = false)],
        /// What random choices are drawn from; the same seed gives the same run.
        seed = "seed": &'a RawValue [with = "Option<schema::Whole>", extend("default" = 0)],
        /// Paths of task libraries, relative to this file.
        libraries = "libraries": Items<Text<'a>>,
        /// Declared variables, in the designer's order.
        variables = "variables": Items<FileVariable<'a>>,
        /// The id of the root; null for a tree that has none yet.
        root = "root": &'a RawValue [with = "Option<schema::OrNull<schema::Id>>"],
        /// Trees that Subtree nodes can run by name. What is below the root is the main tree, named or not.
        trees = "trees": Items<FileTree<'a>>,
        /// All nodes: the tree, each node before its children, then the loose trees.
        nodes = "nodes": FileNodes<'a> [with = "Option<Vec<FileNode<'a>>>"],
        /// The ids of the heads of trees that hang nowhere.
        loose = "loose": Items<Text<'a>, NODES> [with = "Option<Vec<schema::Id>>"],
        /// Sticky notes.
        notes = "notes": Items<FileNote<'a>>,
        /// Titled frames behind nodes.
        groups = "groups": Items<FileGroup<'a>>,
        /// What a merge of two versions could not decide, until somebody does.
        merge_conflicts = "merge_conflicts": Items<FileConflict<'a>>,
    }
}

shape! {
    /// A node of a tree.
    FileNode is Node [rename = "node", transform = schema::complete_parameters] {
        /// The stable identity of the node, unlike any other in this file.
        id = "id": Text<'a> [with = "schema::Id"],
        /// The name of its task, such as Sequence or Wait, or one that a game declares.
        task = "task": Text<'a> [with = "schema::Task"],
        /// What the designer calls it; empty for the task's own name.
        name = "name": Text<'a> [extend("default" = "")],
        /// Remarks of the designer.
        comment = "comment": Text<'a> [extend("default" = "")],
        /// For composites: what a conditional below may interrupt when its answer changes.
        abort = "abort": Text<'a> [with = "Option<schema::AbortName>", extend("default" = "None")],
        /// What its parameters are set to; those not set have their default.
        parameters = "parameters": Entries<'a> [with = "Option<schema::ByName<schema::Parameter>>"],
        /// For a node that runs a subtree: parameters of nodes inside that have another value in this use, by node; a node deeper inside is
        /// named by the ids of the Subtree nodes on the way, with slashes: n4/n1.
        overrides = "overrides": Entries<'a> [with = "Option<schema::ByName<schema::ByName<schema::Parameter>>>"],
        /// What plays a leaf while there is no game, or what a parent acts like whose code is not here.
        stand_in = "stand_in": &'a RawValue [with = "Option<schema::StandIn>"],
        /// The ids of its children, in the order in which they run.
        children = "children": Vec<Text<'a>>,
        /// Skipped as if it were absent, with all below it.
        disabled = "disabled": bool [extend("default" = false)],
        /// Whether a run stops here.
        breakpoint = "breakpoint": bool [extend("default" = false)],
        /// Whether the editor hides what is below it.
        collapsed = "collapsed": bool [extend("default" = false)],
        /// Where its card lies.
        x = "x": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// Where its card lies.
        y = "y": &'a RawValue [with = "Option<schema::Coordinate>"],
    }
}

shape! {
    /// A declared variable.
    FileVariable is Variable [rename = "variable"] {
        /// Unique in the document.
        name = "name": Text<'a> [required, length(min = 1)],
        /// The type of every value that it ever holds; [int] is a list of int.
        value_type = "type": Text<'a> [with = "schema::TypeName"],
        /// Who shares it: one running tree, one use of a subtree (set anew each time that starts), or all trees of a manager.
        scope = "scope": Text<'a> [with = "Option<schema::ScopeName>", extend("default" = "tree")],
        /// Its value when the tree is enabled; false, 0, empty, the origin or white if it is not given.
        initial = "initial": &'a RawValue [with = "Option<schema::Value>"],
        /// What it is for.
        comment = "comment": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// A tree that Subtree nodes can run.
    FileTree is Tree [rename = "tree"] {
        /// Unique in the document.
        name = "name": Text<'a> [required, length(min = 1)],
        /// The id of the node at its top.
        root = "root": Text<'a> [with = "schema::Id"],
    }
}

shape! {
    /// A sticky note.
    FileNote is Note [rename = "note"] {
        /// What stands on it.
        text = "text": Text<'a> [extend("default" = "")],
        /// Where its left edge lies.
        x = "x": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// Where its upper edge lies.
        y = "y": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// How wide it is.
        width = "width": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// How high it is.
        height = "height": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// A color name; empty for the default.
        color = "color": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// A titled frame behind nodes.
    FileGroup is Group [rename = "group"] {
        /// What stands above it.
        title = "title": Text<'a> [extend("default" = "")],
        /// Where its left edge lies.
        x = "x": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// Where its upper edge lies.
        y = "y": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// How wide it is.
        width = "width": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// How high it is.
        height = "height": &'a RawValue [with = "Option<schema::Coordinate>"],
        /// A color name; empty for the default.
        color = "color": Text<'a> [extend("default" = "")],
    }
}

shape! {
    /// What two versions made different, both unlike the version from which they come. The document holds ours.
    FileConflict is Conflict [rename = "merge_conflict"] {
        /// Why not both could be kept.
        kind = "kind": Text<'a> [with = "schema::ConflictKindName"],
        /// The node that it is about; without node, variable and tree, it is about the document.
        node = "node": Text<'a>,
        /// The variable that it is about.
        variable = "variable": Text<'a>,
        /// The named tree that it is about.
        tree = "tree": Text<'a>,
        /// The field that it is about.
        field = "field": Text<'a> [required],
        /// The parameter, if that is the field, or the name of a field that the reader does not know.
        name = "name": Text<'a>,
        /// The node inside a subtree whose parameter it is.
        path = "path": Text<'a>,
        /// What the field was; not there for its default.
        base = "base": &'a RawValue [with = "Option<serde_json::Value>"],
        /// What the document holds.
        ours = "ours": &'a RawValue [with = "Option<serde_json::Value>"],
        /// What the other version holds.
        theirs = "theirs": &'a RawValue [with = "Option<serde_json::Value>"],
    }
}

impl<'a> FileNode<'a> {
    /// A part of the file in or near its beginning.
    pub(super) fn anchor(&self) -> Option<&'a str> {
        let texts = [&self.id, &self.task, &self.name];
        texts
            .into_iter()
            .flatten()
            .find_map(Text::borrowed)
            .or_else(|| self.x.map(RawValue::get))
            .or_else(|| self.unknown.first().map(|(_, raw)| raw.get()))
    }
}
