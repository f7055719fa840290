//! What the nodes of a project that wait for events store: the types of their variables, by event. Code of the game, and other
//! documents, may take any payload.

use rustc_hash::FxHashMap;
use treewright_core::compile::{Top, Uses};
use treewright_core::model::{Node, SUBTREE};
use treewright_core::value::ValueType;

/// The types of the variables that store the payload of each event, by the event's name.
pub(super) type PayloadTypes<'a> = FxHashMap<&'a str, Vec<&'a ValueType>>;

/// The node types that store the payload of an event.
const RECEIVERS: [&str; 2] = ["WaitForEvent", "HasReceivedEvent"];

/// The parameter with the name of an event.
pub(super) const NAME: &str = "name";

/// The parameter with the payload, or with the variable that stores it.
pub(super) const PAYLOAD: &str = "payload";

/// Collects what the receivers of a project store. Nothing is known if a use of a subtree changes what a receiver inside waits
/// for, or where it stores the payload.
pub(super) fn payload_types<'a>(uses: &Uses<'a>) -> PayloadTypes<'a> {
    let mut types = PayloadTypes::default();
    for source in 0..uses.document_count() {
        let document = uses.document(source);
        if document
            .nodes()
            .any(|node| overrides_receivers(uses, source, node))
        {
            return PayloadTypes::default();
        }
        let runs = |node: &&Node| {
            let node = node.id();
            !uses.is_absent(Top { source, node })
        };
        let receivers = document
            .nodes()
            .filter(|node| RECEIVERS.contains(&&*node.task));
        let stored = receivers.filter(runs).filter_map(|node| {
            let variable = node.parameters.get(PAYLOAD)?.as_variable()?;
            Some((node.text_parameter(NAME), variable))
        });
        let mut stored = stored.peekable();
        if stored.peek().is_none() {
            continue;
        }
        let mut variables: FxHashMap<&str, &ValueType> = FxHashMap::default();
        for variable in &document.variables {
            let declared = variables.entry(&variable.name);
            declared.or_insert(&variable.value_type);
        }
        for (event, variable) in stored {
            let known = types.entry(event).or_default();
            known.extend(variables.get(variable).filter(|t| !known.contains(t)));
        }
    }
    types.retain(|_, known| !known.is_empty());
    types
}

fn overrides_receivers(uses: &Uses<'_>, source: usize, node: &Node) -> bool {
    if &*node.task != SUBTREE || node.overrides.is_empty() {
        return false;
    }
    let at = Top {
        source,
        node: node.id(),
    };
    let Some(Ok(target)) = uses.target(at) else {
        return false;
    };
    node.overrides.iter().any(|inner| {
        let matters = [NAME, PAYLOAD].contains(&&*inner.parameter);
        let receiver = matters
            .then(|| uses.node_at_path(*target, &inner.path))
            .flatten();
        receiver.is_some_and(|(_, node)| RECEIVERS.contains(&&*node.task))
    })
}
