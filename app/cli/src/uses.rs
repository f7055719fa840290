//! `treewright uses`: lists where a tree, variable, event, task or file is used in a project.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use treewright_session::host::project::Project;
use treewright_session::refactoring::on_disk::ProjectFolder;
use treewright_session::refactoring::{self, ProjectTexts, Refactoring, Use};

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
        let found: Vec<Named> = candidates(&folder.texts, &self.name)
            .into_iter()
            .filter_map(|(key, file, rename)| {
                let plan = refactoring::plan(&folder.texts, &rename).ok()?;
                // What a file refers to is no use of the file.
                let is_own = |path: &str| plan.moves.iter().any(|(from, _)| from == path);
                let changes = plan.changes.iter().filter(|change| !is_own(&change.path));
                let uses = changes.flat_map(|change| {
                    let uses = change.uses.iter();
                    uses.filter_map(|place| place_of(&change.path, place))
                });
                let uses = uses.collect();
                Some(Named {
                    kind: key.rsplit('.').next().unwrap_or(key),
                    key,
                    file,
                    uses,
                })
            })
            .collect();
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

/// A place other than the declaration.
fn place_of(file: &str, place: &Use) -> Option<Place> {
    let (node, frame) = match place {
        Use::Declaration => return None,
        Use::Node(id) => (Some(id.to_string()), None),
        Use::Leaf(leaf) => (Some(leaf.to_string()), None),
        Use::Frame(frame) => (None, Some(*frame)),
        Use::File => (None, None),
    };
    let file = file.to_owned();
    Some(Place { file, node, frame })
}

/// Everything in the project that has this name, as a rename to a name that nothing has.
fn candidates(
    texts: &ProjectTexts,
    name: &str,
) -> Vec<(&'static str, Option<String>, Refactoring)> {
    let from: Arc<str> = name.into();
    let to: Arc<str> = format!("{name}\u{1}").into();
    let mut all = Vec::new();
    for (path, document) in texts.trees() {
        let file = path.to_owned();
        if document.tree(name).is_some() {
            let (file, from, to) = (file.clone(), from.clone(), to.clone());
            let rename = Refactoring::RenameTree { file, from, to };
            all.push(("cli.uses.tree", Some(path.to_owned()), rename));
        }
        if document.variable(name).is_some() {
            let (from, to) = (from.clone(), to.clone());
            let rename = Refactoring::RenameVariable { file, from, to };
            all.push(("cli.uses.variable", Some(path.to_owned()), rename));
        }
    }
    for (path, library) in texts.libraries() {
        if library.task(name).is_some() {
            let (library, from, to) = (path.to_owned(), from.clone(), to.clone());
            let rename = Refactoring::RenameTask { library, from, to };
            all.push(("cli.uses.task", Some(path.to_owned()), rename));
        }
    }
    all.push((
        "cli.uses.event",
        None,
        Refactoring::RenameEvent { from, to },
    ));
    let is_named = |path: &&str| *path == name || path.rsplit('/').next() == Some(name);
    for path in texts.paths().filter(is_named) {
        let at = path.rfind('/').map_or(0, |slash| slash + 1);
        let to = format!("{}moved/{}", &path[..at], &path[at..]);
        let from = path.to_owned();
        all.push((
            "cli.uses.file",
            Some(from.clone()),
            Refactoring::Move { from, to },
        ));
    }
    all
}
