//! Files of BehaviorTree.CPP as its users have them: each is written byte for byte as it was when nothing was edited.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;

use treewright_core::format::exchange::{
    ExchangeFormat, ReadOptions, Source, WriteOptions, detect, read, write,
};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::{DocumentSet, Project};

/// The document again, by way of this program's own file.
fn saved(document: &Document) -> Document {
    let text = native::write(document).unwrap();
    native::read(text.as_bytes()).unwrap().document
}

#[test]
fn samples_are_written_as_they_were() {
    let Some(samples) = treewright_tests::samples() else {
        return;
    };
    let mut count = 0;
    for folder in ["btcpp", "btcpp-handwritten", "nav2"] {
        let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        for entry in fs::read_dir(samples.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "xml") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
        for (path, bytes) in &files {
            assert_eq!(detect(path, bytes), Some(ExchangeFormat::Btcpp), "{path}");
            let options = ReadOptions::default();
            let source = Source {
                path,
                bytes,
                around: &files,
                options: &options,
            };
            let imported = read(ExchangeFormat::Btcpp, &source).unwrap();
            let mut library = NodeLibrary::builtin();
            for own in &imported.libraries {
                library.add_library(&own.path, &own.library);
            }
            let mut others = DocumentSet::new();
            for other in &imported.documents[1..] {
                others.insert(other.path.clone(), Arc::new(saved(&other.document)));
            }
            let document = saved(&imported.documents[0].document);
            let project = Project::new(&document, &imported.documents[0].path, &others);
            let options = WriteOptions::default();
            let exported = write(ExchangeFormat::Btcpp, &project, &library, &options).unwrap();
            assert_eq!(exported.files[0].path, *path);
            assert_eq!(exported.files[0].text.as_bytes(), bytes, "{folder}/{path}");
            count += 1;
        }
    }
    assert_eq!(count, 15);
}
