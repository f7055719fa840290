//! The command line in Chinese: help, errors, results; where the language is taken from, and which output does not depend on it.

use std::process::Command;

use super::harness::{Ended, Folder, GUARD, assert_holds};
use super::run::SEEN;

/// Files on which commands succeed, find problems and fail.
fn folder() -> Folder {
    let misspelled = GUARD.replace("\"var\": \"seen\"", "\"var\": \"sene\"");
    let renamed = GUARD.replace("\"Chase\"", "\"Run after\"");
    let both = GUARD.replace("\"Chase\"", "\"Hunt\"");
    let wrong = SEEN.replace("\"seen\": true", "\"seen\": false");
    Folder::with_guard()
        .with("misspelled.bt.json", misspelled)
        .with("renamed.bt.json", renamed)
        .with("both.bt.json", both)
        .with("broken.bt.json", "{")
        .with("trees/guard.bt.json", GUARD)
        .with("good.scenario.json", SEEN)
        .with("bad.scenario.json", wrong)
}

fn ended(command: &mut Command) -> Ended {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ended {
        code: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The program with a locale instead of that of the tests.
fn in_locale(folder: &Folder, arguments: &str, variables: &[(&str, &str)]) -> Ended {
    let mut command = folder.command(arguments);
    for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    ended(command.envs(variables.iter().copied()))
}

fn has_han(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Words of English sentences. Names of files, fields, commands and formats are not among them.
const ENGLISH: &[&str] = &[
    "the",
    "a",
    "an",
    "is",
    "are",
    "was",
    "were",
    "not",
    "and",
    "or",
    "of",
    "to",
    "for",
    "with",
    "without",
    "it",
    "its",
    "this",
    "that",
    "there",
    "no",
    "cannot",
    "must",
    "be",
    "by",
    "file",
    "files",
    "folder",
    "tree",
    "trees",
    "node",
    "nodes",
    "frame",
    "frames",
    "error",
    "errors",
    "warning",
    "warnings",
    "usage",
    "options",
    "commands",
    "arguments",
    "default",
    "possible",
    "values",
    "print",
    "help",
    "check",
    "name",
    "choose",
    "expected",
    "found",
    "returned",
    "running",
    "failed",
    "passed",
    "idle",
    "success",
    "failure",
];

/// The English words of a line outside of quotes, paths and code.
fn english_words(line: &str) -> Vec<&str> {
    let outside = line.split('`').step_by(2);
    let words = outside.flat_map(|part| part.split(|c: char| c.is_whitespace() || !c.is_ascii()));
    words.filter(|word| ENGLISH.contains(word)).collect()
}

#[track_caller]
fn assert_chinese(arguments: &str, text: &str) {
    for line in text.lines() {
        let words = english_words(line);
        assert!(
            words.is_empty(),
            "{arguments}: {words:?} in {line:?} of\n{text}"
        );
    }
}

const COMMANDS: [&str; 18] = [
    "check",
    "run",
    "diff",
    "merge",
    "git-setup",
    "git-diff",
    "compare",
    "test",
    "render",
    "fmt",
    "new",
    "import",
    "export",
    "convert",
    "watch",
    "nodes",
    "schema",
    "install-desktop",
];

#[test]
fn the_help_of_every_command_is_chinese() {
    let folder = Folder::new();
    let built =
        |command: &&str| cfg!(feature = "gui") || !["render", "install-desktop"].contains(command);
    for command in COMMANDS.into_iter().filter(built) {
        let help = folder.works(&format!("{command} --help --lang zh-CN")).out;
        assert_holds(
            &help,
            &["用法: treewright", "选项:", "--lang <语言>", "显示帮助"],
        );
        assert!(has_han(help.lines().next().unwrap()), "{command}: {help}");
        // The second line is the usage with the name of the command, below it are columns of names and texts.
        for line in help.lines().filter(|line| !line.starts_with("用法:")) {
            let words = line.replace("  ", "`");
            let texts = words.split('`').filter(|text| has_han(text));
            for text in texts {
                // The names of values are the same in all languages.
                let value = text.trim_start().strip_prefix("- ");
                let value = value.and_then(|value| value.split_once('：'));
                assert_chinese(command, value.map_or(text, |(_, meaning)| meaning));
            }
            // Long texts continue in indented lines, perhaps with the last few letters of an identifier.
            let is_continued = line.starts_with("          ");
            assert!(
                line.is_empty() || is_continued || has_han(line),
                "{command}: {line:?}"
            );
        }
    }
    let help = folder.works("--help --lang zh-CN").out;
    assert_holds(
        &help,
        &[
            "命令:",
            "参数:",
            "选项:",
            "退出码：0 成功",
            "检查行为树中的问题",
        ],
    );
    let same = folder.works("help --lang zh-CN").out;
    assert_eq!(same, help);
    let version = folder.works("--version --lang zh-CN").out;
    assert_holds(&version, &["treewright"]);
}

#[test]
fn results_and_problems_are_chinese() {
    let folder = folder();
    folder.works("run guard.bt.json --trace a.jsonl --frames 3");
    folder.works("run renamed.bt.json --trace b.jsonl --frames 2 --seed 7");
    for (code, arguments, parts) in [
        (0, "check guard.bt.json", "已检查 1 个文件，没有问题"),
        (
            1,
            "check misspelled.bt.json",
            "未声明 + 建议: 是否指 `seen`？ + 1 个错误，0 个警告",
        ),
        (2, "check broken.bt.json", "文件不完整 + 建议:"),
        (2, "check none.bt.json", "建议: 请检查路径"),
        (
            0,
            "run guard.bt.json --frames 2",
            "第 1 帧，0.1 秒：运行中 + ▶ 运行中 + （无变化）",
        ),
        (
            2,
            "run guard.bt.json --scenario none.scenario.json",
            "建议: 请检查测试用例的路径",
        ),
        (2, "run a.jsonl --seed 4", "录制按其自身的种子"),
        (
            1,
            "diff guard.bt.json renamed.bt.json",
            "更改 1 处 + 已更改",
        ),
        (0, "diff guard.bt.json guard.bt.json", "没有差异"),
        (
            1,
            "merge guard.bt.json renamed.bt.json both.bt.json -o m.bt.json",
            "冲突: 节点 n4 + 1 处冲突待解决",
        ),
        (
            0,
            "merge guard.bt.json renamed.bt.json guard.bt.json -o n.bt.json",
            "已合并，没有冲突",
        ),
        (
            1,
            "compare a.jsonl b.jsonl",
            "行为树或任务库不同 + 随机种子不同：0 和 7 + b.jsonl 在 2 帧后结束",
        ),
        (0, "compare a.jsonl a.jsonl", "两个录制相同：3 帧"),
        (
            1,
            "test .",
            "失败 + 期望 + 实际 + 2 个测试用例：1 个通过，1 个失败",
        ),
        (
            0,
            "test good.scenario.json --coverage",
            "通过 + 覆盖率 guard.bt.json：已到达 5 个节点中的 5 个（100%） + 总覆盖率",
        ),
        (0, "fmt renamed.bt.json", ""),
        (2, "fmt broken.bt.json", "文件不完整"),
        (0, "new fresh", "已创建 fresh.bt.json"),
        (2, "new guard.bt.json", "文件已存在 + 请换一个名称"),
        (2, "import guard.xml -o out", "没有这个文件"),
        (
            0,
            "export guard.bt.json --to dot -o guard.dot",
            "节点 + 写入 + guard.dot",
        ),
        (
            2,
            "convert guard.bt.json guard.xyz",
            "此扩展名不属于任何可写入的格式 + --to",
        ),
        (2, "watch nowhere --once", "文件夹不存在"),
        (0, "watch trees --once", "没有在保存时导出的行为树"),
        (0, "schema", "行为树 + 测试用例 + 断点"),
        (2, "guard", "guard 既不是命令也不是文件"),
        (2, ".", ". 是文件夹，不是文件"),
    ] {
        let ended = folder.expect(code, &format!("{arguments} --lang zh-CN"));
        let said = format!("{}{}", ended.out, ended.err);
        assert_holds(&said, &parts.split(" + ").collect::<Vec<_>>());
        for line in said.lines() {
            let is_excerpt =
                line.contains(" │ ") && line.trim_start().starts_with(char::is_numeric);
            if !is_excerpt && !line.contains("可用的命令") {
                assert_chinese(arguments, line);
            }
        }
    }
}

#[test]
fn setting_up_git_is_chinese() {
    let folder = Folder::new();
    let mut init = Command::new("git");
    init.args(["init", "-q"]).current_dir(folder.path(""));
    if !init.status().is_ok_and(|status| status.success()) {
        println!("skipped: there is no git");
        return;
    }
    let ended = ended(&mut folder.command("git-setup --lang zh-CN"));
    assert_eq!(ended.code, 0, "{}", ended.err);
    ended.out_holds("已设置 git config: + `git diff` 和 `git merge` 现在按节点比较和合并");
}

#[cfg(all(feature = "gui", target_os = "linux"))]
#[test]
fn installing_on_the_desktop_is_chinese() {
    let folder = Folder::new();
    folder.works("install-desktop --user --lang zh-CN => 已写入 + 已加入菜单");
    folder.works("install-desktop --user --uninstall --lang zh-CN => 已移除");
    folder.works("install-desktop --user --uninstall --lang zh-CN => 没有需要移除的内容");
}

#[test]
fn the_node_list_is_chinese() {
    let list = Folder::new().works("nodes --lang zh-CN").out;
    assert_holds(&list, &["组合节点", "Sequence", "Wait"]);
    for line in list.lines().filter(|line| !line.is_empty()) {
        assert!(has_han(line), "{line}");
        // After the name of a node type or parameter.
        let (_, texts) = line.trim_start().split_once(' ').unwrap_or_default();
        assert_chinese("nodes", texts);
    }
}

#[cfg(feature = "gui")]
#[test]
fn images_are_chinese() {
    let folder = folder();
    folder.works("render guard.bt.json -o guard.svg --lang zh-CN => guard.svg");
    assert!(folder.read("guard.svg").contains("选择"));
    folder.finds("diff guard.bt.json renamed.bt.json --picture both.svg --lang zh-CN");
    assert_holds(&folder.read("both.svg"), &["旧版本", "新版本", "更改"]);
    folder.refuses("render guard.bt.json -o g.gif --lang zh-CN => 扩展名 + .svg 或 .png");
}

#[test]
fn errors_in_arguments_are_chinese() {
    let folder = Folder::with_guard();
    for (arguments, parts) in [
        ("check", "缺少必需的参数：<文件> + 用法: treewright check"),
        (
            "check --formt json guard.bt.json",
            "未知的参数 '--formt' + 是否指 '--format'？",
        ),
        (
            "check --format jsn guard.bt.json",
            "'--format <格式>' 的值“jsn”无效 + [可用值：human, json]",
        ),
        ("check --format", "'--format <格式>' 缺少值"),
        (
            "run --frames 0 guard.bt.json",
            "必须是 1 到 1000000 之间的整数",
        ),
        ("run --dt x guard.bt.json", "之间的秒数"),
        ("test --min-coverage 101 .", "必须是 0 到 100 之间的数"),
        (
            "run --frames 1 --frames 2 guard.bt.json",
            "'--frames <数>' 不能重复使用",
        ),
        (
            "run --force guard.bt.json",
            "缺少必需的参数：--trace <输出>",
        ),
    ] {
        let ended = folder.refuses(&format!("--lang zh-CN {arguments}"));
        assert_holds(&ended.err, &["错误: ", "使用 '--help' 查看详细帮助。"]);
        assert_holds(&ended.err, &parts.split(" + ").collect::<Vec<_>>());
        assert_eq!(ended.out, "");
    }
}

#[test]
fn errors_in_arguments_name_the_argument_and_the_usage() {
    let folder = Folder::with_guard();
    for (arguments, parts) in [
        (
            "check",
            "required arguments are missing: <FILE> + Usage: treewright check",
        ),
        (
            "check --formt json guard.bt.json",
            "unexpected argument '--formt' + did you mean '--format'?",
        ),
        (
            "check --format jsn guard.bt.json",
            "invalid value 'jsn' for '--format <FORMAT>' + human, json",
        ),
        (
            "run --frames 1 --frames 2 guard.bt.json",
            "'--frames <N>' cannot be used several times",
        ),
        (
            "check --lang fr guard.bt.json",
            "invalid value 'fr' for '--lang <LANG>' + en, zh-CN",
        ),
    ] {
        let ended = folder.refuses(arguments);
        ended.err_holds(&format!("error: {parts}"));
        ended.err_holds("try '--help'");
    }
}

#[test]
fn the_language_option_works_before_and_after_the_command() {
    let folder = Folder::with_guard();
    for arguments in [
        "--lang zh-CN check guard.bt.json",
        "--lang=zh-CN check guard.bt.json",
        "check --lang zh-CN guard.bt.json",
        "check guard.bt.json --lang=zh-CN",
        "--lang en check guard.bt.json --lang zh-CN",
    ] {
        folder.works(&format!("{arguments} => 没有问题"));
    }
    folder.refuses("check -- --lang zh-CN => --lang");
}

#[test]
fn the_language_is_that_of_the_system() {
    let folder = Folder::with_guard();
    let (chinese, english) = ("没有问题", "no problems");
    for (variables, expected) in [
        (&[("LANG", "zh_CN.UTF-8")][..], chinese),
        (
            &[("LC_ALL", "zh_CN.UTF-8"), ("LANG", "en_US.UTF-8")],
            chinese,
        ),
        (&[("LC_ALL", "C"), ("LANG", "zh_CN.UTF-8")], english),
        (&[("LC_ALL", "C.UTF-8"), ("LANGUAGE", "zh_CN")], english),
        (&[("LC_ALL", "POSIX"), ("LANG", "zh_CN.UTF-8")], english),
        (&[("LANG", "en_US.UTF-8")], english),
        (&[("LANG", "de_DE.UTF-8")], english),
    ] {
        // Other systems have the language in their settings; only the portable locales hold everywhere.
        if cfg!(target_os = "linux") || expected == english {
            let ended = in_locale(&folder, "check guard.bt.json", variables);
            assert_holds(&ended.out, &[expected]);
        }
        let explicit = in_locale(&folder, "check guard.bt.json --lang en", variables);
        assert_holds(&explicit.out, &[english]);
    }
}

#[test]
fn output_for_programs_depends_on_no_locale() {
    let folder = folder();
    let chinese = [("LC_ALL", "zh_CN.UTF-8")];
    let portable = [("LC_ALL", "C")];
    for arguments in [
        "check misspelled.bt.json none.bt.json --format json",
        "run guard.bt.json --frames 2 --format json",
        "diff guard.bt.json renamed.bt.json --format json",
        "test . --format json",
        "test . --junit results.xml",
        "new guard.bt.json --format json",
        "nodes --format json",
        "nodes --format md",
        "schema bt",
        "run guard.bt.json --frames 2 --trace -",
    ] {
        let own = in_locale(&folder, arguments, &portable);
        let xml = |folder: &Folder| std::fs::read_to_string(folder.path("results.xml")).ok();
        let own_xml = xml(&folder);
        let other = in_locale(&folder, arguments, &chinese);
        assert_eq!(other.out, own.out, "{arguments}");
        assert_eq!(other.code, own.code, "{arguments}");
        assert!(!has_han(&other.out), "{arguments}");
        if let (Some(own), Some(other)) = (own_xml, xml(&folder)) {
            assert!(!has_han(&other), "{arguments}: {other}");
            let tests = |xml: &str| xml.matches("<testcase").count();
            assert_eq!(tests(&own), tests(&other));
        }
    }
}

#[test]
fn json_has_messages_of_an_explicit_language_and_the_same_codes() {
    let folder = folder();
    let english = folder.json(1, "check misspelled.bt.json");
    let chinese = folder.json(1, "check misspelled.bt.json --lang zh-CN");
    let [english, chinese] = [&english, &chinese].map(|json| &json["problems"][0]);
    for field in [
        "code",
        "severity",
        "node",
        "parameter",
        "file",
        "line",
        "column",
    ] {
        assert_eq!(english[field], chinese[field], "{field}");
    }
    assert!(has_han(chinese["message"].as_str().unwrap()), "{chinese}");
    assert!(!has_han(english["message"].as_str().unwrap()), "{english}");
}
