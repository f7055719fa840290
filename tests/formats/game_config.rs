//! Game configs: every example loads in the core unchanged, is valid by the schema, and behaves like its document.

use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::compile::{Compiled, GameTasks, compile_project};
use treewright_core::format::native;
use treewright_core::model::{Document, SUBTREE};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::{Status, TaskContext, TaskHooks};
use treewright_exchange::{ExchangeFormat, WriteOptions, write};
use treewright_insight::recording::Recording;
use treewright_tests::published::Examples;

use super::{assets, complaints, tree_schema};

/// Returns a program with game tasks that return random results.
fn compiled(project: &Project<'_>, examples: &Examples) -> Compiled<()> {
    let mut tasks = GameTasks::new();
    for declaration in examples.library.declarations() {
        let name = declaration.task.to_string();
        let own = examples.library.library_of(&name).is_some();
        if own && declaration.category == Category::Action {
            tasks.action(&name, |_| {
                TaskHooks::new(|context: &mut TaskContext<()>| {
                    Status::ALL[context.tick.random().rand_range(0..3) as usize]
                })
            });
        } else if own {
            tasks.conditional(&name, |_| TaskHooks::new(|_| Status::Success));
        }
    }
    compile_project(project, &examples.library, &tasks)
}

/// Returns the events of each frame, without those of Subtree nodes. Nodes are named as in the original program.
fn story(compiled: &Compiled<()>, is_subtree: &dyn Fn(&str) -> bool) -> Vec<String> {
    let program = compiled.program.clone().unwrap();
    let mut recording = Recording::new(program.clone(), 7);
    let mut told = Vec::new();
    for _ in 0..40 {
        let record = recording.step(0.5);
        told.push(format!("{}", record.agents[0].status));
        for event in &record.agents[0].events {
            let text = format!("{event:?}");
            let number = text
                .split_once("NodeIndex(")
                .and_then(|(_, rest)| rest.split_once(')'));
            let Some((number, _)) = number else {
                told.push(text);
                continue;
            };
            let index = program.indices().nth(number.parse().unwrap()).unwrap();
            let id = program.id(index);
            let origin = compiled.origins.origin(id).node;
            if !is_subtree(id.as_str()) && !is_subtree(origin.as_str()) {
                told.push(text.split('(').next().unwrap().to_owned());
            }
        }
    }
    told
}

fn config(project: &Project<'_>, examples: &Examples, options: &WriteOptions) -> Vec<Document> {
    let exported = write(
        ExchangeFormat::GameConfig,
        project,
        &examples.library,
        options,
    )
    .unwrap();
    let schema = tree_schema();
    let read = exported.files.iter().map(|file| {
        assert_eq!(
            complaints(&schema, file.text()),
            Vec::<String>::new(),
            "{}",
            file.path
        );
        native::read(&file.bytes).unwrap().document
    });
    read.collect()
}

#[test]
fn every_example_loads_as_a_config_and_behaves_the_same() {
    let examples = Examples::of(&assets().join("examples"));
    for (path, document) in examples.each() {
        let project = examples.project(path, document);
        let subtrees = |of: &Document| {
            let nodes = of.nodes().filter(|node| &*node.task == SUBTREE);
            let ids: Vec<String> = nodes.map(|node| node.id().to_string()).collect();
            move |id: &str| ids.iter().any(|known| known == id)
        };
        let expected = story(&compiled(&project, &examples), &subtrees(document));
        for (inline_subtrees, minify) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let options = WriteOptions {
                inline_subtrees,
                minify,
                ..WriteOptions::default()
            };
            let mut configs = config(&project, &examples, &options);
            let main = configs.remove(0);
            let mut others = DocumentSet::new();
            for (name, other) in examples.each() {
                // Configs refer to each other by these file names.
                let name = name.replace(".bt.json", ".game.json");
                others.insert(name, Arc::new(other.clone()));
            }
            let again = Project::new(&main, path, &others);
            let done = story(&compiled(&again, &examples), &subtrees(&main));
            assert_eq!(done, expected, "{path}, inlined: {inline_subtrees}");
        }
    }
}
