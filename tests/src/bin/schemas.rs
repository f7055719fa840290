//! Writes the published schemas (`assets/schema`) and the pages about our files (`docs/formats`) from the code: `schemas`.

use std::process::ExitCode;

use treewright_tests::published;

fn main() -> ExitCode {
    for (path, text) in published::files() {
        let written = path
            .parent()
            .map_or(Ok(()), std::fs::create_dir_all)
            .and_then(|()| std::fs::write(&path, text));
        if let Err(why) = written {
            eprintln!("{}: {why}", path.display());
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
