//! Every conformance vector passes: the executor's contract, event by event.

use std::path::Path;

use treewright_tests::conformance::{read_folder, run};

/// How many vectors the folder holds; a file that goes missing must not go unnoticed.
const VECTORS: usize = 230;

#[test]
fn every_vector_passes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/conformance");
    let vectors = read_folder(&folder).unwrap();
    assert_eq!(vectors.len(), VECTORS);
    let failed: Vec<String> = vectors
        .iter()
        .filter_map(|vector| Some(format!("{}: {}", vector.name, run(vector).err()?)))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
