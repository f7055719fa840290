//! Says where the files are that the program contains: texts, templates, examples, icons, schemas and the parts of shared pages. In the repository
//! they are in a folder beside the crates; in a package of this crate they are in the crate, which names that folder by the link `assets`. Where git
//! makes no links, it is a file.

use std::path::Path;

fn main() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = crate_folder.join("assets");
    let assets = if own.is_dir() {
        own
    } else {
        crate_folder.join("../../assets")
    };
    println!("cargo::rustc-env=TREEWRIGHT_ASSETS={}", assets.display());
    println!("cargo::rerun-if-changed=build.rs");
}
