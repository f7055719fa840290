//! Texts for the comparison of document versions: their parts, fields and values.

use treewright_core::diagnostic::Problem;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Conflict, Document, Field, FieldValue, Literal, NodePlace, ParameterType, ParameterValue,
    Subject,
};
use treewright_core::value::Value;

use super::Texts;

impl Texts {
    /// Returns the name of a field of a part of the document. A parameter has the title that its node's task gives it.
    pub fn field_of(&self, field: &Field, subject: &Subject, document: &Document) -> String {
        let node = subject.node().and_then(|id| document.node(id));
        self.field(field, node.map(|node| &*node.task), Some(document))
    }

    /// Returns the name of a field of a node of this task type. `document` contains the nodes that an override can name.
    fn field(&self, field: &Field, task: Option<&str>, document: Option<&Document>) -> String {
        let name = match field {
            Field::Parameter(name) => self.parameter_title(task.unwrap_or_default(), name),
            Field::Override { path, parameter } => self.override_title(path, parameter, document),
            field => field.name().unwrap_or_default(),
        };
        let key = format!("version.field.{}", field.code());
        self.tr_with(&key, &[("name", &name)])
    }

    /// Names a parameter that a Subtree node overrides: "Seconds in Wait". A node inside that `document` does not contain is named by its path.
    pub fn override_title(
        &self,
        path: &str,
        parameter: &str,
        document: Option<&Document>,
    ) -> String {
        let id = path.rsplit('/').next().unwrap_or(path);
        let inner = document.and_then(|document| Some((document, document.node(&id.into())?)));
        let task = inner.map_or("", |(_, node)| &*node.task);
        let title = self.parameter_title(task, parameter);
        let node = inner.map_or_else(
            || path.to_owned(),
            |(document, node)| self.title_of(document, node.id()),
        );
        self.tr_with(
            "version.override_name",
            &[("name", &title), ("node", &node)],
        )
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

    /// Formats the value of a field of a part of the document. Nodes, tasks and choices of parameters are named by their titles.
    pub fn field_value(
        &self,
        value: Option<&FieldValue>,
        (field, subject): (&Field, &Subject),
        document: &Document,
        library: &NodeLibrary,
    ) -> String {
        match (field, value) {
            (Field::Task, Some(FieldValue::Text(task))) => return self.task_title(task),
            (
                Field::Parameter(name),
                Some(FieldValue::Parameter(ParameterValue::Literal(literal))),
            ) if is_choice(document, library, subject, name) => {
                if let Some(stored) = literal.value.as_str() {
                    return self.choice(stored);
                }
            }
            _ => {}
        }
        self.value_text(value, document)
    }

    /// Formats the value of a field without knowledge of the field.
    pub fn value_text(&self, value: Option<&FieldValue>, document: &Document) -> String {
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
            FieldValue::Parameter(ParameterValue::Literal(literal)) => self.literal(literal),
            FieldValue::Typed(value_type, literal) => {
                let (value_type, value) = (self.type_title(value_type), self.literal(literal));
                let arguments = [("type", &*value_type), ("value", &*value)];
                self.tr_with("version.value.typed", &arguments)
            }
            FieldValue::Scope(scope) => self.tr(&format!("scope.{}", scope.name())).into_owned(),
            FieldValue::Node(id) => title(id),
            FieldValue::Nodes(ids) => list(ids.iter().map(title).collect()),
            FieldValue::Texts(texts) => list(texts.clone()),
            FieldValue::Place(NodePlace::Root) => self.tr("version.value.root").into_owned(),
            FieldValue::Place(NodePlace::Loose(_)) => self.tr("version.value.loose").into_owned(),
            FieldValue::Place(NodePlace::Child(parent, index)) => {
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

    /// Formats a constant.
    fn literal(&self, literal: &Literal) -> String {
        match literal.value {
            Value::Bool(_) => self.value(&literal.value),
            _ => FieldValue::Parameter(ParameterValue::Literal(literal.clone())).to_string(),
        }
    }

    /// Formats an argument of a problem that is a merge conflict, about a node of this task type if it is about a node.
    pub(super) fn about_conflict(
        &self,
        problem: &Problem,
        argument: &str,
        task: Option<&str>,
    ) -> Option<String> {
        let Problem::MergeConflict(conflict) = problem else {
            return None;
        };
        let Conflict { subject, field, .. } = &**conflict;
        let empty = Document::default();
        let value = |value: &Option<FieldValue>| self.value_text(value.as_ref(), &empty);
        Some(match argument {
            "field" => self.field(field, task, None),
            "ours" => value(&conflict.ours),
            "theirs" => value(&conflict.theirs),
            "subject" => self.subject(subject, &empty),
            _ => return None,
        })
    }
}

/// Returns whether the parameter of this name of a node is one of several choices.
fn is_choice(document: &Document, library: &NodeLibrary, subject: &Subject, name: &str) -> bool {
    let Some(node) = subject.node().and_then(|id| document.node(id)) else {
        return false;
    };
    let parent = node.parent().and_then(|id| document.node(id));
    let mut declared = library.parameters(&node.task, parent.map(|parent| &*parent.task));
    declared.any(|parameter| {
        parameter.name == *name && matches!(parameter.parameter_type, ParameterType::Choice(_))
    })
}

#[cfg(test)]
mod tests {
    use treewright_core::abort::AbortType;
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::{
        DocumentBuilder, Field, FieldValue, Node, ParameterValue, Scope, Subject,
    };

    use super::super::{LANGUAGES, Texts, keys};

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
            let scopes = Scope::ALL
                .iter()
                .map(|scope| format!("scope.{}", scope.name()));
            let aborts = AbortType::ALL
                .iter()
                .map(|abort| format!("abort.{}", abort.name()));
            for key in scopes.chain(aborts) {
                assert!(known.contains(&key), "{language} lacks {key}");
            }
            for thing in &things {
                let key = format!("version.subject.{}", thing.code());
                assert!(known.contains(&key), "{language} lacks {key}");
            }
        }
    }

    #[test]
    fn parameters_choices_and_tasks_are_named_by_their_titles() {
        let mut builder = DocumentBuilder::new("Test");
        builder.root(Node::new("n1", "SendEvent")).unwrap();
        let document = builder.finish();
        let (library, subject) = (NodeLibrary::builtin(), Subject::Node("n1".into()));
        let texts = Texts::new("en");
        let parameter = Field::Parameter("to".into());
        assert_eq!(texts.field_of(&parameter, &subject, &document), "To");
        let shown = |field: &Field, value: &FieldValue| {
            texts.field_value(Some(value), (field, &subject), &document, &library)
        };
        let choice = FieldValue::Parameter(ParameterValue::literal("AllTrees"));
        assert_eq!(shown(&parameter, &choice), "All trees");
        let name = Field::Parameter("name".into());
        assert_eq!(shown(&name, &choice), "\"AllTrees\"");
        let task = FieldValue::Text("RunTree".into());
        assert_eq!(shown(&Field::Task, &task), "Run tree");
        let inside = Field::Override {
            path: "n1".into(),
            parameter: "to".into(),
        };
        let named = texts.field_of(&inside, &subject, &document);
        assert!(named.contains("To in Send event"), "{named}");
    }
}
