//! Why a node of a program cannot do its work, as compiling it says. What is wrong with an expression or with a tree that is run
//! has a text of its own where problems are listed, which is used here, too.

/// As the others.
pub(super) const SENTENCES: &[(&str, &str)] = &[
    (
        "sentence_error.only_leaves_composite",
        "`{task}` is a composite of a task library, whose code is not here: choose as its stand-in what it acts like, or build it from the built-in kinds",
    ),
    (
        "sentence_error.only_leaves_decorator",
        "`{task}` is a decorator of a task library, whose code is not here: choose as its stand-in what it acts like, or build it from the built-in kinds",
    ),
    (
        "sentence_error.parameter_no_expression",
        "parameter `{name}` is not the text of an expression",
    ),
    (
        "sentence_error.parameter_takes_name",
        "parameter `{name}` takes a name, not the variable `{variable}`",
    ),
    (
        "sentence_error.parameter_takes",
        "parameter `{name}` takes {expected}; variable `{variable}` is {found}",
    ),
    (
        "sentence_error.variable_kept",
        "variable `{name}` is {found}; the game keeps {expected} for it",
    ),
    ("type.bool", "a bool"),
    ("type.int", "an int"),
    ("type.float", "a float"),
    ("type.string", "a string"),
    ("type.vec2", "a vec2"),
    ("type.vec3", "a vec3"),
    ("type.color", "a color"),
    ("type.list", "a [{element}]"),
    ("expression.empty", "there is no expression"),
    (
        "expression.too_long",
        "it is longer than {limit} characters",
    ),
    ("expression.too_deep", "it is nested more than {limit} deep"),
    (
        "expression.incomplete",
        "it ends too early: something is missing here",
    ),
    ("expression.unexpected", "`{found}` cannot stand here"),
    (
        "expression.unexpected_character",
        "`{character}` means nothing here; a name with such characters stands in back quotes",
    ),
    (
        "expression.write_instead",
        "write `{meant}` instead of `{found}`",
    ),
    ("expression.open_text", "the text has no closing quote"),
    ("expression.open_name", "the name has no closing back quote"),
    (
        "expression.empty_name",
        "there is no name between the back quotes",
    ),
    (
        "expression.unknown_escape",
        "a backslash in a text stands before n, t, r, a quote, another backslash, or u and four digits",
    ),
    (
        "expression.number_too_large",
        "the number {number} is too large",
    ),
    (
        "expression.unsupported",
        "`{what}` is not supported in expressions",
    ),
    (
        "expression.unknown_variable_meant",
        "there is no variable `{name}`; is `{meant}` meant?",
    ),
    (
        "expression.unknown_function",
        "there is no function `{name}`",
    ),
    (
        "expression.unknown_function_meant",
        "there is no function `{name}`; is `{meant}` meant?",
    ),
    (
        "expression.wrong_operands",
        "`{operator}` does not work between {left} and {right}",
    ),
    (
        "expression.wrong_operand",
        "`{operator}` does not work on {found}",
    ),
    (
        "expression.wrong_arguments",
        "write {usage}; it is given {found}",
    ),
    (
        "expression.wrong_type",
        "this is {found} and should be {expected}",
    ),
    (
        "expression.different_answers",
        "the answers before and after `:` are {left} and {right}; they should be of one type",
    ),
    (
        "expression.mixed_list",
        "the items of a list are of one simple type; this one is {found}, not {expected}",
    ),
    (
        "expression.empty_list",
        "nothing says what this empty list would hold; ask for size(list) == 0 instead",
    ),
    (
        "expression.always_fails",
        "this can never be worked out: {error}",
    ),
    ("expression.no_part", "{found} has no part `.{part}`"),
    (
        "problem.unknown_tree",
        "no tree of this document is called `{tree}`: check the spelling, or name a tree so",
    ),
    (
        "problem.unknown_tree_in_file",
        "no tree of {file} is called `{tree}`: check the spelling, or name a tree so there",
    ),
    (
        "sentence_error.no_main_tree_here",
        "this document has no main tree: name a tree to run",
    ),
    (
        "problem.subtree_cycle",
        "a tree cannot contain itself: {path}; run another tree here",
    ),
    (
        "sentence_error.too_many_nodes",
        "`{tree}` with all its subtrees is too large: with it there would be more than {limit} nodes, the most that a program holds",
    ),
    (
        "sentence_error.too_many_variables",
        "`{tree}` with all its subtrees is too large: with it there would be more than {limit} variables, the most that a program holds",
    ),
    (
        "sentence_error.too_many_bytes",
        "`{tree}` with all its subtrees is too large: with it there would be more than {limit} bytes of node ids, the most that a program holds",
    ),
    // These begin with the name of a file, which may be anything: what is more certain was tried before.
    (
        "problem.no_main_tree",
        "{file} has no main tree: name the tree to run",
    ),
    (
        "problem.file_outside",
        "{file} lies outside of the project folder: move it there, or put treewright.project.json into a folder above both",
    ),
    (
        "problem.file_not_relative",
        "{file} is not named as seen from this file: write a relative path",
    ),
    (
        "problem.other_global",
        "{file} declares the global variable `{variable}` as {found}, and this document as {expected}: give them one type, or call one otherwise",
    ),
    ("problem.file_unreadable", "{file} cannot be read: {why}"),
    ("problem.file_not_loaded", "{file} was not loaded"),
];

#[cfg(test)]
mod tests {
    use treewright_core::category::Category;
    use treewright_core::compile::{GameTasks, compile};
    use treewright_core::format::native;
    use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};

    use crate::i18n::Texts;
    use crate::i18n::said_by_core::faults;

    /// Why the nodes of a document cannot run, as people read it in Chinese.
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
        broken.map(|(_, why)| texts.told(why)).collect()
    }

    #[test]
    fn why_a_node_cannot_run_is_said_in_chinese() {
        let leaf = |fields: &str| format!(r#"{{"id": "root", {fields}}}"#);
        let parent = |task: &str| {
            format!(
                r#"{{"id": "root", "task": "{task}", "children": ["a"]}}, {{"id": "a", "task": "Succeed"}}"#
            )
        };
        let cases = [
            (parent("Vote"), "“Vote”是任务库中的组合节点"),
            (parent("Slow"), "“Slow”是任务库中的装饰节点"),
            (leaf(r#""task": "Shoot""#), "没有程序运行任务“Shoot”"),
            (leaf(r#""task": "Nap""#), "没有名为“Nap”的任务"),
            (
                leaf(r#""task": "Wait", "parameters": {"seconds": {"var": "hungry"}}"#),
                "参数 seconds 需要 浮点数，变量 hungry 是 布尔",
            ),
            (
                leaf(r#""task": "WaitForEvent", "parameters": {"name": {"var": "hungry"}}"#),
                "参数 name 需要一个名称，而不是变量 hungry",
            ),
            (
                leaf(r#""task": "Expression", "parameters": {"expression": "1 +"}"#),
                "结束得太早",
            ),
            (
                leaf(r#""task": "Expression", "parameters": {"expression": "hungri"}"#),
                "第 1 列：没有变量 hungri",
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
            (leaf(r#""task": "Subtree""#), "树不能包含自身"),
        ];
        for (nodes, part) in cases {
            let said = reasons(&nodes);
            assert!(said[0].contains(part), "{nodes}: {said:?}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_expression_is_recognised_as_it_is_listed() {
        let texts = Texts::new("zh-CN");
        for fault in faults() {
            let key = format!("expression.{}", fault.code());
            let arguments = fault.arguments();
            let own = |part: &String| texts.told(part);
            let arguments: Vec<(&str, String)> =
                arguments.iter().map(|(n, part)| (*n, own(part))).collect();
            let arguments: Vec<_> = arguments.iter().map(|(n, part)| (*n, &**part)).collect();
            let listed = texts.tr_with(&key, &arguments);
            assert_eq!(texts.told(&fault.to_string()), listed, "{fault}");
        }
    }
}
