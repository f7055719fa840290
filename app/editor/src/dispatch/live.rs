//! Programs that run trees elsewhere: attaches to them, shows their trees, passes on what they tell and what the user wants of them, and leaves them.
//! Nothing here waits for a program.

use treewright_core::ToArgument as _;
use treewright_core::ids::NodeId;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent, StopAt};
use treewright_insight::told_past::ToldPast;
use treewright_link::protocol::Condition;
use treewright_robot::full_tree::{FullTree, NumberedTree, TreeFault};
use treewright_robot::groot2::{HookPosition, Request};
use treewright_robot::logged_run::AGENT;
use treewright_robot::monitor::Fact;
use treewright_robot::robot_run::RobotRun;
use treewright_session::host::link::interfaces;
use treewright_session::host::robot::socket::News;
use treewright_session::i18n::said;
use treewright_session::notice::NoticeKind;
use treewright_session::robot_address::RobotAddress;
use treewright_session::workspace::game_link::AttachedGame;
use treewright_session::workspace::live::{Connection, LiveSource as _, Order, SourceId};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::robot_link::RobotLink;
use treewright_session::workspace::robot_link::hooks::{Consent, HookPlace};
use treewright_session::workspace::run_view::{RunView as _, StopKind, StopView};
use treewright_session::workspace::told_run::ToldRun;

use super::games;
use super::told_runs::{self, Placed};
use crate::action::{LiveAction, ViewAction};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::attach_window::AttachWindow;
use crate::panels::questions::Question;
use crate::shell::QuestionTopic;

pub fn apply(editor: &mut Editor, action: LiveAction) {
    match action {
        LiveAction::OpenWindow => {
            editor.services.live.interfaces = interfaces();
            editor.shell.views.attach = Some(AttachWindow::default());
        }
        LiveAction::CloseWindow => editor.shell.views.attach = None,
        LiveAction::AttachRobot(address) => attach_robot(editor, &address),
        LiveAction::Detach(source) => detach(editor, source),
        LiveAction::Show(source) => show(editor, source),
        LiveAction::SwitchGames(is_on) => games::switch(editor, is_on),
        LiveAction::LetAttachFrom(reach) => games::let_attach_from(editor, reach),
        LiveAction::ShowAgent(source, agent) => games::show_agent(editor, source, agent),
        LiveAction::FindTrue(source, text) => {
            let condition = Condition::Expression(text.as_str().into());
            games::find(editor, source, condition, text);
        }
        LiveAction::FindRunning(source, node) => games::find_running(editor, source, &node),
        LiveAction::FindAgain(source) => games::find_again(editor, source),
        LiveAction::ForgetFound(source) => games::forget_found(editor, source),
        LiveAction::SwapTree => games::swap(editor),
        LiveAction::ShowTheirs(source, path) => games::show_theirs(editor, source, &path),
        LiveAction::SendOwn(source, path) => games::send_own(editor, source, &path),
        LiveAction::SaveRecord => games::save_record(editor),
        LiveAction::SaveScenario => games::save_scenario(editor),
        LiveAction::ForgetRecent(address) => {
            editor
                .shell
                .settings
                .recent_robots
                .retain(|a| *a != address);
        }
    }
}

/// Attaches to a robot, or shows the one that is attached already.
fn attach_robot(editor: &mut Editor, address: &str) {
    let Ok(address) = address.parse::<RobotAddress>() else {
        let shell = &mut editor.shell;
        return shell.notify_key(NoticeKind::Refused, "attach.no_address", &[]);
    };
    editor.shell.settings.robot_attached(&address.to_string());
    let sources = &mut editor.services.live;
    let mut known = sources.robots.iter();
    if let Some(known) = known.find(|robot| *robot.address() == address) {
        let id = known.id();
        return show(editor, id);
    }
    let id = sources.next_id();
    let robot = RobotLink::attach(id, address, editor.shell.waker());
    sources.robots.push(robot);
}

/// Leaves a program. What it has told so far stays.
fn detach(editor: &mut Editor, source: SourceId) {
    if let Some(game) = AttachedGame::game_of(source) {
        return games::detach(editor, game);
    }
    let Some(source) = editor.services.live.source_mut(source) else {
        return;
    };
    let is_reached = *source.connection() == Connection::Attached;
    let (kind, key) = match (source.leaves_breakpoints(), is_reached) {
        (false, _) => (NoticeKind::Done, "attach.detached"),
        (true, true) => (NoticeKind::Done, "attach.detached_breakpoints"),
        (true, false) => (NoticeKind::Failed, "attach.breakpoints_stay"),
    };
    source.detach();
    let name = source.name();
    let shell = &mut editor.shell;
    shell.notify_key(kind, key, &[("name", &*name)]);
    shell.ctx.request_repaint();
}

fn show(editor: &mut Editor, source: SourceId) {
    let document = editor.services.live.document_of(source);
    let Some(index) = document.and_then(|id| editor.workspace.index_of(id)) else {
        return;
    };
    editor.workspace.bring_to_front(index);
    if let Some(told) = editor.workspace.front_mut().0.told_run_mut() {
        told.follow_newest();
    }
}

/// Passes on what the user wants of the program that runs the front document's tree. Returns whether that was possible, and tells why not.
pub fn order(editor: &mut Editor, order: Order) -> bool {
    let told = editor.workspace.front().told_run();
    let Some(live) = told.and_then(ToldRun::live) else {
        return false;
    };
    let source = editor.services.live.source_mut(live.source);
    let Some(Err(key)) = source.map(|source| source.order(order)) else {
        // What was refused before is no longer of interest.
        let notice = &mut editor.shell.notice;
        notice.take_if(|notice| notice.kind == NoticeKind::Refused);
        return true;
    };
    editor.shell.notify_key(NoticeKind::Refused, key, &[]);
    false
}

/// Leaves all programs at the end of the editor, after breakpoints are removed.
pub fn leave_all(editor: &mut Editor) {
    games::leave_all(editor);
    for robot in &mut editor.services.live.robots {
        robot.detach_and_wait();
    }
}

/// The user was asked whether breakpoints may be set on a robot.
pub fn on_answer(editor: &mut Editor, source: SourceId, is_allowed: bool) {
    let Some(robot) = editor.services.live.robot(source) else {
        return;
    };
    let revision = robot.breakpoints_of.map_or(0, |(_, revision)| revision);
    robot.hooks.consent = if is_allowed {
        Consent::Given
    } else {
        Consent::Refused(revision)
    };
    editor.shell.ctx.request_repaint();
}

/// Follows what programs have told since the last frame of the window.
pub fn update(editor: &mut Editor) {
    games::update(editor);
    for index in 0..editor.services.live.robots.len() {
        follow(editor, index);
    }
    let robots = &mut editor.services.live.robots;
    robots.retain(|robot| !robot.has_ended());
}

fn follow(editor: &mut Editor, index: usize) {
    leave_if_closed(editor, index);
    let news = editor.services.live.robots[index].take_news();
    let mut waiting = Vec::new();
    for news in news {
        match news {
            News::Tree { text, read } => {
                tell(editor, index, &std::mem::take(&mut waiting));
                editor.services.live.robots[index].note_tree();
                show_tree(editor, index, text, read);
            }
            News::Fact(fact) => {
                editor.services.live.robots[index].note(&fact);
                report(editor, index, &fact);
                waiting.push(fact);
            }
        }
    }
    tell(editor, index, &waiting);
    want_breakpoints(editor, index);
    pass_state(editor, index);
}

/// Detaches from a robot whose tree the user has closed.
fn leave_if_closed(editor: &mut Editor, index: usize) {
    let robot = &mut editor.services.live.robots[index];
    let closed = robot.documents();
    let closed = closed.filter(|id| editor.workspace.index_of(*id).is_none());
    let closed: Vec<DocumentId> = closed.collect();
    let is_current_closed = robot.document().is_some_and(|id| closed.contains(&id));
    for id in closed {
        robot.forget_document(id);
    }
    let id = robot.id();
    if is_current_closed {
        detach(editor, id);
    }
}

/// Returns the told run of the tree that a robot runs now.
fn told_of<'w>(documents: &'w mut [OpenDocument], robot: &RobotLink) -> Option<&'w mut ToldRun> {
    let shown = robot.document()?;
    let mut documents = documents.iter_mut();
    documents
        .find(|document| document.id() == shown)?
        .any_told_run()
}

fn tell(editor: &mut Editor, index: usize, facts: &[Fact]) {
    let robot = &mut editor.services.live.robots[index];
    if let Some(told) = told_of(editor.workspace.documents_mut(), robot) {
        robot.tell(told, facts);
    }
}

/// Tells the user what concerns more than the states of nodes.
fn report(editor: &mut Editor, index: usize, fact: &Fact) {
    let robot = &editor.services.live.robots[index];
    let name = robot.name();
    let remark = match (fact, robot.connection()) {
        (Fact::Lost(_), Connection::Lost(why)) => {
            Some(said("log.attach_lost", vec![("reason", why.to_argument())]))
        }
        (Fact::Back, _) => Some(said("log.attach_back", Vec::new())),
        (Fact::Hooks(hooks), _) if robot.hooks.count_others(hooks) > 0 => {
            let count = robot.hooks.count_others(hooks).to_argument();
            Some(said("log.attach_other_hooks", vec![("count", count)]))
        }
        _ => None,
    };
    if let Some(remark) = remark
        && let Some(told) = told_of(editor.workspace.documents_mut(), robot)
    {
        told.remark(remark);
    }
    let shell = &mut editor.shell;
    match fact {
        Fact::HooksNotHeard => {
            shell.notify_key(
                NoticeKind::Failed,
                "attach.hooks_not_heard",
                &[("name", &name)],
            );
        }
        Fact::NotSent(_) => {
            shell.notify_key(NoticeKind::Refused, "attach.not_sent", &[("name", &name)]);
        }
        Fact::Failed(request, fault) if is_users(request) => {
            let reason = shell.texts.message(&fault.message());
            let arguments = [("name", &*name), ("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "attach.refused", &arguments);
        }
        Fact::Ended(_) => {
            if let Connection::Ended(Some(why)) = robot.connection() {
                let reason = shell.texts.message(why);
                let arguments = [("name", &*name), ("reason", &*reason)];
                shell.notify_key(NoticeKind::Failed, "attach.ended", &arguments);
            }
        }
        _ => {}
    }
}

/// Returns whether the user wanted a request.
fn is_users(request: &Request) -> bool {
    matches!(
        request,
        Request::InsertHook(_) | Request::RemoveHook(..) | Request::Unlock { .. }
    )
}

/// Shows the tree that a robot runs now: on the document that showed it before, on an open one with the same nodes, or on a new one.
fn show_tree(
    editor: &mut Editor,
    index: usize,
    text: String,
    read: Result<Box<FullTree>, TreeFault>,
) {
    let robot = &mut editor.services.live.robots[index];
    let name = robot.name();
    let front = editor.workspace.front().id();
    let is_looked_at = robot.document().is_none_or(|shown| shown == front);
    if let Some(shown) = robot.show_again(&text) {
        if let Some(place) = editor.workspace.index_of(shown).filter(|_| is_looked_at) {
            editor.workspace.bring_to_front(place);
        }
        // It was started again, so that what it did last is over.
        return tell(editor, index, &[Fact::Back]);
    }
    let full = match read {
        Ok(full) => full,
        Err(fault) => {
            let reason = editor.shell.texts.message(&fault.message());
            let arguments = [("name", &*name), ("reason", &*reason)];
            let shell = &mut editor.shell;
            return shell.notify_key(NoticeKind::Failed, "attach.no_tree", &arguments);
        }
    };
    let Some(placed) = told_runs::place(editor, *full, None) else {
        return;
    };
    let Placed {
        tree,
        numbered,
        mut remarks,
        difference,
    } = placed;
    let document = tree.document;
    let limit = editor.shell.settings.recording_limit();
    let shared = &editor.services.live.limit;
    shared.set(limit);
    let mut past = ToldPast::sharing(shared);
    let run = RobotRun::new(numbered, &mut past);
    if let Some(difference) = difference {
        remarks.push(difference);
    }
    let told = ToldRun::new(tree, (past, AGENT), limit, remarks);
    if let Some(shown) = editor.workspace.index_of(document)
        && let Some((open, _)) = editor.workspace.get_mut(shown)
    {
        open.show_told_run(told);
    }
    editor.services.live.robots[index].show(text, document, run);
    if let Some(place) = editor.workspace.index_of(front).filter(|_| !is_looked_at) {
        editor.workspace.bring_to_front(place);
    }
    editor.shell.views.attach = None;
    docking::show(&mut editor.shell.panels, Panel::Timeline);
    let shell = &mut editor.shell;
    shell.notify_key(NoticeKind::Done, "attach.attached", &[("name", &name)]);
}

/// Lets a robot have the breakpoints of the document that shows its tree, after the user has agreed.
fn want_breakpoints(editor: &mut Editor, index: usize) {
    let robot = &mut editor.services.live.robots[index];
    let shown = robot.document().and_then(|id| editor.workspace.with_id(id));
    let Some((document, tree)) = shown.zip(robot.tree()) else {
        return;
    };
    let key = (document.id(), document.breakpoints.revision());
    if robot.breakpoints_of != Some(key) {
        let list = document.breakpoints.all();
        let wanted = places(&list, document, tree);
        robot.hooks.want(wanted);
        robot.breakpoints_of = Some(key);
        if list.iter().any(only_counts)
            && let Some(told) = told_of(editor.workspace.documents_mut(), robot)
        {
            told.remark(said("log.attach_only_counts", Vec::new()));
        }
    }
    if *robot.connection() != Connection::Attached {
        return;
    }
    if robot.hooks.needs_consent(key.1) && editor.shell.question.is_none() {
        let name = robot.name();
        let topic = QuestionTopic::BreakpointsOnRobot(robot.id());
        let question = Question::BreakpointsOnRobot(name);
        editor.shell.question = Some((question, topic));
    }
    robot.update_hooks();
}

/// Returns where breakpoints stop a robot.
fn places(list: &[Breakpoint], document: &OpenDocument, tree: &NumberedTree) -> Vec<HookPlace> {
    let told = document.told_run();
    let places = list
        .iter()
        .filter_map(stop_of_robot)
        .flat_map(|(node, position)| {
            let nodes = told.map_or_else(Vec::new, |told| told.places_of(node));
            let numbers = nodes.into_iter().filter_map(|node| tree.number(node));
            numbers.map(move |uid| (uid, position)).collect::<Vec<_>>()
        });
    let mut all: Vec<HookPlace> = Vec::new();
    for place in places {
        if !all.contains(&place) {
            all.push(place);
        }
    }
    all
}

/// Returns the node at which a breakpoint stops a robot: when it starts, or when it has ended with any result. `None` if it does not, or a robot cannot
/// be asked for it.
fn stop_of_robot(breakpoint: &Breakpoint) -> Option<(&NodeId, HookPosition)> {
    let stops = breakpoint.enabled && breakpoint.stops() && breakpoint.condition.is_none();
    match &breakpoint.at {
        StopAt::Node(node, NodeEvent::Start) if stops => Some((node, HookPosition::Before)),
        StopAt::Node(node, NodeEvent::End(None)) if stops => Some((node, HookPosition::After)),
        _ => None,
    }
}

/// Returns whether a breakpoint would stop a run here, but cannot stop a robot.
fn only_counts(breakpoint: &Breakpoint) -> bool {
    breakpoint.enabled && breakpoint.stops() && stop_of_robot(breakpoint).is_none()
}

/// Passes to the documents of a robot whether it is reached and where it waits.
fn pass_state(editor: &mut Editor, index: usize) {
    let robot = &editor.services.live.robots[index];
    let current = robot.document();
    let front = editor.workspace.front().id();
    let mut reveal = None;
    for id in robot.documents() {
        let Some(place) = editor.workspace.index_of(id) else {
            continue;
        };
        let Some((document, _)) = editor.workspace.get_mut(place) else {
            continue;
        };
        let stop = stop_of(robot, document).filter(|_| current == Some(id));
        let Some(told) = document.any_told_run() else {
            continue;
        };
        let live = (!robot.has_ended()).then(|| robot.live_state(id, stop.clone()));
        let was = told.live().and_then(|live| live.stop.clone());
        let is_new =
            stop.is_some() && was.map(|was| was.node) != stop.as_ref().map(|s| s.node.clone());
        told.set_live(live);
        if let Some(stop) = stop.filter(|_| is_new) {
            if let StopKind::Breakpoint(text) = stop.kind {
                told.remark(text);
            }
            reveal = stop.node.filter(|_| id == front);
        }
    }
    if let Some(node) = reveal {
        let notice = &mut editor.shell.notice;
        notice.take_if(|notice| notice.kind != NoticeKind::Failed);
        super::view::apply(editor, ViewAction::Reveal(node));
    }
}

/// Returns where and why a robot waits, as its document shows it.
fn stop_of(robot: &RobotLink, document: &OpenDocument) -> Option<StopView> {
    let (place, position) = robot.waits()?;
    let told = document.told_run()?;
    let node = told.node_of(place)?;
    let key = match position {
        HookPosition::Before => "log.attach_waits_before",
        HookPosition::After => "log.attach_waits_after",
    };
    let title = node.named(|id| document.document().name_of(id));
    let text = said(key, vec![("node", title)]);
    Some(StopView {
        kind: StopKind::Breakpoint(text),
        node: Some(node.id),
        frame: told.frames().1,
    })
}
