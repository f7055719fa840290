//! Compiles nodes with stand-ins: leaves that return the results of their stand-in, and parents that run their
//! children like a built-in node type.
//!
//! A leaf becomes one of the two node types of `nodes/stand_in.rs`, so that what it remembers is part of every snapshot. A game's
//! own tasks never see stand-ins.

use std::sync::Arc;

use super::broken::BrokenNode;
use super::expansion::TreeUse;
use super::source::SourceDocument;
use super::{CompiledNode, STAND_IN_EXPRESSION, check_children, missing_code};
use crate::category::Category;
use crate::model::{ActsLike, Node, NodeDeclaration, StandIn};
use crate::nodes::stand_in::Player;
use crate::nodes::{Arguments, Builtin};
use crate::runtime::Operation;
use crate::runtime::World;

/// Compiles a parent that runs its children like a built-in node type. For a single child, Sequence passes the result
/// through.
pub(super) fn parent<W: World + ?Sized>(
    source: &SourceDocument<'_>,
    node: &Node,
    declaration: Option<&NodeDeclaration>,
    like: ActsLike,
) -> Result<CompiledNode<W>, BrokenNode> {
    let (task, usual) = match like {
        ActsLike::Sequence => ("Sequence", Category::Composite),
        ActsLike::Selector => ("Selector", Category::Composite),
        ActsLike::PassThrough => ("Sequence", Category::Decorator),
    };
    let declared = declaration.map(|d| d.category).filter(|c| !c.is_leaf());
    if like == ActsLike::PassThrough {
        check_children(source, node, Category::Decorator)?;
    }
    let category = declared.unwrap_or(usual);
    check_children(source, node, category)?;
    let kind = Builtin::make(task, &Arguments::default());
    let operation = kind.map(Operation::builtin);
    let operation = operation.ok_or_else(|| missing_code(task, category))?;
    Ok(CompiledNode::new(category, operation))
}

/// Compiles a leaf with a stand-in. A task without declaration counts as an action.
pub(super) fn leaf<W: World + ?Sized>(
    expansion: &TreeUse<'_>,
    node: &Node,
    declaration: Option<&NodeDeclaration>,
    stand_in: &StandIn,
) -> Result<CompiledNode<W>, BrokenNode> {
    let is_conditional = declaration.is_some_and(|d| d.category == Category::Conditional);
    let formula = match stand_in {
        StandIn::Expression(text) => Some(expansion.settings(node).condition(text)?),
        StandIn::Unknown(json) => {
            let json = json.clone();
            return Err(BrokenNode::UnknownStandIn { json });
        }
        _ => None,
    };
    let reads = formula.as_ref().map_or(&[][..], |f| f.variables()).to_vec();
    let category = if is_conditional {
        Category::Conditional
    } else {
        Category::Action
    };
    let data = expansion.settings(node).data(&node.data);
    let mut arguments = Arguments::default();
    if let Some(formula) = &formula {
        arguments.set_expression(STAND_IN_EXPRESSION, Arc::clone(formula));
    }
    let mut player = Player::new(stand_in.clone(), formula);
    player.set_data(data);
    let operation = Operation::builtin(Builtin::playing(player, is_conditional));
    Ok(CompiledNode {
        reads,
        arguments,
        ..CompiledNode::new(category, operation)
    })
}
