//! Writes the generated files that are committed: the published schemas (`assets/schema`), the pages about native file formats (`docs/formats`), and
//! the examples as Rust code (`tests/formats/rust_code`). Usage: `schemas`.

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
