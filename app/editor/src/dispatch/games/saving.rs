//! Saves what agents of a game did, as a file that opens again, or as a scenario.

use treewright_core::runtime::AgentId;
use treewright_core::{Argument, ToArgument as _};
use treewright_insight::live::{ScenarioRefusal, scenario_of};
use treewright_insight::scenario::Scenario;
use treewright_insight::scenario_json;
use treewright_link::live_file::{self, ENDING, Head};
use treewright_link::seen::SeenGame;
use treewright_session::host::scenario_files::SCENARIO;
use treewright_session::i18n::said;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::live_games::agent_title;
use treewright_session::workspace::run_view::RunView as _;

use crate::dispatch::file::exporting::ask_for_export_path;
use crate::editor::Editor;
use crate::shell::{ExportToFile, ExportedKind, FileContents};

/// Returns what is known of the game or file that tells the active document's run, with its header.
fn told_by(editor: &Editor) -> Option<(&SeenGame, Head)> {
    let front = editor.workspace.front();
    editor.services.live.record_of(front.id())
}

/// The name of the active document's tree, without ending.
fn stem(editor: &Editor) -> String {
    let name = editor.workspace.front().file_name(&editor.shell.texts);
    name.strip_suffix(".bt.json").unwrap_or(&name).to_owned()
}

/// Asks where to save what the watched agents of the game did.
pub fn save_record(editor: &mut Editor) {
    let Some((seen, head)) = told_by(editor) else {
        return;
    };
    let agents: Vec<u64> = seen.past().agents().map(AgentId::number).collect();
    let written = live_file::write(seen, &head, agents, Vec::new());
    let text = written.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let Some(text) = text else {
        return;
    };
    let name = format!("{}{ENDING}", stem(editor));
    let contents = FileContents::Text(text);
    let export = ExportToFile::new(ExportedKind::LiveRecord, name, contents);
    ask_for_export_path(editor, export);
}

/// Makes a scenario of what the shown agent did up to the shown frame, says what it lacks, and asks where to save it.
pub fn save_scenario(editor: &mut Editor) {
    let front = editor.workspace.front();
    let Some(told) = front.told_run() else {
        return;
    };
    let (agent, frame) = (AgentId(told.agent()), told.frame());
    let Some((seen, _)) = told_by(editor) else {
        return;
    };
    let made = seen
        .past()
        .stretch(agent, frame)
        .and_then(|stretch| Some((stretch, seen.tree_of(stretch)?)))
        .ok_or(ScenarioRefusal::NotKnown)
        .and_then(|(stretch, tree)| {
            let frames = stretch.first_frame() + 1..=frame;
            let made = scenario_of(stretch, &tree.files, &tree.origins, &frames)?;
            Ok((made, tree.files.path.clone()))
        });
    let texts = &editor.shell.texts;
    let (made, path) = match made {
        Ok(made) => made,
        Err(refusal) => {
            let text = texts.sentence(&refusal.message());
            return editor.shell.notify(NoticeKind::Refused, text);
        }
    };
    let own = front.path().and_then(|path| path.file_name());
    let own = own.map(|name| name.to_string_lossy().into_owned());
    let file = path.rsplit('/').next().map(ToOwned::to_owned);
    let name = texts.argument(&agent_title(seen, agent.number()));
    let scenario = Scenario {
        name: texts.tr_with("games.scenario", &[("agent", &name)]),
        tree: own.or(file),
        ..made.scenario
    };
    let left_out = made.left_out.iter();
    let left_out = left_out.map(|what| what.message().to_argument());
    let mut lacks: Vec<Argument> = left_out.collect();
    if told.ran_earlier_tree(front.run_revision()) {
        lacks.push(said("games.earlier_tree", Vec::new()).to_argument());
    }
    let is_whole = lacks.is_empty();
    let lacks = Argument::List(lacks);
    let lacks = said("games.left_out", vec![("list", lacks)]);
    let text = scenario_json::write(&scenario);
    let name = format!("{}.seen{SCENARIO}", stem(editor));
    let export = ExportToFile {
        lacks: (!is_whole).then_some((front.id(), lacks)),
        ..ExportToFile::new(ExportedKind::Scenario, name, FileContents::Text(text))
    };
    ask_for_export_path(editor, export);
}
