//! `Subtree` runs another tree, of its document or of another file. It is a leaf in the document; compilation puts the
//! other tree below it.

use crate::model::{FILE_PARAMETER, SUBTREE, TREE_PARAMETER};
use crate::nodes::prelude::*;

/// Sets the variables of this use, runs the other tree, and returns its result.
#[derive(Debug)]
pub struct Subtree {
    initial: Box<[(VariableSlot, Argument)]>,
}

impl Subtree {
    /// Creates a use that writes these values to its own variables at each start.
    pub(crate) fn setting(initial: Vec<(VariableSlot, Argument)>) -> Self {
        Self {
            initial: initial.into(),
        }
    }

    /// Iterates over the variables that it sets at each start.
    pub(crate) fn sets(&self) -> impl Iterator<Item = VariableSlot> {
        self.initial.iter().map(|(slot, _)| *slot)
    }
}

impl NodeType for Subtree {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: SUBTREE.into(),
            category: Category::Action,
            summary: "Runs another tree of this document or of another file.".into(),
            details: concat!(
                "- Returns the result of the tree; conditionals inside abort as if the tree were part of this one.\n",
                "- Its other parameters are the variables of the subtree, by name. Bound to a variable, the subtree's variable is that variable: reads and writes ",
                "pass through. A constant is the value of the variable each time the subtree starts, instead of its initial value.\n",
                "- Variables of scope `subtree` are reset at each start. In another file, those of scope `tree` belong to this use and keep their values ",
                "across starts; those of scope `global` are the manager's.\n",
                "- Overrides change single parameters of nodes inside, for this use only.\n",
                "- A tree that contains itself, directly or indirectly, cannot run.",
            )
            .into(),
            icon: "schema".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::optional(
                    TREE_PARAMETER,
                    ParameterType::Tree,
                    "",
                    "The name of the tree; empty for the main tree of the file.",
                ),
                ParameterDeclaration::optional(
                    FILE_PARAMETER,
                    ParameterType::Name,
                    "",
                    "The file that contains it, relative to this one; empty for this document.",
                ),
            ],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self::setting(Vec::new())
    }
}

impl Parent for Subtree {
    const STANDS_FOR_CHILD: bool = true;

    fn rule(&self) -> Option<Rule> {
        // Without values to set it only passes the result on, and the executor can skip it.
        self.initial.is_empty().then_some(Rule {
            success: Verdict::Succeed,
            failure: Verdict::Fail,
        })
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        for (slot, value) in &self.initial {
            let value = value.value(context.tick).clone();
            context.tick.set(*slot, value);
        }
        Next::Run(context.first_child())
    }
}
