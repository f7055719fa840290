//! Runs the conformance vectors of the folders given: `conformance DIR...`. Prints the first difference of each failure, then `N passed, M failed`.
//! Exits with 0 if all passed, 1 if some failed, 2 if a folder cannot be used.

use std::path::Path;
use std::process::ExitCode;

use treewright_tests::conformance::{read_folder, run};

fn main() -> ExitCode {
    let folders: Vec<_> = std::env::args_os().skip(1).collect();
    if folders.is_empty() {
        eprintln!("usage: conformance DIR...");
        return ExitCode::from(2);
    }
    let (mut passed, mut failed) = (0, 0);
    for folder in &folders {
        let vectors = match read_folder(Path::new(folder)) {
            Ok(vectors) => vectors,
            Err(why) => {
                eprintln!("{why}");
                return ExitCode::from(2);
            }
        };
        for vector in &vectors {
            match run(vector) {
                Ok(_) => passed += 1,
                Err(why) => {
                    failed += 1;
                    println!("{}: {why}", vector.name);
                }
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    ExitCode::from(u8::from(failed > 0))
}
