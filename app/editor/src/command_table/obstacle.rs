//! What commands require, and the reasons why they are disabled.

use treewright_session::workspace::live::Verb;

use super::Situation;

/// One row per requirement: the function that checks it, the obstacle if it is not met, and the text key of that obstacle.
macro_rules! needs {
    ($($need:ident, $obstacle:ident = $key:literal: |$s:ident| $holds:expr;)*) => {
        /// Why a command is disabled.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Obstacle {
            $($obstacle,)*
            /// Whoever tells the run cannot do it: the key of the reason.
            Told(&'static str),
        }

        impl Obstacle {
            pub fn text_key(self) -> &'static str {
                match self {
                    $(Self::$obstacle => $key,)*
                    Self::Told(key) => key,
                }
            }
        }

        $(
            pub(super) fn $need($s: &Situation) -> Result<(), Obstacle> {
                if $holds { Ok(()) } else { Err(Obstacle::$obstacle) }
            }
        )*
    };
}

needs! {
    is_editable, ReadOnly = "obstacle.read_only": |s| !s.is_read_only;
    has_project, NoProject = "obstacle.no_project": |s| s.has_project;
    can_undo, NothingToUndo = "obstacle.nothing_to_undo": |s| s.undo.is_some() || s.undoes_files || s.undo_redoes_files;
    can_redo, NothingToRedo = "obstacle.nothing_to_redo": |s| s.redo.is_some() || s.redoes_files;
    has_nodes, NoNodes = "obstacle.no_nodes": |s| s.has_nodes;
    has_selection, NoSelection = "obstacle.no_selection": |s| s.selected > 0;
    is_single, OneNode = "obstacle.one_node": |s| s.selected == 1;
    has_two, TwoNodes = "obstacle.two_nodes": |s| s.selected > 1;
    has_three, ThreeNodes = "obstacle.three_nodes": |s| s.selected > 2;
    has_parent, NoParent = "obstacle.no_parent": |s| s.has_parent;
    has_grandparent, NoGrandparent = "obstacle.no_grandparent": |s| s.has_grandparent;
    has_sibling_before, NoSiblingBefore = "obstacle.no_sibling_before": |s| s.has_sibling_before;
    is_unconnected, NotUnconnected = "obstacle.not_loose": |s| s.is_unconnected;
    has_run, NoRun = "obstacle.no_run": |s| s.run.is_some();
    has_last_run, NoLastRun = "obstacle.no_last_run": |s| s.has_last_run;
    has_jobs, NoJobs = "obstacle.no_work": |s| s.has_jobs;
    has_breakpoints, NoBreakpoints = "obstacle.no_breakpoints": |s| s.has_breakpoints;
    has_file, NoFile = "obstacle.no_file": |s| s.has_file;
    has_closed_file, NoClosedFile = "obstacle.no_closed_file": |s| s.has_closed_file;
    has_conflicts, NoConflicts = "obstacle.no_conflicts": |s| s.has_conflicts;
    is_compared, NothingCompared = "obstacle.nothing_compared": |s| s.is_compared;
    is_side_by_side, NotSideBySide = "obstacle.not_side_by_side": |s| s.is_side_by_side;
    has_annotations, NoAnnotations = "obstacle.no_annotations": |s| s.has_annotations;
    runs_tree, NoSubtree = "obstacle.no_subtree": |s| s.runs_tree;
    edits_use, NoUse = "obstacle.no_use": |s| s.edits_use;
    can_edit_use, NoTreeToEnter = "obstacle.no_subtree": |s| s.runs_tree || s.is_inside_tree && !s.edits_use;
    has_children, NoChildren = "obstacle.no_children": |s| s.has_children;
    is_composite, NoComposite = "obstacle.no_composite": |s| s.abort.is_some();
    has_room, NoRoom = "obstacle.no_room": |s| s.has_room;
    is_leaf, NoLeaf = "obstacle.no_leaf": |s| s.is_leaf;
    has_stand_in, NoStandIn = "obstacle.no_stand_in": |s| s.stand_in.is_some() && s.scenarios > 0;
    has_asking_leaf, NoLeafAsks = "obstacle.nobody_asks": |s| s.has_asking_leaf;
    can_answer, NoAnswer = "obstacle.no_answer": |s| s.can_answer;
    has_libraries, NoLibraries = "obstacle.no_libraries": |s| s.has_libraries;
    has_variables, NoVariables = "obstacle.no_variables": |s| s.has_variables;
    can_go_back, NowhereBack = "obstacle.nowhere_back": |s| s.can_go_back;
    can_go_forward, NowhereForward = "obstacle.nowhere_forward": |s| s.can_go_forward;
    has_bottom_panels, NoBottomPanels = "obstacle.no_bottom_panels": |s| s.has_bottom_panels;
    has_documents, OneDocument = "obstacle.one_document": |s| s.documents > 1;
    has_scenarios, NoScenarios = "obstacle.no_scenarios": |s| s.scenarios > 0;
    explores, NotExploring = "obstacle.not_exploring": |s| s.explores;
    is_explored, NotExplored = "obstacle.not_explored": |s| s.is_explored;
    can_explore_further, NothingToExplore = "obstacle.nothing_to_explore": |s| s.can_explore_further;
    can_step_back, NoFrameBefore = "obstacle.no_frame_before": |s| s.can_step_back;
    is_live, NotLive = "obstacle.not_live": |s| s.follows.is_some();
    is_behind, ShowsNewest = "obstacle.shows_newest": |s| s.follows == Some(false);
    is_in_past, NoFrameAfter = "obstacle.no_frame_after": |s| s.is_in_past;
    has_sought, NothingSought = "obstacle.nothing_sought": |s| s.has_sought;
    has_discarded_frames, NoDiscardedFrames = "obstacle.nothing_left": |s| s.has_discarded_frames;
    has_recorded_ahead, NothingAhead = "obstacle.nothing_ahead": |s| s.has_recorded_ahead;
    has_record, NoRecord = "obstacle.no_record": |s| s.has_record;
    is_measurable, NothingMeasures = "obstacle.nothing_measures": |s| s.told.is_some();
    has_agents, OneAgent = "obstacle.one_agent": |s| s.agents > 1;
    has_earlier_agents, NoEarlierAgents = "obstacle.no_earlier_agents": |s| s.has_earlier_agents;
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "same signature as the other requirements"
)]
pub(super) fn nothing(_: &Situation) -> Result<(), Obstacle> {
    Ok(())
}

/// The selected node, or else its parent, can have another child.
pub(super) fn takes_child(s: &Situation) -> Result<(), Obstacle> {
    has_selection(s).and_then(|()| has_room(s))
}

/// Whoever tells the run can do this; a run of the editor's own can do everything.
fn may(s: &Situation, verb: Verb) -> Result<(), Obstacle> {
    s.told
        .map_or(Ok(()), |told| told.check(verb))
        .map_err(Obstacle::Told)
}

/// The run is the editor's own, so that it can be run again and otherwise.
fn is_no_told_run(s: &Situation) -> Result<(), Obstacle> {
    may(s, Verb::RunAgain)
}

/// There is a run that can be changed.
pub(super) fn has_own_run(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s).and_then(|()| has_run(s))
}

/// The tree of a game can be replaced by the active document.
pub(super) fn can_swap(s: &Situation) -> Result<(), Obstacle> {
    has_record(s).and_then(|()| may(s, Verb::Swap))
}

/// The program that runs the tree can measure it, or the canvas shows that already.
pub(super) fn can_measure(s: &Situation) -> Result<(), Obstacle> {
    if s.canvas.profile {
        return Ok(());
    }
    is_measurable(s).and_then(|()| may(s, Verb::Measure))
}

/// There is a run to which events can be sent.
pub(super) fn can_send(s: &Situation) -> Result<(), Obstacle> {
    may(s, Verb::SendEvent).and_then(|()| has_run(s))
}

/// The tree can run, or continue, or pause; or the newest frame of a run that goes on elsewhere can be shown again.
pub(super) fn can_toggle(s: &Situation) -> Result<(), Obstacle> {
    if s.told.is_none() {
        return has_nodes(s);
    }
    let verb = if s.can_pause {
        Verb::Pause
    } else {
        Verb::Resume
    };
    is_behind(s).or_else(|_| may(s, verb))
}

/// A newer frame can be shown than the one that is shown, and those that come.
pub(super) fn can_follow(s: &Situation) -> Result<(), Obstacle> {
    is_live(s).and_then(|()| is_behind(s))
}

/// There is a run that can be changed, or one that was stopped can be read.
pub(super) fn has_own_run_to_read(s: &Situation) -> Result<(), Obstacle> {
    has_last_run(s).or_else(|_| has_own_run(s))
}

/// The tree can run.
pub(super) fn can_run(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s).and_then(|()| has_nodes(s))
}

/// The tree can run to the selected node.
pub(super) fn can_run_to_one(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s).and_then(|()| has_one(s))
}

/// The tree can run on, or there is another moment in what was told of a run.
pub(super) fn can_step(s: &Situation) -> Result<(), Obstacle> {
    match s.follows {
        _ if s.told.is_none() => has_nodes(s),
        Some(true) => may(s, Verb::Step),
        _ => is_in_past(s),
    }
}

/// The run has left a way.
pub(super) fn has_ways(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s).and_then(|()| has_discarded_frames(s))
}

/// The run has several agents, which can be compared and removed.
pub(super) fn has_own_agents(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s).and_then(|()| has_agents(s))
}

/// The result of a leaf can be set.
pub(super) fn can_set_result(s: &Situation) -> Result<(), Obstacle> {
    may(s, Verb::Force).and_then(|()| can_answer(s))
}

/// A run can get the agents that were added to an earlier one.
pub(super) fn can_add_earlier_agents(s: &Situation) -> Result<(), Obstacle> {
    has_own_run(s).and_then(|()| has_earlier_agents(s))
}

/// At least one node, note or group is selected.
pub(super) fn has_anything(s: &Situation) -> Result<(), Obstacle> {
    if s.annotations > 0 {
        return Ok(());
    }
    has_selection(s)
}

pub(super) fn has_one(s: &Situation) -> Result<(), Obstacle> {
    has_selection(s)?;
    is_single(s)
}

/// One node is selected, and there is a run that can be changed.
pub(super) fn has_one_in_run(s: &Situation) -> Result<(), Obstacle> {
    has_one(s)?;
    has_own_run(s)
}

/// There is a run, or one that was stopped can be read.
pub(super) fn has_run_to_search(s: &Situation) -> Result<(), Obstacle> {
    has_last_run(s).or_else(|_| has_run(s))
}

/// A moment is shown after which something was recorded, or that is still to happen again.
pub(super) fn has_later_inputs(s: &Situation) -> Result<(), Obstacle> {
    is_no_told_run(s)?;
    is_in_past(s).or_else(|_| has_recorded_ahead(s))
}

/// The file of a branch is in a project, in which another file can take it.
pub(super) fn can_extract_to_file(s: &Situation) -> Result<(), Obstacle> {
    has_selection(s)?;
    has_file(s)
}

/// The document is compared with a version, or has a file and so may have earlier ones.
pub(super) fn has_versions(s: &Situation) -> Result<(), Obstacle> {
    is_compared(s).or_else(|_| has_file(s))
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn a_disabled_command_names_its_obstacle() {
        let nothing = Situation::default();
        let two = Situation {
            selected: 2,
            ..Situation::default()
        };
        let expected = [
            ("undo", &nothing, Obstacle::NothingToUndo),
            ("delete", &nothing, Obstacle::NoSelection),
            ("fit", &nothing, Obstacle::NoNodes),
            ("detach", &nothing, Obstacle::NoParent),
            ("make_root", &nothing, Obstacle::NotUnconnected),
            ("stop", &nothing, Obstacle::NoRun),
            ("go_to_tree", &nothing, Obstacle::NoSubtree),
            ("remove_library", &nothing, Obstacle::NoLibraries),
            ("distribute_across", &two, Obstacle::ThreeNodes),
        ];
        for (command, situation, obstacle) in expected {
            let found = find(command).unwrap().check(situation);
            assert_eq!(found, Err(obstacle), "{command}");
        }
        assert_eq!(find("save").unwrap().check(&nothing), Ok(()));
    }
}
