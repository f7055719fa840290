//! The table of malicious inputs on the command line: a new process reads each file, and must end with the right exit code, report the problem with a
//! code, a position and a remedy, and use less than half a gigabyte of memory.

use std::fs::File;
#[cfg(unix)]
use std::process::Command;

use super::harness::{Ended, Folder, assert_holds};

#[path = "../hostile/table/mod.rs"]
mod table;

use table::{Case, Expected, Reader};

/// Half a gigabyte.
const MEMORY: usize = 500_000;

fn run(folder: &Folder, arguments: &str) -> Ended {
    folder.run_within(MEMORY, arguments)
}

/// The command that reads such a file.
fn command(reader: Reader) -> Option<&'static str> {
    Some(match reader {
        Reader::Document
        | Reader::Btcpp
        | Reader::Behaviac
        | Reader::Behavior3
        | Reader::Original
        | Reader::Project
        | Reader::SaveJson => "check",
        Reader::Scenario => "test",
        Reader::Recording => "run",
        Reader::Definitions => "import -o out",
        // Trees name libraries, the editor reads rules, and the others are files of the program itself.
        Reader::Library
        | Reader::Rules
        | Reader::Breakpoints
        | Reader::Exports
        | Reader::Settings => return None,
    })
}

/// The expectations that a file does not meet.
fn check(case: &Case) -> Result<(), String> {
    let Some(command) = command(case.reader) else {
        return Ok(());
    };
    let mut folder = Folder::new()
        .with(Reader::Document.file(), Reader::Document.sample())
        .with(case.reader.file(), &case.bytes);
    for (name, text) in &case.around {
        folder = folder.with(name, text);
    }
    let file = case.reader.file();
    let ended = run(&folder, &format!("{command} {file} --format json"));
    let fail = |why: &str| {
        let (out, err): (String, String) = (
            ended.out.chars().take(500).collect(),
            ended.err.chars().take(500).collect(),
        );
        Err(format!(
            "{}: {why}: {} {out} {err}",
            case.title(),
            ended.code
        ))
    };
    match case.expected {
        Expected::Refused(_) if ended.code != 2 => return fail("it does not end with 2"),
        Expected::Refused(_) => {}
        Expected::Fine | Expected::Says(..) if ended.code == 2 => return fail("it is refused"),
        Expected::Fine => return Ok(()),
        Expected::Says(code, _) => {
            return if ended.out.contains(&format!("\"code\":\"{code}\"")) {
                Ok(())
            } else {
                fail("it does not say so")
            };
        }
    }
    let Ok(said) = serde_json::from_str::<serde_json::Value>(&ended.out) else {
        return fail("machines cannot read it");
    };
    let first = [
        &said["problems"][0],
        &said["files"][0]["problems"][0],
        &said["scenarios"][0]["problem"],
    ];
    let Some(first) = first.into_iter().find(|found| found["code"].is_string()) else {
        return fail("it does not say what");
    };
    let is_text = |field: &str| first[field].as_str().is_some_and(|text| !text.is_empty());
    if !["file", "code", "message", "remedy"]
        .into_iter()
        .all(is_text)
    {
        return fail("it does not say all");
    }
    Ok(())
}

fn check_all(cases: impl IntoIterator<Item = Case>) {
    let wrong: Vec<String> = cases
        .into_iter()
        .filter_map(|case| check(&case).err())
        .collect();
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn invalid_json_and_xml() {
    let mut cuts = 0;
    check_all(table::texts().into_iter().filter(|case| {
        cuts += usize::from(case.what == "cut off");
        case.what != "cut off" || cuts % 25 == 0
    }));
}

#[test]
fn invalid_trees() {
    check_all(table::trees());
}

#[test]
fn files_that_are_too_large_are_refused_before_they_are_read() {
    for reader in Reader::ALL {
        let Some(command) = command(reader) else {
            continue;
        };
        let folder = Folder::new();
        let size = match reader {
            Reader::Recording => 4096 * 1024 * 1024 + 1,
            _ => 64 * 1024 * 1024 + 1,
        };
        // A sparse file, which takes no space on the disk but would fill the memory.
        let file = File::create(folder.path(reader.file())).unwrap();
        file.set_len(size).unwrap();
        let ended = run(&folder, &format!("{command} {}", reader.file()));
        assert_eq!(ended.code, 2, "{reader:?} {}", ended.out);
        let limit = size / (1024 * 1024);
        let says = format!("limit {limit} MB");
        let said = format!("{}{}", ended.out, ended.err);
        assert_holds(
            &said.split_whitespace().collect::<Vec<_>>().join(" "),
            &["too_large", &says],
        );
    }
}

#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_do_not_block() {
    let folder = Folder::with_guard().with("folder/one.txt", "");
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.unwrap().success());
    for ending in ["bt.json", "scenario.json", "xml", "json", "trace.jsonl"] {
        for (name, target) in [
            ("zero", "/dev/zero"),
            ("pipe-link", "pipe"),
            ("dir", "folder"),
        ] {
            let link = folder.path(&format!("{name}.{ending}"));
            std::os::unix::fs::symlink(target, link).unwrap();
            let file = format!("{name}.{ending}");
            for command in [
                "check",
                "run",
                "test",
                "fmt",
                "import -o out",
                "export --to lua -o out.lua",
                "diff guard.bt.json",
                "convert --force out.bt.json",
            ] {
                let ended = match command.strip_prefix("convert ") {
                    Some(rest) => run(&folder, &format!("convert {file} {rest}")),
                    None => run(&folder, &format!("{command} {file}")),
                };
                let may_be_folder =
                    name == "dir" && matches!(command, "check" | "test" | "fmt" | "import -o out");
                assert!(
                    ended.code == 2 || may_be_folder,
                    "{command} {file}: {} {} {}",
                    ended.code,
                    ended.out,
                    ended.err
                );
            }
        }
    }
}
