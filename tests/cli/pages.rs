//! The commands on the pages that people read: each line of a `sh` block that begins with `treewright` is run in a copy of the examples and
//! must end with the exit status that its comment names (`exit status N`), or else with 0. Lines of a `sh no-run` block, which need a window, a
//! repository or an end by hand, are held against the help of their command.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::harness::Folder;

/// How many lines are not run, over all pages.
const NOT_RUN: usize = 12;

/// A line of a page that starts the program.
struct Line {
    page: String,
    arguments: String,
    status: i32,
    is_run: bool,
}

fn root() -> PathBuf {
    let app = Path::new(env!("CARGO_MANIFEST_DIR"));
    app.parent().unwrap().to_path_buf()
}

/// Returns the pages, by their paths in the repository. Those of the Chinese guide have the same commands as the English ones (`tests/pages.rs`).
fn pages() -> Vec<String> {
    let mut pages = vec![
        "README.md".to_owned(),
        "CONTRIBUTING.md".to_owned(),
        "ARCHITECTURE.md".to_owned(),
    ];
    for entry in walkdir::WalkDir::new(root().join("docs")).sort_by_file_name() {
        let entry = entry.unwrap();
        let path = entry.path().strip_prefix(root()).unwrap();
        if path.extension().is_some_and(|extension| extension == "md")
            && !path.starts_with("docs/zh-CN")
        {
            pages.push(path.to_str().unwrap().to_owned());
        }
    }
    pages
}

/// Returns the lines of a page that start the program, in their order.
fn lines(page: &str) -> Vec<Line> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        if let Some(info) = line.strip_prefix("```") {
            fence = if fence.is_some() { None } else { Some(info) };
            continue;
        }
        let is_run = match fence {
            Some("sh") => true,
            Some("sh no-run") => false,
            _ => continue,
        };
        let Some(command) = line.strip_prefix("treewright ") else {
            continue;
        };
        let (arguments, comment) = command.split_once(" #").unwrap_or((command, ""));
        let status = comment
            .split_once("exit status ")
            .map_or("0", |(_, after)| after);
        let digits = status
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(status.len());
        found.push(Line {
            page: page.to_owned(),
            arguments: arguments.trim().to_owned(),
            status: status[..digits].parse().unwrap(),
            is_run,
        });
    }
    found
}

/// Returns a copy of the examples, with three versions of one of them and a file of another tool, as the pages have them.
fn examples() -> Folder {
    let mut folder = Folder::new();
    let examples = root().join("assets/examples");
    for entry in walkdir::WalkDir::new(&examples) {
        let entry = entry.unwrap();
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&examples).unwrap();
            folder = folder.with(name.to_str().unwrap(), fs::read(entry.path()).unwrap());
        }
    }
    let guard = folder.read("guard.bt.json");
    let ours = guard.replace("\"name\": \"Rest\"", "\"name\": \"Stand easy\"");
    let theirs = guard.replace("\"name\": \"Strike\"", "\"name\": \"Swing\"");
    assert!(ours != guard && theirs != guard);
    let folder = folder.with("base.bt.json", guard);
    let folder = folder
        .with("ours.bt.json", ours)
        .with("theirs.bt.json", theirs);
    folder.works("export warehouse.bt.json --to btcpp -o warehouse.xml");
    folder.works("export warehouse.bt.json --to behavior3 -o warehouse.json");
    folder
}

#[test]
fn commands_end_as_the_pages_say() {
    let mut run = 0;
    let mut wrong = Vec::new();
    for page in pages() {
        let lines: Vec<Line> = lines(&page)
            .into_iter()
            .filter(|line| line.is_run)
            .collect();
        if lines.is_empty() {
            continue;
        }
        let folder = examples();
        for line in lines {
            let ended = folder.run(&line.arguments);
            run += 1;
            if ended.code != line.status {
                let Line {
                    page,
                    arguments,
                    status,
                    ..
                } = line;
                wrong.push(format!(
                    "{page}: treewright {arguments}: {} and not {status}\n{}",
                    ended.code, ended.err
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(run > 40, "only {run} commands");
}

#[test]
fn commands_that_are_not_run_are_few_and_have_these_options() {
    let lines: Vec<Line> = pages().iter().flat_map(|page| lines(page)).collect();
    let not_run: Vec<&Line> = lines.iter().filter(|line| !line.is_run).collect();
    assert!(not_run.len() <= NOT_RUN, "{} are not run", not_run.len());
    let folder = Folder::new();
    for line in not_run {
        let mut words = line.arguments.split_whitespace();
        let help = folder
            .works(&format!("{} --help", words.next().unwrap()))
            .out;
        for option in words.filter(|word| word.starts_with("--")) {
            assert!(
                help.contains(option),
                "{}: {}: no {option}",
                line.page,
                line.arguments
            );
        }
    }
}

#[test]
fn the_page_about_the_command_line_has_each_command() {
    let help = Folder::new().works("--help").out;
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: BTreeSet<&str> = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 10, "{help}");
    let page = fs::read_to_string(root().join("docs/cli.md")).unwrap();
    for command in commands {
        let row = |line: &str| {
            let rest = line
                .strip_prefix("| `")
                .and_then(|rest| rest.strip_prefix(command));
            rest.is_some_and(|rest| rest.starts_with(['`', ' ']))
        };
        assert!(page.lines().any(row), "docs/cli.md lacks `{command}`");
    }
}
