//! Which trees are found near files without a tree, and how long the window waits for which files.

use std::fs;
use std::sync::mpsc::channel;

use super::*;

const TREE: &str =
    r#"<root BTCPP_format="4"><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>"#;
const KINDS: &str =
    r#"<root BTCPP_format="4"><TreeNodesModel><Action ID="Knock"/></TreeNodesModel></root>"#;

fn wanted(path: &Path) -> ReadRequest {
    ReadRequest {
        path: path.to_owned(),
        place: Box::new(|_| false),
        even_without_tree: false,
        run_limit: usize::MAX,
    }
}

/// Returns the trees that are found near a file.
fn trees(path: &Path) -> Vec<String> {
    match FileReadJob::begin(wanted(path), || {}).take_at_last() {
        Ok(OpenedContent::NoTree(found)) => found.trees.into_iter().map(|tree| tree.1).collect(),
        _ => panic!("it has a tree, or cannot be read"),
    }
}

#[test]
fn a_file_named_without_folder_finds_the_trees_of_its_folder() {
    // Hidden files are skipped.
    let folder = tempfile::Builder::new().prefix("trees").tempdir_in(".");
    let folder = folder.unwrap();
    fs::write(folder.path().join("tree.xml"), TREE).unwrap();
    let mut mark = tempfile::Builder::new();
    let mark = mark.suffix(".b3-workspace").tempfile_in(".").unwrap();
    fs::write(&mark, "{}").unwrap();
    let inside = folder.path().file_name().unwrap().to_string_lossy();
    let tree = format!("{inside}/tree.xml");
    let found = trees(Path::new(mark.path().file_name().unwrap()));
    assert!(found.contains(&tree), "{found:?}");
}

#[cfg(unix)]
#[test]
fn links_next_to_a_file_are_not_followed() {
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let outside = elsewhere.path().join("tree.xml");
    fs::write(&outside, TREE).unwrap();
    std::os::unix::fs::symlink(&outside, folder.path().join("link.xml")).unwrap();
    let models = folder.path().join("models.xml");
    fs::write(&models, KINDS).unwrap();
    assert_eq!(trees(&models), [""; 0]);
    fs::write(folder.path().join("own.xml"), TREE).unwrap();
    assert_eq!(trees(&models), ["own.xml"]);
}

#[test]
fn the_number_of_searched_files_is_limited() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..MAX_SIBLINGS {
        fs::write(folder.path().join(format!("a{number:03}.xml")), KINDS).unwrap();
    }
    fs::write(folder.path().join("z.xml"), TREE).unwrap();
    let models = folder.path().join("models.xml");
    fs::write(&models, KINDS).unwrap();
    assert_eq!(trees(&models), [""; 0]);
    fs::remove_file(folder.path().join("a000.xml")).unwrap();
    assert_eq!(trees(&models), ["z.xml"]);
}

#[test]
fn the_window_waits_briefly_for_a_file_whose_folder_is_searched() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, "{}").unwrap();
        patience(&path)
    };
    let (small, large) = PATIENCE;
    assert_eq!(of("tree.json"), small);
    assert_eq!(of("game.b3-workspace"), large);
    assert_eq!(of("node-config.B3-Setting"), large);
}

#[test]
fn a_cancelled_read_returns_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.xml");
    fs::write(&path, TREE).unwrap();
    let ((go, gone), (say, said)) = (channel(), channel());
    let mut wanted = wanted(&path);
    wanted.place = Box::new(move |_| {
        let _ = say.send(());
        gone.recv().is_ok()
    });
    let (woke, wakes) = channel();
    let reading = FileReadJob::begin(wanted, move || {
        let _ = woke.send(());
    });
    said.recv().unwrap();
    drop(reading);
    go.send(()).unwrap();
    // The thread ends by itself and has no receiver.
    wakes.recv().unwrap();
}
