//! Runs all conformance vectors: the executor's contract, event by event.

use std::path::Path;

use treewright_tests::conformance::{read_folder, run};

/// Expected number of vectors in the folder, so that a missing file is noticed.
const VECTORS: usize = 233;

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
