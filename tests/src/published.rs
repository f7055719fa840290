//! Generated files that are committed: the JSON Schemas of native files, a page about each, and the examples as Rust code.

mod about;
mod code;
mod page;

use std::path::{Path, PathBuf};

pub use about::{ABOUT, About};
pub use code::Examples;
use treewright_core::format::schema::Published;

/// Returns the schemas of all native files.
pub fn schemas() -> Vec<Published> {
    let mut all = treewright_link::schema::all();
    all.extend(treewright_explore::schema::all());
    all
}

/// Returns the paths and contents of all generated files.
///
/// # Panics
/// If [`ABOUT`] has no entry for a schema.
pub fn files() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for published in schemas() {
        let about = ABOUT.iter().find(|about| about.name == published.name);
        let Some(about) = about else {
            panic!("ABOUT has no entry for the schema {}", published.name);
        };
        let page = root.join(format!("docs/formats/{}.md", about.page));
        files.push((page, page::page(&published, about)));
        let schema = root.join("assets/schema").join(published.file_name());
        files.push((schema, published.text()));
    }
    for (name, text) in code::code(&root.join("assets/examples")) {
        files.push((
            root.join(format!("tests/formats/rust_code/{name}.rs")),
            text,
        ));
    }
    files
}
