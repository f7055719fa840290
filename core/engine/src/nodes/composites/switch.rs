//! `Switch`: runs the child whose case is the value of a variable, and changes to another when that changes.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Argument, Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, ParentContext, Revision, Status, TickContext, Wake, Wants};
use crate::value::Value;

/// The task.
#[derive(Debug)]
pub struct Switch {
    variable: Option<Argument>,
    cases: Vec<Option<Argument>>,
}

/// The parameters of the cases, in the order of the children.
const CASES: [&str; 6] = ["case_1", "case_2", "case_3", "case_4", "case_5", "case_6"];

impl Declared for Switch {
    fn declaration() -> NodeDeclaration {
        let case = |(name, help): (&'static str, &'static str)| {
            ParameterDeclaration::without_default(name, ParameterType::Any, help)
        };
        let helps = [
            "The value for which the first child runs.",
            "The value for which the second child runs.",
            "The value for which the third child runs.",
            "The value for which the fourth child runs.",
            "The value for which the fifth child runs.",
            "The value for which the sixth child runs.",
        ];
        let variable = ParameterDeclaration::without_default(
            "variable",
            ParameterType::Any,
            "What is compared with the cases: usually a variable.",
        );
        let cases = CASES.into_iter().zip(helps).map(case);
        NodeDeclaration {
            task: "Switch".into(),
            category: Category::Composite,
            summary: "Runs the child whose case is the value of a variable; the last child is for all other values.".into(),
            details: concat!(
                "- When it starts: runs the child at the place of the first case that equals `variable`; the last child if none does. The last child has no case.\n",
                "- Child runs: each frame, before it goes on, compares again. If another child is meant by now, it is interrupted and that one runs.\n",
                "- Child ends: ends with its status.\n",
                "- Numbers equal texts that say the same number: `1` and `\"1\"`.",
            )
            .into(),
            icon: "swap_calls".into(),
            color: None,
            child_parameters: vec![],
            parameters: std::iter::once(variable).chain(cases).collect(),
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            variable: arguments.get("variable").cloned(),
            cases: CASES
                .into_iter()
                .map(|case| arguments.get(case).cloned())
                .collect(),
        }
    }
}

/// Whether two values say the same.
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
        // Two texts are compared as texts.
        (Value::String(_), Value::String(_)) => false,
        _ => number(left).is_some_and(|left| number(right) == Some(left)),
    };
    left == right || are_numbers || is_truth(left, right) || is_truth(right, left)
}

impl Switch {
    fn meant(&self, context: &ParentContext<'_>, tick: &TickContext<'_>) -> NodeIndex {
        let last = context.child_count().saturating_sub(1);
        let value = self.variable.as_ref().map(|variable| variable.value(tick));
        let is_it = |case: &Option<Argument>| match (value, case) {
            (Some(value), Some(case)) => equal(value, case.value(tick)),
            _ => false,
        };
        let place = self.cases.iter().take(last).position(is_it);
        context
            .child(place.unwrap_or(last))
            .unwrap_or(context.first_child())
    }
}

impl Parent for Switch {
    const WANTS: Wants = Wants {
        revises: true,
        reorders: true,
        ..Wants::NONE
    };

    fn start(&self, context: &mut ParentContext<'_>, tick: &mut TickContext<'_>) -> Next {
        Next::Run(self.meant(context, tick))
    }

    fn child_ended(
        &self,
        _context: &mut ParentContext<'_>,
        _child: NodeIndex,
        succeeded: bool,
        _tick: &mut TickContext<'_>,
    ) -> Next {
        Next::End(succeeded)
    }

    fn revise(
        &self,
        context: &mut ParentContext<'_>,
        running: NodeIndex,
        tick: &mut TickContext<'_>,
    ) -> Revision {
        match self.meant(context, tick) {
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
    use crate::nodes::testing::{TestRun, TestTree};
    use crate::runtime::Operand;

    fn over(initial: impl Into<Value>, cases: &[Value]) -> TestRun {
        let mut tree = TestTree::new();
        let slot = tree.variable("mode", initial);
        let mut arguments = Arguments::default();
        arguments.set("variable", Operand::Variable(slot));
        for (name, case) in CASES.iter().zip(cases) {
            arguments = arguments.with(name, case.clone());
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
    fn numbers_equal_texts_that_say_them() {
        assert_eq!(over(2_i64, &["1".into(), "2".into()]).starts(), "0 2");
        assert_eq!(over("2", &[1_i64.into(), 2.0.into()]).starts(), "0 2");
        assert_eq!(over(true, &["false".into(), "true".into()]).starts(), "0 2");
        assert_eq!(over("2.0", &["1".into(), "2".into()]).starts(), "0 3");
    }
}
