//! The folder of a workspace: where paths start, which node definitions apply, how paths look from its folder and from
//! a document's, and the files that a file needs.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use treewright_core::format::FormatError;
use treewright_core::project::{PathError, relative, resolve};

use crate::common::{FolderFiles, ImportSource};
use crate::foreign::{Json, JsonText, flattened};

/// The most files that are read in addition to the requested one.
pub(super) const MAX_FILES: usize = 1000;

/// A workspace of behavior3.
pub(super) struct Workspace {
    /// Its folder, below the opened folder; empty if it is the opened folder.
    pub folder: String,
    /// Its files of node definitions, below the opened folder.
    pub settings: Vec<String>,
}

impl Workspace {
    /// Returns the workspace of a file: the nearest folder at or above it with a workspace file, else with node
    /// definitions, else the opened folder.
    pub(super) fn of(path: &str, around: &dyn FolderFiles) -> Self {
        let mut folders = Vec::new();
        let mut at = path;
        while let Some((above, _)) = at.rsplit_once('/') {
            folders.push(above);
            at = above;
        }
        folders.push("");
        let listed: Vec<_> = folders
            .iter()
            .map(|folder| (*folder, around.list(folder)))
            .collect();
        let nearest = |ending: &str| {
            let has = |names: &Vec<String>| names.iter().any(|name| name.ends_with(ending));
            listed.iter().find(|(_, names)| has(names))
        };
        let found = nearest(".b3-workspace").or_else(|| nearest(".b3-setting"));
        let Some((folder, names)) = found else {
            return Self {
                folder: String::new(),
                settings: Vec::new(),
            };
        };
        let settings = names.iter().filter(|name| name.ends_with(".b3-setting"));
        Self {
            folder: (*folder).to_owned(),
            settings: settings
                .filter_map(|name| in_folder(folder, name).ok())
                .collect(),
        }
    }

    /// Converts a path below the opened folder to a path in the workspace.
    pub(super) fn inside<'p>(&self, path: &'p str) -> &'p str {
        let rest = path.strip_prefix(&*self.folder).unwrap_or(path);
        if self.folder.is_empty() {
            path
        } else {
            rest.trim_start_matches('/')
        }
    }
}

/// The texts of a file and of all that it needs, by their paths in the workspace; the file itself is first.
pub(super) struct WorkspaceFiles {
    /// Paths with their bytes, or the reason why they could not be read.
    pub list: Vec<(String, Result<Vec<u8>, String>)>,
    /// Whether the limit on files was exceeded.
    pub too_many: bool,
}

/// Reads a file and all that it runs as subtrees.
pub(super) fn texts(
    source: &ImportSource<'_>,
    workspace: &Workspace,
) -> Result<WorkspaceFiles, FormatError> {
    let own = workspace.inside(source.path).to_owned();
    let mut known: FxHashSet<String> = FxHashSet::default();
    known.insert(own.clone());
    let mut waiting: VecDeque<String> = subtrees(&JsonText::read(source.bytes)?).into();
    let mut list = vec![(own, Ok(source.bytes.to_vec()))];
    while let Some(path) = waiting.pop_front() {
        if !known.insert(path.clone()) {
            continue;
        }
        if list.len() >= MAX_FILES {
            return Ok(WorkspaceFiles {
                list,
                too_many: true,
            });
        }
        let place = in_folder(&workspace.folder, &path);
        let bytes = place.ok().and_then(|place| source.around.read(&place));
        let bytes = bytes.ok_or_else(|| "the opened folder has no such file".to_owned());
        let read = bytes.and_then(|bytes| {
            let paths = JsonText::read(&bytes)
                .map(|tape| subtrees(&tape))
                .map_err(|error| error.to_string())?;
            waiting.extend(paths);
            Ok(bytes)
        });
        list.push((path, read));
    }
    Ok(WorkspaceFiles {
        list,
        too_many: false,
    })
}

/// Returns the paths of all subtrees of a file.
fn subtrees(tape: &JsonText<'_>) -> Vec<String> {
    let Some(root) = tape.top().get("root") else {
        return Vec::new();
    };
    let nodes = flattened(root, "children");
    let paths = nodes.iter().map(|node| node.json.text_of("path"));
    paths.filter_map(|path| in_folder("", &path).ok()).collect()
}

/// Returns the variables of the files that a file imports, directly or indirectly, each with the file that declares it;
/// and the files that could not be read.
pub(super) fn imported_variables(
    top: Json<'_>,
    folder: &str,
    around: &dyn FolderFiles,
) -> (Vec<ImportedVariable>, Vec<String>) {
    let (mut variables, mut unread) = (Vec::new(), Vec::new());
    let mut known: Vec<String> = Vec::new();
    let mut waiting: VecDeque<String> = imports(top).into();
    while let Some(path) = waiting.pop_front() {
        if known.contains(&path) || known.len() >= MAX_FILES {
            continue;
        }
        known.push(path.clone());
        let bytes = in_folder(folder, &path)
            .ok()
            .and_then(|place| around.read(&place));
        let tape = bytes.as_deref().map(JsonText::read);
        let Some(Ok(tape)) = tape else {
            unread.push(path);
            continue;
        };
        waiting.extend(imports(tape.top()));
        let locals = tape.top().get("variables").and_then(|v| v.get("locals"));
        for local in locals.into_iter().flat_map(Json::items) {
            variables.push(ImportedVariable {
                name: local.text_of("name").into_owned(),
                comment: local.text_of("desc").into_owned(),
                path: path.clone(),
            });
        }
    }
    (variables, unread)
}

/// A variable of another file.
pub(super) struct ImportedVariable {
    pub name: String,
    pub comment: String,
    pub path: String,
}

fn imports(top: Json<'_>) -> Vec<String> {
    let imports = top
        .get("variables")
        .and_then(|variables| variables.get("imports"));
    let paths = imports.into_iter().flat_map(Json::items);
    paths
        .map(|path| path.text_or_empty().into_owned())
        .collect()
}

/// Converts a path in a workspace at this folder to a path below the opened folder.
pub(super) fn in_folder(folder: &str, path: &str) -> Result<String, PathError> {
    let inside = resolve("x", path)?;
    Ok(if folder.is_empty() {
        inside
    } else {
        format!("{folder}/{inside}")
    })
}

/// Returns the reference for a Subtree node in the file at `at` to the tree at `path`, both paths in the workspace.
pub(super) fn reference(at: &str, path: &str) -> Result<String, PathError> {
    let path = resolve("x", path)?;
    Ok(relative(at, &ImportSource::document_path(&path)))
}

/// Returns the path in the workspace for a reference of a Subtree node in the file at `at`.
pub(super) fn path_of(at: &str, reference: &str) -> Result<String, PathError> {
    let path = resolve(at, reference)?;
    Ok(format!(
        "{}.json",
        path.strip_suffix(".bt.json").unwrap_or(&path)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_resolves_to_its_original_path() {
        for (at, path, expected) in [
            ("vars/test.json", "vars/subtree.json", "subtree.bt.json"),
            ("hero.json", "sub/a.json", "sub/a.bt.json"),
            ("a/b/x.json", "a/c/y.json", "../c/y.bt.json"),
            ("a/b/x.json", "z.json", "../../z.bt.json"),
            ("a/x.json", "a/a", "a.bt.json"),
        ] {
            let made = reference(at, path).unwrap();
            assert_eq!(made, expected);
            let back = path_of(at, &made).unwrap();
            assert_eq!(
                back.trim_end_matches(".json"),
                path.trim_end_matches(".json")
            );
        }
        for bad in [
            "../x.json",
            "/etc/passwd",
            r"C:\x.json",
            r"\\host\x",
            "a/../../x",
            "",
        ] {
            assert!(reference("a/b.json", bad).is_err(), "{bad}");
        }
    }
}
