//! The game as its player and its designers see it: the program is run, its trees are edited, and what it prints and
//! saves is compared.
#![allow(
    clippy::unwrap_used,
    reason = "a test stops at once when a fact that it relies on does not hold"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder with a copy of the trees, which is removed at the end of the test.
struct Studio(PathBuf);

impl Studio {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("treewright-arena-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        for file in fs::read_dir(trees()).unwrap() {
            let file = file.unwrap();
            // An editor keeps a folder of its own beside trees that it has opened.
            if file.file_type().unwrap().is_file() {
                fs::copy(file.path(), folder.join(file.file_name())).unwrap();
            }
        }
        Self(folder)
    }

    /// Changes a file as its designer does. Each text must be in it.
    fn edit(&self, file: &str, changes: &[(&str, &str)]) {
        let path = self.0.join(file);
        let mut text = fs::read_to_string(&path).unwrap();
        for (before, after) in changes {
            assert!(text.contains(before), "{file} has no {before}");
            text = text.replace(before, after);
        }
        fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut game = Command::new(env!("CARGO_BIN_EXE_treewright-arena"));
        let (save, arguments) = arguments.split_first().unwrap();
        game.arg(&self.0).arg(self.0.join(save)).args(arguments);
        game.output().unwrap()
    }

    /// Runs the game without errors, and returns the lines that it printed.
    fn play(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{errors}");
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(str::to_owned).collect()
    }

    /// Runs the game, which prints nothing but an error, and returns the error.
    fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    }

    fn saved(&self, save: &str) -> String {
        fs::read_to_string(self.0.join(save)).unwrap()
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn trees() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("trees")
}

/// Returns how many units of each team are left.
fn left(lines: &[String]) -> [usize; 2] {
    let line = lines.last().unwrap().strip_prefix("red ").unwrap();
    let (red, blue) = line.split_once(", blue ").unwrap();
    [red.parse().unwrap(), blue.parse().unwrap()]
}

/// Returns how many trees were kept, and how many there are.
fn kept(lines: &[String]) -> [usize; 2] {
    let line = lines[0].strip_suffix(" trees kept").unwrap();
    let (kept, all) = line.split_once(" of ").unwrap();
    [kept.parse().unwrap(), all.parse().unwrap()]
}

/// Returns what became of the tree of each unit with this place among the ten of its team, unless it was kept.
fn outcomes(lines: &[String], places: &[usize]) -> Vec<String> {
    let agents = lines.iter().filter_map(|line| line.strip_prefix("agent "));
    let agents = agents.map(|line| line.split_once(": ").unwrap());
    let place = |number: &str| number.parse::<usize>().unwrap() / 2 % 10;
    let chosen = agents.filter(|(number, _)| places.contains(&place(number)));
    chosen.map(|(_, outcome)| outcome.to_owned()).collect()
}

const ARCHERS: [usize; 3] = [2, 5, 8];
const CAPTAINS: [usize; 1] = [7];
const OTHERS: [usize; 7] = [0, 1, 3, 4, 6, 7, 9];
const NOT_CAPTAINS: [usize; 9] = [0, 1, 2, 3, 4, 5, 6, 8, 9];

#[test]
fn somebody_wins() {
    let studio = Studio::new();
    let [red, blue] = left(&studio.play(&["save", "6000", "200", "1"]));
    assert!((red == 0) != (blue == 0), "red {red}, blue {blue}");
    assert!(red.max(blue) < 100, "the winners have losses, too");
}

#[test]
fn a_thousand_units_fight() {
    let studio = Studio::new();
    let [red, blue] = left(&studio.play(&["save", "450", "1000", "5"]));
    assert!(red < 500 && blue < 500, "red {red}, blue {blue}");
    assert!(red > 100 && blue > 100, "red {red}, blue {blue}");
}

#[test]
fn a_seed_gives_the_same_game_each_time() {
    let studio = Studio::new();
    for (save, seed) in [("one", "7"), ("again", "7"), ("other", "8")] {
        studio.play(&[save, "400", "200", seed]);
    }
    assert_eq!(studio.saved("one"), studio.saved("again"));
    assert_ne!(studio.saved("one"), studio.saved("other"));
}

#[test]
fn a_saved_game_goes_on_as_if_it_had_not_stopped() {
    let studio = Studio::new();
    for count in ["200", "400"] {
        let whole = studio.play(&["whole", "600", count, "7"]);
        let saved: usize = left(&studio.play(&["parts", "250", count, "7"]))
            .iter()
            .sum();
        let parts = studio.play(&["parts", "350"]);
        assert_eq!(parts.last(), whole.last());
        assert_eq!(kept(&parts), [saved, saved]);
        assert_eq!(parts.len(), 2, "only exceptions have a line: {parts:#?}");
        assert_eq!(studio.saved("parts"), studio.saved("whole"));
    }
}

#[test]
fn after_an_edit_each_tree_continues_as_far_as_it_can() {
    let studio = Studio::new();
    let saved: usize = left(&studio.play(&["save", "300", "200", "7"]))
        .iter()
        .sum();
    // The node at which archers shoot is another one now; the rest of their tree is as before.
    studio.edit("archer.bt.json", &[(r#""n8""#, r#""shot""#)]);
    let lines = studio.play(&["save", "300"]);
    assert_eq!(outcomes(&lines, &OTHERS), [""; 0]);
    let archers = outcomes(&lines, &ARCHERS);
    let why =
        "partly kept: node `n5` restarts: node `n8`, which was running below it, no longer exists";
    assert!(archers.len() > 10, "{archers:#?}");
    assert!(archers.iter().all(|outcome| outcome == why), "{archers:#?}");
    let [kept, all] = kept(&lines);
    assert_eq!([kept + archers.len(), all], [saved, saved]);
    assert!(kept > 50, "{kept}");
    assert!(left(&lines).iter().all(|left| (10..100).contains(left)));
}

#[test]
fn a_tree_with_another_root_restarts_and_harms_no_other() {
    let studio = Studio::new();
    studio.play(&["save", "300", "200", "7"]);
    studio.edit("captain.bt.json", &[(r#""n1""#, r#""top""#)]);
    let lines = studio.play(&["save", "10"]);
    let captains = outcomes(&lines, &CAPTAINS);
    let why = "restarted: the tree has another root";
    // A tree that was about to start anyway, since it had ended in the frame before, loses nothing.
    assert!(captains.len() > 5, "{captains:#?}");
    assert!(
        captains.iter().all(|outcome| outcome == why),
        "{captains:#?}"
    );
    assert_eq!(outcomes(&lines, &NOT_CAPTAINS), [""; 0]);
    let [kept, all] = kept(&lines);
    assert_eq!(kept + captains.len(), all);
}

#[test]
fn a_mistake_in_a_tree_is_told_with_its_place() {
    let studio = Studio::new();
    studio.edit(
        "fighter.bt.json",
        &[(r#""Strike""#, r#""Strik""#), (r#""reach""#, r#""raech""#)],
    );
    let output = studio.run(&["save", "10", "200", "7"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    for told in [
        "fighter.bt.json:",
        "unknown node type `Strik`. Did you mean `Strike`?",
        "Approach has no parameter `raech`",
    ] {
        assert!(errors.contains(told), "{errors}");
    }
    assert!(!studio.0.join("save").exists());
}

#[test]
fn an_error_while_trees_run_is_told_and_the_game_goes_on() {
    let studio = Studio::new();
    // Where the odds are bad, the composite chooses a child that it does not have.
    studio.edit("captain.bt.json", &[(r#"["n2", "n3"]"#, r#"["n2"]"#)]);
    let output = studio.run(&["save", "900", "200", "7"]);
    assert!(output.status.success());
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.starts_with("tree `Captain`, agent "), "{errors}");
    assert!(errors.contains("node `n1` (By the odds): "), "{errors}");
    assert!(errors.lines().count() < 20, "not in each frame: {errors}");
}

#[test]
fn a_damaged_save_is_told() {
    let studio = Studio::new();
    studio.play(&["save", "10", "200", "7"]);
    let half = studio.saved("save").len() / 2;
    fs::write(studio.0.join("save"), &studio.saved("save")[..half]).unwrap();
    let told = studio.refused(&["save", "10"]);
    let save = studio.0.join("save");
    assert!(told.starts_with(&format!("{}: ", save.display())), "{told}");
}

#[test]
fn a_wrong_argument_is_named_and_changes_nothing() {
    let studio = Studio::new();
    studio.play(&["save", "10", "200", "7"]);
    let before = studio.saved("save");
    let usage = "usage: treewright-arena TREES SAVE FRAMES [UNITS SEED]\n   or: treewright-arena [--units N] [--rate HZ] [--seconds S] [--seed N] [--trees FOLDER] [--times]\n       [--window], if it was built with `--features window`\n";
    for wrong in [
        &["save"][..],
        &["save", "10", "5"],
        &["save", "1", "2", "3", "4"],
    ] {
        assert_eq!(studio.refused(wrong), usage);
    }
    for (wrong, named) in [
        (&["save", "ten"][..], "FRAMES: "),
        (&["save", "10", "many", "7"], "UNITS: "),
        (&["save", "10", "200", "-7"], "SEED: "),
    ] {
        let told = studio.refused(wrong);
        assert!(told.starts_with(named), "{told}");
    }
    assert_eq!(studio.saved("save"), before);
    let told = studio.refused(&["no such save", "10"]);
    assert!(told.contains("no such save: "), "{told}");
    fs::remove_dir_all(&studio.0).unwrap();
    let told = studio.refused(&["save", "10", "200", "7"]);
    assert!(
        told.starts_with(&format!("{}: ", studio.0.display())),
        "{told}"
    );
}

#[test]
fn the_task_library_beside_the_trees_is_that_of_the_game() {
    let studio = Studio::new();
    let file = "arena.tasks.json";
    fs::remove_file(studio.0.join(file)).unwrap();
    studio.play(&["save", "1", "200", "7"]);
    assert_eq!(
        studio.saved(file),
        fs::read_to_string(trees().join(file)).unwrap()
    );
}

#[test]
fn the_game_links_few_crates() {
    let tree = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--offline",
            "--package",
            "treewright-arena",
        ])
        .args(["--edges", "normal,no-proc-macro", "--prefix", "none"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let mut crates: Vec<String> = String::from_utf8(tree.stdout)
        .unwrap()
        .lines()
        .map(|line| line.trim_end_matches(" (*)").to_owned())
        .collect();
    crates.sort();
    crates.dedup();
    // The engine, and the link by which an editor attaches.
    assert!(crates.len() > 1 && crates.len() <= 20, "{crates:#?}");
}
