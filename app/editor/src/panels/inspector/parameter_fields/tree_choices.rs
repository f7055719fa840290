//! The file and the tree that a Subtree node runs, each chosen from what the project has.

use egui::Ui;
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, ParameterValue, SUBTREE, TREE_PARAMETER,
};
use treewright_core::project::relative;
use treewright_session::workspace::project_listing::FileKind;

use super::{ParameterChange, ParameterField};
use crate::panels::PanelContext;
use crate::panels::inspector::subtree_fields;
use crate::panels::name_chooser::{Choice, NameChooser};

impl ParameterField<'_> {
    /// Whether it says which tree a Subtree node runs.
    pub(super) fn is_of_subtree(&self) -> bool {
        let names = [TREE_PARAMETER, FILE_PARAMETER];
        &*self.node.task == SUBTREE && names.contains(&&*self.parameter.name)
    }

    pub(super) fn subtree_editor(&self, ui: &mut Ui) -> Option<ParameterChange> {
        let texts = self.cx.texts;
        let is_file = *self.parameter.name == *FILE_PARAMETER;
        let hint = if is_file {
            "inspector.this_file"
        } else if is_unchosen(self.cx, self.node) {
            "inspector.choose_tree"
        } else {
            "inspector.main_tree"
        };
        let choices = || {
            if is_file {
                files(self.cx)
            } else {
                trees(self.cx, self.node)
            }
        };
        let chooser = NameChooser {
            cx: self.cx,
            id: self.id,
            name: &self.title,
            hint: &texts.tr(hint),
            choices: &choices,
        };
        let current = self.node.text_parameter(&self.parameter.name);
        let chosen = chooser.show(ui, current)?;
        let value = (!chosen.is_empty()).then(|| ParameterValue::literal(&*chosen));
        Some(ParameterChange::To(value))
    }
}

/// Whether a Subtree node names no tree, and could not run the main tree, as it is part of it.
fn is_unchosen(cx: &PanelContext<'_>, node: &Node) -> bool {
    let is_empty = |name: &str| node.text_parameter(name).is_empty();
    is_empty(TREE_PARAMETER) && is_empty(FILE_PARAMETER) && !has_main(cx.front.document(), node)
}

/// Whether a document has a main tree without this node.
fn has_main(document: &Document, node: &Node) -> bool {
    let root = document.root();
    root.is_some_and(|root| !document.is_inside(node.id(), root))
}

/// The trees of the file of a Subtree node. Trees that contain the node are left out.
fn trees(cx: &PanelContext<'_>, node: &Node) -> Vec<Choice> {
    let Some(document) = subtree_fields::document_of(cx, node) else {
        return Vec::new();
    };
    let is_other = node.runs_other_file();
    let main = document.root().is_some() && (is_other || has_main(document, node));
    let main = main.then(|| Choice {
        shown: cx.texts.tr("inspector.main_tree").into_owned(),
        value: String::new(),
    });
    let named = document.trees.iter();
    let named = named.filter(|tree| is_other || !document.is_inside(node.id(), &tree.root));
    let named = named.map(|tree| Choice {
        shown: tree.name.to_string(),
        value: tree.name.to_string(),
    });
    main.into_iter().chain(named).collect()
}

/// The files of the project that have trees, by their paths in it, and this file. What is written is relative to the active document.
fn files(cx: &PanelContext<'_>) -> Vec<Choice> {
    let own = Choice {
        shown: cx.texts.tr("inspector.this_file").into_owned(),
        value: String::new(),
    };
    let listed = cx.project.files.iter();
    let from = listed
        .clone()
        .find(|file| Some(&*file.path) == cx.front.path());
    let others = from.into_iter().flat_map(|from| {
        let trees = listed.clone().filter(|file| file.kind == FileKind::Tree);
        let others = trees.filter(|file| file.path != from.path);
        others.map(|file| Choice {
            shown: file.relative.clone(),
            value: relative(&from.relative, &file.relative),
        })
    });
    std::iter::once(own).chain(others).collect()
}
