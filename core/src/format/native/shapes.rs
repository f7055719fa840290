//! The objects of a file of version 1, as they stand there. Nothing here is checked but that fields hold texts, lists and flags.

use serde_json::value::RawValue;

use super::nodes::FileNodes;
use crate::format::shape::{Entries, Text, shape};

shape! {
    /// The whole file.
    FileDocument is "a document: an object" {
        format = "format": Text<'a>,
        version = "version": &'a RawValue,
        name = "name": Text<'a>,
        description = "description": Text<'a>,
        restart_when_complete = "restart_when_complete": bool,
        seed = "seed": &'a RawValue,
        libraries = "libraries": Vec<Text<'a>>,
        variables = "variables": Vec<FileVariable<'a>>,
        root = "root": &'a RawValue,
        trees = "trees": Vec<FileTree<'a>>,
        nodes = "nodes": FileNodes<'a>,
        loose = "loose": Vec<Text<'a>>,
        notes = "notes": Vec<FileNote<'a>>,
        groups = "groups": Vec<FileGroup<'a>>,
    }
}

shape! {
    /// A node.
    FileNode is "a node: an object" {
        id = "id": Text<'a>,
        task = "task": Text<'a>,
        name = "name": Text<'a>,
        comment = "comment": Text<'a>,
        abort = "abort": Text<'a>,
        parameters = "parameters": Entries<'a>,
        overrides = "overrides": Entries<'a>,
        stand_in = "stand_in": &'a RawValue,
        children = "children": Vec<Text<'a>>,
        disabled = "disabled": bool,
        breakpoint = "breakpoint": bool,
        collapsed = "collapsed": bool,
        x = "x": &'a RawValue,
        y = "y": &'a RawValue,
    }
}

shape! {
    /// A variable.
    FileVariable is "a variable: an object" {
        name = "name": Text<'a>,
        value_type = "type": Text<'a>,
        scope = "scope": Text<'a>,
        initial = "initial": &'a RawValue,
        comment = "comment": Text<'a>,
    }
}

shape! {
    /// A named tree.
    FileTree is "a named tree: an object" {
        name = "name": Text<'a>,
        root = "root": Text<'a>,
    }
}

shape! {
    /// A note.
    FileNote is "a note: an object" {
        text = "text": Text<'a>,
        x = "x": &'a RawValue,
        y = "y": &'a RawValue,
        width = "width": &'a RawValue,
        height = "height": &'a RawValue,
        color = "color": Text<'a>,
    }
}

shape! {
    /// A group.
    FileGroup is "a group: an object" {
        title = "title": Text<'a>,
        x = "x": &'a RawValue,
        y = "y": &'a RawValue,
        width = "width": &'a RawValue,
        height = "height": &'a RawValue,
        color = "color": Text<'a>,
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
