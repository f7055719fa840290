//! The claims about the tree of a document: their undo history, their file, which they follow, and the names of the tree, which follow renames.
//! Knows nothing of searches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::Rename;
use treewright_explore::claims::Claims;
use treewright_explore::claims_json;

use super::ClaimsEdit;
use crate::examples;
use crate::host::claims_files::{self, ClaimsNotWritten, ClaimsUnusable};
use crate::host::files::{self, Expected};
use crate::host::unsaved_renames;
use crate::workspace::edit_history::{Direction, EditHistory};
use crate::workspace::open_document::OpenDocument;

/// The claims of a document.
#[derive(Default)]
pub struct DocumentClaims {
    /// Whether the claims of an example were looked for.
    is_begun: bool,
    /// Whether claims were read from a file.
    is_read: bool,
    /// How many of the renames since the tree was saved the claims have followed.
    followed: usize,
    claims: Arc<Claims>,
    history: EditHistory<Claims>,
    /// The file of the claims, and what the next save must expect there.
    file: Option<(PathBuf, Expected)>,
    /// Why the claims' file cannot be used.
    unusable: Option<ClaimsUnusable>,
    /// Increases with each change.
    revision: u64,
}

/// A file of claims that another program has deleted.
#[derive(Debug)]
pub struct ClaimsGone {
    pub file: PathBuf,
}

/// What became of claims when their tree was saved to another file.
#[derive(Debug, PartialEq, Eq)]
pub enum ClaimsBesideTree {
    /// There are none, or they are there already.
    Nothing,
    Written(PathBuf),
    /// There are others in this file, which are the claims of the tree from now on.
    InTheWay(PathBuf),
}

/// The claims with the names that the tree has on disk.
fn named_as_saved(claims: &Claims, document: &OpenDocument) -> Claims {
    let mut claims = claims.clone();
    let renames = document.history().renames();
    unsaved_renames::revert(&mut claims, renames, document.document());
    claims
}

impl DocumentClaims {
    /// Returns the claims.
    pub fn claims(&self) -> &Arc<Claims> {
        &self.claims
    }

    /// Returns why the file of the claims cannot be used.
    pub fn unusable(&self) -> Option<&ClaimsUnusable> {
        self.unusable.as_ref()
    }

    /// Returns the file of the claims.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(file, _)| &**file)
    }

    /// Returns the undo history of the claims.
    pub fn history(&self) -> &EditHistory<Claims> {
        &self.history
    }

    /// Returns a number that increases with each change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Takes the claims of a recovered document, or of an example, which has no file.
    pub(super) fn follow_example(&mut self, document: &OpenDocument) {
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        let draft = document.claims_without_file().filter(|_| is_first);
        if let Some(text) = draft
            && let Ok(claims) = claims_json::read(text.as_bytes())
        {
            self.claims = Arc::new(claims);
            return;
        }
        let example = document
            .path()
            .is_none()
            .then(|| examples::titled(document.untitled()));
        let claims = example.flatten().and_then(|example| example.claims);
        if let (Some(text), true) = (claims, is_first)
            && let Ok(claims) = claims_json::read(text.as_bytes())
        {
            // Its location was that in the folder of the examples.
            let (tree, schema) = (None, None);
            self.claims = Arc::new(Claims {
                tree,
                schema,
                ..claims
            });
        }
    }

    /// Reads the claims beside the document's file, unless that was done or another program has not changed them since. Returns what another
    /// program did to them, if the user is to know it.
    pub(super) fn follow_file(
        &mut self,
        document: &OpenDocument,
        is_changed: bool,
    ) -> Option<ClaimsGone> {
        let file = document.path().map(claims_files::file_of);
        let is_known = self.file() == file.as_deref();
        let file = file.filter(|_| !is_known || is_changed)?;
        let read = document.path().map(|tree| claims_files::read(&file, tree));
        match read? {
            Ok((mut read, expected)) => {
                let is_gone = is_known && expected == Expected::Nothing;
                let is_lost = is_gone && *self.claims != Claims::default();
                self.file = Some((file.clone(), expected));
                self.unusable = None;
                let renames = document.history().renames();
                unsaved_renames::apply(&mut read, renames, document.document());
                self.receive(read, document.history().state());
                is_lost.then_some(ClaimsGone { file })
            }
            Err(why) => {
                self.file = Some((file, Expected::Nothing));
                self.unusable = Some(why);
                None
            }
        }
    }

    /// Takes claims that were read. Undo gives back those before.
    fn receive(&mut self, read: Claims, tree_state: u64) {
        let of_file = |claims: &Claims| Claims {
            tree: read.tree.clone(),
            schema: read.schema.clone(),
            ..claims.clone()
        };
        let before = Arc::new(of_file(&self.claims));
        self.history.map(of_file);
        let was_read = std::mem::replace(&mut self.is_read, true);
        let is_first = !was_read && *self.claims == Claims::default();
        let read = Arc::new(read);
        if *before != *read {
            self.revision += 1;
            if !is_first {
                self.history.record(before, read.clone(), tree_state);
            }
        }
        self.claims = read;
    }

    /// Lets the claims follow the variables and nodes of the tree that were renamed since the last call; returns these renames.
    pub(super) fn follow_renames<'a>(&mut self, document: &'a OpenDocument) -> &'a [Rename] {
        let renames = document.history().renames();
        let new = renames.get(self.followed..).unwrap_or_default();
        self.followed = renames.len();
        if new.is_empty() {
            return new;
        }
        let renamed = |claims: &Claims| {
            let mut claims = claims.clone();
            unsaved_renames::apply(&mut claims, new, document.document());
            claims
        };
        let claims = renamed(&self.claims);
        self.history.map(renamed);
        if claims != *self.claims {
            self.claims = Arc::new(claims);
            self.revision += 1;
        }
        new
    }

    /// Writes the claims with the names that the tree was saved with, after [`Self::follow_renames`]. `saved` are the renames since the save
    /// before. Returns the file if it was written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn follow_save(
        &mut self,
        document: &OpenDocument,
        saved: &[Rename],
    ) -> Result<Option<PathBuf>, ClaimsNotWritten> {
        self.followed = document.history().renames().len();
        let Some((file, expected)) = &mut self.file else {
            return Ok(None);
        };
        let now = named_as_saved(&self.claims, document);
        let mut before = now.clone();
        unsaved_renames::revert(&mut before, saved, document.document());
        if before == now || self.unusable.is_some() {
            return Ok(None);
        }
        *expected = claims_files::write(file, &now, *expected)?;
        Ok(Some(file.clone()))
    }

    /// Writes the claims beside the tree, which was saved to another file, unless there are others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_beside(
        &mut self,
        document: &OpenDocument,
        tree: &Path,
    ) -> Result<ClaimsBesideTree, ClaimsNotWritten> {
        self.followed = document.history().renames().len();
        let file = claims_files::file_of(tree);
        if *self.claims == Claims::default() || self.file() == Some(&*file) {
            return Ok(ClaimsBesideTree::Nothing);
        }
        let of_file = |claims: &Claims| {
            let name = tree.file_name().and_then(|name| name.to_str());
            let schema = claims.schema.as_ref();
            Claims {
                tree: claims.tree.as_ref().and(name.map(str::to_owned)),
                // Another location leads elsewhere.
                schema: schema.filter(|it| it.contains("://")).cloned(),
                ..claims.clone()
            }
        };
        let claims = of_file(&self.claims);
        if files::is_there(&file) {
            let is_same = claims_files::read(&file, tree).is_ok_and(|(there, _)| there == claims);
            let in_the_way = (!is_same).then_some(ClaimsBesideTree::InTheWay(file));
            return Ok(in_the_way.unwrap_or(ClaimsBesideTree::Nothing));
        }
        let on_disk = named_as_saved(&claims, document);
        let expected = claims_files::write(&file, &on_disk, Expected::Nothing)?;
        self.history.map(of_file);
        self.claims = Arc::new(claims);
        self.file = Some((file.clone(), expected));
        self.unusable = None;
        self.is_read = true;
        Ok(ClaimsBesideTree::Written(file))
    }

    /// Changes the claims, and writes their file if the document has one.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn edit(
        &mut self,
        edit: ClaimsEdit,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        let before = self.claims.clone();
        let mut after = (*before).clone();
        edit.apply(&mut after);
        if after == *before {
            return Ok(());
        }
        let after = Arc::new(after);
        self.store(after.clone(), document)?;
        let tree_state = document.history().state();
        self.history.record(before, after, tree_state);
        Ok(())
    }

    /// Undoes or redoes a change of the claims, and writes their file.
    ///
    /// # Errors
    /// If the file cannot be written; then nothing is changed.
    pub fn step(
        &mut self,
        direction: Direction,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        if let Some(claims) = self.history.peek(direction).cloned() {
            self.store(claims, document)?;
            self.history.step(direction);
        }
        Ok(())
    }

    /// Makes these the claims, and writes their file, with the names that the tree has on disk.
    fn store(
        &mut self,
        claims: Arc<Claims>,
        document: &OpenDocument,
    ) -> Result<(), ClaimsNotWritten> {
        if self.unusable.is_some() {
            return Err(ClaimsNotWritten::Unusable);
        }
        if let Some((file, expected)) = &mut self.file {
            let on_disk = named_as_saved(&claims, document);
            *expected = claims_files::write(file, &on_disk, *expected)?;
        }
        self.claims = claims;
        self.revision += 1;
        Ok(())
    }
}
