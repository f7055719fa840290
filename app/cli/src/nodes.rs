//! `treewright nodes`: lists the kinds of nodes, built-in and from task libraries, for people, for machines, and as a document.

mod table;

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use treewright_core::category::Category;
use treewright_core::format::tasks_json;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::model::NodeDeclaration;
use treewright_session::i18n::Texts;
use treewright_session::node_help::markdown;

use super::input::{self, Unusable};
use super::report::Report;
use super::{Outcome, Streams, library};

#[derive(Debug, Args)]
pub struct Nodes {
    /// What the list looks like
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ListFormat,

    /// A task library whose tasks are listed, too; can be given several times
    #[arg(long, value_name = "FILE")]
    library: Vec<PathBuf>,

    /// A tree whose task libraries are listed, too
    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,

    /// The language of the texts: en or zh-CN
    #[arg(long, default_value = "en", value_name = "LANGUAGE", value_parser = language)]
    lang: Texts,
}

/// What the list looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    /// For people
    #[default]
    Text,
    /// For machines, in the form of a task library
    Json,
    /// A reference to print or publish
    Md,
}

fn language(code: &str) -> Result<Texts, String> {
    let known = treewright_session::i18n::LANGUAGES.map(|(code, _)| code);
    if known.contains(&code) {
        return Ok(Texts::new(code));
    }
    Err(format!("it must be one of {}", known.join(", ")))
}

impl Nodes {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut outcome = Outcome::Fine;
        let mut all = NodeLibrary::builtin();
        if let Some(file) = &self.tree {
            match input::read_tree(file) {
                Ok(tree) => {
                    for report in tree.library_reports() {
                        outcome = outcome.max(told(streams, report)?);
                    }
                    all = tree.library;
                }
                Err(Unusable { report, text }) => {
                    report.write_human(streams.err, text.as_deref())?;
                    return Ok(Outcome::Unusable);
                }
            }
        }
        for file in &self.library {
            let (reports, _, usable) = library::add(&mut all, file);
            for report in &reports {
                outcome = outcome.max(told(streams, report)?);
            }
            if !usable {
                return Ok(Outcome::Unusable);
            }
        }
        let document = match self.format {
            ListFormat::Text => {
                streams.out.block(&table::write(&all, &self.lang))?;
                return Ok(outcome);
            }
            ListFormat::Md => markdown::write(&all, &self.lang),
            ListFormat::Json => json(&all, &self.lang),
        };
        streams.out.data().write_all(document.as_bytes())?;
        Ok(outcome)
    }
}

/// Tells of a problem where it is in nobody's way.
fn told(streams: &mut Streams<'_>, report: &Report) -> io::Result<Outcome> {
    report.write_human(streams.err, None)?;
    Ok(if report.is_error() {
        Outcome::Problems
    } else {
        Outcome::Fine
    })
}

/// The kinds of a category.
fn of_category(all: &NodeLibrary, category: Category) -> impl Iterator<Item = &NodeDeclaration> {
    all.declarations().filter(move |d| d.category == category)
}

/// All kinds as one task library. Those of libraries say from which.
fn json(all: &NodeLibrary, texts: &Texts) -> String {
    let mut list = TaskLibrary::new("Treewright");
    for declaration in all.declarations() {
        let mut task = TaskDeclaration::from(translated(declaration, texts));
        if let Some(library) = all.library_of(&declaration.task) {
            let library = serde_json::Value::from(library).to_string();
            task.extra.insert("library".to_owned(), library);
            task.stand_in = all.stand_in(&declaration.task);
            task.acts_like = all.acts_like(&declaration.task);
        }
        list.tasks.push(task);
    }
    tasks_json::write(&list)
}

/// A declaration with its texts in a language.
fn translated(declaration: &NodeDeclaration, texts: &Texts) -> NodeDeclaration {
    let mut own = declaration.clone();
    own.summary = texts.task_summary(declaration).into();
    own.details = texts.task_details(declaration).into();
    let parameters = own.parameters.iter_mut();
    for parameter in parameters.chain(&mut own.child_parameters) {
        parameter.help = texts.parameter_help(&declaration.task, parameter).into();
        let choices = 0..parameter.choice_help.len();
        let choices = choices.map(|i| texts.choice_help(&declaration.task, parameter, i).into());
        parameter.choice_help = choices.collect();
    }
    own
}
