//! `SetVariable`: writes a value to a variable.

use crate::nodes::prelude::*;
use crate::nodes::task_error::TaskError;

kind! {
    /// The task.
    SetVariable: Action, "edit",
    summary: "Writes a value to a variable.",
    details: ["- Always: returns Success. The next node that runs sees the new value."],
    parameters: {
        variable: Option<VariableSlot> = required(VariableName(None), "The variable to write to."),
        value: Option<Argument> = required(SameAs("variable".into()), "The value to write: a constant or another variable of the same type."),
    },
}

impl Leaf for SetVariable {
    const WRITES_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let (Some(slot), Some(value)) = (self.variable, &self.value) else {
            tick.fail(TaskError::NothingToWrite);
            return Status::Failure;
        };
        let value = value.value(tick).clone();
        tick.set(slot, value);
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_task_sees_the_new_value() {
        let mut tree = TestTree::new();
        let slot = tree.variable("count", 1_i64);
        let mut write = with("value", 7_i64);
        write.set("variable", Operand::Variable(slot));
        let mut compare = with("right", 7_i64);
        compare.set("left", Operand::Variable(slot));
        tree.open("Sequence", &nothing());
        tree.leaf("SetVariable", &write)
            .leaf("CompareInt", &compare)
            .close();
        let mut run = tree.run();
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.get("count"), Value::Int(7));
    }
}
