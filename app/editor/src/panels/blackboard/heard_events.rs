//! The events that nodes listen to, with the types of their payloads. Draws nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::model::{Document, ParameterValue};
use treewright_core::value::ValueType;
use treewright_session::workspace::run_view::RunView;

use crate::panels::PanelContext;

/// The node types that listen to an event, whose name and payload are parameters.
const LISTENERS: [&str; 2] = ["WaitForEvent", "HasReceivedEvent"];

/// An event that nodes listen to.
#[derive(Clone, Debug, PartialEq)]
pub struct HeardEvent {
    pub name: Arc<str>,
    /// The type of the variable that receives the payload, if there is one.
    pub payload: Option<ValueType>,
}

/// The events that nodes of the document listen to and, while it runs, those of other files.
pub fn heard(cx: &PanelContext<'_>) -> Vec<HeardEvent> {
    let mut heard = heard_in(cx.front.document());
    for name in cx.run.map(RunView::heard_events).unwrap_or_default() {
        heard.entry(name).or_default();
    }
    let event = |(name, payload)| HeardEvent { name, payload };
    heard.into_iter().map(event).collect()
}

fn heard_in(document: &Document) -> BTreeMap<Arc<str>, Option<ValueType>> {
    let mut heard: BTreeMap<Arc<str>, Option<ValueType>> = BTreeMap::new();
    let listeners = document
        .nodes()
        .filter(|node| LISTENERS.contains(&&*node.task));
    for node in listeners {
        let name = node.text_parameter("name");
        if name.is_empty() {
            continue;
        }
        let variable = match node.parameters.get("payload") {
            Some(ParameterValue::Variable(variable)) => document.variable(variable),
            _ => None,
        };
        let payload = heard.entry(name.into()).or_default();
        if payload.is_none() {
            *payload = variable.map(|variable| variable.value_type.clone());
        }
    }
    heard
}

#[cfg(test)]
mod tests {
    use treewright_core::model::testing::draw;

    use super::*;

    #[test]
    fn events_have_the_type_of_the_variable_that_receives_them() {
        let document = draw(
            "target:vec2; n1:Sequence[n2:WaitForEvent(name=deploy) n3:HasReceivedEvent(name=contact) \
             n4:WaitForEvent(name=contact,payload={target}) n5:WaitForEvent n6:Log(text=contact)]",
        );
        let heard: Vec<_> = heard_in(&document).into_iter().collect();
        assert_eq!(
            heard,
            [
                ("contact".into(), Some(ValueType::Vec2)),
                ("deploy".into(), None)
            ]
        );
    }
}
