//! The program that an open document would run as, for those who ask what its nodes can do: compiled when the first one asks, and kept until
//! something changes that a run would notice. Runs nothing.

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use treewright_core::Program;
use treewright_core::compile::{Compiled, Origin};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;

use super::run_session::compile_alone;

/// A document with the trees that it runs, also those of other files, as one program.
pub struct DocumentProgram {
    compiled: Compiled<()>,
    /// Where each node of the document stands, once somebody asked.
    places: OnceCell<FxHashMap<NodeId, Vec<NodeIndex>>>,
}

impl DocumentProgram {
    /// The program; none if there is nothing to run.
    pub fn program(&self) -> Option<&Program<()>> {
        self.compiled.program.as_deref()
    }

    /// Where a node of the program comes from.
    pub fn origin<'a>(&'a self, program: &'a Program<()>, place: NodeIndex) -> Origin<'a> {
        self.compiled.origins.origin(program.id(place))
    }

    /// Where a node of the document stands in the program: once for each use of its tree.
    pub fn places<'a>(&'a self, node: &NodeId) -> impl Iterator<Item = NodeIndex> + use<'a> {
        let places = self.places.get_or_init(|| self.all_places());
        places.get(node).into_iter().flatten().copied()
    }

    fn all_places(&self) -> FxHashMap<NodeId, Vec<NodeIndex>> {
        let mut places: FxHashMap<NodeId, Vec<NodeIndex>> = FxHashMap::default();
        let Some(program) = self.program() else {
            return places;
        };
        for place in program.indices() {
            let origin = self.origin(program, place);
            if origin.path.is_none() {
                places.entry(origin.node.clone()).or_default().push(place);
            }
        }
        places
    }
}

/// What was compiled last, with the run revision that it was compiled from.
#[derive(Default)]
pub struct KeptProgram(RefCell<Option<(u64, Rc<DocumentProgram>)>>);

impl KeptProgram {
    /// The program of a document at this run revision.
    pub fn get(
        &self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Rc<DocumentProgram> {
        let mut kept = self.0.borrow_mut();
        if let Some((_, program)) = kept.as_ref().filter(|(of, _)| *of == revision) {
            return program.clone();
        }
        let compiled = compile_alone(project, library, &[]);
        let program = Rc::new(DocumentProgram {
            compiled,
            places: OnceCell::new(),
        });
        *kept = Some((revision, program.clone()));
        program
    }
}

impl fmt::Debug for DocumentProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentProgram").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use treewright_core::abort::AbortType;
    use treewright_core::edit::Command;
    use treewright_core::ids::NodeId;
    use treewright_core::model::{DocumentBuilder, Node};

    use crate::workspace::open_document::{DocumentId, OpenDocument};

    #[test]
    fn a_document_is_compiled_once_until_something_changes_that_a_run_would_notice() {
        let mut tree = DocumentBuilder::new("T");
        let root = tree.root(Node::new("n1", "Selector")).unwrap();
        tree.child(&root, Node::new("n2", "CompareInt")).unwrap();
        let wait = tree.child(&root, Node::new("n3", "Wait")).unwrap();
        let mut open = OpenDocument::new(DocumentId(1), tree.finish(), Vec::new());
        let library = open.library().clone();
        let first = open.program();
        let comment = Command::SetComment(vec![wait], "later".to_owned());
        open.apply(&library, &comment).unwrap();
        assert!(Rc::ptr_eq(&first, &open.program()));
        let reach = |open: &OpenDocument| {
            let compiled = open.program();
            let program = compiled.program().unwrap();
            let place = compiled.places(&NodeId::from("n2")).next().unwrap();
            let reached = program.interruptible_by(place).into_iter();
            let ids: Vec<_> = reached.map(|place| program.id(place).to_string()).collect();
            ids.join(" ")
        };
        assert_eq!(reach(&open), "");
        let watch = Command::SetAbort(vec![root], AbortType::Both);
        open.apply(&library, &watch).unwrap();
        assert!(!Rc::ptr_eq(&first, &open.program()));
        assert_eq!(reach(&open), "n3");
    }
}
