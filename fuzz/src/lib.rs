//! Helpers shared by the targets that read other tools' files.

use std::collections::BTreeMap;

use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, ReadOptions, ImportSource, WriteOptions};
use treewright_core::format::{native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;

/// Reads `bytes` as a file that has no neighbors and may refer to itself. Imported documents and libraries can be saved and opened; exported
/// documents can be read again. Returns the exported text of each document that can be exported.
pub fn through(format: ExchangeFormat, path: &str, bytes: &[u8]) -> Vec<String> {
    through_beside(format, (path, bytes), &[])
}

/// Like [`through`], with these neighboring files.
pub fn through_beside(
    format: ExchangeFormat,
    (path, bytes): (&str, &[u8]),
    beside: &[(&str, &[u8])],
) -> Vec<String> {
    let own = [(path, bytes)];
    let around = own.iter().chain(beside);
    let around: BTreeMap<String, Vec<u8>> = around
        .map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec()))
        .collect();
    let options = ReadOptions::default();
    let source = ImportSource {
        path,
        bytes,
        around: &around,
        options: &options,
    };
    let Ok(imported) = exchange::read(format, &source) else {
        return Vec::new();
    };
    let mut library = NodeLibrary::builtin();
    for own in &imported.libraries {
        let text = tasks_json::write(&own.library);
        let again = tasks_json::read(text.as_bytes())
            .expect("an imported library can be saved and opened");
        library.add_library("own", &again.library);
    }
    let mut texts = Vec::new();
    for made in &imported.documents {
        let text = native::write(&made.document).expect("an imported document can be saved");
        let again = native::read(text.as_bytes()).expect("a saved document can be opened");
        assert_eq!(again.document, made.document);
        let project = Project::alone(&again.document);
        let _ = exchange::problems(&project, &library);
        let Ok(mut written) = exchange::write(format, &project, &library, &WriteOptions::default())
        else {
            continue;
        };
        let text = written.files.swap_remove(0).text().to_owned();
        let source = ImportSource {
            bytes: text.as_bytes(),
            ..source
        };
        exchange::read(format, &source).expect("a written file can be read");
        texts.push(text);
    }
    texts
}
