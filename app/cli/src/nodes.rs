//! `treewright nodes`: lists the node types, built-in and of task libraries: for people, for programs, and as a document.

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
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ListFormat,

    #[arg(long, value_name = "FILE")]
    library: Vec<PathBuf>,

    #[arg(long, value_name = "FILE")]
    tree: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ListFormat {
    #[default]
    Text,
    /// A task library, as programs read it.
    Json,
    /// A Markdown document.
    Md,
}

impl Nodes {
    /// A published document must not depend on the system's language either.
    pub(super) fn is_for_programs(&self) -> bool {
        self.format != ListFormat::Text
    }

    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let texts = streams.texts;
        let mut outcome = Outcome::Success;
        let mut all = NodeLibrary::builtin();
        if let Some(file) = &self.tree {
            match input::read_tree(file, texts) {
                Ok(tree) => {
                    for report in tree.library_reports() {
                        outcome = outcome.max(write_problem(streams, report)?);
                    }
                    all = tree.library;
                }
                Err(Unusable { report, text }) => {
                    report.write_human(streams.err, texts, text.as_deref())?;
                    return Ok(Outcome::Unusable);
                }
            }
        }
        for file in &self.library {
            let (reports, _, usable) = library::add(&mut all, file, texts);
            for report in &reports {
                outcome = outcome.max(write_problem(streams, report)?);
            }
            if !usable {
                return Ok(Outcome::Unusable);
            }
        }
        let document = match self.format {
            ListFormat::Text => {
                streams.out.block(&table::write(&all, texts))?;
                return Ok(outcome);
            }
            ListFormat::Md => markdown::write(&all, texts),
            ListFormat::Json => json(&all, texts),
        };
        streams.out.data().write_all(document.as_bytes())?;
        Ok(outcome)
    }
}

/// Writes a problem to standard error, where it does not disturb the list.
fn write_problem(streams: &mut Streams<'_>, report: &Report) -> io::Result<Outcome> {
    report.write_human(streams.err, streams.texts, None)?;
    Ok(if report.is_error() {
        Outcome::Problems
    } else {
        Outcome::Success
    })
}

/// The node types of a category.
fn of_category(all: &NodeLibrary, category: Category) -> impl Iterator<Item = &NodeDeclaration> {
    all.declarations().filter(move |d| d.category == category)
}

/// All node types as one task library. Those of other libraries have the additional field `library`.
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

/// A declaration with its texts in the language of `texts`.
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
