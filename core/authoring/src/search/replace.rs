//! Replaces matches: the commands to do so, and how many texts cannot be replaced.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Annotation, Document, Literal, Node, ParameterValue, StandIn, Variable,
};
use treewright_core::value::Value;

use super::find::text_of;
use super::{Pattern, Query, TextMatch, TextOwner, TextRole};
use crate::edit::{Command, refusal_of};

/// The result of planning a replacement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replacement {
    /// One command per text, to be run as one step.
    pub commands: Vec<Command>,
    /// The number of texts that stay: node types, ids, invalid numbers, and texts that the document refuses.
    pub left: usize,
}

/// Plans to replace all matches of the query in these texts by `with`. A text that has changed since it was found stays.
pub fn plan_replacement(
    document: &Document,
    library: &NodeLibrary,
    query: &Query,
    with: &str,
    matches: &[TextMatch],
) -> Replacement {
    let mut result = Replacement::default();
    let Some(pattern) = Pattern::new(query) else {
        return result;
    };
    let replace = Replace {
        document,
        pattern,
        with,
    };
    let mut variables: Vec<Variable> = Vec::new();
    let mut renamed = Vec::new();
    for found in matches {
        let command = match &found.owner {
            TextOwner::Variable(name) if found.spot != TextRole::Name => {
                if replace.in_variable(name, found, &mut variables).is_none() {
                    result.left += 1;
                }
                continue;
            }
            _ => replace.command(found),
        };
        match command.filter(|command| refusal_of(command, document, library).is_none()) {
            // Variables are renamed last: the commands before refer to them by their old names.
            Some(command @ Command::RenameVariable { .. }) => renamed.push(command),
            Some(command) => result.commands.push(command),
            None => result.left += 1,
        }
    }
    for variable in variables {
        let change = Command::ChangeVariable(variable);
        match refusal_of(&change, document, library) {
            None => result.commands.push(change),
            Some(_) => result.left += 1,
        }
    }
    result.commands.append(&mut renamed);
    result
}

struct Replace<'a> {
    document: &'a Document,
    pattern: Pattern,
    with: &'a str,
}

impl Replace<'_> {
    /// Returns the new text, if the old one is unchanged.
    fn new_text(&self, found: &TextMatch, now: &str) -> Option<String> {
        (found.text == now).then(|| self.pattern.replaced(now, self.with))
    }

    fn command(&self, found: &TextMatch) -> Option<Command> {
        match &found.owner {
            TextOwner::Node(id) => self.in_node(id, found),
            TextOwner::Variable(name) => {
                let to = self.new_text(found, name)?;
                Some(Command::RenameVariable {
                    from: name.clone(),
                    to: to.into(),
                })
            }
            TextOwner::Tree(index) => {
                let tree = self.document.trees.get(*index)?;
                let name = self.new_text(found, &tree.name)?;
                Some(Command::RenameTree {
                    tree: *index,
                    name: name.into(),
                })
            }
            TextOwner::Document if found.spot == TextRole::Name => {
                let name = self.new_text(found, &self.document.name)?;
                Some(Command::SetDocumentName(name))
            }
            TextOwner::Document => {
                let text = self.new_text(found, &self.document.description)?;
                Some(Command::SetDescription(text))
            }
            TextOwner::Note(index) => {
                let note = self.document.notes.get(*index)?;
                let text = self.new_text(found, &note.text)?;
                let note = Annotation::Note(*index);
                Some(Command::SetAnnotationText(note, text))
            }
            TextOwner::Group(index) => {
                let group = self.document.groups.get(*index)?;
                let title = self.new_text(found, &group.title)?;
                let group = Annotation::Group(*index);
                Some(Command::SetAnnotationText(group, title))
            }
            TextOwner::Frame(_) | TextOwner::Task(_) | TextOwner::Claim(_) => None,
        }
    }

    fn in_node(&self, id: &NodeId, found: &TextMatch) -> Option<Command> {
        let node = self.document.node(id)?;
        match &found.spot {
            TextRole::Name => {
                let name = self.new_text(found, &node.name)?;
                Some(Command::SetName(vec![id.clone()], name))
            }
            TextRole::Comment => {
                let text = self.new_text(found, &node.comment)?;
                Some(Command::SetComment(vec![id.clone()], text))
            }
            TextRole::Value(name) => {
                let value = self.new_value(found, node.parameters.get(name)?)?;
                Some(Command::SetParameter {
                    nodes: vec![id.clone()],
                    name: name.clone(),
                    value: Some(value),
                })
            }
            TextRole::StandIn => {
                let text = node.stand_in.as_ref()?.expression()?;
                let said = StandIn::Expression(self.new_text(found, text)?);
                Some(Command::SetStandIn(vec![id.clone()], Some(said)))
            }
            TextRole::Data => {
                let text = self.new_text(found, &node.data)?;
                Some(Command::SetData(vec![id.clone()], text))
            }
            TextRole::Override { path, parameter } => {
                self.in_override(node, path, parameter, found)
            }
            TextRole::Kind | TextRole::Id | TextRole::Parameter(_) => None,
        }
    }

    fn in_override(
        &self,
        node: &Node,
        path: &Arc<str>,
        parameter: &Arc<str>,
        found: &TextMatch,
    ) -> Option<Command> {
        let mut overrides = node.overrides.iter();
        let set = overrides.find(|o| o.path == *path && o.parameter == *parameter)?;
        Some(Command::SetOverride {
            node: node.id().clone(),
            path: path.clone(),
            parameter: parameter.clone(),
            value: Some(self.new_value(found, &set.value)?),
        })
    }

    fn new_value(&self, found: &TextMatch, old: &ParameterValue) -> Option<ParameterValue> {
        match old {
            ParameterValue::Variable(name) => {
                let name = self.new_text(found, name)?;
                Some(ParameterValue::Variable(name.into()))
            }
            ParameterValue::Literal(literal) => {
                let value = self.new_literal(found, &literal.value)?;
                Some(ParameterValue::literal(value))
            }
        }
    }

    /// Returns a value of the same type, if the new text can be parsed as one.
    fn new_literal(&self, found: &TextMatch, old: &Value) -> Option<Value> {
        let text = self.new_text(found, &text_of(old))?;
        match old {
            Value::String(_) => Some(Value::from(text.as_str())),
            Value::Int(_) => text.trim().parse::<i64>().ok().map(Value::from),
            Value::Float(_) => {
                let number = text.trim().parse::<f64>().ok();
                number.filter(|x| x.is_finite()).map(Value::from)
            }
            Value::Bool(_) => text.trim().parse::<bool>().ok().map(Value::from),
            Value::Vec2(_) | Value::Vec3(_) | Value::Color(_) | Value::List(_) => None,
        }
    }

    /// Changes the comment or the initial value of a variable. Both changes of one variable go into one draft.
    fn in_variable(
        &self,
        name: &Arc<str>,
        found: &TextMatch,
        drafts: &mut Vec<Variable>,
    ) -> Option<()> {
        let declared = self.document.variable(name)?;
        let comment = match found.spot {
            TextRole::Comment => Some(self.new_text(found, &declared.comment)?),
            _ => None,
        };
        let initial = match found.spot {
            TextRole::Value(_) => Some(self.new_literal(found, &declared.initial.value)?),
            _ => None,
        };
        let at = drafts.iter().position(|draft| draft.name == *name);
        let at = at.unwrap_or_else(|| {
            drafts.push(declared.clone());
            drafts.len() - 1
        });
        if let Some(comment) = comment {
            drafts[at].comment = comment;
        }
        if let Some(initial) = initial {
            drafts[at].initial = Literal::from(initial);
        }
        Some(())
    }
}
