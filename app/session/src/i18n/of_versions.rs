//! Texts for the comparison of document versions: their parts, fields and values.

use treewright_core::diagnostic::Problem;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, Document, Field, FieldValue, ParameterValue, Place, Subject,
};

use super::Texts;

impl Texts {
    /// Returns the name of a field.
    pub fn field(&self, field: &Field) -> String {
        let name = field.name().unwrap_or_default();
        self.tr_with(
            &format!("version.field.{}", field.code()),
            &[("name", &name)],
        )
    }

    /// Returns the name of a field of a part of the document. A parameter has the title that its node's task gives it.
    pub fn field_of(&self, field: &Field, subject: &Subject, document: &Document) -> String {
        let node = subject.node().and_then(|id| document.node(id));
        match (field, node) {
            (Field::Parameter(name), Some(node)) => {
                let title = self.parameter_title(&node.task, name);
                self.tr_with("version.field.parameter", &[("name", &title)])
            }
            _ => self.field(field),
        }
    }

    /// Names a part of a document. A node is named by its title.
    pub fn subject(&self, subject: &Subject, document: &Document) -> String {
        let name = match subject {
            Subject::Document => return self.tr("version.subject.document").into_owned(),
            Subject::Node(id) => return self.title_of(document, id),
            Subject::Variable(name) | Subject::Tree(name) => name.to_string(),
            Subject::Note(index) | Subject::Group(index) => (index + 1).to_string(),
        };
        let key = format!("version.subject.{}", subject.code());
        self.tr_with(&key, &[("name", &name)])
    }

    /// Formats the value of a field. Nodes are named by their titles.
    pub fn field_value(&self, value: Option<&FieldValue>, document: &Document) -> String {
        let Some(value) = value else {
            return self.tr("version.value.unset").into_owned();
        };
        let title = |id: &NodeId| self.title_of(document, id);
        let list = |texts: Vec<String>| {
            if texts.is_empty() {
                return self.tr("version.value.none").into_owned();
            }
            self.list(&texts)
        };
        match value {
            FieldValue::Text(text) => text.to_string(),
            FieldValue::Flag(true) => self.tr("version.value.yes").into_owned(),
            FieldValue::Flag(false) => self.tr("version.value.no").into_owned(),
            FieldValue::Abort(abort) => self.tr(&format!("abort.{}", abort.name())).into_owned(),
            FieldValue::Parameter(ParameterValue::Variable(name)) => {
                self.tr_with("version.value.variable", &[("name", name)])
            }
            FieldValue::Scope(scope) => self.tr(&format!("scope.{}", scope.name())).into_owned(),
            FieldValue::Node(id) => title(id),
            FieldValue::Nodes(ids) => list(ids.iter().map(title).collect()),
            FieldValue::Texts(texts) => list(texts.clone()),
            FieldValue::Place(Place::Root) => self.tr("version.value.root").into_owned(),
            FieldValue::Place(Place::Loose(_)) => self.tr("version.value.loose").into_owned(),
            FieldValue::Place(Place::Child(parent, index)) => {
                let (index, parent) = ((index + 1).to_string(), title(parent));
                let arguments = [("index", &*index), ("parent", &*parent)];
                self.tr_with("version.value.child", &arguments)
            }
            FieldValue::Branch(_, branch) => {
                self.tr_count("version.value.nodes", branch.node_count())
            }
            FieldValue::Whole(_) => self.tr("version.value.there").into_owned(),
            other => other.to_string(),
        }
    }

    /// Formats an argument of a problem that is a merge conflict.
    pub(super) fn about_conflict(&self, problem: &Problem, argument: &str) -> Option<String> {
        let Problem::MergeConflict(conflict) = problem else {
            return None;
        };
        let Conflict { subject, field, .. } = &**conflict;
        let empty = Document::default();
        let value = |value: &Option<FieldValue>| self.field_value(value.as_ref(), &empty);
        Some(match argument {
            "field" => self.field(field),
            "ours" => value(&conflict.ours),
            "theirs" => value(&conflict.theirs),
            "subject" => self.subject(subject, &empty),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::{Field, Subject};

    use super::super::{LANGUAGES, keys};

    #[test]
    fn every_language_names_all_fields_and_parts() {
        let things = [
            Subject::Document,
            Subject::Variable("v".into()),
            Subject::Tree("t".into()),
            Subject::Note(0),
            Subject::Group(0),
        ];
        for (language, _) in LANGUAGES {
            let known = keys(language);
            for code in Field::CODES {
                let key = format!("version.field.{code}");
                assert!(known.contains(&key), "{language} lacks {key}");
            }
            for thing in &things {
                let key = format!("version.subject.{}", thing.code());
                assert!(known.contains(&key), "{language} lacks {key}");
            }
        }
    }
}
