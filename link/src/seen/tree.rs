//! The tree of a game's program: compiled again from its files, with stand-ins for the game's leaves, so that it can be
//! shown and explained. It counts only if its nodes are those of the game, place by place.

use std::sync::Arc;

use treewright_core::compile::Origins;
use treewright_core::ids::NodeId;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Message, Program, told};
use treewright_insight::recording_json::{ParsedSources, RecordedFile, Sources};

use crate::protocol;

/// How the name of a task library ends.
const LIBRARY: &str = ".tasks.json";

told! {
    /// Why the tree of a program cannot be shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum TreeProblem of "link_tree" {
        /// The game does not have its files.
        NoFiles {
            /// The document.
            document: String,
        } = "no_files", "the game does not tell the files of `{document}`";
        /// A file cannot be read.
        Unreadable {
            /// The document.
            document: String,
            /// The problem.
            why: Message,
        } = "unreadable", "the files of `{document}` cannot be read: {why}";
        /// The document has no tree.
        NoTree {
            /// The document.
            document: String,
        } = "no_tree", "`{document}` has no tree that can run";
        /// The files are not those that the game runs.
        OtherNodes {
            /// The document.
            document: String,
            /// The first node that differs.
            node: NodeId,
        } = "other_nodes", "`{document}` is not what the game runs: node `{node}` differs";
    }
}

/// The tree of a program.
pub struct SeenTree {
    /// Its files.
    pub sources: Sources,
    /// The same, parsed.
    pub files: ParsedSources,
    /// The compiled tree.
    pub program: Arc<Program<()>>,
    /// Where its nodes come from.
    pub origins: Origins,
}

impl SeenTree {
    /// Reads the tree of a program from its files: the main document first, then documents and task libraries.
    ///
    /// # Errors
    /// If the files are missing, cannot be read, or are not those of the program.
    pub fn read(program: &protocol::Program, files: &[RecordedFile]) -> Result<Self, TreeProblem> {
        let document = || program.document.to_string();
        if files.is_empty() {
            let document = document();
            return Err(TreeProblem::NoFiles { document });
        }
        let (libraries, documents) = files
            .iter()
            .cloned()
            .partition(|file| file.path.ends_with(LIBRARY));
        let sources = Sources {
            documents,
            libraries,
        };
        let files = sources.unpack().map_err(|error| TreeProblem::Unreadable {
            document: document(),
            why: error.message(),
        })?;
        let compiled = files.compile(&[]);
        let document = document();
        let Some(own) = compiled.program else {
            return Err(TreeProblem::NoTree { document });
        };
        match first_difference(program, &own) {
            Some(node) => Err(TreeProblem::OtherNodes { document, node }),
            None => Ok(Self {
                sources,
                files,
                program: own,
                origins: compiled.origins,
            }),
        }
    }

    /// Returns the node of the main document that a node of the program comes from; `None` if it comes from another one, or does
    /// not exist.
    pub fn document_node(&self, node: NodeIndex) -> Option<&NodeId> {
        if node.get() >= self.program.len() {
            return None;
        }
        let origin = self.origins.origin(self.program.id(node));
        origin.path.is_none().then_some(origin.node)
    }
}

/// Returns the first node that is another one, elsewhere, or only in one of both.
fn first_difference(told: &protocol::Program, own: &Program<()>) -> Option<NodeId> {
    let differs = |(place, (id, parent, _)): (NodeIndex, &(NodeId, i64, Arc<str>))| {
        let known = own.parent(place).map_or(-1, |parent| i64::from(parent.0));
        (own.id(place) != id || known != *parent).then(|| id.clone())
    };
    let mut places = own.indices().zip(&told.nodes);
    places.find_map(differs).or_else(|| {
        let missing = told.nodes.get(own.len()).map(|(id, ..)| id.clone());
        missing.or_else(|| Some(own.id(own.indices().nth(told.nodes.len())?).clone()))
    })
}
