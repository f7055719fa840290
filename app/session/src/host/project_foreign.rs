//! The files of other tools in a project folder that hold trees. They are recognized by their contents on a background thread; an unchanged file is not
//! read again. Knows no format itself.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, FileKin, ImportSource, Imported, ReadOptions};
use treewright_link::live_file::LiveRecord;
use treewright_robot::btlog::Log;
use treewright_robot::full_tree::FullTree;

use super::files::{self, Stamp};
use super::job::CancelToken;
use super::recordings::{is_live_record, is_robot_log};
use crate::tree_shape::TreeShape;

/// How many bytes of one file, and of all files together, are read to tell what they are.
const MAX_BYTES: u64 = 8 * 1024 * 1024;
const MAX_BYTES_OF_ALL: u64 = 128 * 1024 * 1024;

/// What another tool's file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignKind {
    /// It holds trees in this format.
    Trees(ExchangeFormat),
    /// It marks the folder of a behavior3 workspace.
    Workspace,
    /// It holds what a robot did, and the tree that it ran.
    RobotLog,
    /// It holds what agents of a game did, and the trees that they ran.
    GameRecord,
}

/// Returns whether a file with this name may be another tool's.
pub fn may_be_foreign(name: &str) -> bool {
    let path = Path::new(name);
    FileKin::of(name).is_some() || is_robot_log(path) || is_live_record(path)
}

impl ForeignKind {
    /// The name of the tool whose file it is.
    pub fn tool(self) -> &'static str {
        match self {
            Self::Trees(format) => format.title(),
            Self::Workspace => ExchangeFormat::Behavior3.title(),
            Self::RobotLog => "BehaviorTree.CPP",
            Self::GameRecord => "Treewright",
        }
    }
}

/// A file whose name another tool may have given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub path: PathBuf,
    /// The path relative to the project folder, separated by `/`.
    pub relative: String,
}

/// Another tool's file in a project.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignFile {
    pub path: PathBuf,
    /// The path relative to the project folder, separated by `/`.
    pub relative: String,
    pub kind: ForeignKind,
    pub tree: Arc<ForeignTree>,
}

/// What is in another tool's file.
#[derive(Debug, Default, PartialEq)]
pub struct ForeignTree {
    /// How many nodes all of its trees have.
    pub node_count: usize,
    /// The shape of its first tree.
    pub shape: TreeShape,
}

/// What a file was found to be.
#[derive(Clone, Debug)]
pub struct Found {
    kind: ForeignKind,
    tree: Arc<ForeignTree>,
}

/// What the files were found to be, with the state in which they were read; nothing for a file without a tree.
pub type ForeignFacts = BTreeMap<PathBuf, (Stamp, Option<Found>)>;

/// Finds out what the files are; takes over what is known of files that have not changed. `None` if cancelled.
pub fn update(
    candidates: &[Candidate],
    before: &ForeignFacts,
    stop: &CancelToken,
) -> Option<ForeignFacts> {
    let mut facts = ForeignFacts::new();
    let mut left = MAX_BYTES_OF_ALL;
    for candidate in candidates {
        if stop.is_cancelled() {
            return None;
        }
        // Before it is read: what changes meanwhile is found out next time.
        let stamp = files::stamp(&candidate.path);
        let known = before.get(&candidate.path);
        let found = if let Some((_, found)) = known.filter(|(known, _)| *known == stamp) {
            found.clone()
        } else {
            let size = stamp.map_or(u64::MAX, |(size, _)| size);
            if size > left.min(MAX_BYTES) {
                continue;
            }
            left -= size;
            look_into(&candidate.path)
        };
        facts.insert(candidate.path.clone(), (stamp, found));
    }
    Some(facts)
}

/// The files that hold trees, in the order of the candidates.
pub fn with_trees(candidates: &[Candidate], facts: &ForeignFacts) -> Vec<ForeignFile> {
    let file = |candidate: &Candidate| {
        let (_, found) = facts.get(&candidate.path)?;
        let found = found.as_ref()?;
        Some(ForeignFile {
            path: candidate.path.clone(),
            relative: candidate.relative.clone(),
            kind: found.kind,
            tree: found.tree.clone(),
        })
    };
    candidates.iter().filter_map(file).collect()
}

/// The trees that a workspace lists: those below its folder.
pub fn trees_of_workspace<'a>(
    files: &'a [ForeignFile],
    workspace: &ForeignFile,
) -> impl Iterator<Item = &'a ForeignFile> {
    let folder = workspace.path.parent().map(Path::to_owned);
    let is_tree = |file: &&ForeignFile| file.kind == ForeignKind::Trees(ExchangeFormat::Behavior3);
    let is_below =
        move |file: &&ForeignFile| folder.as_ref().is_some_and(|it| file.path.starts_with(it));
    files.iter().filter(is_tree).filter(is_below)
}

/// Reads a file by itself, without those to which it refers.
fn look_into(path: &Path) -> Option<Found> {
    let name = path.file_name()?.to_string_lossy();
    if is_robot_log(path) {
        return look_into_log(path);
    }
    if is_live_record(path) {
        return look_into_record(path);
    }
    match FileKin::of(&name)? {
        FileKin::Workspace => {
            return Some(Found {
                kind: ForeignKind::Workspace,
                tree: Arc::default(),
            });
        }
        FileKin::Definitions => return None,
        FileKin::Xml | FileKin::Json => {}
    }
    let bytes = files::read_up_to(path, MAX_BYTES).ok()?;
    let format = exchange::detect(&name, &bytes)?;
    if format == ExchangeFormat::Native {
        return None;
    }
    let source = ImportSource {
        path: &name,
        bytes: &bytes,
        around: &BTreeMap::new(),
        options: &ReadOptions::default(),
    };
    let read = exchange::read(format, &source).ok()?;
    found(ForeignKind::Trees(format), &read)
}

/// Reads the tree of a robot's log.
fn look_into_log(path: &Path) -> Option<Found> {
    let bytes = files::read_up_to(path, MAX_BYTES).ok()?;
    let log = Log::read(&bytes).ok()?;
    let tree = FullTree::read("", log.tree).ok()?;
    found(ForeignKind::RobotLog, &tree.imported)
}

/// Reads the first tree of what agents of a game did, which is at the beginning of the file.
fn look_into_record(path: &Path) -> Option<Found> {
    let bytes = files::read_beginning(path, MAX_BYTES).ok()?;
    let record = LiveRecord::read(&*bytes, 0).ok()?;
    let mut trees = record.seen.programs().keys();
    let tree = trees.find_map(|program| record.seen.tree(*program))?;
    let (document, kinds) = (&tree.files.document, &tree.files.kinds);
    Some(Found {
        kind: ForeignKind::GameRecord,
        tree: Arc::new(ForeignTree {
            shape: TreeShape::of(document, kinds),
            node_count: document.node_count(),
        }),
    })
}

fn found(kind: ForeignKind, read: &Imported) -> Option<Found> {
    let documents = read.documents.iter().map(|made| &made.document);
    let first = documents.clone().find(|tree| tree.node_count() > 0)?;
    let mut library = NodeLibrary::builtin();
    for declared in &read.libraries {
        library.add_library(&declared.path, &declared.library);
    }
    Some(Found {
        kind,
        tree: Arc::new(ForeignTree {
            shape: TreeShape::of(first, &library),
            node_count: documents.map(Document::node_count).sum(),
        }),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::host::project_files::list;

    const BTCPP: &str =
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;
    const BEHAVIOR3: &str = r#"{"name": "t", "root": {"id": 1, "name": "Wait"}}"#;

    #[test]
    fn only_files_with_trees_are_found_and_again_only_where_something_changed() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("a.xml", BTCPP),
            (
                "models.xml",
                r#"<root BTCPP_format="4"><TreeNodesModel/></root>"#,
            ),
            ("page.xml", "<html/>"),
            ("broken.xml", "<root BTCPP_format=\"4\"><Beh"),
            ("package.json", r#"{"name": "game", "root": "x"}"#),
            ("b/game.b3-workspace", "{}"),
            ("b/nodes.b3-setting", "[]"),
            ("b/in/hero.json", BEHAVIOR3),
            ("other.json", BEHAVIOR3),
            ("own.bt.json", "{}"),
            ("plain.json", r#"{"format": "treewright", "version": 1}"#),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let stop = CancelToken::default();
        let look = |before: &ForeignFacts| {
            let candidates = list(folder.path(), &stop).candidates;
            let facts = update(&candidates, before, &stop).unwrap();
            let files = with_trees(&candidates, &facts);
            (facts, files)
        };
        let (facts, files) = look(&ForeignFacts::new());
        let found: Vec<(&str, &str)> = files
            .iter()
            .map(|file| (&*file.relative, file.kind.tool()))
            .collect();
        assert_eq!(
            found,
            [
                ("b/in/hero.json", "behavior3"),
                ("b/game.b3-workspace", "behavior3"),
                ("a.xml", "BehaviorTree.CPP XML"),
                ("other.json", "behavior3"),
            ]
        );
        let listed = trees_of_workspace(&files, &files[1]);
        let listed: Vec<&str> = listed.map(|file| &*file.relative).collect();
        assert_eq!(listed, ["b/in/hero.json"]);
        let mut claimed = facts.clone();
        for (_, found) in claimed.values_mut() {
            *found = None;
        }
        fs::write(folder.path().join("a.xml"), format!("{BTCPP}\n")).unwrap();
        let (_, files) = look(&claimed);
        assert_eq!(files.len(), 1, "only the changed file is read again");
    }
}
