//! An unresolved merge conflict is a problem.

use treewright_core::diagnostic::{Problems, structure};

use crate::validate::context::Context;

pub(super) fn check(context: &Context<'_>, found: &mut Problems) {
    found.extend(structure::merge_conflicts(context.document));
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
