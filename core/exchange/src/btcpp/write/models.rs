//! The models of nodes in a file: those of the original file, and those of new tasks. Knows no tree.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use treewright_core::diagnostic::Location;
use treewright_core::model::SUBTREE;

use super::FileWriter;
use crate::btcpp::express::is_kind;
use crate::btcpp::tag::with_end;
use crate::btcpp::{check, kinds, models, names, remarks};

impl FileWriter<'_> {
    /// Returns the models of the file, with changed declarations updated and new ones added.
    pub(super) fn models(&mut self, written: &str) -> String {
        let Some(xml) = models::parse(written) else {
            return written.to_owned();
        };
        let (line, indent) = (self.context.indent.repeat(2), self.context.indent.clone());
        let newline = self.context.newline;
        let mut text = String::new();
        let mut at = 0;
        let mut known = FxHashSet::default();
        for model in models::of_file(xml.root()) {
            let task = models::task_name(model);
            let declared = self.library.declaration(&task);
            let declared = declared.filter(|_| self.library.library_of(&task).is_some());
            if let Some(declared) =
                declared.filter(|declared| !models::matches_declaration(model, declared))
            {
                text.push_str(&written[at..model.span().start]);
                text.push_str(&models::write(
                    declared,
                    Some(model),
                    (&line, &indent),
                    newline,
                ));
                at = model.span().end;
            }
            known.insert(task);
        }
        let new = self.new_tasks(&known);
        if new.is_empty() {
            text.push_str(&written[at..]);
            return text;
        }
        let inside = xml.root().inside();
        let body = written[..inside.end].trim_end();
        text.push_str(body.get(at..).unwrap_or_default());
        if xml.root().is_self_closing() {
            text = with_end(&text, false);
        }
        for task in new {
            text.push_str(&self.model(&task));
        }
        text.push_str(&self.context.line(1));
        text.push_str("</TreeNodesModel>");
        text
    }

    pub(super) fn new_models(&mut self, out: &mut String) {
        let new = self.new_tasks(&FxHashSet::default());
        if new.is_empty() {
            return;
        }
        out.push_str(&self.context.line(1));
        out.push_str("<TreeNodesModel>");
        for task in new {
            let model = self.model(&task);
            out.push_str(&model);
        }
        out.push_str(&self.context.line(1));
        out.push_str("</TreeNodesModel>");
    }

    fn model(&mut self, task: &str) -> String {
        let declared = self.library.declaration(task);
        let ports = declared.iter().flat_map(|declared| &declared.parameters);
        let is_of_game = self.library.library_of(task).is_some();
        for port in ports.filter(|port| is_of_game && !names::is_model_port(&port.name)) {
            let remark = remarks::model_port_unusable(names::theirs_of(task), &port.name);
            self.remarks.add(Location::Document, remark);
        }
        let line = self.context.indent.repeat(2);
        let indent = (&*line, &*self.context.indent);
        let model = declared.map(|d| models::write(d, None, indent, self.context.newline));
        format!("{}{}", self.context.line(2), model.unwrap_or_default())
    }

    /// Returns the tasks that are used, declared, and not described yet.
    fn new_tasks(&self, known: &FxHashSet<String>) -> Vec<String> {
        let mut tasks: BTreeSet<&str> = BTreeSet::new();
        for (_, root) in check::trees(&self.units[self.index]) {
            for node in self.document.subtree(&root) {
                let is_declared = self.library.declaration(&node.task).is_some();
                let is_theirs = &*node.task == SUBTREE
                    || is_kind(&node.task) && kinds::nav2_mapping_of(&node.task).is_none();
                let is_foreign = kinds::unmapped_node(&node.task).is_some();
                if is_declared && !is_theirs && !is_foreign && !known.contains(&*node.task) {
                    tasks.insert(&node.task);
                }
            }
        }
        let unmodeled = &self.kept.unmodeled;
        let new = tasks
            .into_iter()
            .filter(|task| !unmodeled.iter().any(|u| u == task));
        new.map(str::to_owned).collect()
    }
}
