//! The document: what a designer edits and a file stores.
//!
//! A [`Document`] is a forest: the tree below [`Document::root`] and any number of unconnected branches. A branch can
//! have a name ([`NamedTree`]), by which Subtree nodes run it.
//!
//! Every node has exactly one place ([`Place`]): it is the root, the head of an unconnected branch, or a child of one
//! parent. There are no cycles, no second parents and no connections to missing nodes. Where a file has them, they
//! are stored apart from the children as [`BrokenLink`]s, so that they can be shown, fixed and written back.
//!
//! **Invariant:** only `edit/primitive.rs` changes a document (new ones are built with [`DocumentBuilder`]); everyone
//! may read it. The model does not know what tasks do, nor that trees run.

mod attached_data;
mod builder;
mod changes;
mod conflict;
mod copy_on_write;
mod declaration;
mod document;
mod field;
mod fields;
mod invariants;
pub mod lengths;
pub mod memory;
mod named_tree;
mod node;
mod node_map;
mod note;
mod parameter;
mod parameters;
mod rebuilt;
mod stand_in;
mod titles;
mod traversal;
mod variable;

pub use attached_data::{DataLine, data_lines, with_expressions};
pub use builder::{DocumentBuilder, ListedPlace, OrderError};
pub use changes::Changes;
pub use conflict::{Conflict, ConflictKind, Side};
pub use copy_on_write::CopyOnWrite;
pub use declaration::{
    Arity, Effect, ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType, Range,
};
pub use document::free_name;
pub use document::{Document, NodePlace, Surgery};
pub use field::{Field, FieldValue, Subject};
pub use fields::HasFields;
pub use invariants::broken_invariants;
pub use lengths::{TooLong, too_long};
pub use named_tree::{FILE_PARAMETER, NamedTree, Override, SUBTREE, TREE_PARAMETER};
pub use node::{BrokenLink, BrokenLinkReason, Node};
pub use node_map::NodeMap;
pub use note::{Annotation, Group, LEAST_ANNOTATION, Note};
pub use parameter::{Extra, Literal, ParameterValue};
pub use parameters::Parameters;
pub use stand_in::{ActsLike, Delay, StandIn, WrongNumber};
pub use titles::NumberedTitle;
pub use traversal::PreOrder;
pub use variable::{Scope, Variable};

#[cfg(any(test, feature = "testing"))]
#[doc(hidden)]
pub mod testing;
