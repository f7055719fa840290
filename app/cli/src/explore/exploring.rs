//! Reads a tree with its claims, and searches through its runs until a limit is reached.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::project::Project;
use treewright_exchange::without_effect;
use treewright_explore::ExploreError;
use treewright_explore::claims::{ClaimError, Claims};
use treewright_explore::claims_json;
use treewright_explore::exploration::{Exploration, NotPrepared};
use treewright_insight::scenario::ScenarioError;
use treewright_session::host::claims_files::{self, is_claims};
use treewright_session::host::files;
use treewright_session::i18n::Texts;
use treewright_session::workspace::exploration::{ReachedLimit, SearchLimits};

use crate::input::{self, Tree, Unusable, unusable};
use crate::report::Report;
use crate::scenarios::mismatch;
use crate::walk::Walk;

/// A tree with the claims about it.
pub struct ExploredTree {
    pub file: PathBuf,
    pub tree: Tree,
    /// The file of the claims, and its content.
    pub claims_file: Option<(PathBuf, Vec<u8>)>,
    pub claims: Arc<Claims>,
    /// Why the claims beside the tree are not used.
    pub claims_not_used: Option<Box<Report>>,
    pub limits: SearchLimits,
}

/// A search that has ended.
pub struct EndedSearch {
    pub found: Exploration,
    /// The limit that ended it.
    pub limit: Option<ReachedLimit>,
    pub seconds: f64,
}

impl ExploredTree {
    /// Reads a tree with the claims beside it, or claims with their tree.
    pub fn read(path: &Path, texts: &Texts) -> Result<Self, Unusable> {
        if is_claims(path) {
            return Self::of_claims(path, texts);
        }
        let tree = input::read_tree(path, texts)?;
        let Some(file) = claims_beside(path) else {
            return Ok(Self::with(path.to_owned(), tree, Claims::default(), None));
        };
        let (claims, bytes) = read_claims(&file, texts)?;
        if let Some(report) = about_other_tree(&file, &claims, path, texts) {
            return Ok(Self {
                claims_not_used: Some(Box::new(report)),
                ..Self::with(path.to_owned(), tree, Claims::default(), None)
            });
        }
        let claims_file = Some((file, bytes));
        Ok(Self::with(path.to_owned(), tree, claims, claims_file))
    }

    fn of_claims(file: &Path, texts: &Texts) -> Result<Self, Unusable> {
        let (claims, bytes) = read_claims(file, texts)?;
        let tree_file = claims_files::tree_of(file, &claims).map_err(|error| {
            let reason = texts.reference_error(&error);
            let message = texts.tr_with("cli.scenario.tree_not_read", &[("reason", &reason)]);
            let report = Report::error(file, error.code(), message);
            unusable(report.with_remedy(texts.reference_remedy(&error)))
        })?;
        let tree = input::read_tree(&tree_file, texts)?;
        Ok(Self::with(
            tree_file,
            tree,
            claims,
            Some((file.to_owned(), bytes)),
        ))
    }

    fn with(
        file: PathBuf,
        tree: Tree,
        claims: Claims,
        claims_file: Option<(PathBuf, Vec<u8>)>,
    ) -> Self {
        Self {
            limits: SearchLimits::of(&claims),
            claims: Arc::new(claims),
            claims_not_used: None,
            file,
            tree,
            claims_file,
        }
    }

    pub fn project(&self) -> Project<'_> {
        self.tree.project()
    }

    /// Searches until a limit is reached.
    pub fn explore(&self, texts: &Texts) -> Result<EndedSearch, Unusable> {
        let library = self.tree.program_library();
        let found = Exploration::new(&self.project(), library, self.claims.clone());
        let mut found = found.map_err(|error| match error {
            NotPrepared::CannotRun(error) => self.cannot_run(error, texts),
            NotPrepared::Wrong(errors) => self.wrong(&errors, texts),
        })?;
        if !found.errors.is_empty() {
            return Err(self.wrong(&found.errors, texts));
        }
        found.add_kept(&self.project(), without_effect);
        let (limit, seconds) = self.limits.advance(&mut found.search, |_, _| false);
        Ok(EndedSearch {
            found,
            limit,
            seconds,
        })
    }

    fn cannot_run(&self, error: ExploreError, texts: &Texts) -> Unusable {
        let of_tree = match error {
            ExploreError::NothingToRun => ScenarioError::NothingToRun,
            ExploreError::BrokenNode { id, why, .. } => ScenarioError::BrokenNode {
                title: self.tree.document.name_of(&id),
                node: id,
                why,
            },
            other => {
                let message = texts.sentence(&other.message());
                let report = Report::error(&self.file, other.code(), message);
                return unusable(report.with_remedy(texts.tr("cli.remedy.open_in_editor")));
            }
        };
        mismatch(None, &self.file, &self.tree, &of_tree, texts)
    }

    /// Returns all that is wrong with the claims, if the tree can be explored.
    pub fn problems_of_claims(&self, texts: &Texts) -> Vec<Report> {
        let library = self.tree.program_library();
        let errors = match Exploration::new(&self.project(), library, self.claims.clone()) {
            Ok(found) => found.errors,
            Err(NotPrepared::Wrong(errors)) => errors,
            Err(NotPrepared::CannotRun(error)) => {
                return vec![*self.cannot_run(error, texts).report];
            }
        };
        errors
            .iter()
            .map(|error| self.report(error, texts))
            .collect()
    }

    /// Returns the text of the claims' file.
    pub fn claims_text(&self) -> Option<String> {
        let (_, bytes) = self.claims_file.as_ref()?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }

    /// The first error of the claims, at its place.
    fn wrong(&self, errors: &[ClaimError], texts: &Texts) -> Unusable {
        let first = errors.first();
        let report = first.map(|error| self.report(error, texts));
        Unusable {
            report: Box::new(report.unwrap_or_default()),
            text: self.claims_text(),
        }
    }

    /// An error of the claims, at its place.
    fn report(&self, error: &ClaimError, texts: &Texts) -> Report {
        let (file, bytes) = match &self.claims_file {
            Some((file, bytes)) => (&**file, &**bytes),
            None => (&*self.file, &b""[..]),
        };
        let message = texts.message(&error.problem.message());
        let report = Report::error(file, error.problem.code(), message);
        let tree = crate::shown(&self.file);
        let remedy = texts.tr_with("cli.remedy.compare_with_tree", &[("tree", &tree)]);
        let report = report.at(claims_json::place_of(bytes, error));
        report.with_remedy(remedy)
    }
}

/// Returns the file of claims beside a tree, if there is one.
fn claims_beside(tree: &Path) -> Option<PathBuf> {
    Some(claims_files::file_of(tree)).filter(|file| file.is_file())
}

/// Warns of claims beside a tree that are about another one, if they are.
fn about_other_tree(file: &Path, claims: &Claims, tree: &Path, texts: &Texts) -> Option<Report> {
    let other = claims_files::other_tree(file, claims, tree)?;
    let message = texts.tr_with("cli.explore.claims_not_used", &[("tree", other)]);
    let report = Report::warning(file, "claims_of_other_tree", message);
    Some(report.with_remedy(texts.tr("cli.remedy.claims_of_other_tree")))
}

/// The files of claims that a path names.
#[derive(Default)]
pub struct NamedClaims {
    pub files: Vec<PathBuf>,
    /// Why the file beside a tree is not one of them.
    pub not_used: Option<Report>,
}

/// Returns the files of claims that a path names: the file itself, that beside a tree, or all in a folder and its subfolders.
pub fn claims_of(path: &Path, texts: &Texts) -> NamedClaims {
    if path.is_dir() {
        return NamedClaims {
            files: Walk::below(path, texts, is_claims).files,
            not_used: None,
        };
    }
    let file = if is_claims(path) {
        Some(path.to_owned())
    } else {
        claims_beside(path)
    };
    let Some(file) = file else {
        return NamedClaims::default();
    };
    let claims = read_claims(&file, texts).ok().filter(|_| file != path);
    let not_used = claims.and_then(|(claims, _)| about_other_tree(&file, &claims, path, texts));
    NamedClaims {
        files: not_used.is_none().then_some(file).into_iter().collect(),
        not_used,
    }
}

pub fn read_claims(file: &Path, texts: &Texts) -> Result<(Claims, Vec<u8>), Unusable> {
    let bytes = files::read(file).map_err(|error| input::unreadable_file(file, &error, texts))?;
    match claims_json::read(&bytes) {
        Ok(claims) => Ok((claims, bytes)),
        Err(error) => Err(input::of_format(file, &error, &bytes, texts)),
    }
}
