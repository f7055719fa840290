//! What a step of the history is called. English is the `Display`; other languages translate by code and count.

use std::fmt;

/// What a change did, for menus ("Undo: delete 3 nodes").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// A stable name for translation, one of [`Label::codes`].
    pub code: &'static str,
    /// Of how many things.
    pub count: usize,
}

/// The texts, from rows: code, text for one, and for several where that differs.
macro_rules! texts {
    ($($code:ident: $one:literal $(, $several:literal)?;)*) => {
        const TEXTS: &[(&str, &[&str])] = &[$((stringify!($code), &[$one $(, $several)?])),*];
    };
}

texts! {
    add_node: "add a node", "add {} nodes";
    replace_nodes: "replace a node", "replace {} nodes";
    wrap_nodes: "wrap a node", "wrap {} nodes";
    remove_nodes: "remove a node, keep its children", "remove {} nodes, keep their children";
    extract_subtree: "extract a subtree", "extract {} subtrees";
    inline_subtree: "inline a subtree", "inline {} subtrees";
    insert_node: "insert a node", "insert {} nodes";
    delete_nodes: "delete a node", "delete {} nodes";
    connect: "connect", "connect {} nodes";
    detach_nodes: "detach a node", "detach {} nodes";
    make_root: "make root";
    reorder: "reorder";
    move_nodes: "move a node", "move {} nodes";
    arrange: "lay out", "lay out {} nodes";
    align_nodes: "align a node", "align {} nodes";
    distribute_nodes: "distribute a node", "distribute {} nodes";
    duplicate_nodes: "duplicate a node", "duplicate {} nodes";
    paste_nodes: "paste a node", "paste {} nodes";
    set_name: "rename", "rename {} nodes";
    set_comment: "change a comment", "change {} comments";
    set_abort: "set the abort type", "set {} abort types";
    set_parameter: "set a parameter", "set {} parameters";
    set_stand_in: "set a stand-in", "set {} stand-ins";
    remove_stand_in: "remove a stand-in", "remove {} stand-ins";
    disable_nodes: "disable a node", "disable {} nodes";
    enable_nodes: "enable a node", "enable {} nodes";
    set_breakpoints: "set a breakpoint", "set {} breakpoints";
    clear_breakpoints: "clear a breakpoint", "clear {} breakpoints";
    collapse_nodes: "collapse a node", "collapse {} nodes";
    expand_nodes: "expand a node", "expand {} nodes";
    add_variable: "add a variable", "add {} variables";
    remove_variable: "remove a variable", "remove {} variables";
    rename_variable: "rename a variable", "rename {} variables";
    change_variable: "change a variable", "change {} variables";
    move_variable: "move a variable", "move {} variables";
    name_tree: "name a tree", "name {} trees";
    rename_tree: "rename a tree", "rename {} trees";
    remove_tree_name: "remove the name of a tree", "remove the names of {} trees";
    set_override: "set an override", "set {} overrides";
    set_document_name: "rename the tree";
    set_description: "change the description";
    set_seed: "set the seed";
    set_restart: "set whether the tree restarts";
    set_libraries: "change the task libraries";
    add_note: "add a note", "add {} notes";
    add_group: "add a group", "add {} groups";
    delete_annotations: "delete a note or group", "delete {} notes and groups";
    place_annotations: "place a note or group", "place {} notes and groups";
    change_annotations: "change a note or group", "change {} notes and groups";
    copy_annotations: "copy a note or group", "copy {} notes and groups";
    repair: "repair a link or id", "repair {} links or ids";
    merge: "take in another version";
    settle_conflict: "settle a conflict", "settle {} conflicts";
    several_changes: "a change", "{} changes";
}

impl Label {
    /// A label with one of the codes.
    pub(crate) fn new(code: &'static str, count: usize) -> Self {
        debug_assert!(TEXTS.iter().any(|(known, ..)| *known == code), "{code}");
        Self { code, count }
    }

    /// Whether it only goes along with another change that it is done together with: that one is what the user meant.
    pub(crate) fn goes_along(&self) -> bool {
        const ALONG: [&str; 5] = [
            "arrange",
            "move_nodes",
            "place_annotations",
            "delete_annotations",
            "copy_annotations",
        ];
        ALONG.contains(&self.code)
    }

    /// All codes that a label can have.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        TEXTS.iter().map(|(code, ..)| *code)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = TEXTS.iter().find(|(code, _)| *code == self.code);
        match found.map(|(_, texts)| *texts) {
            Some([one, ..]) if self.count == 1 => f.write_str(one),
            Some([.., several]) => f.write_str(&several.replace("{}", &self.count.to_string())),
            Some([]) | None => f.write_str(self.code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_counts() {
        assert_eq!(Label::new("delete_nodes", 1).to_string(), "delete a node");
        assert_eq!(Label::new("delete_nodes", 3).to_string(), "delete 3 nodes");
    }
}
