//! Games that are attached: switches the door for them on and off, shows their agents, passes on what they tell and what the user wants of them.
//! Nothing here waits for a game.

mod answers;
mod differing;
mod measuring;
mod saving;
mod swapping;

use std::cmp::Reverse;
use std::path::Path;
use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::{Argument, Program};
use treewright_insight::breakpoints_json::{self, ProjectBreakpoints};
use treewright_insight::told_past::{Stretch, ToldPast};
use treewright_link::live_file::{LiveRecord, LiveRemark};
use treewright_link::protocol::Condition;
use treewright_link::seen::{Change, SeenTree};
use treewright_session::game_reach::Reach;
use treewright_session::host::breakpoints;
use treewright_session::host::files::absolute;
use treewright_session::host::link::{GameDoor, GameId};
use treewright_session::i18n::said;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::game_link::{AttachedGame, GameLink, GameNews, ShownTree};
use treewright_session::workspace::live::{Connection, LiveSource as _, SourceId};
use treewright_session::workspace::live_games::agent_title;
use treewright_session::workspace::node_mapping::NodeMapping;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_view::{RunView as _, ShownNode, StopKind, StopView};
use treewright_session::workspace::told_run::{ToldRun, ToldTree};

pub use self::differing::{send_own, show_theirs};
pub use self::saving::{save_record, save_scenario};
pub use self::swapping::swap;
use super::file::open_and_wait;
use super::references;
use crate::docking::{self, Panel};
use crate::editor::Editor;

/// How many seconds of what an agent did before are asked for.
const PAST: f64 = 60.0;

/// Lets games attach, or leaves all of them.
pub fn switch(editor: &mut Editor, is_on: bool) {
    if !is_on {
        leave_all(editor);
        return;
    }
    let own_trees = editor.services.live.own_trees.0.clone();
    let own_files = Arc::new(move |program: &_| own_trees.files_of(program));
    let listening = match &editor.services.conditions.link_file {
        Some(file) => GameDoor::listen_at(file, editor.shell.waker(), own_files),
        None => GameDoor::listen(editor.shell.waker(), own_files),
    };
    match listening {
        Ok(door) => {
            let live = &mut editor.services.live;
            live.games = Some(GameLink::sharing(door, &live.limit));
            let text = editor.shell.texts.tr("games.on").into_owned();
            editor.shell.notify(NoticeKind::Done, text);
        }
        Err(error) => {
            let text = editor.shell.texts.link_error(&error);
            editor.shell.notify(NoticeKind::Failed, text);
        }
    }
}

/// Lets games of these machines attach.
pub fn let_attach_from(editor: &mut Editor, reach: Reach) {
    let Some(games) = &mut editor.services.live.games else {
        return;
    };
    if let Err(error) = games.door_mut().set_reach(reach) {
        let text = editor.shell.texts.link_error(&error);
        editor.shell.notify(NoticeKind::Failed, text);
    }
}

/// Leaves all games. What they have told stays.
pub fn leave_all(editor: &mut Editor) {
    let before = editor.services.live.game_ids();
    editor.services.live.close_door();
    let after = editor.services.live.game_ids();
    if before != after {
        editor.shell.ctx.request_repaint();
    }
}

/// Leaves a game: its pauses and breakpoints are gone, and what it has told stays.
pub fn detach(editor: &mut Editor, game: GameId) {
    if let Some(known) = game_mut(editor, game) {
        known.detach();
        let name = known.name();
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Done, "attach.detached", &[("name", &*name)]);
        shell.ctx.request_repaint();
    }
}

fn game_mut(editor: &mut Editor, game: GameId) -> Option<&mut AttachedGame> {
    editor.services.live.game_mut(game)
}

/// Opens what agents of a game did: shows one that was there to the end, and lists the others.
pub fn open_record(editor: &mut Editor, path: &Path, record: LiveRecord) {
    let remarks = record.remarks.iter().map(LiveRemark::message);
    let remarks: Vec<String> = remarks
        .map(|remark| editor.shell.texts.sentence(&remark))
        .collect();
    let past = record.seen.past();
    let last = |agent: &AgentId| past.stretches(*agent).map(Stretch::last_frame).max();
    // Of those that are known the longest, the first one.
    let first = past
        .agents()
        .max_by_key(|agent| (last(agent), Reverse(agent.number())));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let game = editor.services.live.add_record(&name, record);
    if let Some(agent) = first {
        show(editor, game, agent.number(), ShownBy::Game);
        editor.shell.settings.remember(&absolute(path));
        docking::show(&mut editor.shell.panels, Panel::Agents);
    }
    let shell = &mut editor.shell;
    if remarks.is_empty() {
        shell.notify_key(NoticeKind::Done, "games.opened", &[("name", &name)]);
    } else {
        shell.notify(NoticeKind::Failed, shell.texts.sentences(remarks));
    }
}

/// Who wants an agent to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownBy {
    /// The user, who can be asked what to do if the tree is not that of the editor.
    User,
    /// The game, by a breakpoint or because the player pointed at it.
    Game,
}

/// Shows an agent of a game: in the document of its tree that shows agents of the game already, in an open one with the same nodes, or in a new one.
pub fn show_agent(editor: &mut Editor, source: SourceId, agent: u64) {
    if let Some(game) = AttachedGame::game_of(source) {
        show(editor, game, agent, ShownBy::User);
    }
}

/// Shows the next agent of the game whose agent the active document shows: of those that are there, in the order of their numbers.
pub fn show_next(editor: &mut Editor) {
    let front = editor.workspace.front().id();
    let live = &editor.services.live;
    let Some((game, shown)) = live.shown_in(front) else {
        return;
    };
    let agents = game.seen.agents().iter();
    let there: Vec<u64> = agents
        .filter(|(_, agent)| agent.left.is_none())
        .map(|(number, _)| *number)
        .collect();
    let next = there.iter().find(|number| **number > shown);
    if let Some(next) = next.or(there.first()).copied() {
        let source = game.id();
        show_agent(editor, source, next);
    }
}

fn show(editor: &mut Editor, game: GameId, agent: u64, by: ShownBy) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let Some(program) = known.seen.agents().get(&agent).map(|known| known.program) else {
        return;
    };
    let tree = known.seen.programs().get(&program);
    match tree.and_then(|program| program.tree.clone()) {
        Some(Ok(tree)) => show_in(editor, (game, agent), (program, &tree), by),
        Some(Err(problem)) if known.end.is_some() => {
            differing::tell(editor, (game, agent), program, &problem);
        }
        problem => {
            // It was asked for, or is asked for again, as the editor may have the files by now; the agent is shown when it comes.
            known.wanted = Some(agent);
            if problem.is_some() {
                known.ask_files(program);
            }
        }
    }
}

/// Shows an agent whose tree is known.
fn show_in(
    editor: &mut Editor,
    (game, agent): (GameId, u64),
    (program, tree): (u32, &Arc<SeenTree>),
    by: ShownBy,
) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    known.watch(agent, PAST);
    let shown = known.shown_of(agent).map(|shown| shown.document);
    if let Some(index) = shown.and_then(|document| editor.workspace.index_of(document)) {
        editor.workspace.bring_to_front(index);
    } else {
        let found = same_tree(editor, tree).or_else(|| open_own(editor, (game, program), tree));
        let asks = by == ShownBy::User && found.is_none();
        if asks && differing::ask(editor, (game, agent), (program, tree)) {
            return;
        }
        place(editor, game, (program, tree, found), agent);
    }
    let front = editor.workspace.front().id();
    if let Some(known) = game_mut(editor, game) {
        known.choose(front, agent);
    }
    pass(editor, game);
    if let Some(told) = editor.workspace.front_mut().0.told_run_mut() {
        told.follow_newest();
    }
    // The agent is shown, and no use in the tree of another one.
    editor.shell.navigation.descent.clear();
    if by == ShownBy::Game {
        docking::show(&mut editor.shell.panels, Panel::Timeline);
    }
    editor.shell.ctx.request_repaint();
}

/// Shows a tree of a game in the document that was found for it, or else in a new one, and brings that to the front.
fn place(
    editor: &mut Editor,
    game: GameId,
    (program, tree, found): (u32, &Arc<SeenTree>, Option<(usize, ToldTree)>),
    agent: u64,
) {
    let told = match found {
        Some((index, told)) => {
            editor.workspace.bring_to_front(index);
            told
        }
        None => match add_tree(editor, tree) {
            Some(told) => told,
            None => return,
        },
    };
    let document = told.document;
    let limit = editor.shell.settings.recording_limit();
    let shared = &editor.services.live.limit;
    shared.set(limit);
    let mut past = ToldPast::sharing(shared);
    past.add_program(told.program.clone());
    let run = ToldRun::new(told, (past, AgentId(agent)), limit, Vec::new()).of_game();
    if let Some(index) = editor.workspace.index_of(document)
        && let Some((open, _)) = editor.workspace.get_mut(index)
    {
        open.show_told_run(run);
    }
    // One that is gone may have been shown there.
    for other in editor.services.live.game_ids() {
        if let Some(other) = game_mut(editor, other) {
            other.forget_document(document);
        }
    }
    if let Some(known) = game_mut(editor, game) {
        known.show(document, program, agent);
    }
    swapping::note_shown(editor, document);
}

/// Returns whether two programs have the same nodes, place by place.
fn are_same(one: &Program<()>, other: &Program<()>) -> bool {
    let same = |node: NodeIndex| {
        one.id(node) == other.id(node)
            && one.parent(node) == other.parent(node)
            && one.task(node) == other.task(node)
    };
    one.len() == other.len() && one.indices().all(same)
}

/// Returns an open document with the same nodes as a tree, and without a run of its own: if possible one that can be edited. What nodes do is
/// explained by the game's tree, whose parameters may be others.
fn same_tree(editor: &Editor, tree: &Arc<SeenTree>) -> Option<(usize, ToldTree)> {
    let documents = editor.workspace.documents().iter().enumerate();
    let free = documents.filter(|(_, document)| document.is_free_for_told_run());
    let (read_only, own): (Vec<_>, Vec<_>) = free.partition(|(_, open)| open.is_read_only());
    own.into_iter()
        .chain(read_only)
        .find_map(|(index, document)| {
            let compiled = document.program()?.ok()?;
            let program = compiled.program();
            program.filter(|own| are_same(own, &tree.program))?;
            let told = ToldTree {
                document: document.id(),
                revision: document.run_revision(),
                program: tree.program.clone(),
                places: compiled.mapping().clone(),
                seen: Some(tree.clone()),
            };
            Some((index, told))
        })
}

/// Opens the editor's own file of a tree that a game runs, if it has the same nodes.
fn open_own(
    editor: &mut Editor,
    (game, program): (GameId, u32),
    tree: &Arc<SeenTree>,
) -> Option<(usize, ToldTree)> {
    let programs = game_mut(editor, game)?.seen.programs();
    let message = programs.get(&program)?.message.clone();
    let own_trees = &editor.services.live.own_trees.0;
    let file = own_trees.file_of(&message)?;
    SeenTree::read(&message, &own_trees.read(&file)?).ok()?;
    open_and_wait(editor, &file);
    same_tree(editor, tree)
}

/// Opens the files of a tree in a document without a file.
fn add_tree(editor: &mut Editor, tree: &Arc<SeenTree>) -> Option<ToldTree> {
    let files = tree.sources.unpack().ok()?;
    let name = files.path.rsplit('/').next().unwrap_or_default();
    let name = name.strip_suffix(".bt.json").unwrap_or(name).to_owned();
    let document = files.document.clone();
    let index = editor.workspace.add(|id| {
        OpenDocument::new(id, document, Vec::new())
            .called(name)
            .told()
    });
    let (document, _) = editor.workspace.get_mut(index)?;
    document.take_imported(tree.sources.clone(), files);
    let told = ToldTree {
        document: document.id(),
        revision: document.run_revision(),
        program: tree.program.clone(),
        places: Arc::new(NodeMapping::new(&tree.program, tree.origins.clone())),
        seen: Some(tree.clone()),
    };
    references::update(editor);
    Some(told)
}

/// Looks for agents of a game.
pub fn find(editor: &mut Editor, source: SourceId, condition: Condition, text: String) {
    let game = AttachedGame::game_of(source);
    if let Some(known) = game.and_then(|game| game_mut(editor, game)) {
        known.find(condition, text);
    }
}

/// Looks for agents of a game that run a node of the active document.
pub fn find_running(editor: &mut Editor, source: SourceId, node: &NodeId) {
    let front = editor.workspace.front();
    let text = editor.shell.texts.title_of(front.document(), node);
    let text = editor
        .shell
        .texts
        .tr_with("games.runs_node", &[("node", &text)]);
    find(editor, source, Condition::Running(node.clone()), text);
}

/// Looks once more for the agents of a game that were looked for last.
pub fn find_again(editor: &mut Editor, source: SourceId) {
    let game = AttachedGame::game_of(source);
    if let Some(known) = game.and_then(|game| game_mut(editor, game)) {
        known.find_again();
    }
}

/// Lists all agents of a game again.
pub fn forget_found(editor: &mut Editor, source: SourceId) {
    let game = AttachedGame::game_of(source);
    if let Some(known) = game.and_then(|game| game_mut(editor, game)) {
        known.forget_found();
    }
}

/// Follows what games have told since the last frame of the window.
pub fn update(editor: &mut Editor) {
    differing::list_own_trees(editor);
    let news = editor.services.live.games.as_mut().map(GameLink::work);
    for (game, news) in news.unwrap_or_default() {
        take(editor, game, news);
    }
    arm_door(editor);
    for game in editor.services.live.game_ids() {
        leave_closed(editor, game);
        measuring::update(editor, game);
        differing::update(editor, game);
        send_breakpoints(editor, game);
        pass(editor, game);
    }
    for document in editor.workspace.documents_mut() {
        if let Some(told) = document.any_told_run() {
            told.keep_within_limit();
        }
    }
    swapping::follow_undo(editor);
    editor.services.live.forget_unshown();
}

fn take(editor: &mut Editor, game: GameId, news: GameNews) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let name = known.name();
    match news {
        GameNews::Came => {
            let arguments = [("name", &*name)];
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Done, "games.came", &arguments);
            docking::show(&mut editor.shell.panels, Panel::Agents);
        }
        GameNews::Left(_) => {
            if let Connection::Ended(Some(why)) = known.connection().clone() {
                let reason = editor.shell.texts.message(&why);
                let arguments = [("name", &*name), ("reason", &*reason)];
                let shell = &mut editor.shell;
                shell.notify_key(NoticeKind::Failed, "attach.ended", &arguments);
            }
        }
        GameNews::Changed(Change::Tree(program)) => {
            let is_of = |agent: &u64| {
                let agent = known.seen.agents().get(agent);
                agent.is_some_and(|agent| agent.program == program)
            };
            let agent = known.wanted.take_if(|agent| is_of(agent));
            let seen = known.seen.programs().get(&program);
            let tree = seen.and_then(|program| program.tree.clone());
            match agent.zip(tree) {
                Some((agent, Ok(tree))) => {
                    show_in(editor, (game, agent), (program, &tree), ShownBy::User);
                }
                Some((agent, Err(problem))) => {
                    differing::tell(editor, (game, agent), program, &problem);
                }
                None => {}
            }
        }
        GameNews::Changed(Change::Agents) => differing::show_arrived(editor, game),
        GameNews::Changed(Change::Found(found)) => known.take_found(&found),
        GameNews::Changed(Change::Profile(program)) => measuring::take(editor, game, program),
        GameNews::Changed(Change::Show(agent)) => {
            show(editor, game, agent.number(), ShownBy::Game);
        }
        GameNews::Changed(Change::Answer(number, answer)) => {
            if let Some(asked) = known.answered(number) {
                answers::take(editor, game, &asked, &answer);
            }
        }
        GameNews::Changed(Change::State) => {
            known.count_pause();
            let state = known.seen.state();
            let frame = state.frame;
            let hit = state.because.as_ref().map(|hit| (hit.agent, hit.events));
            known.stop_to_show = hit.map(|(agent, events)| (agent, frame, events));
            let shown = hit.and_then(|(agent, _)| known.agent_to_show(agent));
            if let Some(agent) = shown {
                show(editor, game, agent, ShownBy::Game);
            }
        }
        GameNews::Changed(_) => {}
    }
}

/// Forgets documents that the user has closed or whose run was ended.
fn leave_closed(editor: &mut Editor, game: GameId) {
    let Some(known) = game_mut(editor, game) else {
        return;
    };
    let shown: Vec<DocumentId> = known.shown().iter().map(|tree| tree.document).collect();
    for document in shown {
        let open = editor.workspace.index_of(document);
        let open = open.and_then(|index| editor.workspace.get_mut(index));
        let has_run = open.is_some_and(|(open, _)| open.any_told_run().is_some());
        if !has_run && let Some(known) = game_mut(editor, game) {
            let agents = known.shown().iter();
            let agent = agents.filter(|tree| tree.document == document);
            let agents: Vec<u64> = agent.map(|tree| tree.agent).collect();
            known.forget_document(document);
            for agent in agents {
                known.unwatch(agent);
            }
        }
    }
}

/// Tells the runs in the documents of a game what is known of it.
fn pass(editor: &mut Editor, game: GameId) {
    let Some(known) = editor.services.live.game_mut(game) else {
        return;
    };
    let front = editor.workspace.front().id();
    let shown = known.shown().to_vec();
    let mut front_agent = None;
    for tree in shown {
        let Some(index) = editor.workspace.index_of(tree.document) else {
            continue;
        };
        let Some((open, _)) = editor.workspace.get_mut(index) else {
            continue;
        };
        let (document, revision) = (open.id(), open.run_revision());
        let Some(told) = open.any_told_run() else {
            continue;
        };
        for program in known.new_programs(document) {
            if let Some(tree) = known.seen.tree(program) {
                let places = NodeMapping::new(&tree.program, tree.origins.clone());
                let number = told.add_tree(ToldTree {
                    document,
                    revision,
                    program: tree.program.clone(),
                    places: Arc::new(places),
                    seen: Some(tree.clone()),
                });
                known.add_program(document, program, number);
            }
        }
        known.tell(document, told);
        let stop = known.stop_to_show;
        if let Some((_, frame, events)) =
            stop.filter(|(agent, frame, _)| *agent == tree.agent && told.knows(*frame))
        {
            told.show_inside(frame, events);
            known.stop_to_show = None;
        }
        let agent = told.agent();
        let node = stopped_at(known, told, tree.agent);
        let title = node
            .as_ref()
            .map(|node| node.named(|id| open.document().name_of(id)));
        let live = (!known.is_record()).then(|| {
            let stop = stop_of(known, (node.map(|node| node.id), title));
            known.live_state(&tree, stop)
        });
        if let Some(told) = open.any_told_run() {
            told.set_live(live);
        }
        if document == front {
            front_agent = Some(agent);
        }
    }
    known.set_agent(front_agent);
}

/// Returns the node at which a breakpoint has paused a game, if it is one of this agent.
fn stopped_at(known: &AttachedGame, told: &ToldRun, agent: u64) -> Option<ShownNode> {
    let hit = known.seen.state().because.as_ref();
    let hit = hit.filter(|hit| hit.agent == agent)?;
    told.node_of(NodeIndex(hit.node?))
}

/// Returns where and why a game waits. `node` is where a breakpoint of the shown agent has paused it, with its title.
fn stop_of(
    known: &AttachedGame,
    (node, title): (Option<NodeId>, Option<Argument>),
) -> Option<StopView> {
    let state = known.seen.state();
    if !state.paused || known.end.is_some() {
        return None;
    }
    let agent = state
        .because
        .as_ref()
        .map(|hit| agent_title(&known.seen, hit.agent));
    let text = match (agent, title) {
        (Some(agent), Some(title)) => {
            let arguments = vec![("agent", agent), ("node", title)];
            said("log.game_breakpoint", arguments)
        }
        (Some(agent), None) => said("log.game_other_breakpoint", vec![("agent", agent)]),
        (None, _) => said("log.game_paused", Vec::new()),
    };
    Some(StopView {
        kind: StopKind::Breakpoint(text),
        node,
        frame: state.frame,
    })
}

/// Lets a game have the breakpoints of all open documents, and of the project of the active one.
fn send_breakpoints(editor: &mut Editor, game: GameId) {
    let live = &mut editor.services.live;
    let Some(known) = live.game_mut(game).filter(|known| known.may("break")) else {
        return;
    };
    let documents = editor.workspace.documents().iter();
    let key: u64 = documents
        .map(|document| document.breakpoints.revision() + document.id().0)
        .sum();
    if !known.needs_breakpoints((key, known.shown().len())) {
        return;
    }
    let all = all_breakpoints(&editor.workspace, known.shown());
    known.set_breakpoints(&all);
}

/// Lets the door have the breakpoints that games get when they come, before their first frame.
fn arm_door(editor: &mut Editor) {
    let Some(games) = &mut editor.services.live.games else {
        return;
    };
    let documents = editor.workspace.documents().iter();
    let key = documents.map(|document| document.breakpoints.revision() + document.id().0);
    if games.needs_breakpoints(key.sum()) {
        let all = all_breakpoints(&editor.workspace, &[]);
        games.door().arm(&breakpoints_json::write(&all));
    }
}

/// Returns the breakpoints of all open documents, also by the paths that a game has for them, and of the project of the active one.
fn all_breakpoints(workspace: &Workspace, shown: &[ShownTree]) -> ProjectBreakpoints {
    let mut all = ProjectBreakpoints::default();
    let front = workspace.front().path();
    if let Some(project) = front.and_then(|path| breakpoints::of_project(path).ok()) {
        all.documents = project.documents;
    }
    for document in workspace.documents() {
        let list = document.breakpoints.all();
        let shown = shown.iter();
        let shown = shown.filter(|tree| tree.document == document.id() && !tree.is_replaced);
        let mut paths: Vec<String> = shown.map(|tree| tree.path.to_string()).collect();
        if let Some(path) = document.path() {
            paths.extend(breakpoints::path_in_project(path));
            let name = path.file_name().unwrap_or_default();
            paths.push(name.to_string_lossy().into_owned());
        }
        for path in paths {
            all.documents.insert(path, list.clone());
        }
    }
    all
}
