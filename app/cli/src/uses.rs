//! `treewright uses`: lists where a tree, variable, event, task or file is used in a project.

use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use treewright_session::host::project::Project;
use treewright_session::refactoring::Use;
use treewright_session::refactoring::on_disk::ProjectFolder;
use treewright_session::refactoring::uses::{Subject, SubjectKind, subjects, uses_of};

use super::colors::{HEADING, styled};
use super::report::{Report, write_json};
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Uses {
    #[arg(value_name = "NAME")]
    name: String,

    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,

    #[command(flatten)]
    pub(super) output: Output,
}

/// Something of the name, with its uses.
#[derive(Serialize)]
struct Named {
    kind: &'static str,
    /// The text key of the kind.
    #[serde(skip)]
    key: &'static str,
    /// The file that declares it; `None` for events, which nothing declares.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    uses: Vec<Place>,
}

#[derive(Serialize)]
struct Place {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
}

#[derive(Serialize)]
struct Found<'a> {
    name: &'a str,
    found: Vec<Named>,
}

impl Uses {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let project = match Project::at(&self.project) {
            Ok(project) => project,
            Err(error) => {
                let reason = streams.texts.io_error(&error);
                let report = Report::error(&self.project, "io", reason);
                report.write_human(streams.err, streams.texts, None)?;
                return Ok(Outcome::Unusable);
            }
        };
        let folder = ProjectFolder::read(project.folder());
        let subjects = subjects(&folder.texts, &self.name).into_iter();
        let found = subjects.filter_map(|subject| {
            let uses = uses_of(&folder.texts, &subject)?;
            Some(Named::of(subject, uses))
        });
        let found: Vec<Named> = found.collect();
        let outcome = if found.is_empty() {
            Outcome::Problems
        } else {
            Outcome::Success
        };
        if self.output.format == Format::Json {
            let name = &self.name;
            write_json(streams.out, &Found { name, found })?;
            return Ok(outcome);
        }
        self.write(streams, &found)?;
        Ok(outcome)
    }

    fn write(&self, streams: &mut Streams<'_>, found: &[Named]) -> io::Result<()> {
        let texts = streams.texts;
        if found.is_empty() {
            let none = texts.tr_with("cli.uses.none", &[("name", &self.name)]);
            return writeln!(streams.out, "{none}");
        }
        for named in found {
            let kind = texts.tr(named.key);
            let file = named.file.as_deref().unwrap_or_default();
            let arguments = [("kind", &*kind), ("name", &*self.name), ("file", file)];
            let key = match named.file {
                Some(_) => "cli.uses.of_file",
                None => "cli.uses.of_any",
            };
            let heading = texts.tr_with(key, &arguments);
            writeln!(streams.out, "{}", styled(HEADING, heading))?;
            for place in &named.uses {
                match (&place.node, place.frame) {
                    (Some(node), _) => writeln!(streams.out, "  {} {node}", place.file)?,
                    (None, Some(frame)) => {
                        let frame = frame.to_string();
                        let frame = texts.tr_with("cli.uses.frame", &[("frame", &frame)]);
                        writeln!(streams.out, "  {} {frame}", place.file)?;
                    }
                    (None, None) => writeln!(streams.out, "  {}", place.file)?,
                }
            }
            let count = texts.tr_count("cli.uses.count", named.uses.len());
            writeln!(streams.out, "  {count}")?;
        }
        Ok(())
    }
}

impl Named {
    fn of(subject: Subject, uses: Vec<(String, Use)>) -> Self {
        let (kind, key) = match subject.kind {
            SubjectKind::Tree => ("tree", "cli.uses.tree"),
            SubjectKind::Variable => ("variable", "cli.uses.variable"),
            SubjectKind::Task => ("task", "cli.uses.task"),
            SubjectKind::Event => ("event", "cli.uses.event"),
            SubjectKind::File => ("file", "cli.uses.file"),
        };
        let uses = uses.into_iter();
        Self {
            kind,
            key,
            file: subject.file,
            uses: uses.map(|(file, place)| place_of(file, &place)).collect(),
        }
    }
}

fn place_of(file: String, place: &Use) -> Place {
    let (node, frame) = match place {
        Use::Node(id) => (Some(id.to_string()), None),
        Use::Leaf(leaf) => (Some(leaf.to_string()), None),
        Use::Frame(frame) => (None, Some(*frame)),
        Use::File | Use::Declaration => (None, None),
    };
    Place { file, node, frame }
}
