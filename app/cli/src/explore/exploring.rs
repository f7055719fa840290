//! Reads a tree with its claims, and searches through its runs until a limit is reached.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use treewright_core::project::Project;
use treewright_exchange::without_effect;
use treewright_explore::ExploreError;
use treewright_explore::claims::{ClaimError, Claims};
use treewright_explore::claims_json;
use treewright_explore::exploration::{Exploration, NotPrepared};
use treewright_explore::search::{self, Search};
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
    pub limits: SearchLimits,
}

/// A search that has ended.
pub struct Explored {
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
        match claims_beside(path) {
            Some(file) => {
                let (claims, bytes) = read_claims(&file, texts)?;
                Ok(Self::with(
                    path.to_owned(),
                    tree,
                    claims,
                    Some((file, bytes)),
                ))
            }
            None => Ok(Self::with(path.to_owned(), tree, Claims::default(), None)),
        }
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
            file,
            tree,
            claims_file,
        }
    }

    pub fn project(&self) -> Project<'_> {
        self.tree.project()
    }

    /// Searches until a limit is reached.
    pub fn explore(&self, texts: &Texts) -> Result<Explored, Unusable> {
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
        let began = Instant::now();
        let mut is_late = false;
        let most = search::Limits {
            states: self.limits.states,
            frames: self.limits.frames,
            memory: self.limits.memory,
        };
        let limit = found.search.advance(&most, |_: &Search| {
            is_late = began.elapsed().as_secs_f64() >= self.limits.seconds;
            if is_late {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        Ok(Explored {
            found,
            limit: limit.map(|limit| match limit {
                search::Limit::Stopped if is_late => ReachedLimit::Seconds,
                other => other.into(),
            }),
            seconds: began.elapsed().as_secs_f64(),
        })
    }

    fn cannot_run(&self, error: ExploreError, texts: &Texts) -> Unusable {
        let of_tree = match error {
            ExploreError::NothingToRun => ScenarioError::NothingToRun,
            ExploreError::BrokenNode { node, why } => {
                let node = node.as_str().into();
                ScenarioError::BrokenNode {
                    title: self.tree.document.name_of(&node),
                    node,
                    why,
                }
            }
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

/// Returns the files of claims that a path names: the file itself, that beside a tree, or all in a folder and its subfolders.
pub fn claims_of(path: &Path, texts: &Texts) -> Walk {
    if path.is_dir() {
        return Walk::below(path, texts, is_claims);
    }
    let file = if is_claims(path) {
        Some(path.to_owned())
    } else {
        claims_beside(path)
    };
    Walk {
        files: file.into_iter().collect(),
        ..Walk::default()
    }
}

pub fn read_claims(file: &Path, texts: &Texts) -> Result<(Claims, Vec<u8>), Unusable> {
    let bytes = files::read(file).map_err(|error| input::unreadable_file(file, &error, texts))?;
    match claims_json::read(&bytes) {
        Ok(claims) => Ok((claims, bytes)),
        Err(error) => Err(input::of_format(file, &error, &bytes, texts)),
    }
}
