//! `WaitForEvent`: waits for an event.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the number of events of that name received before.
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
    const GROUND: Option<Ground> = Some(Ground::Event);

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
        Status::of(payload::store(&self.name, self.payload, tick))
    }

    fn event(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }

    fn forget(&self, memory: &mut [u64], _forgetting: &Forgetting<'_>) {
        // Only events of the current frame count.
        memory[0] = 0;
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
    fn it_runs_until_the_event_arrives() {
        let mut run = listening(0_i64);
        assert_eq!(run.letters(1), "R");
        run.instance.send(event("knock", None));
        assert_eq!(run.letters(1), "R");
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(1), "S");
    }

    #[test]
    fn an_event_in_its_start_frame_counts_but_no_earlier_one() {
        let mut run = listening(0_i64);
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(1), "S");
        let mut tree = TestTree::new();
        tree.open("Sequence", &no_arguments()).script("RS");
        tree.leaf("WaitForEvent", &with("name", "ring")).close();
        let mut run = tree.run();
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(3), "RRR");
    }

    #[test]
    fn restarted_in_the_same_frame_it_waits_for_the_next_event() {
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
    fn the_payload_is_stored() {
        let mut run = listening(1.5);
        run.instance.send(event("ring", Some(2_i64.into())));
        run.instance.send(event("ring", Some(3_i64.into())));
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.get("heard"), Value::Float(3.0));
    }

    #[test]
    fn a_list_is_stored_in_a_variable_of_its_type_only() {
        let list = |items: &[Value]| Value::List(items.into());
        let stored = |variable: &[Value], payload: &[Value]| {
            let mut run = listening(list(variable));
            let event = event("ring", Some(list(payload)));
            run.instance.send(event);
            (run.story(), run.get("heard").to_string())
        };
        let failed = |types: &str| {
            format!(
                "+0 0#the payload of event `ring` has another type than the variable: {types} 0=F 0.F"
            )
        };
        let names = &["a".into()];
        let (one, two) = (Value::Int(1), Value::Int(2));
        assert_eq!(
            stored(names, &[one.clone(), two.clone()]),
            (failed("expected [string], found [int]"), "[\"a\"]".into())
        );
        assert_eq!(
            stored(names, &["b".into(), two.clone()]),
            (failed("expected [string], found [int]"), "[\"a\"]".into())
        );
        let succeeded = || "+0 0=S 0.S".to_owned();
        assert_eq!(
            stored(names, &["b".into()]),
            (succeeded(), "[\"b\"]".into())
        );
        assert_eq!(stored(names, &[]), (succeeded(), "[]".into()));
        assert_eq!(
            stored(&[Value::Float(0.5)], &[one, two]),
            (succeeded(), "[1.0, 2.0]".into()),
            "integers become floats, as outside of lists"
        );
    }

    #[test]
    fn an_event_without_a_payload_leaves_the_variable_unchanged() {
        let mut run = listening(7_i64);
        run.instance.send(event("ring", None));
        run.frame();
        assert_eq!(run.get("heard"), Value::Int(7));
    }

    #[test]
    fn a_payload_of_another_type_is_reported() {
        let mut run = listening(7_i64);
        run.instance.send(event("ring", Some("loud".into())));
        assert_eq!(
            run.story(),
            "+0 0#the payload of event `ring` has another type than the variable: expected int, found string 0=F 0.F"
        );
    }
}
