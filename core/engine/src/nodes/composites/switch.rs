//! `Switch`: runs the child whose case equals a variable; the last child is the default.

use crate::nodes::prelude::*;

kind! {
    Switch: Composite, "swap_calls",
    summary: "Runs the child whose case equals a variable; the last child is the default.",
    details: [
        "- On start: runs the child of the first case that equals `variable`; if there is none, the last child, which has no case.",
        "- Child returns Running: in the next frame, compares again first. If another child is selected, the running one is interrupted and that one runs.",
        "- Child succeeds or fails: returns its result.",
        "- A number equals a string that spells it: `1` and `\"1\"`.",
    ],
    parameters: {
        variable: Option<Argument> = without_default(Any, "The value to compare with the cases: usually a variable."),
        case_1: Option<Argument> = without_default(Any, "The value that selects the first child.").with_children(2),
        case_2: Option<Argument> = without_default(Any, "The value that selects the second child.").with_children(3),
        case_3: Option<Argument> = without_default(Any, "The value that selects the third child.").with_children(4),
        case_4: Option<Argument> = without_default(Any, "The value that selects the fourth child.").with_children(5),
        case_5: Option<Argument> = without_default(Any, "The value that selects the fifth child.").with_children(6),
        case_6: Option<Argument> = without_default(Any, "The value that selects the sixth child.").with_children(7),
    },
}

/// Returns whether two values are equal, also as text.
fn equal(left: &Value, right: &Value) -> bool {
    let number = |value: &Value| match value {
        Value::Int(number) => Some(*number as f64),
        Value::Float(number) => Some(*number),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let is_truth = |value: &Value, text: &Value| match (value, text) {
        (Value::Bool(truth), Value::String(text)) => {
            &**text == if *truth { "true" } else { "false" }
        }
        _ => false,
    };
    let are_numbers = match (left, right) {
        // Two strings are compared as strings only.
        (Value::String(_), Value::String(_)) => false,
        _ => number(left).is_some_and(|left| number(right) == Some(left)),
    };
    left == right || are_numbers || is_truth(left, right) || is_truth(right, left)
}

impl Switch {
    fn meant(&self, context: &ParentContext<'_, '_>) -> NodeIndex {
        let last = context.child_count().saturating_sub(1);
        let value = self
            .variable
            .as_ref()
            .map(|variable| variable.value(context.tick));
        let is_it = |case: &Option<Argument>| match (value, case) {
            (Some(value), Some(case)) => equal(value, case.value(context.tick)),
            _ => false,
        };
        let cases = [
            &self.case_1,
            &self.case_2,
            &self.case_3,
            &self.case_4,
            &self.case_5,
            &self.case_6,
        ];
        let place = cases.into_iter().take(last).position(is_it);
        context
            .child(place.unwrap_or(last))
            .unwrap_or(context.first_child())
    }
}

impl Parent for Switch {
    const WANTS: TaskRequirements = wants!(revises, reorders);
    const GROUND: Option<Ground> = Some(Ground::Comparison);

    fn choice(&self, place: usize, children: usize) -> Option<ChoiceRule> {
        let is_last = place + 1 == children;
        Some(if is_last {
            ChoiceRule::NoCase
        } else {
            ChoiceRule::Case
        })
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::Run(self.meant(context))
    }

    fn revise(&self, context: &mut ParentContext<'_, '_>, running: NodeIndex) -> Revision {
        match self.meant(context) {
            meant if meant == running => Revision::Stay,
            meant => Revision::Switch(meant),
        }
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(initial: impl Into<Value>, cases: &[Value]) -> TestRun {
        let mut tree = TestTree::new();
        let slot = tree.variable("mode", initial);
        let mut arguments = Arguments::default();
        arguments.set("variable", Operand::Variable(slot));
        for (case, number) in cases.iter().zip(1..) {
            arguments = arguments.with(&format!("case_{number}"), case.clone());
        }
        tree.open("Switch", &arguments);
        tree.script("R").script("R").script("RRS").close();
        tree.run()
    }

    #[test]
    fn runs_the_child_of_the_case_and_changes_with_the_variable() {
        let mut run = over("walk", &["stand".into(), "walk".into()]);
        assert_eq!(run.story(), "+0 +2 2=R");
        run.set("mode", "stand");
        assert_eq!(run.story(), "2.X +1 1=R");
        run.set("mode", "fly");
        assert_eq!(run.story(), "1.X +3 3=R");
        run.set("mode", "swim");
        assert_eq!(run.starts(), "");
        assert_eq!(run.story(), "3=S 3.S 0.S");
    }

    #[test]
    fn a_number_equals_a_string_of_its_digits() {
        assert_eq!(over(2_i64, &["1".into(), "2".into()]).starts(), "0 2");
        assert_eq!(over("2", &[1_i64.into(), 2.0.into()]).starts(), "0 2");
        assert_eq!(over(true, &["false".into(), "true".into()]).starts(), "0 2");
        assert_eq!(over("2.0", &["1".into(), "2".into()]).starts(), "0 3");
    }
}
