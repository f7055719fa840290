//! Gathers the facts that commands depend on from the editor.

use treewright_core::model::{Node, SUBTREE};
use treewright_session::settings::ThemeChoice;
use treewright_session::workspace::answering;
use treewright_session::workspace::exploration::Exploration;
use treewright_session::workspace::run_view::RunView;

use crate::action::JobKind;
use crate::command_table::Situation;
use crate::docking::BottomRow;
use crate::editor::Editor;
use crate::scene::placement::parent_for_new;

pub(crate) fn of(editor: &Editor) -> Situation {
    let front = editor.workspace.front();
    let document = front.document();
    let edited = super::this_use::edited_document(editor);
    let (reached, edited) = ((edited.id(), edited.history().state()), edited.history());
    let steps = &editor.services.project_steps;
    let folder = editor.services.project.folder();
    let primary = front.selection().primary();
    let node = primary.and_then(|id| document.node(id));
    let has_parent = node.is_some_and(|node| node.parent().is_some());
    let parent = node.and_then(Node::parent).and_then(|id| document.node(id));
    let first_sibling = parent.and_then(|parent| parent.children().first());
    let run = front.shown_run();
    let panels = &editor.shell.panels;
    let has_bottom_panels = BottomRow::of(&panels.tree).is_some();
    let exploration = editor.services.explorations.of(front.id());
    Situation {
        is_read_only: front.is_read_only(),
        has_jobs: editor.jobs.shown().any(JobKind::can_be_cancelled),
        undo: edited.undo_label().cloned(),
        redo: edited.redo_label().cloned(),
        undoes_files: steps.is_undone_in(reached),
        undo_redoes_files: steps.is_redone_by_undo_in(reached),
        redoes_files: steps.is_redone_in(reached, edited.redo_state()),
        has_project: folder.is_some(),
        has_breakpoints: !front.breakpoints.is_empty(),
        has_nodes: document.node_count() > 0,
        has_file: front.path().is_some(),
        has_closed_file: !editor.shell.closed_files.is_empty(),
        has_conflicts: !document.conflicts.is_empty(),
        is_compared: editor.shell.views.versions.of(front.id()).is_some(),
        is_side_by_side: editor
            .shell
            .views
            .versions
            .side_by_side_versions(front.id())
            .is_some(),
        are_sides_linked: editor.shell.views.comparison_view.linked,
        has_libraries: !document.libraries.is_empty(),
        has_variables: !document.variables.is_empty(),
        selected: front.selection().len(),
        annotations: front.selection().annotations().len(),
        has_annotations: !document.notes.is_empty() || !document.groups.is_empty(),
        has_parent,
        has_grandparent: parent.is_some_and(|parent| parent.parent().is_some()),
        has_sibling_before: first_sibling.is_some() && first_sibling != primary,
        is_unconnected: primary.is_some_and(|id| document.is_loose(id)),
        has_children: front.selection().iter().any(|id| {
            let node = document.node(id);
            node.is_some_and(|node| !node.children().is_empty())
        }),
        can_undo_files: folder.is_some_and(|folder| steps.can_undo(folder)),
        can_redo_files: folder.is_some_and(|folder| steps.can_redo(folder)),
        is_inside_tree: !editor.shell.navigation.descent.is_empty(),
        edits_use: editor.shell.navigation.edited_use.is_some(),
        runs_tree: node.is_some_and(|node| &*node.task == SUBTREE),
        abort: super::edit::selected_composites(front, editor.workspace.library())
            .next()
            .map(|node| node.abort),
        has_room: primary
            .is_some_and(|id| parent_for_new(document, editor.workspace.library(), id).is_some()),
        is_leaf: node.is_some_and(|node| editor.workspace.library().can_have_stand_in(node)),
        stand_in: node.and_then(|node| node.stand_in.as_deref().cloned()),
        has_asking_leaf: run.is_some_and(|run| run.asking().next().is_some()),
        can_answer: run
            .is_some_and(|run| answering::target(document, front.selection(), run).is_some()),
        can_go_back: editor.shell.navigation.trail.can_go_back(),
        can_go_forward: editor.shell.navigation.trail.can_go_forward(),
        scenarios: editor.services.scenarios.entries().len(),
        explores: exploration.is_some_and(Exploration::is_running),
        explores_after_edits: exploration.is_some_and(|it| it.runs_after_edits),
        is_explored: exploration
            .is_some_and(|it| !it.is_running() && it.current_report(front).is_some()),
        can_explore_further: exploration.is_some_and(|it| it.can_go_on(front)),
        documents: editor.workspace.documents().len(),
        is_only_canvas: editor.shell.closed_for_canvas.is_some(),
        has_bottom_panels,
        are_bottom_panels_shown: has_bottom_panels && !panels.is_folded,
        is_split: editor.shell.views.canvases.split,
        run: run.map(RunView::state),
        can_pause: run.is_some_and(RunView::can_pause),
        told: run.and_then(RunView::verbs),
        has_record: editor.services.live.record_of(front.id()).is_some(),
        follows: run.and_then(RunView::follows_newest),
        has_last_run: front.readable_last_run().is_some(),
        can_step_back: run.is_some_and(|run| run.frame() > run.frames().0),
        is_in_past: run.is_some_and(|run| run.frame() < run.frames().1 || run.inside().is_some()),
        has_sought: front.run_query.is_some() && (run.is_some() || front.last_run.is_some()),
        has_discarded_frames: run.is_some_and(RunView::has_ways),
        has_recorded_ahead: run.is_some_and(|run| run.recorded_ahead().is_some()),
        agents: agents(editor),
        has_earlier_agents: !editor.workspace.earlier_agents().is_empty(),
        left_to_right: front.grows_right(),
        canvas: editor.shell.settings.canvas,
        theme: Some(editor.shell.settings.theme.unwrap_or(ThemeChoice::System)),
        language: editor.shell.texts.language(),
    }
}

/// The number of agents in the shown run, or in the game of which it shows one.
fn agents(editor: &Editor) -> usize {
    let front = editor.workspace.front();
    match editor.services.live.shown_in(front.id()) {
        Some((game, _)) if front.told_run().is_some() => {
            let agents = game.seen.agents().values();
            agents.filter(|agent| agent.left.is_none()).count()
        }
        _ => front.shown_run().map_or(0, RunView::agent_count),
    }
}
