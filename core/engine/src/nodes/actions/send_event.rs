//! `SendEvent`: sends an event to this tree or all trees.

use crate::nodes::prelude::*;

kind! {
    SendEvent: Action, "campaign",
    summary: "Sends an event to this tree or all trees.",
    details: [
        "- Always: returns Success. The event is received in the next frame, never in the frame in which it is sent.",
        "- `Self`: sent to this tree. `AllTrees`: sent to every tree of the manager, this one included.",
    ],
    parameters: {
        name: Operand<Arc<str>> = required(ValueType::String, "The name of the event; receivers use the same name."),
        payload: Option<Argument> = without_default(Any, "The payload: a constant or a variable of any type."),
        to: Arc<str> = optional(ParameterType::choice(["Self", "AllTrees"]), "Self", "Who receives the event.")
            .meaning(["This tree only.", "All trees of the manager."]),
    },
}

impl Leaf for SendEvent {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let event = Event {
            name: self.name.get(tick),
            payload: self
                .payload
                .as_ref()
                .map(|payload| payload.value(tick).clone()),
        };
        if &*self.to == "AllTrees" {
            tick.send_to_all(event);
        } else {
            tick.send(event);
        }
        Status::Success
    }

    fn sends(&self) -> Option<Sends> {
        Some(Sends {
            name: self.name.clone(),
            payload: self.payload.clone(),
            to_all: &*self.to == "AllTrees",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> Arguments {
        with("name", "ring")
    }

    #[test]
    fn the_event_is_visible_in_the_next_frame() {
        let mut tree = TestTree::under("Sequence", &no_arguments());
        tree.leaf("SendEvent", &ring())
            .leaf("WaitForEvent", &ring())
            .close();
        assert_eq!(tree.run().letters(2), "RS");
    }

    #[test]
    fn the_payload_is_the_value_at_the_time_of_sending() {
        let mut tree = TestTree::new();
        let (from, to) = (tree.variable("from", 7_i64), tree.variable("to", 0_i64));
        let (mut send, mut wait) = (ring(), ring());
        send.set("payload", Operand::Variable(from));
        wait.set("payload", Operand::Variable(to));
        tree.open("Sequence", &no_arguments());
        tree.leaf("SendEvent", &send)
            .leaf("WaitForEvent", &wait)
            .close();
        let mut run = tree.run();
        run.frame();
        run.set("from", 8_i64);
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.get("to"), 7_i64.into());
    }

    #[test]
    fn an_event_for_all_trees_reaches_all_trees_of_the_manager() {
        for (to, listening) in [("AllTrees", 0), ("Self", 1)] {
            let mut listener = TestTree::new();
            listener.leaf("WaitForEvent", &ring());
            let mut sender = TestTree::new();
            sender.leaf("SendEvent", &ring().with("to", to));
            let mut manager = TreeManager::new();
            manager.add(listener.program(), 0).unwrap();
            manager.add(sender.program(), 0).unwrap();
            assert_eq!(manager.tick(&mut (), 1.0), 1);
            assert_eq!(manager.tick(&mut (), 1.0), listening);
        }
    }
}
