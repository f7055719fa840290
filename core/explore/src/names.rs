//! Names of nodes and variables in sentences. Where a tree is used by another one, they say in which use of it a node is. Knows nothing of
//! what is said about them.

use treewright_core::compile::Origins;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Argument, Program, ToArgument as _, told};
use treewright_insight::scenario::document_and_node_at;

told! {
    /// The name of a node or a variable, in quotation marks.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum QuotedName of "quoted_name" {
        /// It is in the explored tree itself.
        Alone {
            /// The name.
            name: Argument,
        } = "alone", "`{name}`";
        /// It is in a tree that the explored tree uses.
        Inside {
            /// The name.
            name: Argument,
            /// The use of the tree: a quoted name, too.
            outer: Argument,
        } = "inside", "`{name}` in {outer}";
    }
}

/// Names the nodes and variables of a program.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The documents of the program.
    pub project: &'a Project<'a>,
    /// The origins of its nodes.
    pub origins: &'a Origins,
    /// The program.
    pub program: &'a Program<()>,
}

impl Names<'_> {
    /// Returns the title of a node, with what distinguishes it from others of the same title in its tree.
    pub fn title(&self, node: NodeIndex) -> Argument {
        let origin = self.origins.origin(self.program.id(node));
        match document_and_node_at(self.project, &origin) {
            Some((document, node)) => document.name_of_node(node),
            None => self.program.title_argument(node),
        }
    }

    /// Returns the node that uses the tree in which a node is; `None` for nodes of the explored tree itself.
    pub fn use_of(&self, node: NodeIndex) -> Option<NodeIndex> {
        let mut inner = node;
        while let Some(outer) = self.program.parent(inner) {
            let ids = [outer, inner].map(|node| self.program.id(node));
            if self.origins.is_use(ids[0], ids[1]) {
                return Some(outer);
            }
            inner = outer;
        }
        None
    }

    /// Names a node in a sentence.
    pub fn node(&self, node: NodeIndex) -> Argument {
        self.quoted(self.title(node), self.use_of(node))
    }

    /// Names a variable of the program in a sentence. That of a use of a tree has the id of the use in its name.
    pub fn variable(&self, name: &str) -> Argument {
        let inside = name.rsplit_once('/').and_then(|(outer, inner)| {
            let outer = self.program.index(&outer.into())?;
            Some((inner, outer))
        });
        match inside {
            Some((inner, outer)) => self.quoted(inner.to_argument(), Some(outer)),
            None => self.quoted(name.to_argument(), None),
        }
    }

    fn quoted(&self, name: Argument, outer: Option<NodeIndex>) -> Argument {
        let uses = std::iter::successors(outer, |outer| self.use_of(*outer));
        let mut names: Vec<Argument> = uses.map(|outer| self.title(outer)).collect();
        let Some(outermost) = names.pop() else {
            return QuotedName::Alone { name }.to_argument();
        };
        let outermost = QuotedName::Alone { name: outermost }.to_argument();
        names.insert(0, name);
        let within = |outer: Argument, name| QuotedName::Inside { name, outer }.to_argument();
        names.into_iter().rev().fold(outermost, within)
    }
}
