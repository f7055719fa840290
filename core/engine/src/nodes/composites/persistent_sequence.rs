//! `PersistentSequence`: runs its children in order until one fails; a variable stores the next child, even across
//! interruptions. Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Has no memory: its position is in the variable.
    PersistentSequence: Composite, "bookmarks",
    summary: "Runs its children in order until one fails; a variable stores the next child, even across interruptions.",
    details: [
        "- On start: begins with the child whose index is in the variable; the first is 0. Beyond the last child, returns Success and sets the variable to 0.",
        "- Child succeeds: increments the variable and runs the next child in the same frame; after the last one, returns Success and sets the variable to 0.",
        "- Child fails: returns Failure and sets the variable to 0.",
        "- Interrupted: the variable is unchanged.",
        "- When an abort continues at a child, the variable is set to that child.",
    ],
    parameters: {
        current_child_idx: Option<VariableSlot> = required(VariableName(Some(Int)), "The variable that stores the index of the next child, counted from 0."),
    },
}

impl PersistentSequence {
    fn store_position(&self, place: usize, tick: &mut TickContext<'_>) {
        if let Some(slot) = self.current_child_idx {
            tick.set(slot, Value::Int(i64::try_from(place).unwrap_or(i64::MAX)));
        }
    }
}

impl Parent for PersistentSequence {
    const WANTS: TaskRequirements = wants!(reorders, writes_variables);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Position)
    }

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let current = self
            .current_child_idx
            .and_then(|slot| context.tick.get(slot).as_int());
        let place = usize::try_from(current.unwrap_or(0).max(0)).unwrap_or(usize::MAX);
        if let Some(child) = context.child(place) {
            return Next::Run(child);
        }
        self.store_position(0, context.tick);
        Next::End(Outcome::Success)
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        match context.next_sibling() {
            Some(next) if outcome.is_success() => {
                self.store_position(context.position(context.ended()) + 1, context.tick);
                Next::Run(next)
            }
            _ => {
                self.store_position(0, context.tick);
                Next::End(outcome)
            }
        }
    }

    fn aborted_to(&self, context: &mut ParentContext<'_, '_>, child: NodeIndex) {
        self.store_position(context.position(child), context.tick);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over three leaves, below a repeated `TimeLimit` of two seconds.
    fn run(current: i64, second: &'static str) -> TestRun {
        let mut tree = TestTree::new();
        let slot = tree.variable("current", current);
        let mut arguments = Arguments::default();
        arguments.set("current_child_idx", Operand::Variable(slot));
        tree.open("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 2.0));
        tree.open("PersistentSequence", &arguments);
        tree.script("S").lasting_script(second).script("S");
        tree.close().close().close();
        tree.run()
    }

    #[test]
    fn the_position_survives_an_interruption() {
        let mut run = run(0, "RRS");
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.get("current"), Value::Int(1));
        assert_eq!(
            run.story(),
            "4=R 4.X 2.X 1.F +1 +2 +4 4=S 4.S +5 5=S 5.S 2.S 1.S"
        );
        assert_eq!(run.get("current"), Value::Int(0));
    }

    #[test]
    fn a_failure_or_a_position_beyond_the_last_child_resets_it() {
        let mut failing = run(1, "F");
        assert_eq!(failing.story(), "+0 +1 +2 +4 4=F 4.F 2.F 1.F");
        assert_eq!(failing.get("current"), Value::Int(0));
        let mut beyond = run(3, "S");
        assert_eq!(beyond.story(), "+0 +1 +2 2.S 1.S");
        assert_eq!(beyond.get("current"), Value::Int(0));
        assert_eq!(beyond.starts(), "1 2 3 4 5");
    }
    #[test]
    fn an_abort_sets_it_to_the_child_to_which_it_leads_back() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", true);
        let slot = tree.variable("current", 0_i64);
        let mut arguments = Arguments::default();
        arguments.set("current_child_idx", Operand::Variable(slot));
        tree.open("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 3.0));
        tree.open_with("PersistentSequence", &arguments, AbortType::OwnBranch);
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near)).script("R").close();
        tree.script("R").close().close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4 6");
        assert_eq!(run.get("current"), Value::Int(1));
        run.set("near", false);
        assert_eq!(run.story(), "4?F 4!2 6.X +3 +4 4=F 4.F +5 5=R");
        assert_eq!(run.get("current"), Value::Int(0));
        assert_eq!(run.starts(), "1 2 3 4 5");
    }
}
