//! Lets many trees of a project use a task library.

use std::collections::BTreeSet;

use treewright_authoring::edit::Command;
use treewright_core::model::Document;
use treewright_core::project::{relative, resolve};

use super::{DocumentPart, Plan, ProjectTexts, RefactoringError, Use};

/// Adds the library to these trees, or removes it from them.
pub fn plan(
    texts: &ProjectTexts,
    library: &str,
    trees: &BTreeSet<String>,
    is_used: bool,
) -> Result<Plan, RefactoringError> {
    if texts.library(library).is_none() {
        return Err(RefactoringError::NoSuchFile(library.to_owned()));
    }
    let mut plan = Plan::default();
    for (path, document) in texts.trees().filter(|(path, _)| trees.contains(*path)) {
        if uses(path, document, library) == is_used {
            continue;
        }
        let mut libraries = document.libraries.clone();
        if is_used {
            libraries.push(relative(path, library));
        } else {
            libraries.retain(|reference| !leads_to(path, reference, library));
        }
        let mut part = DocumentPart::default();
        part.add(Use::File, Command::SetLibraries(libraries));
        part.finish(path, document, &texts.node_types(path, document), &mut plan)?;
    }
    Ok(plan)
}

impl ProjectTexts {
    /// The trees that do not use a library.
    pub fn trees_without(&self, library: &str) -> BTreeSet<String> {
        let trees = self.trees();
        let without = trees.filter(|(path, document)| !uses(path, document, library));
        without.map(|(path, _)| path.to_owned()).collect()
    }

    /// The libraries that all trees use.
    pub fn shared_libraries(&self) -> Vec<&str> {
        let has_trees = self.trees().next().is_some();
        let libraries = self.libraries().map(|(path, _)| path);
        let shared = libraries.filter(|path| has_trees && self.trees_without(path).is_empty());
        shared.collect()
    }
}

fn uses(path: &str, document: &Document, library: &str) -> bool {
    let mut libraries = document.libraries.iter();
    libraries.any(|reference| leads_to(path, reference, library))
}

/// Whether a reference of the tree at `path` leads to a file.
pub(super) fn leads_to(path: &str, reference: &str, file: &str) -> bool {
    resolve(path, reference).is_ok_and(|resolved| resolved == file)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use treewright_core::library::TaskLibrary;
    use treewright_core::model::testing::draw;

    use super::*;
    use crate::refactoring::{Content, NewContent, Refactoring, plan};

    #[test]
    fn the_trees_that_lack_a_library_get_it_and_lose_it_again() {
        let mut texts = ProjectTexts::default();
        texts.insert("a/x.bt.json", Content::Tree(Arc::new(draw("n1:Wait"))));
        let mut has = draw("n1:Wait");
        has.libraries = vec!["lib/arms.tasks.json".into()];
        texts.insert("y.bt.json", Content::Tree(Arc::new(has)));
        let library = Content::Library(Arc::new(TaskLibrary::default()));
        texts.insert("lib/arms.tasks.json", library);
        let trees = texts.trees_without("lib/arms.tasks.json");
        assert_eq!(trees, BTreeSet::from(["a/x.bt.json".to_owned()]));
        assert!(texts.shared_libraries().is_empty());
        let share = Refactoring::UseLibrary {
            library: "lib/arms.tasks.json".into(),
            trees,
            is_used: true,
        };
        for (refactoring, expected) in [
            (share.clone(), vec!["../lib/arms.tasks.json".to_owned()]),
            (share.reversed().unwrap(), Vec::new()),
        ] {
            let plan = plan(&texts, &refactoring).unwrap();
            let [change] = &plan.changes[..] else {
                panic!("{plan:?}")
            };
            let NewContent::Tree(_, document) = &change.content else {
                panic!("{change:?}")
            };
            assert_eq!(document.libraries, expected);
            texts.insert("a/x.bt.json", Content::Tree(document.clone()));
            let is_shared = texts.shared_libraries() == ["lib/arms.tasks.json"];
            assert_eq!(is_shared, !expected.is_empty());
        }
    }
}
