//! Every sample file of other tools: it is known, becomes documents that are forests without broken links, and, by way of this program's own
//! files, goes back byte for byte.

use std::path::{Path, PathBuf};

use treewright::host::exchange::{Import, import};
use treewright_core::format::exchange::{self, ExchangeFormat, ReadOptions, WriteOptions};
use treewright_core::format::{recording_json::Unpacked, substitution_json};
use treewright_core::model::broken_invariants;

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.extension().is_none_or(|ending| ending != "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// What a file becomes when it is saved as this program's own files and read again.
fn through_own_files(read: &Import) -> Unpacked {
    let unpacked = read.imported.sources().unwrap().unpack().unwrap();
    assert_eq!(broken_invariants(&unpacked.document), Vec::<String>::new());
    unpacked
}

#[test]
fn every_sample_goes_in_and_out_without_a_byte_of_difference() {
    let Some(samples) = treewright_tests::samples() else {
        return;
    };
    let mut seen = std::collections::BTreeMap::new();
    for file in files_below(&samples) {
        let name = file.display();
        let bytes = std::fs::read(&file).unwrap();
        if substitution_json::detect(&bytes) {
            assert!(!substitution_json::read(&bytes).unwrap().is_empty());
            *seen.entry("rules").or_insert(0) += 1;
            continue;
        }
        let read = import(&file, None, &ReadOptions::default());
        let read = read.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        *seen.entry(read.format.name()).or_insert(0) += 1;
        assert_ne!(read.format, ExchangeFormat::Native);
        let unpacked = through_own_files(&read);
        // Declarations of kinds alone become task libraries; what declares and nests no tree is not written back.
        if read.imported.documents.is_empty() {
            assert!(!read.imported.libraries.is_empty(), "{name}");
            continue;
        }
        let (project, kinds) = (unpacked.project(), &unpacked.kinds);
        let written = exchange::write(read.format, &project, kinds, &WriteOptions::default());
        let exported = written.unwrap_or_else(|refused| panic!("{name}: {refused:?}"));
        let back = &exported.files[0].text;
        assert!(back.as_bytes() == bytes, "{name} came back as\n{back}");
    }
    let wanted = [
        "behavior3",
        "behavior3-original",
        "btcpp",
        "rules",
        "save-json",
    ];
    let kinds: Vec<&str> = seen.keys().copied().collect();
    assert_eq!(kinds, wanted, "{seen:?}");
}
