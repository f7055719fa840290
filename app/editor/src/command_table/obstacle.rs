//! Why a command cannot be used. Each command knows only whether it can; which fact is in the way is found by trying what would happen if one were otherwise.

use treewright_core::model::StandIn;
use treewright_session::workspace::run_view::RunState;

use super::{CommandEntry, Situation};

/// A fact that commands ask for: the end of its text key, and how the situation looks once it holds.
type Remedy = (&'static str, fn(&mut Situation));

/// The easiest to bring about come first.
const REMEDIES: [Remedy; 8] = [
    ("nothing_to_undo", |s| s.can_undo = true),
    ("nothing_to_redo", |s| s.can_redo = true),
    ("no_nodes", |s| s.has_nodes = true),
    ("no_selection", |s| s.selected = s.selected.max(1)),
    ("one_node", |s| s.selected = 1),
    ("no_parent", |s| {
        s.selected = s.selected.max(1);
        s.has_parent = true;
    }),
    ("not_loose", |s| {
        s.selected = s.selected.max(1);
        s.is_loose = true;
    }),
    ("no_run", |s| s.run = Some(RunState::Paused)),
];

/// Facts of special commands, after those above.
const SPECIAL: [Remedy; 24] = [
    ("no_work", |s| s.has_work = true),
    ("no_breakpoints", |s| s.has_breakpoints = true),
    ("no_file", |s| s.has_file = true),
    ("no_conflicts", |s| s.has_conflicts = true),
    ("nothing_compared", |s| s.compares = true),
    ("not_side_by_side", |s| s.is_side_by_side = true),
    ("no_annotations", |s| s.has_annotations = true),
    ("two_nodes", |s| s.selected = 2),
    ("three_nodes", |s| s.selected = 3),
    ("no_subtree", |s| {
        s.selected = 1;
        s.runs_tree = true;
    }),
    ("no_leaf", |s| {
        s.selected = 1;
        s.plays_leaf = true;
    }),
    ("no_stand_in", |s| {
        s.selected = 1;
        s.plays_leaf = true;
        s.stand_in = Some(StandIn::Ask);
        s.scenarios = 1;
    }),
    ("nobody_asks", |s| s.is_asked = true),
    ("no_answer", |s| s.can_answer = true),
    ("no_libraries", |s| s.has_libraries = true),
    ("no_variables", |s| s.has_variables = true),
    ("nowhere_back", |s| s.can_go_back = true),
    ("nowhere_forward", |s| s.can_go_forward = true),
    ("one_document", |s| s.documents = 2),
    ("no_scenarios", |s| s.scenarios = 1),
    ("no_frame_before", |s| s.can_step_back = true),
    ("no_frame_after", |s| s.in_the_past = true),
    ("nothing_left", |s| s.can_take_back = true),
    ("one_agent", |s| s.agents = 2),
];

/// The text key of what keeps a command from being used; none if nothing does.
pub fn obstacle(command: &CommandEntry, situation: &Situation) -> Option<String> {
    if (command.enabled)(situation) {
        return None;
    }
    let helps = |(_, remedy): &&Remedy| {
        let mut other = situation.clone();
        remedy(&mut other);
        (command.enabled)(&other)
    };
    let found = REMEDIES.iter().chain(&SPECIAL).find(helps);
    let name = found.map_or("not_now", |(name, _)| *name);
    Some(format!("obstacle.{name}"))
}

#[cfg(test)]
mod tests {
    use super::super::{commands, find};
    use super::*;

    #[test]
    fn what_is_in_the_way_is_named() {
        let nothing = Situation::default();
        let expected = [
            ("undo", "nothing_to_undo"),
            ("delete", "no_selection"),
            ("fit", "no_nodes"),
            ("detach", "no_parent"),
            ("make_root", "not_loose"),
            ("stop", "no_run"),
            ("go_to_tree", "no_subtree"),
            ("remove_library", "no_libraries"),
        ];
        for (command, name) in expected {
            let found = obstacle(find(command).unwrap(), &nothing);
            assert_eq!(found, Some(format!("obstacle.{name}")), "{command}");
        }
        assert_eq!(obstacle(find("save").unwrap(), &nothing), None);
    }

    #[test]
    fn every_command_that_cannot_be_used_says_why() {
        let nothing = Situation::default();
        for command in commands() {
            let found = obstacle(command, &nothing);
            assert_ne!(found.as_deref(), Some("obstacle.not_now"), "{}", command.id);
        }
    }
}
