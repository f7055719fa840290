//! The output to a terminal, whatever names, paths, arguments and files contain; and the exit codes if the output cannot be written.
#![cfg(target_os = "linux")]

use std::ffi::OsStr;
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use super::harness::{Folder, GUARD, assert_holds};
use super::run::SEEN;

/// Contains commands for a terminal of each kind, changes the direction of writing, hides text, and begins a line that looks like one of ours.
const HOSTILE: &str = "a\u{1b}]0;t\u{7}\u{1b}[31mr\u{9b}2J\u{202e}b\u{2066}\u{200b}c\u{200d}d\u{ad}\u{e0101}e\u{fe01}\u{fe0f}\u{180b}\nerror: forged";

/// The characters that no output for people may contain.
fn is_bad(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c,
            '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{ad}' | '\u{feff}' | '\u{61c}'
            | '\u{e0000}'..='\u{e0fff}' | '\u{fe00}'..='\u{fe0f}' | '\u{180b}'..='\u{180f}')
}

/// A text without the styles of this program and its libraries. Those of a file begin with a visible escape.
fn unstyled(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('m').unwrap_or(("?", part));
        let is_style = style.chars().all(|c| c.is_ascii_digit() || c == ';');
        assert!(is_style, "no style: {part:?} in {text:?}");
        plain.push_str(rest);
    }
    plain
}

fn tree(name: &str) -> Value {
    let mut tree: Value = serde_json::from_str(GUARD).unwrap();
    tree["name"] = HOSTILE.into();
    tree["variables"] = json!([{"name": "seen", "type": "bool"}, {"name": HOSTILE, "type": "string", "initial": name}]);
    for node in tree["nodes"].as_array_mut().unwrap() {
        node["name"] = format!("{} {HOSTILE}", node["id"].as_str().unwrap()).into();
    }
    tree["nodes"][0]["children"] = json!(["log", "n2", "odd", "n5"]);
    tree["nodes"][0]["comment"] = name.into();
    let more = [
        json!({"id": "log", "task": "Inverter", "children": ["say"]}),
        json!({"id": "say", "task": "Log", "name": name, "parameters": {"text": HOSTILE, HOSTILE: 1}}),
        json!({"id": "odd", "task": HOSTILE, "name": HOSTILE}),
    ];
    tree["nodes"].as_array_mut().unwrap().extend(more);
    tree
}

/// A folder of malicious files with malicious names.
fn folder() -> (Folder, Vec<(&'static str, String)>) {
    let name = |ending: &str| format!("{HOSTILE}{ending}");
    let runs = |name: &str| {
        let mut tree = tree(name);
        tree["nodes"][0]["children"] = json!(["log", "n2", "n5"]);
        tree["nodes"]
            .as_array_mut()
            .unwrap()
            .retain(|node| node["id"] != "odd");
        tree.to_string()
    };
    let scenario = json!({
        "format": "treewright-scenario", "version": 1, "name": HOSTILE, "tree": name("r.bt.json"), "frames": 2,
        "steps": [{"frame": 1, "expect": {"running": ["n4"], "variables": {HOSTILE: HOSTILE}}}]
    });
    let misfit = json!({
        "format": "treewright-scenario", "version": 1, "name": HOSTILE, "tree": name("r.bt.json"), "frames": 2,
        "steps": [{"frame": 1, "set": {format!("x{HOSTILE}"): 1}}]
    });
    let library = json!({
        "format": "treewright-tasks", "version": 1, "name": HOSTILE,
        "tasks": [{"name": HOSTILE, "category": "Action", "summary": HOSTILE,
                   "parameters": [{"name": HOSTILE, "type": "string", "help": HOSTILE}]}]
    });
    let xml = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"M\u{9b}2J\u{202e}\"><Sequence name=\"a\u{9b}2J\u{202e}&#10;error: forged\"><Od\u{200d}d x=\"{b\u{202e}}\"/></Sequence></BehaviorTree></root>";
    let broken = format!(
        "{{\"format\": \"treewright\", \"version\": 1,\n\"name\": \"{}\", \"nodes\": 5}}\n",
        HOSTILE
            .replace('\n', " ")
            .replace(|c: char| c < ' ', "\u{85}")
    );
    let files = [
        ("T", name(".bt.json"), tree("old").to_string()),
        ("U", name("u.bt.json"), tree("new").to_string()),
        ("V", name("v.bt.json"), tree("other").to_string()),
        ("R", name("r.bt.json"), runs("runs")),
        ("Q", name("q.bt.json"), runs("quite")),
        ("B", name("b.bt.json"), broken),
        ("S", name("s.scenario.json"), scenario.to_string()),
        ("M", name("m.scenario.json"), misfit.to_string()),
        ("L", name("l.tasks.json"), library.to_string()),
        ("X", name("x.xml"), xml.to_owned()),
    ];
    let mut folder = Folder::new();
    let mut words = vec![("H", HOSTILE.to_owned()), ("N", name("n"))];
    for (word, name, text) in files {
        folder = folder.with(&name, text);
        words.push((word, name));
    }
    (folder, words)
}

const COMMANDS: &str = "check T|check B|check S|check M|check L|check X|check H|run R|run T|run R --scenario S|run R --trace t.jsonl
run Q --trace q.jsonl|run t.jsonl|compare t.jsonl q.jsonl|diff T U|git-diff T T 1 2 U 3 4|merge T U V -o m.bt.json|merge T U V|test .|test S --coverage
test S --min-coverage 100 --junit j.xml|test M|test T|test H|import X -o i|import . -o j|import B -o k|export T --to btcpp|export R --to lua -o N
convert R d.dot|convert T H|render R -o r.svg|render T -o H|fmt --check T|fmt --check B|fmt T|new T|new N|nodes --tree T|nodes --library L|nodes --library B
watch . --once --to dot -o w|watch H|schema H|H|check --format H|check --H|run R --frames H|merge T T T -o H/x|run R --trace H/x|--H|git-setup";

/// The output of a command, with the styles for a terminal.
fn output(folder: &Folder, words: &[(&str, String)], command: &str) -> Output {
    let mut program = folder.command("");
    for word in command.split_whitespace() {
        let known = words
            .iter()
            .find(|(short, _)| *short == word.trim_start_matches("--"));
        let word = match known {
            Some((short, meant)) => word.replace(short, meant),
            None => word.replace("H/x", &format!("{HOSTILE}/x")),
        };
        program.arg(OsStr::new(&word));
    }
    program
        .env("CLICOLOR_FORCE", "1")
        .env("GIT_CEILING_DIRECTORIES", folder.path(".."))
        .output()
        .unwrap()
}

#[test]
fn nothing_from_a_file_commands_a_terminal_hides_or_forges_a_line() {
    let (folder, words) = folder();
    let mut wrong = Vec::new();
    let mut escaped = 0;
    for command in COMMANDS.split(['|', '\n']) {
        let ended = output(&folder, &words, command);
        let code = ended.status.code();
        let mut said = 0;
        for (stream, bytes) in [("out", ended.stdout), ("err", ended.stderr)] {
            // A merge without an output file writes a document.
            if (command, stream) == ("merge T U V", "out") {
                continue;
            }
            let text = unstyled(&String::from_utf8(bytes).unwrap());
            said += text.len();
            escaped += text.matches("\\u{9b}2J").count();
            if let Some(bad) = text.chars().find(|c| is_bad(*c)) {
                wrong.push(format!("{command}, {stream}: {bad:?} in {text:?}"));
            }
            if text.lines().any(|line| line.starts_with("error: forged")) {
                wrong.push(format!("{command}, {stream}: a forged line in {text}"));
            }
        }
        let may_say_nothing = ["export", "fmt", "git-setup"];
        if said == 0
            && !may_say_nothing
                .iter()
                .any(|silent| command.starts_with(silent))
        {
            wrong.push(format!("{command} says nothing"));
        }
        if code.is_none_or(|code| code > 2) {
            wrong.push(format!("{command} ended with {code:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(escaped > 50, "what hides is shown: {escaped}");
}

#[test]
fn output_for_programs_is_unchanged_byte_for_byte() {
    let (folder, words) = folder();
    let json = output(&folder, &words, "check T --format json");
    let read: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(read["problems"][0]["file"], format!("{HOSTILE}.bt.json"));
    let merged = output(&folder, &words, "merge T T T");
    let read: Value = serde_json::from_slice(&merged.stdout).unwrap();
    assert_eq!(read["name"], HOSTILE);
    let recorded = output(&folder, &words, "run R --trace -");
    assert_holds(&String::from_utf8(recorded.stdout).unwrap(), &["\u{202e}b"]);
}

/// The underline is in the right columns, whatever is before it in the line.
#[test]
fn an_excerpt_underlines_the_right_columns_after_escapes() {
    let text = "{\"format\": \"treewright\", \"version\": 1, \"name\": \"\u{202e}\u{9b}2J\", \"nodes\": 5}\r\n";
    let folder = Folder::new().with("b.bt.json", text);
    let ended = folder.refuses("check b.bt.json");
    let lines: Vec<&str> = ended.err.lines().collect();
    let shown = lines
        .iter()
        .position(|line| line.contains("\"nodes\": 5"))
        .unwrap();
    let column = |line: &str, part: &str| line[..line.find(part).unwrap()].chars().count();
    assert_eq!(
        column(lines[shown], "5}"),
        column(lines[shown + 1], "─"),
        "{}",
        ended.err
    );
    let place = text
        .find("5}")
        .map(|at| text[..at].chars().count() + 1)
        .unwrap();
    assert_holds(
        &ended.err,
        &[&format!("[b.bt.json:1:{place}]"), "\\u{202e}\\u{9b}2J"],
    );
}

fn failing() -> Folder {
    let failing = SEEN.replace("\"seen\": true", "\"seen\": false");
    let other = GUARD.replace("\"Chase\"", "\"Hunt\"");
    Folder::with_guard()
        .with("b.scenario.json", failing)
        .with("o.bt.json", other)
        .with("bad.bt.json", GUARD.replace("StandIn", "Nonsense"))
        .with("broken.bt.json", "{")
        .with("loose.bt.json", GUARD.replace('\n', ""))
}

const ENDS: [(&str, i32); 9] = [
    ("test b.scenario.json", 1),
    ("test b.scenario.json --format json", 1),
    ("check bad.bt.json", 1),
    ("check guard.bt.json", 0),
    ("diff guard.bt.json o.bt.json", 1),
    ("check broken.bt.json --format json", 2),
    ("run guard.bt.json --scenario b.scenario.json", 1),
    ("fmt --check loose.bt.json", 1),
    ("--help", 0),
];

#[test]
fn a_closed_pipe_changes_no_result() {
    let folder = failing();
    for (command, code) in ENDS {
        let mut child = folder
            .command(command)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{command}");
        let err = String::from_utf8(ended.stderr).unwrap();
        assert!(!err.contains("output"), "{command}: {err}");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_reported() {
    let folder = failing();
    for (command, _) in ENDS {
        let full = || std::fs::File::create("/dev/full").unwrap();
        let ended = folder.command(command).stdout(full()).output().unwrap();
        assert_eq!(ended.status.code(), Some(2), "{command}");
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_holds(&err, &["cannot write the output", "No space left"]);
        // The error cannot be reported then, and the result is the same.
        let silent = folder.command(command).stderr(full()).output().unwrap();
        let code = ENDS.iter().find(|(known, _)| *known == command).unwrap().1;
        assert_eq!(silent.status.code(), Some(code), "{command}");
    }
    // The command has done its work.
    let full = std::fs::File::create("/dev/full").unwrap();
    let mut watch = folder.command("watch . --once --to dot -o out");
    let ended = watch.stdout(full).output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    assert!(folder.path("out/guard.dot").exists());
}

#[test]
fn a_count_of_one_is_singular() {
    let one = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [{"id": "a", "task": "Idle"}]}"#;
    let folder = failing()
        .with(
            "g.scenario.json",
            SEEN.replace("\"frames\": 4", "\"frames\": 1")
                .replace("\"frame\": 3", "\"frame\": 1"),
        )
        .with("i.bt.json", one)
        .with(
            "leaf.bt.json",
            one.replace(
                "}]",
                ", \"children\": [\"b\"]}, {\"id\": \"b\", \"task\": \"Idle\"}]",
            ),
        )
        .with(
            "two.bt.json",
            one.replace("\"root\"", "\"name\": \"x\", \"root\""),
        )
        .with(
            "s.scenario.json",
            r#"{"format": "treewright-scenario", "version": 1, "frames": 1, "tree": "i.bt.json"}"#,
        );
    let commands = "check i.bt.json|check leaf.bt.json|test s.scenario.json --coverage|test g.scenario.json|run i.bt.json --frames 1 --trace a.jsonl|run leaf.bt.json
        compare a.jsonl a.jsonl|diff i.bt.json two.bt.json|merge i.bt.json i.bt.json two.bt.json -o m.bt.json|export i.bt.json --to dot -o d.dot|check i.bt.json --format json";
    for command in commands.split(['|', '\n']) {
        let ended = folder.run(command.trim());
        let said = format!("{}{}", ended.out, ended.err);
        let words: Vec<&str> = said.split_whitespace().collect();
        let wrong = words.windows(2).find(|pair| {
            let thing = pair[1].trim_end_matches(|c: char| !c.is_alphanumeric());
            pair[0].trim_start_matches('(') == "1"
                && (thing.ends_with('s') && thing != "s" || thing == "children")
        });
        assert_eq!(wrong, None, "{command}: {said}");
    }
}
