//! Reads the intact beginning of a damaged or incomplete document. Since nodes come in the order of the tree, the
//! result is its upper left part.

use super::read::{ReadDocument, read};

/// Reads the file up to the damage; `None` if not even one object is complete. An undamaged text is read completely.
pub fn read_damaged(bytes: &[u8]) -> Option<ReadDocument> {
    if let Ok(whole) = read(bytes) {
        return Some(whole);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    let ends = ends_of_items(text);
    // If a prefix can be read, so can every shorter one.
    let read_up_to = |end: usize| read(format!("{}]}}", &text[..end]).as_bytes()).ok();
    let readable = ends.partition_point(|end| read_up_to(*end).is_some());
    readable
        .checked_sub(1)
        .and_then(|last| read_up_to(ends[last]))
}

/// The offset after each object in a top-level list: nodes, variables, notes and the like.
fn ends_of_items(text: &str) -> Vec<usize> {
    const INSIDE_A_LIST: [u8; 2] = [b'{', b'['];
    let (mut open, mut ends) = (Vec::new(), Vec::new());
    let (mut in_text, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            _ if in_text => {}
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => {
                open.pop();
                if byte == b'}' && open == INSIDE_A_LIST {
                    ends.push(at + 1);
                }
            }
            _ => {}
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::native::write;
    use crate::model::{DocumentBuilder, Node};

    fn text() -> String {
        let mut tree = DocumentBuilder::new("Guard");
        let root = tree.root(Node::new("n1", "Sequence")).unwrap();
        for id in ["n2", "n3", "n4"] {
            let mut node = Node::new(id, "Wait");
            node.comment = "a } in \"a\" text".to_owned();
            tree.child(&root, node).unwrap();
        }
        write(&tree.finish()).unwrap()
    }

    #[test]
    fn every_complete_node_of_a_truncated_text_is_read() {
        let text = text();
        let mut most = 0;
        for end in 0..text.len() {
            let there = text[..end].matches("\"x\":").count();
            let read = read_damaged(&text.as_bytes()[..end]);
            let nodes = read.map_or(0, |read| read.document.node_count());
            assert!(nodes >= most, "{nodes} nodes of the first {end} bytes");
            // The last node may be complete except for its closing bracket.
            assert!(nodes + 1 >= there, "{nodes} nodes of the first {end} bytes");
            most = nodes;
        }
        assert_eq!(most, 4);
    }

    #[test]
    fn everything_before_the_damage_is_read() {
        let text = text();
        for junk in ["]]]]", "\u{0}", "\"", "{{{{"] {
            let damaged = text.replacen("\"n4\", \"task\"", junk, 1);
            let read = read_damaged(damaged.as_bytes()).unwrap();
            assert_eq!(read.document.node_count(), 3, "{junk}");
            assert_eq!(read.document.name, "Guard");
        }
        let mut bytes = text.into_bytes();
        let at = bytes.len() - 20;
        bytes[at] = 0xff;
        assert_eq!(read_damaged(&bytes).unwrap().document.node_count(), 3);
        assert!(read_damaged(b"not ours").is_none());
    }
}
