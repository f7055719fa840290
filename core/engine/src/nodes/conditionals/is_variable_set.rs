//! `IsVariableSet`: succeeds when a variable holds something: not false, 0, the empty text or list, or a vector or color of zeros.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    IsVariableSet: Conditional, "data_check",
    summary: "Succeeds if a variable is set: not false, 0, an empty string or list, or a vector or color of zeros.",
    details: [
        "- The variable is set: returns Success.",
        "- Otherwise: returns Failure.",
    ],
    parameters: {
        variable: Option<VariableSlot> = required(VariableName(None), "The variable to check."),
    },
}

impl Leaf for IsVariableSet {
    const FOLLOWS_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let value = self.variable.map(|slot| tick.get(slot));
        Status::of(value.is_some_and(holds_something))
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

fn holds_something(value: &Value) -> bool {
    let any = |numbers: &[f64]| numbers.iter().any(|x| *x != 0.0);
    match value {
        Value::Bool(b) => *b,
        Value::Int(i) => *i != 0,
        Value::Float(x) => *x != 0.0,
        Value::String(text) => !text.is_empty(),
        Value::Vec2(v) => any(v),
        Value::Vec3(v) => any(v),
        Value::Color(c) => c.iter().any(|x| *x != 0.0),
        Value::List(items) => !items.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_once_the_variable_holds_something() {
        let cases = [
            (Value::Bool(false), Value::Bool(true)),
            (Value::Int(0), Value::Int(-1)),
            (Value::Float(0.0), Value::Float(0.5)),
            (Value::from(""), Value::from("x")),
            (Value::Vec2([0.0; 2]), Value::Vec2([0.0, 1.0])),
        ];
        for (nothing, something) in cases {
            let mut tree = TestTree::new();
            let slot = tree.variable("target", nothing);
            let mut arguments = Arguments::default();
            arguments.set("variable", Operand::Variable(slot));
            tree.open("Repeater", &with("count", 2_i64));
            tree.leaf("IsVariableSet", &arguments).close();
            let mut run = tree.run();
            let seen = run.frame();
            assert!(
                seen.events
                    .contains(&TraceEvent::Update(run.index("1"), Status::Failure))
            );
            run.set("target", something);
            assert_eq!(run.letters(1), "S");
        }
    }
}
