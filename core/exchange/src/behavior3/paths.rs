//! Paths of files in a workspace: as seen from its folder there, as seen from a document's folder here.

use treewright_core::project::{PathError, relative, resolve};

use crate::common::Source;

/// A path of a workspace that lies in this folder, below the opened folder.
pub(super) fn in_folder(folder: &str, path: &str) -> Result<String, PathError> {
    let inside = resolve("x", path)?;
    Ok(if folder.is_empty() {
        inside
    } else {
        format!("{folder}/{inside}")
    })
}

/// What a Subtree node in the file at `at` says of the tree at `path`, both in the workspace.
pub(super) fn reference(at: &str, path: &str) -> Result<String, PathError> {
    let path = resolve("x", path)?;
    Ok(relative(at, &Source::document_path(&path)))
}

/// The path in the workspace that a Subtree node in the file at `at` means.
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
    fn a_reference_means_the_path_that_it_was_made_of() {
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
