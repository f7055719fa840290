//! What differs between systems: how paths are written, which names there can be, line ends, and files that other programs hold.

use std::path::MAIN_SEPARATOR;

use super::harness::{Folder, GUARD, assert_holds};

/// The guard on one line, so that `fmt` changes it.
fn squeezed() -> String {
    GUARD.lines().map(str::trim).collect()
}

#[test]
fn paths_are_those_of_the_system() {
    let folder = Folder::new().with("trees/deep/guard.bt.json", GUARD);
    let relative = format!("trees{MAIN_SEPARATOR}deep{MAIN_SEPARATOR}guard.bt.json");
    // With the letter of a drive on Windows.
    let absolute = folder.path("trees").join("deep").join("guard.bt.json");
    for path in [relative, absolute.display().to_string()] {
        folder.works(&format!("check {path}"));
        folder.works(&format!("fmt {path}"));
        let missing = path.replace("guard", "missing");
        let ended = folder
            .command(&format!("check {missing}"))
            .output()
            .unwrap();
        let told = String::from_utf8(ended.stderr).unwrap();
        assert_holds(&told, &[&missing, "not_found"]);
    }
}

#[test]
fn a_path_may_be_long() {
    let deep = format!("{}{}", "deep-folder/".repeat(30), "long.bt.json");
    let folder = Folder::new().with(&deep, squeezed());
    let path = folder.path(&deep).display().to_string();
    assert!(path.len() > 300);
    folder.works(&format!("fmt {path}"));
    assert_eq!(folder.read(&deep), GUARD);
    folder.works(&format!("check {path}"));
    assert_eq!(
        std::fs::read_dir(folder.path(&deep).parent().unwrap())
            .unwrap()
            .count(),
        1
    );
}

#[test]
fn names_of_devices_are_files_only_where_they_can_be() {
    for name in ["nul.bt.json", "CON.bt.json", "com1.bt.json"] {
        let folder = Folder::new();
        if cfg!(windows) {
            let told = "Windows allows no file + not_on_windows + Choose another name";
            folder.refuses(&format!("new {name} => {told}"));
            folder.refuses(&format!("check {name} => not_a_file"));
            assert!(folder.names().is_empty());
        } else {
            folder.works(&format!("new {name}"));
            folder.works(&format!("check {name}"));
        }
    }
}

#[cfg(windows)]
#[test]
fn a_file_that_another_program_holds_is_named_as_such() {
    use std::os::windows::fs::OpenOptionsExt as _;
    let folder = Folder::new().with("held.bt.json", squeezed());
    let path = folder.path("held.bt.json");
    let open = |share: u32| {
        let mut options = std::fs::File::options();
        options.read(true).share_mode(share).open(&path).unwrap()
    };
    let held = open(0);
    folder.refuses("check held.bt.json => another program has the file open + Close the file");
    drop(held);
    // Others may read it, but neither change nor remove it.
    let held = open(1);
    folder.works("check held.bt.json");
    folder.refuses(
        "fmt held.bt.json => another program has the file open + Close the file + unchanged",
    );
    drop(held);
    assert_eq!(folder.read("held.bt.json"), squeezed());
    folder.works("fmt held.bt.json");
    assert_eq!(folder.names(), ["held.bt.json"]);
}

#[test]
fn line_ends_stay_as_they_are() {
    let on_windows = |text: &str| text.replace('\n', "\r\n");
    let indented = GUARD.replace("\n  ", "\n    ");
    let folder = Folder::new()
        .with("canonical.bt.json", on_windows(GUARD))
        .with("indented.bt.json", on_windows(&indented));
    folder.works("fmt --check canonical.bt.json");
    folder.works("check canonical.bt.json");
    folder.works("fmt indented.bt.json");
    assert_eq!(folder.read("indented.bt.json"), on_windows(GUARD));
    folder.works("fmt --check indented.bt.json");
}
