//! `VariableChanged`: succeeds if a variable changed since the last check.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the variable's change count at the last check, plus 1.
    VariableChanged: Conditional, "change_circle",
    summary: "Succeeds if a variable changed since the last check.",
    details: [
        "- The value changed since the last check: returns Success. When an abort that it caused leads back to this node, it succeeds again.",
        "- Otherwise: returns Failure. The first check after the tree was enabled only remembers the value.",
        "- Writing the value that a variable already has is no change; changing it and changing it back is.",
    ],
    parameters: {
        variable: Option<VariableSlot> = required(VariableName(None), "The variable to watch."),
    },
}

impl Leaf for VariableChanged {
    const MEMORY: usize = moment::MEMORY + 1;

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        moment::start(&mut memory[..moment::MEMORY]);
    }

    fn forced(&self, memory: &mut [u64], _status: Status) {
        moment::forced(&mut memory[..moment::MEMORY]);
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let Some(variable) = self.variable else {
            return Status::Failure;
        };
        let (moment, seen) = memory.split_at_mut(moment::MEMORY);
        moment::check(moment, tick.frame(), || {
            // One more than the changes, so that 0 means that nothing is stored yet.
            let now = tick.changes(variable).wrapping_add(1);
            let before = std::mem::replace(&mut seen[0], now);
            before != 0 && before != now
        })
    }

    fn wake(&self, _memory: &[u64], last: Status, _tick: &TickContext<'_>) -> Wake {
        // After it has reported a change, the next frame reports none.
        match last {
            Status::Success => Wake::EveryFrame,
            _ => Wake::Inputs,
        }
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        let (moment, seen) = memory.split_at_mut(moment::MEMORY);
        moment::forget(moment);
        if let Some(variable) = self.variable {
            forgetting.changes(variable, &mut seen[0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(tree: &mut TestTree) -> Arguments {
        let slot = tree.variable("mood", "calm");
        let mut arguments = Arguments::default();
        arguments.set("variable", Operand::Variable(slot));
        arguments
    }

    #[test]
    fn it_succeeds_in_the_frame_after_a_change_and_only_then() {
        let mut tree = TestTree::new();
        let arguments = of(&mut tree);
        tree.open("Repeater", &with("forever", true));
        tree.leaf("VariableChanged", &arguments).close();
        let mut run = tree.run();
        run.set("mood", "angry");
        assert_eq!(run.story(), "+0 +1 1=F 1.F", "the first time it remembers");
        assert_eq!(run.story(), "+1 1=F 1.F");
        run.set("mood", "sad");
        assert_eq!(run.story(), "+1 1=S 1.S");
        assert_eq!(run.story(), "+1 1=F 1.F");
        run.set("mood", "sad");
        assert_eq!(run.story(), "+1 1=F 1.F", "the same value again");
        run.set("mood", "calm");
        run.set("mood", "sad");
        assert_eq!(run.story(), "+1 1=S 1.S", "there and back");
    }

    #[test]
    fn it_is_still_true_after_an_abort_that_it_causes() {
        let mut tree = TestTree::new();
        let arguments = of(&mut tree);
        tree.open("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
        tree.leaf("VariableChanged", &arguments).script("R").close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 4");
        run.set("mood", "angry");
        assert_eq!(run.story(), "2?S 2!0 4.X +1 +2 2=S 2.S +3 3=R");
    }
}
