//! Deep and large trees on the command line.

use std::fmt::Write as _;

use super::harness::{Folder, assert_holds};

/// A chain of Sequences with a running node at its end, and this number of other leaves in the first Sequence.
fn tree(depth: usize, leaves: usize) -> String {
    let mut nodes = String::new();
    let ids: Vec<_> = (0..leaves).map(|i| format!("\"l{i}\"")).collect();
    for level in 0..depth {
        let beside = if level == 0 && leaves > 0 {
            format!("{}, ", ids.join(", "))
        } else {
            String::new()
        };
        let next = level + 1;
        let _ = writeln!(
            nodes,
            r#"{{"id": "c{level}", "task": "Sequence", "children": [{beside}"c{next}"]}},"#
        );
    }
    for id in ids {
        let _ = writeln!(nodes, r#"{{"id": {id}, "task": "Succeed"}},"#);
    }
    let _ = writeln!(
        nodes,
        r#"{{"id": "c{depth}", "task": "Idle", "name": "The end"}}"#
    );
    format!(
        r#"{{"format": "treewright", "version": 1, "name": "Large", "root": "c0", "nodes": [{nodes}]}}"#
    )
}

#[test]
fn a_tree_of_depth_10_000_works() {
    let folder = Folder::new().with("deep.bt.json", tree(10_000, 0));
    folder.works("check deep.bt.json");
    let ended = folder.works("run --frames 2 deep.bt.json");
    assert_holds(&ended.out, &["(10000) The end Idle c10000"]);
    assert!(ended.out.len() < 4_000_000, "{} bytes", ended.out.len());
    folder.works("fmt deep.bt.json");
    folder.works("fmt --check deep.bt.json");
}

#[test]
fn a_tree_of_100_000_nodes_works() {
    let folder = Folder::new().with("wide.bt.json", tree(1, 99_998));
    folder.works("check wide.bt.json");
    folder.works("run --frames 2 wide.bt.json => ├─ Succeed l0  + └─ The end Idle c1 ");
}

#[test]
fn ten_thousand_problems_are_reported_briefly() {
    let wrong = tree(1, 10_000).replace("\"Succeed\"", "\"Sukseed\"");
    let folder = Folder::new().with("wrong.bt.json", wrong);
    let ended = folder.finds("check wrong.bt.json");
    assert_holds(&ended.out, &["10000 errors", "error: wrong.bt.json:"]);
    assert!(ended.out.lines().count() < 11_000);
}

#[test]
fn names_cannot_command_the_terminal() {
    let tricky = tree(1, 0).replace("The end", "\\u001b[2JThe\\nend");
    let folder = Folder::new().with("t.bt.json", tricky);
    let output = folder.command("run --frames 1 t.bt.json").output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_holds(&out, &[r"\u{1b}[2JThe\nend"]);
    assert!(!out.contains('\u{1b}'));
}
