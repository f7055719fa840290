//! An unresolved merge conflict is a problem.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, Problems};
use treewright_core::model::{Conflict, Document, Field, FieldValue, NodePlace, Subject};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    let conflicts = context.document.conflicts.iter();
    found.extend(conflicts.map(|conflict| {
        let location = location(context.document, conflict);
        Diagnostic::new(location, Problem::MergeConflict(Box::new(conflict.clone())))
    }));
}

/// Returns the location of a conflict: the item that it concerns, or where that was.
fn location(document: &Document, conflict: &Conflict) -> Location {
    match &conflict.subject {
        Subject::Node(id) if document.node(id).is_some() => match &conflict.field {
            Field::Parameter(name) => Location::Parameter(id.clone(), name.clone()),
            Field::Override { path, parameter } => {
                Location::Override(id.clone(), path.clone(), parameter.clone())
            }
            _ => Location::Node(id.clone()),
        },
        Subject::Node(_) => match &conflict.theirs {
            Some(FieldValue::Branch(NodePlace::Child(parent, _), _))
                if document.node(parent).is_some() =>
            {
                Location::Node(parent.clone())
            }
            _ => Location::Document,
        },
        Subject::Variable(name) if document.variable(name).is_some() => {
            Location::Variable(name.clone())
        }
        Subject::Tree(name) if document.tree(name).is_some() => Location::Tree(name.clone()),
        _ => Location::Document,
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::diagnostic::Diagnostic;
    use treewright_core::library::NodeLibrary;

    use crate::edit::testing::editor::draw;
    use crate::merge::merge;
    use crate::validate::validate;

    #[test]
    fn each_conflict_is_a_problem_at_its_location() {
        let merged = merge(
            &draw("r:Sequence[a:Wait b:Idle]"),
            &draw("r:Sequence[b:Wait]"),
            &draw("r:Sequence[a:Idle b:Log]"),
        );
        let found = validate(&merged.document, &NodeLibrary::builtin());
        let told: Vec<String> = found.iter().map(Diagnostic::to_string).collect();
        let expected = [
            "node r: unresolved merge conflict: ours removed node a, theirs changed it; choose ours or theirs",
            "node b: unresolved merge conflict: both changed its node type (ours: \"Wait\"; theirs: \"Log\"; before: \"Idle\"); choose ours or theirs",
        ];
        assert_eq!(told, expected);
    }
}
