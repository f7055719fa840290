//! Runs of other programs, games and robots, which go on or were recorded: opens the log of a robot, moves through a run, and sends the program what the
//! user asks of it, or refuses that with the reason.

use std::path::Path;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::{Message, ToArgument as _};
use treewright_robot::full_tree::{FullTree, NumberedTree, TreeRemark};
use treewright_robot::logged_run::{AGENT, LogRemark, LoggedRun};
use treewright_session::host::files::absolute;
use treewright_session::i18n::said;
use treewright_session::notice::NoticeKind;
use treewright_session::stand_in_words;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::answering;
use treewright_session::workspace::live::{Order, SourceKind, Verb};
use treewright_session::workspace::node_mapping::NodeMapping;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::told_run::{ToldRun, ToldTree};

use super::{games, live, references};
use crate::action::{LiveAction, RunAction, Walk};
use crate::docking::{self, Panel};
use crate::editor::Editor;

const ROOT: NodeIndex = NodeIndex(0);

/// The most remarks on a log in a notice. All of them are in the log of its run.
const MOST_REMARKS: usize = 3;

/// A tree of a robot, with the document that shows it.
pub(super) struct Placed {
    pub tree: ToldTree,
    pub numbered: NumberedTree,
    /// What the shown tree does not have of the robot's.
    pub remarks: Vec<Message>,
    /// In what an open document differs that seems to be meant.
    pub difference: Option<Message>,
}

/// Shows a tree on the open document that has the same nodes, or else on a document of its own without a file, which is called `name` or as the tree.
/// Brings that document to the front.
pub(super) fn place(editor: &mut Editor, tree: FullTree, name: Option<&str>) -> Option<Placed> {
    let remarks = tree.remarks.iter().map(TreeRemark::message).collect();
    let numbered = tree.numbered.clone();
    let (found, difference) = match same_tree(editor, &numbered) {
        Ok((index, found)) => {
            editor.workspace.bring_to_front(index);
            (found, None)
        }
        Err(difference) => (add_tree(editor, tree, name)?, difference),
    };
    Some(Placed {
        tree: found,
        numbered,
        remarks,
        difference,
    })
}

/// Returns the open document that has the same nodes as a tree and no run; else what differs in one that begins with the same node.
fn same_tree(editor: &Editor, tree: &NumberedTree) -> Result<(usize, ToldTree), Option<Message>> {
    let mut difference = None;
    for (index, document) in editor.workspace.documents().iter().enumerate() {
        let compiled = document
            .program()
            .filter(|_| document.is_free_for_told_run());
        let Some(compiled) = compiled.and_then(Result::ok) else {
            continue;
        };
        let Some(program) = compiled.program() else {
            continue;
        };
        let Some(other) = tree.difference(program) else {
            let found = ToldTree {
                document: document.id(),
                revision: document.run_revision(),
                program: program.clone(),
                places: compiled.mapping().clone(),
                seen: None,
            };
            return Ok((index, found));
        };
        if program.title(ROOT) == tree.program.title(ROOT) {
            let title = document.title(&editor.shell.texts);
            let arguments = vec![
                ("document", title.to_argument()),
                ("what", other.message().to_argument()),
            ];
            difference.get_or_insert(said("log.attach_differs", arguments));
        }
    }
    Err(difference)
}

/// Shows a tree on a document of its own.
fn add_tree(editor: &mut Editor, tree: FullTree, name: Option<&str>) -> Option<ToldTree> {
    let document = tree.files.document.clone();
    let imported = tree.imported.documents.into_iter().next();
    let from_reader = imported.map_or_else(Vec::new, |imported| imported.remarks);
    let main = tree.numbered.uses.first().map(|main| main.tree.clone());
    let name = name.map(ToOwned::to_owned).or(main).unwrap_or_default();
    let index = editor.workspace.add(|id| {
        OpenDocument::new(id, document, from_reader)
            .called(name)
            .told()
    });
    let (document, _) = editor.workspace.get_mut(index)?;
    document.take_imported(tree.sources, tree.files);
    let shown = ToldTree {
        document: document.id(),
        revision: document.run_revision(),
        places: Arc::new(NodeMapping::new(&tree.numbered.program, tree.origins)),
        program: tree.numbered.program,
        seen: None,
    };
    references::update(editor);
    Some(shown)
}

/// Opens the log of a robot: its run at the last frame, on the open document with its tree, or on one without a file.
pub fn open(editor: &mut Editor, path: &Path, log: LoggedRun) {
    let LoggedRun {
        tree,
        past,
        remarks,
    } = log;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let Some(placed) = place(editor, tree, Some(&name)) else {
        return;
    };
    let is_cut = remarks.contains(&LogRemark::Cut);
    let of_log = remarks.iter().map(LogRemark::message);
    let remarks: Vec<Message> = of_log.chain(placed.remarks).collect();
    let lines = remarks.iter().cloned().chain(placed.difference);
    let limit = editor.shell.settings.recording_limit();
    let told = ToldRun::new(placed.tree, (past, AGENT), limit, lines.collect()).in_file();
    let (front, _) = editor.workspace.front_mut();
    front.show_told_run(told);
    if front.is_read_only() {
        // It may have shown another log of the same tree.
        front.call(name);
    }
    editor.shell.settings.remember(&absolute(path));
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    tell_opened(editor, path, is_cut, &remarks);
}

/// Tells that a log is open, and what it does not tell.
fn tell_opened(editor: &mut Editor, path: &Path, is_cut: bool, remarks: &[Message]) {
    let run = editor.workspace.front().told_run();
    let frames = run.map_or(0, |run| run.frames().1 - run.frames().0);
    let frames = usize::try_from(frames).unwrap_or(usize::MAX);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let key = if is_cut {
        "told_run.opened_cut"
    } else {
        "told_run.opened"
    };
    let kind = if remarks.is_empty() {
        NoticeKind::Done
    } else {
        NoticeKind::Failed
    };
    let texts = &editor.shell.texts;
    let opened = texts.tr_count_with(key, frames, &[("name", &name)]);
    let others = remarks
        .iter()
        .filter(|remark| remark.code() != LogRemark::Cut.code());
    let others = others.map(|remark| texts.sentence(remark));
    let text = texts.sentences(std::iter::once(opened).chain(others.take(MOST_REMARKS)));
    editor.shell.notify(kind, text);
}

/// Adds a line to the log of a document's run, if it shows one that was told.
pub fn remark(workspace: &mut Workspace, document: DocumentId, text: Message) {
    let index = workspace.index_of(document);
    let open = index.and_then(|index| workspace.get_mut(index));
    if let Some(told) = open.and_then(|(open, _)| open.any_told_run()) {
        told.remark(text);
    }
}

/// Applies an action if the front document shows a run that was told; returns it otherwise, or if it is the same for every run.
pub fn apply(editor: &mut Editor, action: RunAction) -> Option<RunAction> {
    let (front, _) = editor.workspace.front_mut();
    let Some(told) = front.told_run_mut() else {
        return Some(action);
    };
    match action {
        RunAction::Stop => stop(editor),
        RunAction::Toggle => toggle(editor),
        RunAction::FollowNewest => told.follow_newest(),
        RunAction::Walk(walk @ Walk::Found { .. }) => return Some(RunAction::Walk(walk)),
        RunAction::Walk(Walk::NextAgent) => games::show_next(editor),
        RunAction::Walk(Walk::Step) if told.follows_newest() == Some(true) => {
            live::order(editor, Order::Step);
        }
        RunAction::Walk(walk) => match move_through(told, &walk) {
            Moved::Yes => {}
            Moved::AtTheEnd => refuse(editor, "obstacle.no_frame_after"),
            Moved::NeedsToRun => refuse_again(editor),
        },
        RunAction::SetVariable(name, value) => {
            let arguments = [("name", &*name), ("value", &*value.to_string())];
            let text = editor.shell.texts.tr_with("games.set_waits", &arguments);
            let order = Order::SetVariable(name.into(), value);
            pass_on_soon(editor, Verb::SetVariable, order, text);
        }
        RunAction::SendEvent {
            name,
            payload,
            to_all,
        } => {
            let text = editor
                .shell
                .texts
                .tr_with("games.event_waits", &[("name", &name)]);
            let event = Order::SendEvent {
                name,
                payload,
                to_all,
            };
            pass_on_soon(editor, Verb::SendEvent, event, text);
        }
        RunAction::ShowUse(used) => told.choose_use(used),
        RunAction::Answer(node, status) => force(editor, &node, status),
        RunAction::AnswerNext(status) => {
            let target = front
                .told_run()
                .and_then(|told| answering::target(front.document(), front.selection(), told));
            if let Some(node) = target {
                force(editor, &node, status);
            }
        }
        RunAction::Export { .. }
        | RunAction::FocusFrameField
        | RunAction::FocusEvents
        | RunAction::ChooseSought
        | RunAction::Seek(_)
        | RunAction::GoToSought(_)
        | RunAction::Set(_) => return Some(action),
        _ => refuse_again(editor),
    }
    editor.shell.ctx.request_repaint();
    None
}

/// Detaches from the program whose run is shown; ends the showing of a run that is over. What a game did stays in the list of agents.
fn stop(editor: &mut Editor) {
    let (front, _) = editor.workspace.front_mut();
    let live = front.told_run().and_then(ToldRun::live);
    let Some(live) = live.cloned() else {
        return front.end_told_run();
    };
    if !live.is_over() {
        return live::apply(editor, LiveAction::Detach(live.source));
    }
    front.end_told_run();
    if live.kind == SourceKind::Game {
        let arguments = [("name", &*live.name)];
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Done, "games.not_shown", &arguments);
    }
}

/// Shows the newest frame again, or else pauses or continues the program.
fn toggle(editor: &mut Editor) {
    let Some(told) = editor.workspace.front_mut().0.told_run_mut() else {
        return;
    };
    match told.follows_newest() {
        Some(false) if told.stop().is_none() => told.follow_newest(),
        _ if told.can_pause() => _ = pass_on(editor, Verb::Pause, Order::Pause),
        _ => {
            told.follow_newest();
            pass_on(editor, Verb::Resume, Order::Resume);
        }
    }
}

/// Sets the result of a node: of one at which the program waits, or else its next one.
fn force(editor: &mut Editor, node: &NodeId, status: Status) {
    let Some(told) = editor.workspace.front().told_run() else {
        return;
    };
    let Some(place) = told.places_of(node).into_iter().next() else {
        return refuse(editor, "obstacle.game_no_node");
    };
    let is_of_robot = told
        .live()
        .is_some_and(|live| live.kind == SourceKind::Robot);
    let stop = told.stop().filter(|_| is_of_robot);
    // A robot goes on with the result at once.
    let waits = stop.is_some_and(|stop| stop.node.as_ref() == Some(node));
    let order = Order::Force(place, status);
    if !pass_on(editor, Verb::Force, order) || waits {
        return;
    }
    let texts = &editor.shell.texts;
    let title = texts.title_of(editor.workspace.front().document(), node);
    let answer = stand_in_words::result(texts, status);
    let arguments = [("node", &*title), ("answer", &*answer)];
    let text = texts.tr_with("notice.forced", &arguments);
    if stands_still(editor) {
        editor.services.live.waiting_notice = Some(text.clone());
    }
    editor.shell.notify(NoticeKind::Done, text);
}

/// Passes on what the user wants if the program can do it; otherwise tells why it cannot. Returns whether it was passed on.
fn pass_on(editor: &mut Editor, verb: Verb, order: Order) -> bool {
    match check(editor, verb) {
        Ok(()) => live::order(editor, order),
        Err(key) => {
            refuse(editor, key);
            false
        }
    }
}

/// Like [`pass_on`]. A game that is paused does it in its next frame: `text` tells the user so.
fn pass_on_soon(editor: &mut Editor, verb: Verb, order: Order, text: String) {
    if pass_on(editor, verb, order) && stands_still(editor) {
        editor.services.live.waiting_notice = Some(text.clone());
        editor.shell.notify(NoticeKind::Done, text);
    }
}

/// Returns whether the program whose run the front document shows waits.
fn stands_still(editor: &Editor) -> bool {
    let live = editor.workspace.front().told_run().and_then(ToldRun::live);
    live.is_some_and(|live| live.stop.is_some())
}

/// Refuses what would need running again.
fn refuse_again(editor: &mut Editor) {
    if let Err(key) = check(editor, Verb::RunAgain) {
        refuse(editor, key);
    }
}

/// # Errors
/// If the program whose run the front document shows cannot do this: the key of the reason.
fn check(editor: &Editor, verb: Verb) -> Result<(), &'static str> {
    let told = editor.workspace.front().told_run();
    told.and_then(RunView::verbs)
        .map_or(Ok(()), |verbs| verbs.check(verb))
}

fn refuse(editor: &mut Editor, key: &str) {
    editor.shell.notify_key(NoticeKind::Refused, key, &[]);
}

/// Whether a step led to another moment.
enum Moved {
    Yes,
    AtTheEnd,
    NeedsToRun,
}

fn move_through(run: &mut ToldRun, walk: &Walk) -> Moved {
    let has_moved = match walk {
        Walk::Step => run.step(),
        Walk::StepEvent => run.step_event(),
        Walk::StepBack => {
            run.step_back();
            true
        }
        Walk::StepEventBack => {
            run.step_event_back();
            true
        }
        Walk::GoTo(frame) => {
            run.show(*frame);
            true
        }
        Walk::RunToFrame(frame) => {
            run.show(*frame);
            *frame <= run.frames().1
        }
        Walk::GoToEvent { frame, events, .. } => {
            run.show_inside(*frame, *events);
            true
        }
        _ => return Moved::NeedsToRun,
    };
    if has_moved {
        Moved::Yes
    } else {
        Moved::AtTheEnd
    }
}
