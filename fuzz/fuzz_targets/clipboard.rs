//! Arbitrary bytes on the clipboard, pasted onto the canvas, below a parent, and below a leaf that cannot have children. The result is a forest or a
//! refusal. Undo restores the document exactly; redo yields a document that can be saved, opened and copied again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::edit::{Command, History, Selection, copy};
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, broken_invariants};

const COURIER: &[u8] = include_bytes!("../../assets/examples/courier.bt.json");

fn paste_and_undo(start: &Document, fragment: &Document, below: Option<(NodeId, usize)>) {
    let library = NodeLibrary::builtin();
    let (mut document, mut selection) = (start.clone(), Selection::default());
    let mut history = History::new();
    let paste = Command::Paste {
        fragment: Box::new(fragment.clone()),
        at: Position::new(i32::MAX, -7),
        below,
    };
    let done = history.apply(&mut document, &library, &mut selection, &paste);
    assert_eq!(broken_invariants(&document), Vec::<String>::new());
    if done.is_err() {
        assert_eq!(document, *start);
        return;
    }
    let text = native::write(&document).expect("a document with pasted nodes can be saved");
    let again = native::read(text.as_bytes()).expect("a saved document can be opened");
    assert_eq!(again.document, document);
    let ids: Vec<NodeId> = document.nodes().map(Node::id).cloned().collect();
    native::write(&copy(&document, &library, &ids)).expect("pasted nodes can be copied");
    history.undo(&mut document, &mut selection);
    assert_eq!(document, *start);
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(read) = native::read(bytes) else {
        return;
    };
    let start = native::read(COURIER)
        .expect("the example can be read")
        .document;
    for below in [None, Some(("n1", 1)), Some(("n12", 0)), Some(("nobody", 0))] {
        let below = below.map(|(id, index)| (NodeId::from(id), index));
        paste_and_undo(&start, &read.document, below);
    }
});
