//! The labels of undo steps. English is written here; other languages translate by code and count.

use std::fmt;

/// Names an edit: as an action in menus ("Undo: delete 3 nodes"), or as done in notices ("Deleted 3 nodes").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// A stable name for translation, one of [`Label::codes`].
    pub code: &'static str,
    /// The number of items that the edit changed.
    pub count: usize,
}

/// The English names of one code: for one item and, if different, for `{}` items.
struct Names {
    code: &'static str,
    action: &'static [&'static str],
    done: &'static [&'static str],
}

macro_rules! names {
    ($($code:ident: [$($action:literal),*], [$($done:literal),*];)*) => {
        const NAMES: &[Names] = &[$(Names {
            code: stringify!($code),
            action: &[$($action),*],
            done: &[$($done),*],
        }),*];
    };
}

names! {
    add_node: ["add node", "add {} nodes"], ["Added node", "Added {} nodes"];
    replace_nodes: ["change node type", "change the type of {} nodes"], ["Changed node type", "Changed the type of {} nodes"];
    wrap_nodes: ["wrap node", "wrap {} nodes"], ["Wrapped node", "Wrapped {} nodes"];
    remove_nodes: ["delete node, keep its children", "delete {} nodes, keep their children"], ["Deleted node, kept its children", "Deleted {} nodes, kept their children"];
    extract_subtree: ["extract subtree", "extract {} subtrees"], ["Extracted subtree", "Extracted {} subtrees"];
    inline_subtree: ["inline subtree", "inline {} subtrees"], ["Inlined subtree", "Inlined {} subtrees"];
    insert_node: ["insert node", "insert {} nodes"], ["Inserted node", "Inserted {} nodes"];
    delete_nodes: ["delete node", "delete {} nodes"], ["Deleted node", "Deleted {} nodes"];
    connect: ["connect node", "connect {} nodes"], ["Connected node", "Connected {} nodes"];
    detach_nodes: ["detach node", "detach {} nodes"], ["Detached node", "Detached {} nodes"];
    reparent_nodes: ["move node to another parent", "move {} nodes to another parent"], ["Moved node to another parent", "Moved {} nodes to another parent"];
    make_root: ["make root"], ["Changed the root"];
    reorder: ["reorder"], ["Reordered"];
    move_nodes: ["move node", "move {} nodes"], ["Moved node", "Moved {} nodes"];
    arrange: ["lay out node", "lay out {} nodes"], ["Laid out node", "Laid out {} nodes"];
    align_nodes: ["align node", "align {} nodes"], ["Aligned node", "Aligned {} nodes"];
    distribute_nodes: ["distribute node", "distribute {} nodes"], ["Distributed node", "Distributed {} nodes"];
    duplicate_nodes: ["duplicate node", "duplicate {} nodes"], ["Duplicated node", "Duplicated {} nodes"];
    paste_nodes: ["paste node", "paste {} nodes"], ["Pasted node", "Pasted {} nodes"];
    set_name: ["rename node", "rename {} nodes"], ["Renamed node", "Renamed {} nodes"];
    set_comment: ["change comment", "change {} comments"], ["Changed comment", "Changed {} comments"];
    set_abort: ["set abort type", "set {} abort types"], ["Set abort type", "Set {} abort types"];
    set_parameter: ["set parameter", "set {} parameters"], ["Set parameter", "Set {} parameters"];
    set_stand_in: ["set stand-in", "set {} stand-ins"], ["Set stand-in", "Set {} stand-ins"];
    remove_stand_in: ["remove stand-in", "remove {} stand-ins"], ["Removed stand-in", "Removed {} stand-ins"];
    set_data: ["set frame data", "set frame data of {} nodes"], ["Set frame data", "Set frame data of {} nodes"];
    disable_nodes: ["disable node", "disable {} nodes"], ["Disabled node", "Disabled {} nodes"];
    enable_nodes: ["enable node", "enable {} nodes"], ["Enabled node", "Enabled {} nodes"];
    set_breakpoints: ["set breakpoint", "set {} breakpoints"], ["Set breakpoint", "Set {} breakpoints"];
    clear_breakpoints: ["remove breakpoint", "remove {} breakpoints"], ["Removed breakpoint", "Removed {} breakpoints"];
    collapse_nodes: ["collapse node", "collapse {} nodes"], ["Collapsed node", "Collapsed {} nodes"];
    expand_nodes: ["expand node", "expand {} nodes"], ["Expanded node", "Expanded {} nodes"];
    add_variable: ["add variable", "add {} variables"], ["Added variable", "Added {} variables"];
    remove_variable: ["delete variable", "delete {} variables"], ["Deleted variable", "Deleted {} variables"];
    rename_variable: ["rename variable", "rename {} variables"], ["Renamed variable", "Renamed {} variables"];
    change_variable: ["change variable", "change {} variables"], ["Changed variable", "Changed {} variables"];
    move_variable: ["move variable", "move {} variables"], ["Moved variable", "Moved {} variables"];
    name_tree: ["name tree", "name {} trees"], ["Named tree", "Named {} trees"];
    rename_tree: ["rename tree", "rename {} trees"], ["Renamed tree", "Renamed {} trees"];
    remove_tree_name: ["remove tree name", "remove {} tree names"], ["Removed tree name", "Removed {} tree names"];
    set_override: ["set override", "set {} overrides"], ["Set override", "Set {} overrides"];
    set_document_name: ["rename document"], ["Renamed document"];
    set_description: ["change description"], ["Changed description"];
    set_seed: ["set seed"], ["Set seed"];
    set_restart: ["change restart setting"], ["Changed restart setting"];
    set_libraries: ["change task libraries"], ["Changed task libraries"];
    set_schema: ["change the location of the schema"], ["Changed the location of the schema"];
    add_note: ["add note", "add {} notes"], ["Added note", "Added {} notes"];
    add_group: ["add group", "add {} groups"], ["Added group", "Added {} groups"];
    delete_annotations: ["delete note or group", "delete {} notes and groups"], ["Deleted note or group", "Deleted {} notes and groups"];
    place_annotations: ["move note or group", "move {} notes and groups"], ["Moved note or group", "Moved {} notes and groups"];
    change_annotations: ["change note or group", "change {} notes and groups"], ["Changed note or group", "Changed {} notes and groups"];
    copy_annotations: ["copy note or group", "copy {} notes and groups"], ["Copied note or group", "Copied {} notes and groups"];
    repair: ["fix connection or id", "fix {} connections or ids"], ["Fixed connection or id", "Fixed {} connections or ids"];
    merge: ["merge a version"], ["Merged a version"];
    restore_version: ["restore a version"], ["Restored a version"];
    reload: ["reload the file"], ["Reloaded the file"];
    settle_conflict: ["resolve conflict", "resolve {} conflicts"], ["Resolved conflict", "Resolved {} conflicts"];
    several_changes: ["change", "{} changes"], ["Changed", "Made {} changes"];
}

impl Label {
    /// Creates a label with one of the codes.
    pub(crate) fn new(code: &'static str, count: usize) -> Self {
        debug_assert!(NAMES.iter().any(|names| names.code == code), "{code}");
        Self { code, count }
    }

    /// Returns the label of this edit together with the next one of the same step, if both are one act of the user: a node that is detached
    /// and connected again moves to another parent.
    pub(crate) fn together_with(&self, next: &Self) -> Option<Self> {
        match (self.code, next.code) {
            ("detach_nodes", "connect") => Some(Self::new("reparent_nodes", next.count)),
            ("reparent_nodes", "connect") => {
                Some(Self::new("reparent_nodes", self.count + next.count))
            }
            // A tree of another file is added before it takes the place of the node that runs it.
            (before, "inline_subtree") if before != "inline_subtree" => Some(next.clone()),
            ("inline_subtree", "remove_variable") => Some(self.clone()),
            _ => None,
        }
    }

    /// Returns whether this edit only accompanies another change in the same step; the other one then names the step.
    pub(crate) fn is_secondary(&self) -> bool {
        const ALONG: [&str; 5] = [
            "arrange",
            "move_nodes",
            "place_annotations",
            "delete_annotations",
            "copy_annotations",
        ];
        ALONG.contains(&self.code)
    }

    /// Returns the English name for a notice, in the past tense: "Deleted 3 nodes".
    pub fn done(&self) -> String {
        self.english(|names| names.done)
    }

    fn english(&self, form: fn(&Names) -> &'static [&'static str]) -> String {
        let names = NAMES.iter().find(|names| names.code == self.code);
        match names.map(form) {
            Some([one, ..]) if self.count == 1 => (*one).to_owned(),
            Some([.., several]) => several.replace("{}", &self.count.to_string()),
            Some([]) | None => self.code.to_owned(),
        }
    }

    /// Returns all codes that a label can have.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|names| names.code)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english(|names| names.action))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_plurals() {
        assert_eq!(Label::new("delete_nodes", 1).to_string(), "delete node");
        assert_eq!(Label::new("delete_nodes", 1).done(), "Deleted node");
        assert_eq!(Label::new("delete_nodes", 3).to_string(), "delete 3 nodes");
        assert_eq!(Label::new("delete_nodes", 3).done(), "Deleted 3 nodes");
    }
}
