//! Tests that the reasons why a node of a program cannot run are translated to Chinese.

use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::format::native;
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};

use crate::i18n::Texts;

/// Returns, in Chinese, why the nodes of a document cannot run.
fn reasons(nodes: &str) -> Vec<String> {
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "root": "root", "variables": [{{"name": "hungry", "type": "bool"}}, {{"name": "word", "type": "string"}}], "nodes": [{nodes}]}}"#
    );
    let document = native::read(text.as_bytes()).unwrap().document;
    let mut game = TaskLibrary::new("game");
    game.tasks
        .push(TaskDeclaration::of(Category::Composite, "Vote", ""));
    game.tasks
        .push(TaskDeclaration::of(Category::Decorator, "Slow", ""));
    game.tasks.push(TaskDeclaration::action("Shoot", ""));
    let mut library = NodeLibrary::builtin();
    library.add_library("game", &game);
    let compiled = compile::<()>(&document, &library, &GameTasks::new());
    assert!(!compiled.broken.is_empty(), "{nodes}");
    let texts = Texts::new("zh-CN");
    let broken = compiled.broken.iter();
    broken.map(|(_, why)| texts.message(why)).collect()
}

#[test]
fn reasons_why_a_node_cannot_run_are_in_chinese() {
    let leaf = |fields: &str| format!(r#"{{"id": "root", {fields}}}"#);
    let parent = |task: &str| {
        format!(
            r#"{{"id": "root", "task": "{task}", "children": ["a"]}}, {{"id": "a", "task": "Succeed"}}"#
        )
    };
    let cases = [
        (parent("Vote"), "“Vote”是任务库中的组合节点"),
        (parent("Slow"), "“Slow”是任务库中的装饰节点"),
        (leaf(r#""task": "Shoot""#), "任务“Shoot”没有实现"),
        (leaf(r#""task": "Nap""#), "没有名为“Nap”的任务"),
        (
            leaf(r#""task": "Wait", "parameters": {"seconds": {"var": "hungry"}}"#),
            "参数“seconds”需要浮点数，而变量“hungry”是布尔",
        ),
        (
            leaf(r#""task": "WaitForEvent", "parameters": {"name": {"var": "hungry"}}"#),
            "参数“name”需要名称，而不是变量“hungry”",
        ),
        (
            leaf(r#""task": "Expression", "parameters": {"expression": "1 +"}"#),
            "表达式不完整",
        ),
        (
            leaf(r#""task": "Expression", "parameters": {"expression": "hungri"}"#),
            "第 1 列：没有变量“hungri”",
        ),
        (
            leaf(r#""task": "Expression", "parameters": {"expression": {"var": "word"}}"#),
            "不是表达式的文本",
        ),
        (
            leaf(r#""task": "Subtree", "parameters": {"tree": "Nowhere"}"#),
            "本文档没有名为“Nowhere”的树",
        ),
        (
            leaf(r#""task": "Subtree", "parameters": {"file": "../x.bt.json"}"#),
            "在项目文件夹之外",
        ),
        (leaf(r#""task": "Subtree""#), "尚未选择要运行的树"),
    ];
    for (nodes, part) in cases {
        let said = reasons(&nodes);
        assert!(said[0].contains(part), "{nodes}: {said:?}");
    }
}
