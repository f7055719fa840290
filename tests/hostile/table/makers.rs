//! Generates large texts of each format.

use std::fmt::Write as _;

pub(super) fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    let mut all = String::new();
    for i in 0..count {
        all.push_str(if i > 0 { "," } else { "" });
        all.push_str(&item(i));
    }
    all
}

pub(super) fn nested(depth: usize, open: &str, inside: &str, close: &str) -> String {
    format!("{}{inside}{}", open.repeat(depth), close.repeat(depth))
}

pub(super) fn document(nodes: &str) -> String {
    format!(r#"{{"format": "treewright", "version": 1, "root": "a", "nodes": [{nodes}]}}"#)
}

pub(super) fn chain(length: usize) -> String {
    let mut nodes = r#"{"id": "a", "task": "Sequence", "children": ["n1"]}"#.to_owned();
    for i in 1..length {
        let next = i + 1;
        // Writing to a String cannot fail.
        let _ = write!(
            nodes,
            r#",{{"id": "n{i}", "task": "Sequence", "children": ["n{next}"]}}"#
        );
    }
    let _ = write!(nodes, r#",{{"id": "n{length}", "task": "Idle"}}"#);
    document(&nodes)
}

pub(super) fn wide(count: usize) -> String {
    let children = list(count, |i| format!("\"n{i}\""));
    let leaves = list(count, |i| format!(r#"{{"id": "n{i}", "task": "Succeed"}}"#));
    document(&format!(
        r#"{{"id": "a", "task": "Sequence", "children": [{children}]}},{leaves}"#
    ))
}

pub(super) fn same_ids(count: usize) -> String {
    document(&list(count, |_| {
        r#"{"id": "a", "task": "Idle"}"#.to_owned()
    }))
}

pub(super) fn cycles(count: usize) -> String {
    let node = |i: usize| {
        let (next, back) = (i + 1, i / 2);
        format!(r#"{{"id": "n{i}", "task": "Sequence", "children": ["n{next}", "n0", "n{back}"]}}"#)
    };
    document(&list(count, node)).replace(r#""root": "a""#, r#""root": "n0""#)
}

pub(super) fn variables(count: usize) -> String {
    let variables = list(count, |i| format!(r#"{{"name": "v{i}", "type": "int"}}"#));
    format!(
        r#"{{"format": "treewright", "version": 1, "variables": [{variables}], "root": "a", "nodes": [{{"id": "a", "task": "Idle"}}]}}"#
    )
}

pub(super) fn btcpp(inside: &str) -> String {
    format!(r#"<root BTCPP_format="4"><BehaviorTree ID="M">{inside}</BehaviorTree></root>"#)
}

pub(super) fn behaviac(inside: &str) -> String {
    format!(r#"<behavior name="a" agenttype="N" version="5">{inside}</behavior>"#)
}

pub(super) fn behavior3(root: &str) -> String {
    format!(
        r#"{{"version":"2.2.0","name":"hero","prefix":"","group":[],"variables":{{"imports":[],"locals":[]}},"custom":{{}},"overrides":{{}},"root":{root}}}"#
    )
}

pub(super) fn original(count: usize) -> String {
    let node = |id: &str, name: &str, more: &str| {
        format!(
            r#""{id}":{{"id":"{id}","name":"{name}","title":"","description":"","properties":{{}},"display":{{"x":0,"y":0}}{more}}}"#
        )
    };
    let children = list(count, |i| format!("\"n{i}\""));
    let top = node("r", "Sequence", &format!(r#","children":[{children}]"#));
    let leaves = list(count, |i| node(&format!("n{i}"), "Succeeder", ""));
    format!(
        r#"{{"version":"0.3.0","scope":"tree","id":"t","title":"P","description":"","root":"r","properties":{{}},"nodes":{{{top},{leaves}}},"display":{{"camera_x":0,"camera_y":0,"camera_z":1,"x":0,"y":0}},"custom_nodes":[]}}"#
    )
}

pub(super) fn saved(children: &str) -> String {
    format!(
        r#"{{"children":[{children}],"data":{{"guid":"","pos":"(0.00, 0.00)","size":"(200.00, 100.00)","node":"CNodeSequence","interrupt":false}},"type":"M.CNodeSequence"}}"#
    )
}

pub(super) fn deep_save(depth: usize) -> String {
    let whole = saved("\u{1}");
    let (open, close) = whole.split_once('\u{1}').unwrap_or_default();
    nested(depth, open, &saved(""), close)
}
