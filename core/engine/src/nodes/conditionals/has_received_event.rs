//! `HasReceivedEvent`: succeeds once per received event.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the number of events that it has reported, after the numbers of `moment`.
    HasReceivedEvent: Conditional, "notifications_active",
    summary: "Succeeds once per received event.",
    details: [
        "- An event named `name` was received since the tree was enabled and not yet reported: returns Success, once per event. When an abort that it caused leads back to this node, it succeeds again.",
        "- Otherwise: returns Failure.",
        "- An event received before this node first ran counts.",
        "- The payload of the last event is written to the variable `payload`, if one is set. A payload of the wrong type: returns Failure with the reason.",
    ],
    parameters: {
        name: Arc<str> = required(Name, "The name of the event."),
        payload: Option<VariableSlot> = without_default(VariableName(None), "The variable that receives the payload."),
    },
}

impl Leaf for HasReceivedEvent {
    const WRITES_VARIABLES: bool = true;
    const MEMORY: usize = moment::MEMORY + 1;
    const GROUND: Option<Ground> = Some(Ground::Event);

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        moment::start(&mut memory[..moment::MEMORY]);
    }

    fn forced(&self, memory: &mut [u64], _status: Status) {
        moment::forced(&mut memory[..moment::MEMORY]);
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let (moment, reported) = memory.split_at_mut(moment::MEMORY);
        moment::check(moment, tick.frame(), || {
            let received = tick
                .received(&self.name)
                .map_or(0, |received| received.count);
            let is_new = received > reported[0];
            reported[0] += u64::from(is_new);
            is_new && payload::store(&self.name, self.payload, tick)
        })
    }

    fn event(&self) -> Option<&Arc<str>> {
        Some(&self.name)
    }

    fn wake(&self, memory: &[u64], last: Status, tick: &TickContext<'_>) -> Wake {
        // It reports one event per frame.
        if last == Status::Success || self.backlog(memory, tick) > 0 {
            Wake::EveryFrame
        } else {
            Wake::Inputs
        }
    }

    fn backlog(&self, memory: &[u64], tick: &TickContext<'_>) -> u64 {
        let received = tick.received(&self.name).map_or(0, |r| r.count);
        received.saturating_sub(memory[moment::MEMORY])
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        let (moment, reported) = memory.split_at_mut(moment::MEMORY);
        moment::forget(moment);
        forgetting.reported(&self.name, &mut reported[0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> Arguments {
        with("name", "ring")
    }

    /// In a loop, for its status in each frame.
    fn in_a_loop() -> TestTree {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.leaf("HasReceivedEvent", &ring()).close();
        tree
    }

    #[test]
    fn each_event_is_reported_once() {
        let mut run = in_a_loop().run();
        assert_eq!(run.story(), "+0 +1 1=F 1.F");
        run.instance.send(event("ring", None));
        run.instance.send(event("ring", None));
        run.instance.send(event("knock", None));
        assert_eq!(run.story(), "+1 1=S 1.S");
        assert_eq!(run.story(), "+1 1=S 1.S");
        assert_eq!(run.story(), "+1 1=F 1.F");
    }

    #[test]
    fn events_before_it_was_reached_count() {
        let mut tree = TestTree::new();
        tree.open("Sequence", &no_arguments()).script("RRS");
        tree.leaf("HasReceivedEvent", &ring()).close();
        let mut run = tree.run();
        run.frame();
        run.instance.send(event("ring", None));
        assert_eq!(run.letters(2), "RS");
    }

    #[test]
    fn events_before_the_tree_was_enabled_do_not_count() {
        let mut run = in_a_loop().run();
        run.frame();
        run.instance.send(event("ring", None));
        run.frame();
        run.instance.restart(&mut (), &mut run.globals);
        assert_eq!(run.story(), "+0 +1 1=F 1.F");
    }

    #[test]
    fn a_restart_by_a_program_change_reports_no_event_again() {
        let with_other_root = {
            let mut tree = TestTree::under("UntilSuccess", &no_arguments());
            tree.leaf("HasReceivedEvent", &ring()).close();
            tree.program()
        };
        let mut run = in_a_loop().run();
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "+0 +1 1=S 1.S");
        let outcome = run
            .instance
            .swap_program(with_other_root, &mut (), &mut run.globals);
        assert!(matches!(outcome, SwapOutcome::Restarted(_)), "{outcome}");
        assert_eq!(run.story(), "+0 +1 1=F 1.F");
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "+1 1=S 1.S 0.S");
    }

    #[test]
    fn it_is_still_true_after_an_abort_that_it_causes() {
        let mut tree = TestTree::under("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
        tree.leaf("HasReceivedEvent", &ring()).script("R").close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 4");
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "2?S 2!0 4.X +1 +2 2=S 2.S +3 3=R");
        assert_eq!(run.story(), "3=R");
    }

    #[test]
    fn an_event_makes_it_succeed_once_however_often_it_is_run_in_a_frame() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
        tree.leaf("HasReceivedEvent", &ring()).script("S").close();
        tree.script("R").close().close();
        let mut run = tree.run();
        run.frame();
        run.instance.send(event("ring", None));
        assert_eq!(
            run.story(),
            "3?S 3!1 5.X +2 +3 3=S 3.S +4 4=S 4.S 2.S 1.S +1 +2 +3 3=F 3.F 2.F +5 5=R"
        );
    }

    #[test]
    fn a_forced_result_consumes_no_event() {
        let mut run = in_a_loop().run();
        run.instance.force(run.index("1"), Status::Failure).unwrap();
        run.instance.send(event("ring", None));
        assert_eq!(run.story(), "+0 +1 1=F 1.F");
        assert_eq!(run.story(), "+1 1=S 1.S");
    }

    #[test]
    fn the_payload_is_stored_and_must_have_the_variables_type() {
        let mut tree = TestTree::new();
        let slot = tree.variable("who", "nobody");
        let mut arguments = ring();
        arguments.set("payload", Operand::Variable(slot));
        tree.open("Repeater", &with("forever", true));
        tree.leaf("HasReceivedEvent", &arguments).close();
        let mut run = tree.run();
        run.instance.send(event("ring", Some("Ada".into())));
        assert_eq!(run.story(), "+0 +1 1=S 1.S");
        assert_eq!(run.get("who"), Value::from("Ada"));
        run.instance.send(event("ring", Some(3_i64.into())));
        assert_eq!(
            run.story(),
            "+1 1#the payload of event `ring` has another type than the variable: expected string, found int 1=F 1.F"
        );
    }
}
