//! Images on the command line: their files, their content, and refusals.

use super::harness::{Folder, MustHold as _, assert_holds};

fn png_size(bytes: &[u8]) -> (u32, u32) {
    assert!(bytes.starts_with(b"\x89PNG"));
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn the_extension_selects_svg_or_png() {
    let folder = Folder::with_guard();
    folder.works("render guard.bt.json -o guard.svg => guard.svg:  +  × ");
    let svg = folder.read("guard.svg");
    assert_holds(&svg, &["<svg ", ">Patrol</text>", "</svg>"]);
    folder.works("render guard.bt.json -o guard.png --scale 2");
    let (width, _) = png_size(&std::fs::read(folder.path("guard.png")).unwrap());
    let at_one = folder.works("render guard.bt.json -o one.png --format json");
    let one: serde_json::Value = serde_json::from_str(&at_one.out).unwrap();
    let picture = &one["pictures"][0];
    assert_eq!(picture["picture"], "one.png");
    assert_eq!(picture["width"].as_u64().unwrap() * 2, u64::from(width));
    // The earlier image is overwritten.
    folder.works("render guard.bt.json -o guard.svg --theme dark");
    assert_ne!(folder.read("guard.svg"), svg);
}

#[test]
fn several_trees_are_drawn_into_a_folder() {
    let folder = Folder::with_guard();
    let guard = folder.read("guard.bt.json");
    let folder = folder.with("other.bt.json", &guard);
    folder.works("render guard.bt.json other.bt.json -o pictures --as png");
    for name in ["pictures/guard.png", "pictures/other.png"] {
        png_size(&std::fs::read(folder.path(name)).unwrap());
    }
    let same = folder.refuses("render guard.bt.json ./guard.bt.json -o pictures");
    assert_holds(&same.err, &["like that of an earlier file"]);
    let one = folder.refuses("render guard.bt.json other.bt.json -o one.svg");
    one.err_holds("several images cannot be written to one file + -o");
    // The others are drawn if one cannot be.
    let others = folder.refuses("render missing.bt.json guard.bt.json -o some");
    assert_holds(&others.err, &["missing.bt.json", "no such file"]);
    assert_holds(&folder.read("some/guard.svg"), &["<svg "]);
}

#[test]
fn a_frame_of_a_recording_shows_what_ran_in_it() {
    let folder = Folder::with_guard();
    folder.works("run guard.bt.json --frames 3 --trace t.trace.jsonl");
    folder.works("render guard.bt.json -o rest.svg");
    folder.works("render t.trace.jsonl -o last.svg");
    folder.works("render t.trace.jsonl --frame 1 -o first.svg");
    folder.works("render t.trace.jsonl --frame 0 -o before.svg");
    let amber = "stroke=\"#d96a00\"";
    assert!(!folder.read("rest.svg").contains(amber));
    assert_holds(&folder.read("last.svg"), &[amber]);
    assert_holds(&folder.read("first.svg"), &[amber]);
    assert!(!folder.read("before.svg").contains(amber));
    let late = folder.refuses("render t.trace.jsonl --frame 9 -o x.svg");
    late.err_holds("no frame 9 + the last one is 3 + from 0 to 3");
    folder.refuses("render guard.bt.json --frame 1 -o x.svg => only its recordings have + --trace");
}

#[test]
fn trees_without_positions_are_laid_out_in_either_direction() {
    let folder = Folder::with_guard();
    let guard: serde_json::Value = serde_json::from_str(&folder.read("guard.bt.json")).unwrap();
    let mut unplaced = guard.clone();
    for node in unplaced["nodes"].as_array_mut().unwrap() {
        let node = node.as_object_mut().unwrap();
        node.remove("x");
        node.remove("y");
    }
    let folder = folder.with("unplaced.bt.json", unplaced.to_string());
    let size = |arguments: &str| {
        let ended = folder.works(&format!("render {arguments} -o x.svg --format json"));
        let said: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        let side = |name: &str| said["pictures"][0][name].as_u64().unwrap();
        (side("width"), side("height"))
    };
    let laid_out = size("unplaced.bt.json");
    assert!(laid_out.0 > 300 && laid_out.1 > 200, "{laid_out:?}");
    assert_eq!(laid_out, size("unplaced.bt.json --direction down"));
    let right = size("guard.bt.json --direction right");
    let down = size("guard.bt.json --direction down");
    // A small tree with more levels than leaves.
    assert!(right.0 > down.0 && right.1 < down.1, "{right:?}, {down:?}");
}

#[test]
fn trees_that_cannot_be_drawn_are_refused_with_a_remedy() {
    let folder = Folder::with_guard().with("broken.bt.json", "{");
    let refused = [
        ("guard.bt.json -o x.gif", ".svg or .png"),
        ("guard.bt.json -o x.svg --theme pink", "light"),
        (
            "guard.bt.json -o x.svg --node nobody",
            "there is no node `nobody`",
        ),
        ("guard.bt.json -o x.svg --scale 99", "0.05 to 16"),
        ("guard.bt.json -o nowhere/x.svg", "folder"),
        ("guard.bt.json -o x.svg --lang fr", "zh-CN"),
        ("broken.bt.json -o x.svg", "broken.bt.json:1"),
    ];
    for (arguments, why) in refused {
        let ended = folder.refuses(&format!("render {arguments}"));
        assert_holds(&ended.err, &[why]);
        assert!(!folder.names().contains(&"x.svg".to_owned()));
    }
    folder.works("render guard.bt.json -o x.svg --lang zh-CN => x.svg");
}

#[test]
fn two_versions_are_drawn_side_by_side_with_marks() {
    let folder = Folder::with_guard();
    let old = folder.read("guard.bt.json");
    let new = old.replace("\"Chase\"", "\"Hunt\"");
    assert_ne!(old, new);
    let folder = folder.with("new.bt.json", &new);
    folder.finds("diff guard.bt.json new.bt.json --picture both.svg");
    let svg = folder.read("both.svg");
    let marks = svg.matches(">changed</text>").count();
    assert_eq!(marks, 2, "the node in both versions");
    svg.must_hold(">Chase</text> + >Hunt</text> + Old: guard.bt.json + New: new.bt.json");
    svg.must_hold("id=\"node-1-n4\" + id=\"node-2-n4\"");
    folder.finds("diff guard.bt.json new.bt.json --picture both.png");
    png_size(&std::fs::read(folder.path("both.png")).unwrap());
    folder.refuses("diff guard.bt.json new.bt.json --picture both.gif => .svg or .png");
}
