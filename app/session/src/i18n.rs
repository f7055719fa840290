//! The texts of the interface by key and language. English is the fallback; language files are in `assets/lang/`. There is no global language: every
//! reader has its own [`Texts`], so that tests in several languages can run in parallel.
//!
//! Messages of the core are translated when they are shown, in the language of the reader: a run's log stores messages, not sentences.

mod catalog;
pub mod explored_words;
mod help_texts;
mod of_coverage;
mod of_files;
mod of_games;
mod of_jobs;
mod of_runs;
mod of_scenarios;
mod of_versions;
pub mod stand_in_words;

use std::borrow::Cow;

use fluent_bundle::FluentArgs;
use fluent_bundle::types::{FluentNumber, FluentNumberType};
use treewright_authoring::edit::{Label, Refusal};
use treewright_authoring::validate::Fix;
use treewright_core::diagnostic::{Diagnostic, Problem, visible};
use treewright_core::expression::{Fault, Function};
use treewright_core::ids::NodeId;
use treewright_core::library::{ParameterWords, ShownValue};
use treewright_core::model::{
    Document, Node, NodeDeclaration, ParameterDeclaration, ParameterType,
};
use treewright_core::runtime::{ForceError, VariableError};
use treewright_core::{Argument, Message, words};

use self::catalog::Catalog;
pub use self::catalog::{LANGUAGES, keys};

/// The texts of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texts {
    /// The index in [`LANGUAGES`].
    language: usize,
}

impl Default for Texts {
    fn default() -> Self {
        Self::new("en")
    }
}

impl Texts {
    /// Texts in the language that fits this locale best: `zh-CN`, `zh_CN.UTF-8` and `zh-Hans` all select Chinese.
    pub fn new(locale: &str) -> Self {
        let wanted = locale.replace('_', "-").to_lowercase();
        let language = LANGUAGES.iter().position(|(code, _)| {
            let main = code.split('-').next().unwrap_or(code);
            wanted.split(['-', '.']).next() == Some(main)
        });
        Self {
            language: language.unwrap_or_default(),
        }
    }

    /// Texts in the language of the system.
    pub fn of_system() -> Self {
        Self::new(&sys_locale::get_locale().unwrap_or_default())
    }

    /// The code of the language: `en` or `zh-CN`.
    pub fn language(&self) -> &'static str {
        LANGUAGES[self.language].0
    }

    /// The text of this key; the key itself if no language has it.
    pub fn tr<'k>(&self, key: &'k str) -> Cow<'k, str> {
        self.find(key).unwrap_or(Cow::Borrowed(key))
    }

    /// The text of this key, with arguments filled in by name.
    pub fn tr_with(&self, key: &str, arguments: &[(&str, &str)]) -> String {
        self.filled(key, &arguments.iter().copied().collect())
    }

    /// The text of this key for a number of things, in the plural form of this number.
    pub fn tr_count(&self, key: &str, count: usize) -> String {
        self.tr_count_with(key, count, &[])
    }

    /// Like `tr_count`, with further arguments besides the number, which is `count`.
    pub fn tr_count_with(&self, key: &str, count: usize, arguments: &[(&str, &str)]) -> String {
        let mut arguments: FluentArgs<'_> = arguments.iter().copied().collect();
        arguments.set("count", count);
        self.filled(key, &arguments)
    }

    /// The text of this key for a place in an order, counted from 1, in the ordinal form of this number: "2nd". The number is `count`.
    pub fn tr_ordinal(&self, key: &str, number: usize, arguments: &[(&str, &str)]) -> String {
        let mut arguments: FluentArgs<'_> = arguments.iter().copied().collect();
        let mut ordinal = FluentNumber::from(number);
        ordinal.options.r#type = FluentNumberType::Ordinal;
        arguments.set("count", ordinal);
        self.filled(key, &arguments)
    }

    /// The text of this key in this language or in English; `None` if neither has it.
    pub fn find(&self, key: &str) -> Option<Cow<'static, str>> {
        self.look_up(key, None)
    }

    fn look_up(&self, key: &str, arguments: Option<&FluentArgs<'_>>) -> Option<Cow<'static, str>> {
        let text = |language| Catalog::of(language).text(key, arguments);
        text(self.language).or_else(|| text(0))
    }

    fn filled(&self, key: &str, arguments: &FluentArgs<'_>) -> String {
        let text = self.look_up(key, Some(arguments));
        text.map_or_else(|| key.to_owned(), Cow::into_owned)
    }

    /// The title of a node type: translated if the language has a title, otherwise the task's name as words.
    pub fn task_title(&self, task: &str) -> String {
        self.of_node(task, "title", &words(task))
    }

    /// The title of a node: its own name, that of the tree that it runs, or that of its task.
    pub fn node_title(&self, node: &Node) -> String {
        let own = node.own_title();
        own.map_or_else(|| self.task_title(&node.task), str::to_owned)
    }

    /// Names a node in a sentence, distinguished from others of the same title. An id without a node is its own name.
    pub fn title_of(&self, document: &Document, id: &NodeId) -> String {
        self.argument(&document.name_of(id))
    }

    /// One sentence about a node type.
    pub fn task_summary(&self, declaration: &NodeDeclaration) -> String {
        self.of_node(&declaration.task, "summary", &declaration.summary)
    }

    /// Further words by which a node type is found; mostly none.
    pub fn task_words(&self, task: &str) -> String {
        self.of_node(task, "words", "")
    }

    /// The rules of a node type, one line each, as Markdown.
    pub fn task_details(&self, declaration: &NodeDeclaration) -> String {
        self.of_node(&declaration.task, "details", &declaration.details)
    }

    /// One sentence about a parameter.
    pub fn parameter_help(&self, task: &str, parameter: &ParameterDeclaration) -> String {
        self.of_node(task, &format!("help.{}", parameter.name), &parameter.help)
    }

    /// The title of a parameter.
    pub fn parameter_title(&self, task: &str, name: &str) -> String {
        self.of_node(task, &format!("parameter.{name}"), &words(name))
    }

    /// A choice of a parameter: translated if the language has a word for it, otherwise the stored text as words.
    pub fn choice(&self, stored: &str) -> String {
        self.find_own(&format!("choice.{stored}"))
            .unwrap_or_else(|| words(stored).into_owned())
    }

    /// The meaning of a choice of a parameter of this task; empty if unknown.
    pub fn choice_help(
        &self,
        task: &str,
        parameter: &ParameterDeclaration,
        index: usize,
    ) -> String {
        let Some(help) = parameter.choice_help.get(index) else {
            return String::new();
        };
        // Languages only explain built-in node types; those of libraries bring their own texts.
        let is_builtin = Catalog::of(self.language).has(&format!("nodes.{task}.title"));
        let stored = match &parameter.parameter_type {
            ParameterType::Choice(choices) => choices.get(index).filter(|_| is_builtin),
            _ => None,
        };
        let own = stored.and_then(|stored| self.find_own(&choice_help_key(stored)));
        own.unwrap_or_else(|| help.to_string())
    }

    /// A message in this language, or in English if the language has no text for it.
    pub fn message(&self, message: &Message) -> String {
        if message.family() == "choice" {
            return self.choice(message.code());
        }
        let key = format!("{}.{}", message.family(), message.code());
        // Messages of the core contain their English text; those of the interface are in the language files.
        let is_ours = message.english().is_empty() && !message.code().is_empty();
        if self.find_own(&key).is_none() && !is_ours {
            return message.english().to_owned();
        }
        let filled = message.arguments().iter();
        let filled: Vec<_> = filled
            .map(|(name, it)| (*name, self.argument(it)))
            .collect();
        let filled: Vec<_> = filled.iter().map(|(name, it)| (*name, &**it)).collect();
        self.tr_with(&key, &filled)
    }

    /// A message as a sentence of the window.
    pub fn sentence(&self, message: &Message) -> String {
        self.as_sentence(&self.message(message))
    }

    /// A text of the core as a sentence of the window. The core's texts are those of a command line: names stand in backticks, and English
    /// begins with a small letter.
    pub fn as_sentence(&self, text: &str) -> String {
        let quoted = with_quotation_marks(text);
        if self.language() == "en" {
            capitalized(quoted)
        } else {
            quoted
        }
    }

    /// Sentences of the window, one after the other. The last one gets no full stop.
    pub fn sentences(&self, all: impl IntoIterator<Item = String>) -> String {
        let followed = |first: String, next: String| {
            let first = first.trim_end_matches(['.', '。']);
            self.tr_with("notice.two_sentences", &[("first", first), ("next", &next)])
        };
        all.into_iter().reduce(followed).unwrap_or_default()
    }

    /// A message as a part of a sentence of the window.
    pub fn phrase(&self, message: &Message) -> String {
        with_quotation_marks(&self.message(message))
    }

    /// An argument as a part of a sentence of the window.
    pub fn quoted(&self, argument: &Argument) -> String {
        with_quotation_marks(&self.argument(argument))
    }

    /// An argument of a message in this language.
    pub fn argument(&self, argument: &Argument) -> String {
        match argument {
            Argument::Text(text) => text.to_string(),
            Argument::Message(message) => self.message(message),
            Argument::Task(task) => self.task_title(task),
            Argument::Parameter(it) => self.parameter_title(&it.task, &it.name),
            Argument::List(list) => {
                let list: Vec<_> = list.iter().map(|it| self.argument(it)).collect();
                self.list(&list)
            }
        }
    }

    /// Joins names as a list: "A, B and C".
    pub fn list<S: AsRef<str>>(&self, names: &[S]) -> String {
        self.joined("list.and", names)
    }

    /// Joins names as alternatives: "A, B or C".
    pub fn alternatives<S: AsRef<str>>(&self, names: &[S]) -> String {
        self.joined("list.or", names)
    }

    /// Returns a text with a note in brackets: "Wait (n3)".
    pub fn with_note(&self, text: &str, note: &str) -> String {
        self.tr_with("list.with_note", &[("text", text), ("note", note)])
    }

    /// Returns a text after its label: "Seconds: 3".
    pub fn labeled(&self, label: &str, text: &str) -> String {
        self.tr_with("list.labeled", &[("label", label), ("text", text)])
    }

    /// Names the result of a condition, given the name of the status: true or false.
    pub fn truth(&self, status: &str) -> String {
        match status {
            "Success" => self.tr("value.true").into_owned(),
            "Failure" => self.tr("value.false").into_owned(),
            other => self.choice(other),
        }
    }

    fn joined<S: AsRef<str>>(&self, last_key: &str, names: &[S]) -> String {
        let Some((last, first)) = names.split_last() else {
            return String::new();
        };
        let Some((start, more)) = first.split_first() else {
            return last.as_ref().to_owned();
        };
        let mut joined = start.as_ref().to_owned();
        for name in more {
            joined += &self.tr("list.comma");
            joined += name.as_ref();
        }
        self.tr_with(last_key, &[("first", &joined), ("last", last.as_ref())])
    }

    /// A message in one line, with hidden characters made visible.
    fn visible(&self, message: &Message) -> String {
        visible(&self.message(message)).into_owned()
    }

    /// Why a command was refused.
    pub fn refusal(&self, refusal: &Refusal) -> String {
        self.as_sentence(&self.visible(&refusal.message()))
    }

    /// What is wrong with a document.
    pub fn problem(&self, problem: &Problem) -> String {
        self.problem_of(problem, None)
    }

    /// What is wrong with a node of this task type, or with the document.
    fn problem_of(&self, problem: &Problem, node_task: Option<&str>) -> String {
        let mut arguments = problem.to_arguments();
        for (name, value) in &mut arguments {
            match (*name, &*value) {
                ("task" | "parent", Argument::Text(task)) if !names_code(problem) => {
                    *value = Argument::Task((**task).into());
                }
                ("parameter", Argument::Text(parameter)) => {
                    let own = node_task.and_then(|task| {
                        self.find_own(&format!("nodes.{task}.parameter.{parameter}"))
                    });
                    *value = Argument::Text(own.map_or_else(|| parameter.clone(), Into::into));
                }
                _ => {}
            }
            if let Some(said) = self.about_conflict(problem, name, node_task) {
                *value = Argument::Text(said.into());
            }
        }
        let english = problem.to_string();
        self.visible(&Message::new(
            Problem::FAMILY,
            problem.code(),
            arguments,
            english,
        ))
    }

    /// What is wrong with an expression.
    pub fn fault(&self, fault: &Fault) -> String {
        self.visible(&fault.message())
    }

    /// What a function of expressions returns.
    pub fn function_help(&self, function: &Function) -> String {
        let own = self.find_own(&format!("function.{}", function.name));
        own.unwrap_or_else(|| function.help.to_owned())
    }

    /// What is wrong with this document; nodes are named by title and id.
    pub fn problem_in(&self, document: &Document, diagnostic: &Diagnostic) -> String {
        let mut titled = diagnostic.problem.clone();
        titled.rename_nodes(|id| {
            document.node(id)?;
            let title = self.title_of(document, id);
            let named = [("title", &*title), ("id", id.as_str())];
            Some(NodeId::from(self.tr_with("node.title_and_id", &named)))
        });
        let node = diagnostic.location.node();
        let node = node.and_then(|id| document.node(id));
        self.as_sentence(&self.problem_of(&titled, node.map(|node| &*node.task)))
    }

    /// Names a step of the undo history, as an action: "delete 3 nodes".
    pub fn label(&self, label: &Label) -> String {
        self.named_label(label, label)
    }

    /// Names a step of the undo history, as done: "Deleted 3 nodes".
    pub fn label_done(&self, label: &Label) -> String {
        let name = self.named_label(label, &label.done());
        self.tr_with("notice.done", &[("what", &name)])
    }

    fn named_label(&self, label: &Label, english: &dyn std::fmt::Display) -> String {
        let count = [("count", label.count.to_string())];
        self.by_code("label", label.code, &count, english)
    }

    /// The name of a fix of a problem.
    pub fn fix(&self, fix: &Fix) -> String {
        let arguments = fix.arguments.iter();
        let arguments: Vec<_> = arguments
            .map(|(name, value)| (*name, self.argument(value)))
            .collect();
        self.by_code("fix", fix.code, &arguments, &fix.label)
    }

    /// Why a variable of a run cannot be set.
    pub fn variable_error(&self, error: &VariableError) -> String {
        self.as_sentence(&self.visible(&error.message()))
    }

    /// Why a result cannot be forced.
    pub fn force_error(&self, error: &ForceError) -> String {
        self.as_sentence(&self.visible(&error.message()))
    }

    /// A text of the core in this language, or its own English text if the language has none for its code.
    fn by_code(
        &self,
        family: &str,
        code: &str,
        arguments: &[(&'static str, String)],
        english: &dyn std::fmt::Display,
    ) -> String {
        let key = format!("{family}.{code}");
        if !Catalog::of(self.language).has(&key) {
            return visible(&english.to_string()).into_owned();
        }
        let arguments: Vec<_> = arguments.iter().map(|(k, v)| (*k, &**v)).collect();
        visible(&self.tr_with(&key, &arguments)).into_owned()
    }

    fn of_node(&self, task: &str, what: &str, otherwise: &str) -> String {
        let own = self.find_own(&format!("nodes.{task}.{what}"));
        own.unwrap_or_else(|| otherwise.to_owned())
    }

    /// The text of this key in this language only.
    fn find_own(&self, key: &str) -> Option<String> {
        let text = Catalog::of(self.language).text(key, None);
        text.map(Cow::into_owned)
    }
}

/// The key of the meaning of a choice. Operators are spelled as words, since text names consist of letters only.
fn choice_help_key(stored: &str) -> String {
    let word = match stored {
        "==" => "equal",
        "!=" => "unequal",
        "<" => "less",
        "<=" => "at_most",
        ">" => "greater",
        ">=" => "at_least",
        word => word,
    };
    format!("choice_help.{word}")
}

impl ParameterWords for Texts {
    fn pair(&self, task: Option<&str>, name: &str, value: ShownValue<'_>) -> String {
        let name = task.map_or_else(|| name.to_owned(), |task| self.parameter_title(task, name));
        let value = match value {
            ShownValue::Choice(stored) => self.choice(stored),
            ShownValue::Text(text) => text,
        };
        self.tr_with("canvas.parameter", &[("name", &name), ("value", &value)])
    }

    fn join(&self, pairs: &[String]) -> String {
        self.joined("canvas.parameters", pairs)
    }
}

/// A message of the interface with the text of this key.
pub fn said(key: &'static str, arguments: Vec<(&'static str, Argument)>) -> Message {
    let (family, code) = key.split_once('.').unwrap_or(("", key));
    Message::new(family, code, arguments, "")
}

pub use of_runs::{asked, breakpoint};

/// Whether a problem must name a task by the identifier of the other tool's code instead of its title.
fn names_code(problem: &Problem) -> bool {
    let code = problem.code();
    ["needs_own_node", "leaf_to_register", "class_needed"]
        .iter()
        .any(|end| code.ends_with(end))
}

/// Replaces backticks around names by quotation marks. Text that has one without a counterpart stays as it is.
fn with_quotation_marks(text: &str) -> String {
    if text.matches('`').count() % 2 == 1 {
        return text.to_owned();
    }
    let mut parts = text.split('`');
    let mut quoted = parts.next().unwrap_or_default().to_owned();
    for (place, part) in parts.enumerate() {
        quoted.push(if place % 2 == 0 { '“' } else { '”' });
        quoted.push_str(part);
    }
    quoted
}

/// Begins a text with a capital letter, unless it begins with something else than a word, such as a file name or an id.
fn capitalized(mut text: String) -> String {
    let word = text.split([' ', ',', ':']).next().unwrap_or_default();
    let is_word = !word.is_empty()
        && word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if is_word {
        text[..1].make_ascii_uppercase();
    }
    text
}

#[cfg(test)]
mod tests_of_core;
#[cfg(test)]
mod tests_of_host;
#[cfg(test)]
mod tests_of_keys;
#[cfg(test)]
mod tests_of_libraries;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_of_the_window_begin_with_a_capital_and_quote_names() {
        for (text, expected) in [
            (
                "the tree stopped at `Attack` of `Guard`",
                "The tree stopped at “Attack” of “Guard”",
            ),
            ("`Attack` was aborted", "“Attack” was aborted"),
            (
                "guard.bt.json cannot be read",
                "guard.bt.json cannot be read",
            ),
            ("n2 has two parents", "n2 has two parents"),
            ("unexpected ` in line 3", "Unexpected ` in line 3"),
        ] {
            assert_eq!(Texts::new("en").as_sentence(text), expected);
        }
        let quoted = Texts::new("zh-CN").as_sentence("`巡逻` 应被中断");
        assert_eq!(quoted, "“巡逻” 应被中断");
    }

    /// Messages of the core contain their English text, so the English files have none of these keys.
    pub(in crate::i18n) fn is_translation_of_core(key: &str) -> bool {
        let family = key.split('.').next().unwrap_or(key);
        let families = [
            "nodes",
            "choice",
            "choice_help",
            "sort",
            "failed_task",
            "scenario_fault",
            "claims_fault",
            "claim_problem",
            "claim_name",
            "sampled_reason",
            "breakpoint_fault",
            "expression",
            "evaluation",
            "function",
            "never",
            "no_reach",
            "too_much",
            "child_result",
            "reaction",
            "label",
            "node_title",
            "fix",
            "refusal",
            "problem",
            "library_remedy",
            "format_remedy",
            "why",
            "prospect",
            "swap_reason",
            "compile_note",
            "robot_log",
            "left_out",
            "link_tree",
            "link_refusal",
            "live_file",
            "no_scenario_of_agent",
            "robot_tree",
            "hazard",
            "hazard_reason",
            "no_witness",
            "not_proved",
            "quoted_name",
        ];
        families.contains(&family) || family.ends_with("_error")
    }

    #[test]
    fn every_language_has_every_key() {
        let english = keys("en");
        assert!(english.len() > 50);
        for (language, _) in LANGUAGES {
            let theirs = keys(language);
            let missing: Vec<_> = english.iter().filter(|k| !theirs.contains(k)).collect();
            assert!(missing.is_empty(), "{language} lacks {missing:?}");

            let extra: Vec<_> = theirs
                .iter()
                .filter(|k| !is_translation_of_core(k) && !english.contains(k))
                .collect();
            assert!(extra.is_empty(), "{language} has unknown keys {extra:?}");
        }
    }

    /// The argument names in a text, sorted.
    pub(in crate::i18n) fn places(text: &str) -> Vec<String> {
        let mut found: Vec<String> = text
            .split("{$")
            .skip(1)
            .filter_map(|rest| rest.split_once('}').map(|(name, _)| name.to_owned()))
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn translations_fill_in_the_same_arguments() {
        for key in keys("en") {
            let english = places(&Texts::new("en").tr(&key));
            for (language, _) in LANGUAGES {
                assert_eq!(
                    places(&Texts::new(language).tr(&key)),
                    english,
                    "{language} {key}"
                );
            }
        }
    }

    #[test]
    fn chinese_speaks_politely() {
        let texts = Texts::new("zh-CN");
        for key in keys("zh-CN") {
            let text = texts.tr(&key);
            assert!(!text.contains('你'), "{key}: {text}");
        }
    }

    #[test]
    fn every_builtin_node_is_explained_in_chinese() {
        let chinese = keys("zh-CN");
        for declaration in treewright_core::nodes::declarations() {
            for what in ["title", "summary", "details"] {
                let key = format!("nodes.{}.{what}", declaration.task);
                assert!(chinese.contains(&key), "zh-CN lacks {key}");
            }
            let carried = &declaration.child_parameters;
            for parameter in declaration.parameters.iter().chain(carried) {
                if let ParameterType::Choice(choices) = &parameter.parameter_type {
                    assert_eq!(
                        choices.len(),
                        parameter.choice_help.len(),
                        "{}",
                        declaration.task
                    );
                    for choice in choices {
                        let key = choice_help_key(choice);
                        assert!(chinese.contains(&key), "zh-CN lacks {key}");
                    }
                }
                for what in ["parameter", "help"] {
                    let key = format!("nodes.{}.{what}.{}", declaration.task, parameter.name);
                    assert!(chinese.contains(&key), "zh-CN lacks {key}");
                }
            }
        }
    }

    #[test]
    fn a_locale_of_the_system_gives_its_language() {
        assert_eq!(Texts::new("zh_CN.UTF-8").language(), "zh-CN");
        assert_eq!(Texts::new("zh-Hans-SG").language(), "zh-CN");
        assert_eq!(Texts::new("en-GB").language(), "en");
        assert_eq!(Texts::new("fr").language(), "en");
        assert_eq!(Texts::new("").language(), "en");
    }

    #[test]
    fn arguments_are_filled_in() {
        let texts = Texts::new("en");
        assert_eq!(texts.tr_with("status.frame", &[("frame", "7")]), "Frame 7");
        assert_eq!(texts.tr("no.such.key"), "no.such.key");
    }

    #[test]
    fn one_thing_is_counted_in_the_singular() {
        let texts = Texts::new("en");
        assert_eq!(texts.tr_count("status.nodes", 1), "1 node");
        assert_eq!(texts.tr_count("status.nodes", 2), "2 nodes");
        let chinese = Texts::new("zh-CN");
        assert_eq!(chinese.tr_count("status.nodes", 1), "1 个节点");
    }

    #[test]
    fn problems_call_nodes_by_title_and_id() {
        let mut builder = treewright_core::model::DocumentBuilder::new("Test");
        let mut rest = Node::new("n5", "Idle");
        rest.name = "Rest".into();
        builder.root(rest).unwrap();
        let problem = Problem::Unreachable {
            sibling: NodeId::from("n5"),
            parent: "Selector".into(),
            never: treewright_core::diagnostic::Never::Ends,
            is_one_of_several: false,
        };
        let document = builder.finish();
        for language in ["en", "zh-CN"] {
            let location = treewright_core::diagnostic::Location::Document;
            let diagnostic = Diagnostic::new(location, problem.clone());
            let said = Texts::new(language).problem_in(&document, &diagnostic);
            let named = ["“Rest” (n5)", "“Rest”（n5）"];
            assert!(named.iter().any(|named| said.contains(named)), "{said}");
        }
    }

    #[test]
    fn every_choice_of_a_stand_in_has_a_chinese_word() {
        let texts = Texts::new("zh-CN");
        for choice in [
            "Constant", "Sequence", "Ask", "Success", "Failure", "Running",
        ] {
            assert_ne!(texts.choice(choice), choice);
        }
        assert_eq!(texts.choice("<="), "<=");
        assert_eq!(Texts::new("en").choice("Ask"), "Ask");
    }
}
