//! Rows 9–26 for native documents: ids, connections, numbers, names, references, loops. The tests of other tools' formats cover these rows for those
//! formats.

use super::{Case, Expected, Reader};
use Expected::{Fine, Refused, Says};

/// A document with these nodes below the root `a`.
fn nodes(nodes: &str) -> String {
    file(&format!(r#""root": "a", "nodes": [{nodes}]"#))
}

fn file(fields: &str) -> String {
    format!(r#"{{"format": "treewright", "version": 1, "name": "T", {fields}}}"#)
}

/// A document of one node of this task with these parameters.
fn one(task: &str, parameters: &str) -> String {
    nodes(&format!(
        r#"{{"id": "a", "task": "{task}", "parameters": {{{parameters}}}}}"#
    ))
}

/// Like `one`, with a child that succeeds at once.
fn over(task: &str, parameters: &str) -> String {
    nodes(&format!(
        r#"{{"id": "a", "task": "{task}", "parameters": {{{parameters}}}, "children": ["b"]}}, {{"id": "b", "task": "Succeed"}}"#
    ))
}

fn subtree(path: &str) -> String {
    one("Subtree", &format!(r#""file": "{path}""#))
}

/// Returns all cases of this file.
pub fn trees() -> Vec<Case> {
    let mut all: Vec<Case> = links()
        .into_iter()
        .chain(fields())
        .chain(versions_and_names())
        .chain(runs())
        .chain(expressions())
        .map(case)
        .collect();
    all.extend(references());
    all
}

type Row = (u8, &'static str, String, Expected);

fn links() -> Vec<Row> {
    let idle = r#"{"id": "b", "task": "Idle"}"#;
    let above =
        |children: &str| format!(r#"{{"id": "a", "task": "Sequence", "children": [{children}]}}"#);
    let below = |id: &str, children: &str| {
        format!(r#"{{"id": "{id}", "task": "Sequence", "children": [{children}]}}"#)
    };
    let both = |one: &str, more: &str| nodes(&format!("{one}, {more}"));
    rows! {
        9 "an id twice": both(&above(r#""b""#), &format!("{idle}, {idle}"))
            => Says("duplicate_id", "duplicate id b");
        9 "a parameter twice": one("Wait", r#""seconds": 1.0, "seconds": 2.0"#)
            => Refused(&["wrong_field"]);
        9 "a field of a node twice": nodes(r#"{"id": "a", "id": "b", "task": "Idle"}"#)
            => Refused(&["wrong_field"]);
        10 "a missing child": nodes(&above(r#""z""#))
            => Says("dangling_id", "child z of a does not exist");
        11 "its own parent": nodes(&above(r#""a""#)) => Says("cycle", "a -> a");
        11 "a cycle of two":
            both(&above(r#""b""#), &format!("{}, {}", below("b", r#""c""#), below("c", r#""b""#)))
            => Says("cycle", "b -> c -> b");
        12 "two parents":
            both(&above(r#""b", "c""#), &format!("{}, {}, {{\"id\": \"d\", \"task\": \"Idle\"}}",
                below("b", r#""d""#), below("c", r#""d""#)))
            => Says("second_parent", "d is a child of both b and c");
        13 "no root": file(&format!(r#""nodes": [{idle}]"#)) => Says("no_root", "nothing can run");
        13 "two roots":
            file(&format!(r#""root": ["a", "b"], "nodes": [{{"id": "a", "task": "Idle"}}, {idle}]"#))
            => Says("two_roots", "several roots: a kept");
        13 "orphans": both(r#"{"id": "a", "task": "Idle"}"#, idle)
            => Says("loose_nodes", "never runs");
    }
}

fn fields() -> Vec<Row> {
    let at = |x: &str| nodes(&format!(r#"{{"id": "a", "task": "Idle", "x": {x}}}"#));
    let id = |id: &str| nodes(&format!(r#"{{"id": {id}, "task": "Idle"}}"#));
    let wrong = Refused(&["wrong_field"]);
    rows! {
        14 "a position that is not a number": at("NaN") => Refused(&["syntax"]);
        14 "an infinite position": at("1e999") => wrong;
        14 "a position beyond floats": at("1e39") => Fine;
        14 "a position far outside": at("-1e30") => Fine;
        14 "a negative zero": at("-0") => Fine;
        14 "a position close to zero": at("1e-400") => Fine;
        14 "a color beyond floats": one("Log", r#""value": {"color": [0, 0, 0, 1e39]}"#)
            => Refused(&["number_too_large"]);
        15 "an id of 2^64": id("18446744073709551616") => wrong;
        15 "an id of -1": id("-1") => wrong;
        15 "an id of 1.0": id("1.0") => wrong;
        15 "no id": nodes(r#"{"task": "Idle"}"#) => Refused(&["missing_field"]);
        15 "an empty id": id(r#""""#) => wrong;
        16 "an unknown task": one("Dance", r#""beat": [1, 2]"#)
            => Says("unknown_task", "unknown node type `Dance`");
    }
}

fn versions_and_names() -> Vec<Row> {
    let id = |id: &str| nodes(&format!(r#"{{"id": {id}, "task": "Idle"}}"#));
    let named = |name: &str| {
        nodes(&format!(
            r#"{{"id": "a", "task": "Idle", "name": "{name}"}}"#
        ))
    };
    rows! {
        17 "unknown fields": nodes(r#"{"id": "a", "task": "Idle", "later": {"x": [1]}}"#) => Fine;
        17 "no version": r#"{"format": "treewright", "nodes": []}"# => Refused(&["no_version"]);
        18 "a decorator without child": one("Inverter", "")
            => Says("wrong_child_count", "expected exactly 1 child");
        18 "a leaf with a child": over("Wait", "") => Says("wrong_child_count", "Wait: expected no children, found 1");
        19 "a name of 10 MB": named(&"x".repeat(10_000_000)) => Refused(&["too_long"]);
        19 "an id of 10 MB": id(&format!("\"{}\"", "x".repeat(10_000_000)))
            => Refused(&["too_long"]);
        19 "a comment of 1 MB":
            nodes(&format!(r#"{{"id": "a", "task": "Idle", "comment": "{}"}}"#,
                "x".repeat(1_000_000)))
            => Refused(&["too_long"]);
        19 "control and bidi characters": named(r"a\u001b[2J\u202e\u200b\u0007") => Fine;
        19 "emoji and Chinese": named("守卫 🛡️") => Fine;
        19 "a task with invisible characters": one(r"I\u202edle\u001b", "")
            => Says("unknown_task", r"`I\u{202e}dle\u{1b}`");
    }
}

fn runs() -> Vec<Row> {
    let range = |part| Says("parameter_out_of_range", part);
    rows! {
        24 "repeated forever": over("Repeater", r#""forever": true"#) => Fine;
        24 "a loop in a loop":
            nodes(r#"{"id": "a", "task": "Repeater", "parameters": {"forever": true}, "children": ["b"]}, {"id": "b", "task": "Repeater", "parameters": {"count": 1000000000}, "children": ["c"]}, {"id": "c", "task": "Succeed"}"#)
            => Fine;
        24 "retried forever":
            nodes(r#"{"id": "a", "task": "Retry", "parameters": {"attempts": 1000000000}, "children": ["b"]}, {"id": "b", "task": "Fail"}"#)
            => Fine;
        24 "parallel loops":
            nodes(r#"{"id": "a", "task": "Parallel", "children": ["b", "c"]}, {"id": "b", "task": "Repeater", "parameters": {"forever": true}, "children": ["d"]}, {"id": "c", "task": "UntilFailure", "children": ["e"]}, {"id": "d", "task": "Succeed"}, {"id": "e", "task": "Succeed"}"#)
            => Fine;
        25 "no rounds": over("Repeater", r#""count": 0"#) => range("found 0");
        25 "a negative number of rounds": over("Repeater", r#""count": -1"#) => range("found -1");
        25 "2^63 rounds": over("Repeater", r#""count": 9223372036854775808"#)
            => Says("wrong_parameter_type", "expected int");
        25 "a negative wait": one("Wait", r#""seconds": -1.0"#) => range("found -1");
        25 "an almost endless wait": one("Wait", r#""seconds": 1e308"#) => range("found 1e308");
        25 "a wait beyond floats": one("Wait", r#""seconds": 1e309"#)
            => Refused(&["number_too_large"]);
    }
}

fn expressions() -> Vec<Row> {
    let expression = |text: &str| one("Expression", &format!(r#""expression": "{text}""#));
    let bracketed = |depth: usize| expression(&"(".repeat(depth));
    let initial = |value: &str| {
        file(&format!(
            r#""variables": [{{"name": "v", "type": "int", "initial": {value}}}], "root": "a", "nodes": [{{"id": "a", "task": "Idle"}}]"#
        ))
    };
    rows! {
        26 "unclosed brackets": bracketed(4) => Says("broken_expression", "the expression is incomplete");
        26 "a thousand brackets": bracketed(1_000)
            => Says("broken_expression", "nested more than 64 levels deep");
        26 "a hundred thousand brackets": bracketed(100_000) => Says("broken_expression", "");
        26 "division by zero": expression("1 / 0 == 1")
            => Says("broken_expression", "division by zero");
        26 "a sum beyond 64 bits": expression("9223372036854775807 + 1 > 0")
            => Says("broken_expression", "integer overflow");
        26 "a variable with a value of another type": initial("\"text\"")
            => Says("wrong_initial_value", "expected int");
        26 "nested lists": initial("[[[1]]]") => Refused(&["wrong_field"]);
        26 "a value nested deeply":
            initial(&format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)))
            => Refused(&["wrong_field"]);
    }
}

fn references() -> Vec<Case> {
    let outside = Says("file_outside", "outside the project folder");
    let absolute = Says("file_not_relative", "relative path");
    let itself = subtree("tree.bt.json");
    let rows: Vec<Row> = rows! {
        20 "a path out of the project": subtree("../../etc/passwd") => outside;
        20 "an absolute path": subtree("/etc/passwd") => absolute;
        20 "a drive": subtree(r"C:\\windows\\win.ini") => absolute;
        20 "a server": subtree(r"\\\\server\\share\\a.bt.json") => absolute;
        20 "a null character in a path": subtree(r"a\u0000b") => absolute;
        20 "a home folder": subtree("~/a.bt.json") => Says("file_unreadable", "~/a.bt.json");
        20 "the home folder of a user": subtree("~root/a.bt.json") => Says("file_unreadable", "~root");
        21 "a file that includes itself": &*itself => Says("subtree_cycle", "cannot contain itself");
        23 "a missing file": subtree("no.bt.json")
            => Says("file_unreadable", "no.bt.json");
        22 "trees that double sixty times": doubling(60) => Says("subtree_too_large", "exceeds the limit");
    };
    // The content of the other file.
    let other = "other.bt.json";
    let beside: Vec<Row> = rows! {
        21 "two files in a cycle": &*itself => Says("subtree_cycle", other);
        23 "a broken file": "{ not a tree" => Says("file_unreadable", other);
        23 "a good file": nodes(r#"{"id": "a", "task": "Idle"}"#) => Fine;
    };
    let beside = beside.into_iter().map(|(row, what, text, expected)| {
        case((row, what, subtree(other), expected)).with(other, text)
    });
    rows.into_iter().map(case).chain(beside).collect()
}

fn case((row, what, text, expected): Row) -> Case {
    Case::new(row, what, Reader::Document, text, expected)
}

/// Trees that each run the next one twice.
fn doubling(levels: usize) -> String {
    let mut trees = Vec::new();
    let mut nodes = Vec::new();
    for level in 0..levels {
        if level > 0 {
            trees.push(format!(r#"{{"name": "t{level}", "root": "r{level}"}}"#));
        }
        let next = level + 1;
        nodes.push(format!(
            r#"{{"id": "r{level}", "task": "Sequence", "children": ["x{level}", "y{level}"]}}"#
        ));
        for side in ["x", "y"] {
            nodes.push(format!(r#"{{"id": "{side}{level}", "task": "Subtree", "parameters": {{"tree": "t{next}"}}}}"#));
        }
    }
    trees.push(format!(r#"{{"name": "t{levels}", "root": "r{levels}"}}"#));
    nodes.push(format!(r#"{{"id": "r{levels}", "task": "Idle"}}"#));
    file(&format!(
        r#""trees": [{}], "root": "r0", "nodes": [{}]"#,
        trees.join(", "),
        nodes.join(", ")
    ))
}
