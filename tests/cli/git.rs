//! git with this program: `treewright git-setup` in a temporary repository, and `git diff` and `git merge` after it.

use std::process::Command;

use super::harness::{Folder, GUARD, MustHold as _, assert_holds};
use super::versions::{ADDED, ASKS_LATER, guard};

/// A folder with a repository and without the user's settings. `None` without git.
fn repository() -> Option<Folder> {
    let folder = Folder::with_guard();
    if git(&folder, "init -q -b main").is_none() {
        println!("skipped: there is no git");
        return None;
    }
    commit(&folder, "first");
    Some(folder)
}

/// Runs git. Returns its exit code and output; `None` if it cannot be started.
fn git(folder: &Folder, arguments: &str) -> Option<(i32, String)> {
    let output = Command::new("git")
        .args(arguments.split_whitespace())
        .current_dir(folder.path("."))
        .env("HOME", folder.path("home"))
        .env("XDG_CONFIG_HOME", folder.path("home/.config"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env(
            "GIT_CEILING_DIRECTORIES",
            folder.path("..").canonicalize().unwrap(),
        )
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_NAME"), "Somebody")))
        .envs(["AUTHOR", "COMMITTER"].map(|who| (format!("GIT_{who}_EMAIL"), "a@b.example")))
        .env_remove("GIT_DIR")
        .output()
        .ok()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    Some((output.status.code().unwrap(), text))
}

fn done(folder: &Folder, arguments: &str) -> String {
    let (code, text) = git(folder, arguments).unwrap();
    assert_eq!(code, 0, "git {arguments}: {text}");
    text
}

fn commit(folder: &Folder, message: &str) {
    done(folder, "add -A");
    done(folder, &format!("commit -q -m {message}"));
}

fn write(folder: &Folder, text: &str) {
    std::fs::write(folder.path("guard.bt.json"), text).unwrap();
}

/// Runs `treewright git-setup` without the user's settings.
fn set_up(folder: &Folder, arguments: &str) -> String {
    let output = folder
        .command(&format!("git-setup {arguments}"))
        .env("HOME", folder.path("home"))
        .env("XDG_CONFIG_HOME", folder.path("home/.config"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn git_shows_what_changed_by_nodes() {
    let Some(folder) = repository() else { return };
    set_up(&folder, "");
    write(&folder, &guard(&[ADDED, ASKS_LATER]));
    let shown = done(&folder, "diff");
    shown.must_hold("treewright diff guard.bt.json + added   Selector › Greet");
    shown.must_hold("name: \"Chase\" → \"Run after\"");
    assert!(!shown.contains("@@"), "{shown}");
    write(&folder, "{ no tree");
    assert_holds(&done(&folder, "diff"), &["guard.bt.json"]);
}

/// A file is not an option, whatever its name.
#[test]
fn a_tree_with_the_name_of_an_option_is_compared_and_merged() {
    let name = "--help.bt.json";
    let Some(folder) = repository() else { return };
    set_up(&folder, "");
    std::fs::write(folder.path(name), GUARD).unwrap();
    commit(&folder, "first");
    std::fs::write(folder.path(name), guard(&[ASKS_LATER])).unwrap();
    write(&folder, &guard(&[ADDED]));
    let shown = done(&folder, "diff");
    shown.must_hold("treewright diff --help.bt.json + \"Chase\" → \"Run after\"");
    shown.must_hold("treewright diff guard.bt.json");
    done(&folder, "checkout -q -b theirs");
    commit(&folder, "theirs");
    done(&folder, "checkout -q -b ours main");
    std::fs::write(folder.path(name), guard(&[ADDED])).unwrap();
    commit(&folder, "ours");
    done(&folder, "merge -q --no-edit theirs");
    assert_holds(&folder.read(name), &["\"Greet\"", "\"Run after\""]);
    // The merge tool of git, for conflicts.
    let hunt = guard(&[("\"name\": \"Chase\"", "\"name\": \"Hunt\"")]);
    std::fs::write(folder.path(name), hunt).unwrap();
    commit(&folder, "hunt");
    done(&folder, "checkout -q theirs");
    std::fs::write(
        folder.path(name),
        guard(&[("\"name\": \"Chase\"", "\"name\": \"Flee\"")]),
    )
    .unwrap();
    commit(&folder, "flee");
    assert_eq!(git(&folder, "merge -q --no-edit ours").unwrap().0, 1);
    let (_, said) = git(&folder, "mergetool --no-prompt -t treewright").unwrap();
    assert!(!said.contains("Usage"), "{said}");
    assert_holds(&said, &["merged without conflicts"]);
}

#[test]
fn setting_up_again_changes_nothing() {
    let Some(folder) = repository() else { return };
    let first = set_up(&folder, "");
    first.must_hold("set  + merge.treewright.driver + .gitattributes");
    let config = folder.read(".git/config");
    let attributes = folder.read(".gitattributes");
    let again = set_up(&folder, "");
    assert!(
        again.lines().all(|line| !line.starts_with("set ")),
        "{again}"
    );
    assert_eq!(folder.read(".git/config"), config);
    assert_eq!(folder.read(".gitattributes"), attributes);
}

#[test]
fn all_repositories_of_a_user_can_be_set_up_at_once() {
    let Some(folder) = repository() else { return };
    std::fs::create_dir_all(folder.path("home")).unwrap();
    set_up(&folder, "--global");
    assert_holds(&folder.read("home/.gitconfig"), &["treewright"]);
    assert_holds(&folder.read("home/.config/git/attributes"), &["*.bt.json"]);
    write(&folder, &guard(&[ASKS_LATER]));
    done(&folder, "diff -- guard.bt.json").must_hold("Run after + changed");
}

#[test]
fn outside_of_a_repository_the_reason_is_reported() {
    let folder = Folder::new();
    let output = folder
        .command("git-setup")
        .env("GIT_CEILING_DIRECTORIES", folder.path(".."))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("--global") || said.contains("cannot start git"),
        "{said}"
    );
}

/// Two branches of the repository, `ours` checked out, `theirs` to be merged.
fn branches(ours: &str, theirs: &str) -> Option<Folder> {
    let folder = repository()?;
    set_up(&folder, "");
    commit(&folder, "attributes");
    done(&folder, "checkout -q -b theirs");
    write(&folder, theirs);
    commit(&folder, "theirs");
    done(&folder, "checkout -q -b ours main");
    write(&folder, ours);
    commit(&folder, "ours");
    Some(folder)
}

#[test]
fn edits_in_different_branches_merge_without_conflicts() {
    // Line by line these would conflict, since both change the list of children.
    let last = (
        "\"children\": [\"n2\", \"n5\"],\n      \"x\": 180",
        "\"children\": [\"n2\", \"n5\", \"n6\"],\n      \"x\": 180",
    );
    let node = (
        "\n    {\n      \"id\": \"n5\"",
        "\n    {\"id\": \"n6\", \"task\": \"Idle\", \"x\": 1, \"y\": 2},\n    {\n      \"id\": \"n5\"",
    );
    let Some(folder) = branches(&guard(&[ADDED]), &guard(&[last, node])) else {
        return;
    };
    done(&folder, "merge -q --no-edit theirs");
    let merged = folder.read("guard.bt.json");
    merged.must_hold("\"Greet\" + [\"n6\", \"n2\", \"n5\", \"n8\"] + \"Idle\"");
    folder.works("fmt --check guard.bt.json");
}

#[test]
fn a_conflict_is_a_conflict_for_git_too() {
    let hunt = guard(&[("\"name\": \"Chase\"", "\"name\": \"Hunt\"")]);
    let Some(folder) = branches(&hunt, &guard(&[ASKS_LATER])) else {
        return;
    };
    let (code, said) = git(&folder, "merge --no-edit theirs").unwrap();
    assert_eq!(code, 1, "{said}");
    assert_holds(&said, &["name changed in both", "CONFLICT"]);
    let merged = folder.read("guard.bt.json");
    assert_holds(&merged, &["\"Hunt\"", "merge_conflicts"]);
    assert!(!merged.contains("<<<<"), "the tree can be opened");
    assert_holds(&done(&folder, "status --short"), &["UU guard.bt.json"]);
    folder.finds("check guard.bt.json");
}

#[test]
fn files_that_are_not_trees_are_merged_line_by_line() {
    let ours = GUARD
        .replace("\"Chase\"", "\"Hunt\"")
        .replacen('{', "{{", 1);
    let Some(folder) = branches(&ours, &guard(&[ASKS_LATER])) else {
        return;
    };
    let (code, _) = git(&folder, "merge --no-edit theirs").unwrap();
    assert_eq!(code, 1);
    folder
        .read("guard.bt.json")
        .must_hold("<<<<<<< ours + >>>>>>> theirs");
}

#[test]
fn a_file_that_cannot_be_merged_is_unchanged() {
    if git(&Folder::new(), "--version").is_none() {
        return;
    }
    let folder = Folder::new()
        .with("base.bt.json", GUARD)
        .with("ours.bt.json", GUARD)
        .with("theirs.bt.json", b"\0\0no text\0")
        .with("out.bt.json", "mine");
    let ended =
        folder.refuses("merge --git base.bt.json ours.bt.json theirs.bt.json -o out.bt.json");
    assert_holds(&ended.err, &["out.bt.json is unchanged"]);
    assert_eq!(folder.read("out.bt.json"), "mine");
}
