//! The texts of a page in one language: its own, and those into which it fills what the engine says. Knows no HTML.

use std::collections::BTreeMap;

use serde::Serialize;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::{Argument, Message};
use treewright_insight::why;

use crate::i18n::{Texts, keys};

/// What placeholders of a page are called. They stay in its texts, as `{name}`.
const PLACEHOLDERS: [&str; 15] = [
    "aborted", "agent", "count", "error", "example", "frame", "input", "last", "line", "name",
    "node", "number", "status", "time", "value",
];

/// Statuses, abort types and results, which sentences name.
const CHOICES: [&str; 8] = [
    "Success",
    "Failure",
    "Running",
    "Inactive",
    "None",
    "Self",
    "LowerPriority",
    "Both",
];

/// The texts of a page.
#[derive(Serialize)]
pub struct Words {
    texts: BTreeMap<String, String>,
    /// Sentences of the engine, by family and code; none in English, which the engine itself speaks.
    messages: BTreeMap<String, String>,
    /// The titles of node types, by task.
    tasks: BTreeMap<String, String>,
    /// What node types do, in a sentence, by task.
    summaries: BTreeMap<String, String>,
    /// The titles of parameters, by task and name.
    parameters: BTreeMap<String, String>,
}

impl Words {
    pub fn of(project: &Project<'_>, library: &NodeLibrary, texts: &Texts) -> Self {
        let own = keys("en").into_iter().filter_map(|key| {
            let name = key.strip_prefix("page.")?.to_owned();
            Some((name, template(texts, &key, &PLACEHOLDERS)))
        });
        let mut words = Self {
            texts: own.collect(),
            messages: if texts.language() == "en" {
                BTreeMap::new()
            } else {
                messages(texts)
            },
            tasks: BTreeMap::new(),
            summaries: BTreeMap::new(),
            parameters: BTreeMap::new(),
        };
        let others = project
            .others
            .paths()
            .filter_map(|path| project.others.get(path)?.ok());
        for document in std::iter::once(project.document).chain(others) {
            for node in document.nodes() {
                words.add_task(&node.task, library, texts);
            }
        }
        words
    }

    fn add_task(&mut self, task: &str, library: &NodeLibrary, texts: &Texts) {
        if self.tasks.contains_key(task) {
            return;
        }
        self.tasks.insert(task.to_owned(), texts.task_title(task));
        let Some(declaration) = library.declaration(task) else {
            return;
        };
        let summary = texts.task_summary(declaration);
        self.summaries.insert(task.to_owned(), summary);
        for parameter in &declaration.parameters {
            let title = texts.parameter_title(task, &parameter.name);
            self.parameters
                .insert(format!("{task}.{}", parameter.name), title);
        }
    }
}

/// Why an input is refused: the keys of these families, with what fills them in.
const REFUSALS: [&str; 4] = ["happening_error", "variable_error", "force_error", "type"];

/// What fills in the sentences of [`REFUSALS`].
const PARTS: [&str; 7] = [
    "conflict", "element", "error", "expected", "found", "name", "node",
];

/// The sentences of the engine with their placeholders.
fn messages(texts: &Texts) -> BTreeMap<String, String> {
    let reasons = why::TEXTS.iter().map(|(code, english)| {
        let message = Message::new("why", code, arguments(english), *english);
        (format!("why.{code}"), texts.message(&message))
    });
    let choices = CHOICES
        .iter()
        .map(|name| (format!("choice.{name}"), texts.choice(name)));
    let last = [("first", "{first}"), ("last", "{last}")];
    let list = [
        ("list.comma".to_owned(), texts.tr("list.comma").into_owned()),
        ("list.and".to_owned(), texts.tr_with("list.and", &last)),
    ];
    let refusals = keys(texts.language()).into_iter().filter(|key| {
        let (family, _) = key.split_once('.').unwrap_or_default();
        REFUSALS.contains(&family)
    });
    let refusals = refusals.map(|key| (key.clone(), template(texts, &key, &PARTS)));
    reasons.chain(choices).chain(list).chain(refusals).collect()
}

/// A text with these placeholders kept.
fn template(texts: &Texts, key: &str, names: &[&str]) -> String {
    let names = names.iter();
    let braced: Vec<(&str, String)> = names.map(|name| (*name, format!("{{{name}}}"))).collect();
    let braced: Vec<(&str, &str)> = braced.iter().map(|(name, text)| (*name, &**text)).collect();
    texts.tr_with(key, &braced)
}

/// The placeholders of a sentence as arguments that leave them in it.
fn arguments(english: &'static str) -> Vec<(&'static str, Argument)> {
    let parts = english
        .split('{')
        .skip(1)
        .filter_map(|part| part.split_once('}'));
    let kept = parts.map(|(name, _)| (name, Argument::Text(format!("{{{name}}}").into())));
    kept.collect()
}
