//! Behaviac files of either form as a list of nodes, each before its children. Does not know what a class means.

use treewright_core::format::{FormatError, FormatErrorKind};

use crate::xml::{Element, Xml};

/// An attachment of a node: a precondition, effect or event.
#[derive(Clone, Debug)]
pub(super) struct Attachment {
    pub class: String,
    pub properties: Vec<(String, String)>,
}

/// A node of a behaviac file.
#[derive(Clone, Debug)]
pub(super) struct BehaviorPart {
    /// The class without its namespace.
    pub class: String,
    pub id: String,
    pub enabled: bool,
    pub comment: String,
    pub properties: Vec<(String, String)>,
    pub attachments: Vec<Attachment>,
    /// The text of its condition in `<custom>`, which is not one of its children; empty if it has none.
    pub custom: String,
    /// The parent, as an index into the list.
    pub parent: Option<usize>,
    /// The number of children.
    pub children: usize,
}

impl BehaviorPart {
    /// Returns the value of a property; empty if it is not set.
    pub(super) fn property(&self, key: &str) -> &str {
        value_of(&self.properties, key)
    }
}

/// Returns the value of a property; empty if it is not set.
pub(super) fn value_of<'p>(properties: &'p [(String, String)], key: &str) -> &'p str {
    let found = properties.iter().find(|(k, _)| k == key);
    found.map(|(_, value)| &**value).unwrap_or_default()
}

/// A behavior, as one file describes it.
#[derive(Clone, Debug)]
pub(super) struct Behavior {
    pub name: String,
    /// The class of the agents that it is for.
    pub agent: String,
    pub parts: Vec<BehaviorPart>,
}

/// Attributes of the designer's nodes that are not properties.
const OWN: &str = "Class Id Enable HasOwnPrefabData PrefabName PrefabNodeId id";

/// Reads a file of either form.
pub(super) fn read(xml: &Xml<'_>) -> Result<Behavior, FormatError> {
    let root = xml.root();
    let mut behavior = Behavior {
        name: root.attribute("name").unwrap_or_default().into_owned(),
        agent: root.attribute("agenttype").unwrap_or_default().into_owned(),
        parts: Vec::new(),
    };
    let tops: Vec<Element<'_>> = match root.name() {
        "behavior" => root.elements().filter(|e| e.name() == "node").collect(),
        "Behavior" => {
            let top = root.element("Node");
            let agent = top.and_then(|top| top.attribute("AgentType"));
            behavior.agent = agent.unwrap_or_default().into_owned();
            match top {
                // The states of a state machine have no other parent node.
                Some(top) if top.element(STATES).is_some() => vec![top],
                top => top.into_iter().flat_map(|top| children(&top)).collect(),
            }
        }
        found => {
            return Err(FormatError {
                position: Some(root.position()),
                ..FormatError::new(FormatErrorKind::OtherFormat {
                    found: found.to_owned(),
                    expected: "behavior",
                })
            });
        }
    };
    let mut waiting: Vec<(Element<'_>, Option<usize>)> =
        tops.into_iter().rev().map(|top| (top, None)).collect();
    while let Some((element, parent)) = waiting.pop() {
        let place = behavior.parts.len();
        let part = part(&element, parent);
        if part.class.is_empty() {
            return Err(FormatError {
                position: Some(element.position()),
                ..FormatError::new(FormatErrorKind::MissingField { field: "class" })
            });
        }
        let inside = children(&element);
        behavior.parts.push(BehaviorPart {
            children: inside.len(),
            ..part
        });
        waiting.extend(inside.into_iter().rev().map(|child| (child, Some(place))));
    }
    Ok(behavior)
}

/// The element of the designer's files that contains the states of a state machine.
const STATES: &str = "FSMNodes";

/// Returns the children of a node in order; conditions come first.
fn children<'x>(element: &Element<'x>) -> Vec<Element<'x>> {
    let mut children = Vec::new();
    for inside in element.elements().filter(|inside| !is_custom(inside)) {
        match inside.name() {
            "node" => children.push(inside),
            "Connector" | STATES => {
                children.extend(inside.elements().filter(|e| e.name() == "Node"));
            }
            _ => {}
        }
    }
    children
}

/// Returns whether an element contains a condition of the node itself, such as when a counter resets: behaviac does not
/// run it as a child.
fn is_custom(element: &Element<'_>) -> bool {
    element.name() == "custom"
        || element.name() == "Connector"
            && element.attribute("Identifier").as_deref() == Some("_custom_condition")
}

fn part(element: &Element<'_>, parent: Option<usize>) -> BehaviorPart {
    let text = |names: [&str; 2]| {
        names
            .into_iter()
            .find_map(|name| element.attribute(name))
            .unwrap_or_default()
    };
    let comment = element
        .element("Comment")
        .and_then(|comment| comment.attribute("Text"));
    let attachments = element
        .elements()
        .filter(|e| matches!(e.name(), "attachment" | "Attachment"));
    let custom = element.elements().find(is_custom);
    let class = match class(&text(["class", "Class"])) {
        // In exported files, the state machine is a node of its own.
        _ if element.element(STATES).is_some() => "FSM".to_owned(),
        class => class,
    };
    BehaviorPart {
        class,
        id: text(["id", "Id"]).into_owned(),
        enabled: !element
            .attribute("Enable")
            .is_some_and(|flag| flag.eq_ignore_ascii_case("false")),
        comment: comment.unwrap_or_default().into_owned(),
        properties: properties(element),
        attachments: attachments
            .map(|attached| Attachment {
                class: self::class(
                    &attached
                        .attribute("class")
                        .or_else(|| attached.attribute("Class"))
                        .unwrap_or_default(),
                ),
                properties: properties(&attached),
            })
            .collect(),
        custom: custom.map_or_else(String::new, |custom| custom.source().to_owned()),
        parent,
        children: 0,
    }
}

/// Returns a class without its namespace.
fn class(name: &str) -> String {
    name.rsplit('.').next().unwrap_or(name).to_owned()
}

/// Returns properties, which are elements of their own in exported files and attributes in the designer's files.
fn properties(element: &Element<'_>) -> Vec<(String, String)> {
    let pair = |a: crate::xml::Attribute<'_>| (a.name().to_owned(), a.value().into_owned());
    if matches!(element.name(), "Node" | "Attachment") {
        return element
            .attributes()
            .filter(|a| OWN.split(' ').all(|own| own != a.name()))
            .map(pair)
            .collect();
    }
    let own = element.elements().filter(|e| e.name() == "property");
    own.flat_map(|property| property.attributes().map(pair).collect::<Vec<_>>())
        .collect()
}
