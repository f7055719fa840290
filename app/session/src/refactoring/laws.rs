//! The law of renames, moves and replacements: in random projects, nothing is more broken after one than before, claims included, scenarios give the same results, and its reverse
//! gives every file back byte for byte.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use treewright_authoring::edit::Command;
use treewright_authoring::search::{Query, SearchFields};
use treewright_authoring::validate::validate_project;
use treewright_core::format::{native, tasks_json};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::model::testing::draw;
use treewright_core::model::{Document, ParameterDeclaration};
use treewright_core::project::relative;
use treewright_core::value::ValueType;
use treewright_explore::claims::Claims;
use treewright_insight::scenario::ScenarioRun;

use super::extraction::{self, Branch, Goal, extract};
use super::inlining::{Side, inline};
use super::moved_nodes::{MovedNodes, about_trees};
use super::replacement::Replacement;
use super::{Change, NewContent, Refactoring, plan};
use crate::host::libraries::Libraries;
use crate::host::project::MARK;
use crate::host::referenced_documents::ReferencedDocuments;
use crate::host::trash;
use crate::host::{claims_files, scenario_files};
use crate::refactoring::on_disk::{ProjectEdit, ProjectFolder};
use crate::workspace::exploration::Preparation;

const FOLDERS: [&str; 4] = ["", "ai/", "ai/melee/", "lib/"];
const LIBRARY: &str = "lib/combat.tasks.json";
const TREES: usize = 8;

/// Claims about any of the trees.
const CLAIMS: &str = r#"{"format": "treewright-claims", "version": 1, "inputs": {"hp": {"changes_only_when": "running('r')"}},
"assumptions": ["hp <= last.hp"], "claims": [{"name": "A", "never": "hp < 0 && alarm && failed('c0')"}]}"#;

/// Endless choices, from a finite list.
struct Choices<'a>(std::iter::Cycle<std::slice::Iter<'a, u8>>);

impl Choices<'_> {
    fn below(&mut self, most: usize) -> usize {
        usize::from(*self.0.next().unwrap()) % most
    }

    fn of<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }
}

fn path(choices: &mut Choices<'_>, tree: usize) -> String {
    format!("{}t{tree}.bt.json", choices.of(&FOLDERS))
}

/// The drawing of a tree, which runs trees of the files before it.
fn drawing(choices: &mut Choices<'_>, own: &str, before: &[String]) -> String {
    let mut drawn =
        String::from("hp:int=5 target:float@subtree=1.0 alarm:bool@global; r:Selector[");
    for child in 0..2 + choices.below(4) {
        let id = format!("c{child}");
        let other = before.get(choices.below(before.len().max(1)));
        let _ = match (choices.below(6), other) {
            (0, Some(other)) => {
                let file = relative(own, other);
                let tree = choices.of(&["", "tree=Attack,w/name=deploy,"]);
                let given = choices.of(&["", "target=3.5,", "hp={hp},", "target={target},"]);
                write!(drawn, "{id}:Subtree(file={file},{tree}{given}) ")
            }
            (1, _) => write!(drawn, "{id}:Subtree(tree=Attack,target=2.5) "),
            (2, _) => write!(drawn, "{id}:SendEvent(name=deploy) "),
            (3, _) => write!(drawn, "{id}:Shoot(range=2.0) "),
            (4, _) => write!(drawn, "{id}:Expression(expression=hp > 1 && !alarm) "),
            _ => write!(
                drawn,
                "{id}:Sequence[{id}a:CompareInt(left={{hp}},right=2) {id}b:Shoot] "
            ),
        };
    }
    drawn
        + "] | Attack=a:Sequence[w:WaitForEvent(name=contact) v:CompareFloat(left={target},right=1.0)]"
}

/// Writes a project into a folder.
fn project(folder: &Path, choices: &mut Choices<'_>) {
    let write = |path: &str, text: &str| {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    write(MARK, "{}");
    let mut library = TaskLibrary::new("Combat");
    library
        .tasks
        .push(TaskDeclaration::action("Shoot", "Fires.").parameter(
            ParameterDeclaration::optional("range", ValueType::Float, 1.0, "In meters."),
        ));
    write(LIBRARY, &tasks_json::write(&library));
    let mut trees = Vec::new();
    for number in 0..TREES {
        let own = path(choices, number);
        let mut document = draw(&drawing(choices, &own, &trees));
        document.libraries = vec![relative(&own, LIBRARY)];
        write(&own, &native::write(&document).unwrap());
        let steps = r#""steps": [{"frame": 2, "set": {"hp": 0, "alarm": true}, "events": [{"name": "contact"}], "expect": {"variables": {"hp": 0}}}]"#;
        let head = r#"{"format": "treewright-scenario", "version": 1, "dt": 0.1, "frames": 4"#;
        match choices.below(3) {
            0 => {
                let beside = own.replace(
                    ".bt.json",
                    choices.of(&[".scenario.json", ".night.scenario.json"]),
                );
                write(&beside, &format!("{head}, {steps}}}"));
            }
            1 => {
                let scenario = format!("{}s{number}.scenario.json", choices.of(&FOLDERS));
                let tree = relative(&scenario, &own);
                write(
                    &scenario,
                    &format!("{head}, \"tree\": \"{tree}\", {steps}}}"),
                );
            }
            _ => {}
        }
        if choices.below(2) == 0 {
            let claims = own.replace(".bt.json", ".claims.json");
            write(&claims, CLAIMS);
        }
        trees.push(own);
    }
}

/// The tree of a file with all that it refers to.
struct Loaded {
    document: Document,
    related: ReferencedDocuments,
    libraries: Libraries,
}

impl Loaded {
    fn from(file: &Path) -> Self {
        let document = native::read(&fs::read(file).unwrap()).unwrap().document;
        Self {
            related: ReferencedDocuments::load(file, &document, ToString::to_string),
            libraries: Libraries::load(file, &document.libraries),
            document,
        }
    }
}

/// All that is wrong in a project, and how its scenarios end, without the names of files.
fn findings(folder: &Path) -> Vec<String> {
    let read = ProjectFolder::read(folder);
    assert_eq!(read.texts.unread().next(), None, "all files can be read");
    let mut found = results(folder);
    for (path, _) in read.texts.trees() {
        let mut loaded = Loaded::from(&folder.join(path));
        let own = loaded.libraries.combined();
        let faults = loaded.libraries.problems.iter();
        found.extend(faults.map(|problem| problem.fault.code().to_owned()));
        let project = loaded.related.project(&loaded.document);
        let problems = validate_project(&project, &own);
        found.extend(problems.iter().map(|one| one.problem.code().to_owned()));
    }
    for (path, claims) in read.texts.about_trees::<Claims>() {
        let tree = claims_files::tree_of(&folder.join(path), claims).unwrap();
        let mut loaded = Loaded::from(&tree);
        let own = loaded.libraries.combined();
        let types = loaded.related.program_node_types(&own).unwrap_or(own);
        let project = loaded.related.project(&loaded.document);
        let errors = Preparation::of(project, &types, claims).errors.into_iter();
        found.extend(errors.map(|error| error.problem.code().to_owned()));
    }
    found.sort_unstable();
    found
}

/// How the scenarios of a project end, without the names of files.
fn results(folder: &Path) -> Vec<String> {
    let read = ProjectFolder::read(folder);
    let mut found = Vec::new();
    for (path, scenario) in read.texts.scenarios() {
        let tree = scenario_files::tree_of(&folder.join(path), scenario).unwrap();
        if !tree.exists() {
            found.push("no tree".to_owned());
            continue;
        }
        let mut loaded = Loaded::from(&tree);
        let own = loaded.libraries.combined();
        let types = loaded.related.program_node_types(&own).unwrap_or(own);
        let project = loaded.related.project(&loaded.document);
        let run = ScenarioRun::in_project(project, &types, scenario);
        found.push(match run.map(|mut run| run.finish().map(<[_]>::len)) {
            Ok(Ok(differences)) => format!("{differences} differences"),
            Ok(Err(error)) | Err(error) => error.code().to_owned(),
        });
    }
    found.sort_unstable();
    found
}

fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let listed = ProjectFolder::read(folder);
    let paths = listed.texts.paths();
    let read = paths.map(|path| (path.to_owned(), fs::read(folder.join(path)).unwrap()));
    read.collect()
}

/// A rename, move or replacement of something in the project.
fn refactoring(folder: &Path, choices: &mut Choices<'_>, number: usize) -> Refactoring {
    let read = ProjectFolder::read(folder);
    let trees: Vec<&str> = read.texts.trees().map(|(path, _)| path).collect();
    let paths: Vec<&str> = read.texts.paths().collect();
    let file = choices.of(&trees).to_owned();
    let document = read.texts.tree(&file).unwrap();
    let to: Arc<str> = format!("renamed_{number}").into();
    match choices.below(10) {
        8 | 9 => {
            let names = [
                "hp", "target", "alarm", "Attack", "attack", "deploy", "cont", "Shoot", "t1", "ar",
            ];
            let text = choices.of(&names).to_owned();
            Refactoring::Replace(Replacement {
                query: Query {
                    text,
                    match_case: choices.below(2) == 0,
                    whole_word: choices.below(2) == 0,
                    fields: SearchFields::ALL,
                },
                with: to.to_string(),
                files: None,
            })
        }
        0 => Refactoring::RenameTree {
            from: document.trees[0].name.clone(),
            file,
            to,
        },
        1 | 2 => {
            let variable = choices.below(document.variables.len());
            let from = document.variables[variable].name.clone();
            Refactoring::RenameVariable { file, from, to }
        }
        3 => Refactoring::RenameEvent {
            from: choices.of(&["deploy", "contact"]).into(),
            to,
        },
        4 => {
            let (library, tasks) = read.texts.libraries().next().unwrap();
            let (library, task) = (library.to_owned(), &tasks.tasks[0].declaration);
            let from = task.task.to_string().into();
            if choices.below(2) == 0 {
                return Refactoring::RenameTask { library, from, to };
            }
            let parameter = task.parameters[0].name.to_string().into();
            Refactoring::RenameParameters {
                library,
                task: from,
                names: vec![(parameter, to)],
            }
        }
        5 => Refactoring::Move {
            from: choices.of(&["ai", "ai/melee", "lib"]).to_owned(),
            to: format!("{}moved_{number}", choices.of(&["", "deep/"])),
        },
        _ => {
            let from = choices.of(&paths);
            let (_, name) = from.rsplit_once('/').unwrap_or(("", from));
            let (_, ending) = name.split_once('.').unwrap();
            let to = format!("{}m{number}.{ending}", choices.of(&FOLDERS));
            Refactoring::Move {
                from: from.to_owned(),
                to,
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn nothing_is_more_broken_and_everything_can_be_given_back(choices in prop::collection::vec(any::<u8>(), 300)) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut choices = Choices(choices.iter().cycle());
        project(folder, &mut choices);
        let mut done = 0;
        for number in 0..12 {
            let (findings_before, bytes_before) = (findings(folder), bytes(folder));
            let change = refactoring(folder, &mut choices, number);
            let read = ProjectFolder::read(folder);
            let planned = plan(&read.texts, &change);
            let Ok(planned) = planned else { continue };
            let edit = read.edit(&planned).unwrap();
            let parts = edit.contents.len() + edit.moves.len();
            edit.perform_part(choices.below(parts + 1), trash::discard);
            prop_assert_eq!(edit.take_back_part(trash::discard).left, Vec::<String>::new());
            prop_assert!(bytes(folder) == bytes_before, "{:?} is taken back where it was cut off", change);
            edit.perform(trash::discard).unwrap();
            prop_assert_eq!(&findings(folder), &findings_before, "{:?}", change);
            edit.reversed().perform(trash::discard).unwrap();
            prop_assert!(bytes(folder) == bytes_before, "{:?} is given back", change);
            edit.perform(trash::discard).unwrap();
            done += 1;
        }
        prop_assert!(done > 0);
    }

    #[test]
    fn scenarios_end_as_before_when_a_branch_moves_to_another_file_and_back(choices in prop::collection::vec(any::<u8>(), 300)) {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut choices = Choices(choices.iter().cycle());
        project(folder, &mut choices);
        let file = with_named_nodes(folder, &mut choices);
        let before = results(folder);
        let Some(runner) = extract_some(folder, &file, &mut choices) else { return Ok(()) };
        prop_assert_eq!(&results(folder), &before, "after the extraction from {}", file);
        if inline_again(folder, &file, &runner) {
            prop_assert_eq!(&results(folder), &before, "after inlining in {}", file);
        }
    }
}

/// Adds scenarios that name all nodes of a tree, by itself and as a part of another one. Returns its file.
fn with_named_nodes(folder: &Path, choices: &mut Choices<'_>) -> String {
    let read = ProjectFolder::read(folder);
    let trees: Vec<&str> = read.texts.trees().map(|(path, _)| path).collect();
    let file = choices.of(&trees).to_owned();
    let document = read.texts.tree(&file).unwrap();
    let mut names = Vec::new();
    for node in document.subtree(document.root().unwrap()) {
        names.push(node.id().to_string());
        if node.runs_other_file() && node.text_parameter("tree").is_empty() {
            names.push(format!("{}/r", node.id()));
        }
    }
    let scenario = |name: &str, tree: &str, way: &str| {
        let nodes = names
            .iter()
            .map(|node| format!("\"{way}{node}\": \"Success\""));
        let nodes = nodes.collect::<Vec<_>>().join(", ");
        let text = format!(
            r#"{{"format": "treewright-scenario", "version": 1, "tree": "{tree}", "dt": 0.1, "frames": 3,
"steps": [{{"frame": 1, "expect": {{"nodes": {{{nodes}}}}}}}, {{"frame": 3, "expect": {{"nodes": {{{nodes}}}}}}}]}}"#
        );
        fs::write(folder.join(name), text).unwrap();
    };
    let outer = draw(&format!("o:Sequence[u:Subtree(file={file})]"));
    fs::write(folder.join("outer.bt.json"), native::write(&outer).unwrap()).unwrap();
    scenario("own.scenario.json", &file, "");
    scenario("outer.scenario.json", "outer.bt.json", "u/");
    file
}

/// Moves a branch to a new file; returns the node that runs it now.
fn extract_some(folder: &Path, file: &str, choices: &mut Choices<'_>) -> Option<NodeId> {
    let read = ProjectFolder::read(folder);
    let document = read.texts.tree(file).unwrap();
    let library = read.texts.node_types(file, document);
    let nodes = document.subtree(document.root().unwrap()).skip(1);
    let nodes: Vec<&str> = nodes.map(|node| node.id().as_str()).collect();
    let top = NodeId::from(choices.of(&nodes));
    let branch = Branch {
        path: file,
        document,
        library: &library,
        top: &top,
        annotations: &[],
    };
    let goal = Goal {
        path: "out/part.bt.json",
        document: None,
        tree: "Part",
        at: Position::default(),
    };
    let extraction = extract(&branch, &goal).ok()?;
    let sides = (&**document, &extraction.rest);
    let moved = MovedNodes::extracted(sides, &top, &extraction.ids);
    let text = native::write(&extraction.result).unwrap();
    let made = ProjectEdit::of_file(folder, goal.path, None, text.into_bytes());
    follow(&read, (file, &extraction.rest), moved, made);
    let mut nodes = extraction.rest.nodes();
    let runner = nodes.find(|node| document.node(node.id()).is_none());
    runner.map(|node| node.id().clone())
}

/// Puts the branch back; returns whether that was possible.
fn inline_again(folder: &Path, file: &str, runner: &NodeId) -> bool {
    let read = ProjectFolder::read(folder);
    let (own, part) = (read.texts.tree(file).unwrap(), "out/part.bt.json");
    let there = read.texts.tree(part).unwrap();
    let (own_types, types) = (
        read.texts.node_types(file, own),
        read.texts.node_types(part, there),
    );
    let side = |path, document, library| Side {
        path,
        document,
        library,
    };
    let sides = (side(file, own, &own_types), side(part, there, &types));
    let Ok(inlined) = inline(sides.0, sides.1, runner, &[]) else {
        return false;
    };
    let mut after = Document::clone(own);
    extraction::apply(&mut after, &own_types, Some(&inlined.command), file).unwrap();
    let top = there.root().unwrap();
    let moved = MovedNodes::inlined((own, &after), runner, (there, top), &inlined.variables);
    follow(&read, (file, &after), moved, ProjectEdit::in_folder(folder));
    true
}

/// Writes a tree whose nodes have moved, and the scenarios that follow.
fn follow(
    read: &ProjectFolder,
    (file, after): (&str, &Document),
    moved: MovedNodes,
    edit: ProjectEdit,
) {
    let mut plan = about_trees(&read.texts, file, &[moved]);
    let nothing = Command::Batch(Vec::new());
    plan.changes.push(Change {
        path: file.to_owned(),
        uses: Vec::new(),
        content: NewContent::Tree(nothing, Arc::new(after.clone())),
    });
    let edit = edit.with_others(read.edit(&plan).unwrap());
    edit.perform(trash::discard).unwrap();
}
