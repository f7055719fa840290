//! `WaitForEvent`: runs until an event comes.

use crate::nodes::prelude::*;

kind! {
    /// The task. It remembers the number of the event that it heard last.
    WaitForEvent: Action, "hearing",
    summary: "Waits for an event.",
    details: [
        "- No event named `name` in this frame: returns Running.",
        "- Event received: returns Success. An event in the frame in which this node starts counts; an earlier one, or one that this node has already received, does not.",
        "- The payload of the event (with several in a frame, of the last) is written to the variable `payload`, if one is set. A payload of the wrong type: returns Failure with the reason.",
    ],
    parameters: {
        name: Arc<str> = required(Name, "The name of the event."),
        payload: Option<VariableSlot> = without_default(VariableName(None), "The variable that receives the payload."),
    },
}

impl Leaf for WaitForEvent {
    const WRITES_VARIABLES: bool = true;
    const MEMORY: usize = 1;

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let here = tick
            .received(&self.name)
            .filter(|received| received.frame == tick.frame());
        let Some(heard) = here
            .map(|received| received.count)
            .filter(|count| *count > memory[0])
        else {
            return Status::Running;
        };
        memory[0] = heard;
        Status::of(payload::keep(&self.name, self.payload, tick))
    }

    fn event(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listening(variable: impl Into<Value>) -> TestRun {
        let mut tree = TestTree::new();
        let slot = tree.variable("heard", variable);
        let mut arguments = with("name", "ring");
        arguments.set("payload", Operand::Variable(slot));
        tree.leaf("WaitForEvent", &arguments);
        tree.run()
    }

    #[test]
    fn it_runs_until_the_event_comes() {
        let mut run = listening(0_i64);
        assert_eq!(run.letters(1), "R");
        run.instance.send(event("knock", None));
        assert_eq!(run.letters(1), "R");
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(1), "S");
    }

    #[test]
    fn what_comes_in_the_frame_in_which_it_starts_counts_and_nothing_earlier() {
        let mut run = listening(0_i64);
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(1), "S");
        let mut tree = TestTree::new();
        tree.open("Sequence", &nothing()).script("RS");
        tree.leaf("WaitForEvent", &with("name", "ring")).close();
        let mut run = tree.run();
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(3), "RRR");
    }

    #[test]
    fn started_again_in_the_same_frame_it_waits_for_the_next_event() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.leaf("WaitForEvent", &with("name", "ring")).close();
        let mut run = tree.run();
        run.frame();
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "1=S 1.S +1 1=R");
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "1=S 1.S +1 1=R");
    }

    #[test]
    fn what_comes_with_it_is_kept() {
        let mut run = listening(1.5);
        run.instance.send(event("ring", Some(2_i64.into())));
        run.instance.send(event("ring", Some(3_i64.into())));
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.get("heard"), Value::Float(3.0));
    }

    #[test]
    fn nothing_that_comes_with_it_changes_nothing() {
        let mut run = listening(7_i64);
        run.instance.send(event("ring", None));
        run.frame();
        assert_eq!(run.get("heard"), Value::Int(7));
    }

    #[test]
    fn what_the_variable_cannot_hold_is_told() {
        let mut run = listening(7_i64);
        run.instance.send(event("ring", Some("loud".into())));
        assert_eq!(
            run.story(),
            "+0 0#the payload of event `ring` has another type than the variable: expected int, found string 0=F 0.F"
        );
    }
}
