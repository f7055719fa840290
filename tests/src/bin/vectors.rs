//! Writes the published cases of conformance, `assets/conformance`, anew. Usage: `vectors [--check]`. With `--check` it writes nothing, and exits with 1
//! if the files differ from what it would write; 2 if a case cannot be played or a file cannot be written.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use treewright_tests::vectors;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/conformance");
    let checks = std::env::args()
        .nth(1)
        .is_some_and(|word| word == "--check");
    let done = vectors::files().and_then(|files| {
        if checks {
            Ok(outdated(&folder, &files))
        } else {
            write(&folder, &files).map(|()| Vec::new())
        }
    });
    match done {
        Ok(outdated) if outdated.is_empty() => ExitCode::SUCCESS,
        Ok(outdated) => {
            let list = outdated.join(", ");
            eprintln!("out of date: {list}; run: cargo run -p treewright-tests --bin vectors");
            ExitCode::from(1)
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::from(2)
        }
    }
}

/// Returns the names of files that are missing, differ or should not be there.
fn outdated(folder: &Path, files: &[(String, String)]) -> Vec<String> {
    let differ = files
        .iter()
        .filter(|(name, text)| fs::read_to_string(folder.join(name)).ok().as_deref() != Some(text));
    let mut names: Vec<String> = differ.map(|(name, _)| name.clone()).collect();
    names.extend(superfluous(folder, files));
    names
}

/// Returns the names of files of earlier runs.
fn superfluous(folder: &Path, files: &[(String, String)]) -> Vec<String> {
    let names: BTreeSet<&str> = files.iter().map(|(name, _)| &**name).collect();
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let there = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let is_ours = |name: &String| Path::new(name).extension().is_some_and(|e| e == "jsonl");
    there
        .filter(|name| is_ours(name) && !names.contains(&**name))
        .collect()
}

fn write(folder: &Path, files: &[(String, String)]) -> Result<(), String> {
    let told = |why: std::io::Error| format!("{}: {why}", folder.display());
    fs::create_dir_all(folder).map_err(told)?;
    for name in superfluous(folder, files) {
        fs::remove_file(folder.join(name)).map_err(told)?;
    }
    for (name, text) in files {
        fs::write(folder.join(name), text).map_err(told)?;
    }
    Ok(())
}
