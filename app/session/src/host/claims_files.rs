//! Files of claims: which one belongs to a tree, and their texts. Does not know what they claim.

use std::path::{Path, PathBuf};

use treewright_core::format::FormatError;
use treewright_explore::claims::Claims;
use treewright_explore::claims_json::{self, ENDING};

use super::files::{self, Expected, Fingerprint, ReadError, SaveError};
use super::line_ends;
use super::project::ReferenceError;
use super::scenario_files::{TREE, tree_named};
use crate::file_names::{with_ending, without_ending};

/// Why a file of claims cannot be used.
#[derive(Debug)]
pub enum ClaimsUnusable {
    /// It is about another tree, which it names so.
    OtherTree(String),
    /// It cannot be read.
    Read(ReadError),
    /// It contains something else.
    Format(FormatError),
}

/// Why a file of claims was not written.
#[derive(Debug)]
pub enum ClaimsNotWritten {
    /// The file cannot be saved.
    Save(SaveError),
    /// It could not be read again: the claims have an error.
    Format(FormatError),
    /// There is a file that cannot be used.
    Unusable,
}

/// Returns the file beside a tree that contains its claims. It need not exist.
pub fn file_of(tree: &Path) -> PathBuf {
    let name = tree.file_name().unwrap_or_default();
    let stem = without_ending(name, TREE).unwrap_or(name);
    tree.with_file_name(with_ending(stem, ENDING))
}

/// Returns whether the file name is that of claims.
pub fn is_claims(file: &Path) -> bool {
    file.to_string_lossy().ends_with(ENDING)
}

/// Returns the tree of a file of claims: the one that they name, or the one in its folder with a matching name. It need not exist.
///
/// # Errors
/// If the tree is outside the project of the claims.
pub fn tree_of(file: &Path, claims: &Claims) -> Result<PathBuf, ReferenceError> {
    tree_named(file, claims.tree.as_deref(), ENDING)
}

/// Returns the name of the tree in the claims, if it is another one than this.
pub fn other_tree<'c>(file: &Path, claims: &'c Claims, tree: &Path) -> Option<&'c str> {
    let named = claims.tree.as_deref()?;
    let is_other = !is_same(tree_of(file, claims).ok().as_deref(), tree);
    is_other.then_some(named)
}

/// Whether a path leads to this tree.
fn is_same(path: Option<&Path>, tree: &Path) -> bool {
    let whole = |path: &Path| files::real_path(path).ok();
    path.is_some_and(|path| path == tree || whole(path).is_some() && whole(path) == whole(tree))
}

/// Reads the file of the claims about a tree, and what a save must expect there. No claims if there is no file.
///
/// # Errors
/// If the file is there but cannot be used.
pub fn read(file: &Path, tree: &Path) -> Result<(Claims, Expected), ClaimsUnusable> {
    match files::read(file) {
        Ok(bytes) => {
            let claims = claims_json::read(&bytes).map_err(ClaimsUnusable::Format)?;
            if let Some(named) = other_tree(file, &claims, tree) {
                return Err(ClaimsUnusable::OtherTree(named.to_owned()));
            }
            Ok((claims, Expected::Version(Fingerprint::of(&bytes))))
        }
        Err(ReadError::NotFound) => Ok((Claims::default(), Expected::Nothing)),
        Err(error) => Err(ClaimsUnusable::Read(error)),
    }
}

/// Writes a file of claims, if it could be read again. Returns what the next save must expect there.
///
/// # Errors
/// If it cannot be written, or could not be read again.
pub fn write(
    file: &Path,
    claims: &Claims,
    expected: Expected,
) -> Result<Expected, ClaimsNotWritten> {
    let text = line_ends::as_in_file(file, claims_json::write(claims));
    claims_json::read(text.as_bytes()).map_err(ClaimsNotWritten::Format)?;
    files::save(file, text.as_bytes(), expected).map_err(ClaimsNotWritten::Save)?;
    Ok(Expected::Version(Fingerprint::of(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_stay_beside_their_tree() {
        let folder = tempfile::tempdir().unwrap();
        let tree = folder.path().join("guard.bt.json");
        let file = file_of(&tree);
        assert_eq!(file, folder.path().join("guard.claims.json"));
        let (mut claims, expected) = read(&file, &tree).unwrap();
        assert_eq!(
            (&claims, &expected),
            (&Claims::default(), &Expected::Nothing)
        );
        claims.assumptions.push("ammo <= last.ammo".to_owned());
        let written = write(&file, &claims, expected).unwrap();
        let (again, expected) = read(&file, &tree).unwrap();
        assert_eq!((&again, expected), (&claims, written));
        assert!(
            write(&file, &claims, Expected::Nothing).is_err(),
            "it is there"
        );
        claims.tree = Some("other.bt.json".to_owned());
        write(&file, &claims, expected).unwrap();
        assert!(matches!(
            read(&file, &tree),
            Err(ClaimsUnusable::OtherTree(_))
        ));
    }
}
