//! The settings by which a node decides, with their values then: limits, durations, probabilities, and what the children of a parent carry. Which nodes decide by
//! settings their types say ([`Ground`](treewright_core::runtime::Ground)).

use std::sync::Arc;

use treewright_core::runtime::{NodeIndex, Operand, Setting, World};
use treewright_core::value::Value;

use super::history::{EventPosition, Frames, History};
use super::{Fact, ReasonStep};

/// A setting by which a node decided.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeSetting {
    /// The parameter.
    pub parameter: Arc<str>,
    /// The child that carries it for the node; `None` if it is the node's own.
    pub child: Option<NodeIndex>,
    /// The variable to which it is bound; `None` if it is a constant.
    pub variable: Option<Arc<str>>,
    /// Its value then; `None` if that is unknown.
    pub value: Option<Value>,
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns the step with the settings by which a node decided at this event; `None` if its type decides by none.
    pub fn settings(&self, node: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let settings = self.program.settings(node).iter();
        // What is switched off says nothing, and that all children of a Parallel count, or one, is what all expect.
        let is_usual = |value: &Value| match value {
            Value::Bool(is_on) => !is_on,
            Value::Int(count) => self.program.is_parallel(node) && *count <= 1,
            _ => false,
        };
        let said =
            settings.filter(|it| !matches!(&it.value, Operand::Literal(value) if is_usual(value)));
        let said: Vec<NodeSetting> = said
            .map(|setting| self.setting_at(node, setting, place))
            .collect();
        // That of a moment comes after the last event.
        let last = self.frames.events(place.frame).len().saturating_sub(1);
        let event = place.event.min(last);
        (!said.is_empty()).then_some(ReasonStep {
            node,
            place: Some(EventPosition { event, ..place }),
            fact: Fact::Settings(said),
        })
    }

    fn setting_at(&self, node: NodeIndex, setting: &Setting, place: EventPosition) -> NodeSetting {
        let mut children = self.program.children(node);
        let (variable, value) = match &setting.value {
            Operand::Literal(value) => (None, Some(value.clone())),
            Operand::Variable(slot) => {
                let name = self.program.variable_name(*slot);
                let known = self.frames.last_write(name, place, Some(node));
                (Some(name.clone()), known.and_then(|known| known.value))
            }
        };
        NodeSetting {
            parameter: setting.parameter.clone(),
            child: setting.child.and_then(|child| children.nth(child)),
            variable,
            value,
        }
    }
}
