//! Relations between open documents and scenarios: which documents run another one's trees as subtrees, which share a global variable, and which tree
//! a scenario belongs to.

use std::path::{Component, Path, PathBuf};

use treewright_core::model::Scope;

use super::open_document::OpenDocument;
use crate::host::files::absolute;

/// Returns whether `reference` in the document `from` refers to the file `to`. Compares the paths only, without access to the disk.
pub fn means(from: &Path, reference: &str, to: &Path) -> bool {
    if reference.is_empty() {
        return false;
    }
    let folder = from.parent().unwrap_or(Path::new(""));
    plain(&folder.join(reference)) == plain(to)
}

/// Resolves `.` and `..` in a path.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Returns whether a scenario or a file of claims is about the tree `own`: it names the tree, or is in the same folder and its name starts with the tree's name.
pub fn is_about(file: &Path, tree: Option<&str>, own: &Path) -> bool {
    if let Some(tree) = tree {
        return means(file, tree, own);
    }
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let (Some(file_name), Some(own_name)) = (name(file), name(own)) else {
        return false;
    };
    let stem = own_name.trim_end_matches(".bt.json");
    file.parent() == own.parent() && file_name.starts_with(&format!("{stem}."))
}

/// Returns whether both documents declare this variable as global and may run together: they are in the project folder, or one's folder contains the
/// other's.
pub fn shares_global(
    own: &OpenDocument,
    other: &OpenDocument,
    variable: &str,
    project: Option<&Path>,
) -> bool {
    let is_global = |document: &OpenDocument| {
        let declared = document.document().variable(variable);
        declared.is_some_and(|v| v.scope == Scope::Global)
    };
    let folder = |document: &OpenDocument| {
        let path = document.path().map(absolute);
        path.and_then(|path| path.parent().map(Path::to_owned))
    };
    if own.id() == other.id() || !is_global(own) || !is_global(other) {
        return false;
    }
    let (Some(own), Some(other)) = (folder(own), folder(other)) else {
        return false;
    };
    let are_in = |project: &Path| own.starts_with(project) && other.starts_with(project);
    project.is_some_and(are_in) || own.starts_with(&other) || other.starts_with(&own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_relative_to_the_folder_of_its_document() {
        let from = Path::new("/game/ai/a.bt.json");
        assert!(means(from, "b.bt.json", Path::new("/game/ai/b.bt.json")));
        assert!(means(
            from,
            "../lib/./b.bt.json",
            Path::new("/game/lib/b.bt.json")
        ));
        assert!(!means(from, "b.bt.json", Path::new("/game/b.bt.json")));
        assert!(!means(from, "", Path::new("/game/ai")));
    }
}
