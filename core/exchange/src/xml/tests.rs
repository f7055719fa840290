//! What is read as it is written, and what is refused with its place.

use treewright_core::limits::FILE_BYTES;

use super::PartKind::{Element, Instruction, Literal, Text};
use super::{
    MAX_XML_ATTRIBUTES, MAX_XML_DEPTH, MAX_XML_NAME, MAX_XML_PARTS, Xml, comment_text, escape_text,
    escape_value,
};

/// The code and place of the error: `truncated at 1:7`.
fn error(bytes: impl AsRef<[u8]>) -> String {
    let error = Xml::read(bytes.as_ref()).unwrap_err();
    let at = error
        .position
        .map(|at| format!(" at {}:{}", at.line, at.column));
    format!("{}{}", error.code(), at.unwrap_or_default())
}

const FULL: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<!-- a note -->
<root BTCPP_format='4'  main=\"A &amp; B\" >
  <Walk 名称=\"{门}\" code=\"a &lt; b &amp;&amp; c\"/>
  text &lt;here&gt; &#x4e2d;<![CDATA[<raw>]]>
  <?pi more?>
  <a><b/></a>
</root>
<!-- after -->
";

#[test]
fn everything_has_its_place_and_its_meaning() {
    let xml = Xml::read(FULL.as_bytes()).unwrap();
    let root = xml.root();
    assert_eq!(root.name(), "root");
    assert_eq!(root.attribute("main").unwrap(), "A & B");
    let found = root.open_tag();
    assert_eq!(found, "<root BTCPP_format='4'  main=\"A &amp; B\" >");
    let names: Vec<_> = root.elements().map(|e| e.name()).collect();
    assert_eq!(names, ["Walk", "a"]);
    let walk = root.element("Walk").unwrap();
    let attributes: Vec<_> = walk
        .attributes()
        .map(|a| (a.name(), a.value().into_owned()))
        .collect();
    let expected = [
        ("名称", "{门}".to_owned()),
        ("code", "a < b && c".to_owned()),
    ];
    assert_eq!(attributes, expected);
    assert!(walk.is_closed_at_once() && walk.inside().is_empty());
    assert_eq!(root.text().trim(), "text <here> 中<raw>");
    let at = walk.attributes().nth(1).unwrap().position();
    assert_eq!((at.line, at.column), (4, 18));
    let b = root.element("a").unwrap().element("b").unwrap();
    assert_eq!(b.parent().unwrap().name(), "a");
    assert_eq!(b.position(), xml.position(FULL.find("<b/>").unwrap()));
}

#[test]
fn the_parts_one_behind_the_other_are_the_text() {
    let xml = Xml::read(FULL.as_bytes()).unwrap();
    let root = xml.root();
    let inside: String = root.parts().map(|part| part.source()).collect();
    assert_eq!(inside, FULL[root.inside()]);
    let kinds: Vec<_> = root.parts().map(|part| part.kind()).collect();
    let expected = [
        Text,
        Element,
        Text,
        Literal,
        Text,
        Instruction,
        Text,
        Element,
        Text,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn an_ampersand_that_begins_no_reference_is_itself() {
    let xml = Xml::read(b"<a v='x && y & z' w='a < b'>1 && 2</a>").unwrap();
    assert_eq!(xml.root().attribute("v").unwrap(), "x && y & z");
    assert_eq!(xml.root().attribute("w").unwrap(), "a < b");
    assert_eq!(xml.root().text(), "1 && 2");
}

#[test]
fn what_is_written_reads_back_as_it_was() {
    for text in [
        "a<b>&\"'c",
        "two\nlines\tand\r more",
        "名称 &amp; 🙂",
        "]]>",
    ] {
        let written = format!("<a v=\"{}\">{}</a>", escape_value(text), escape_text(text));
        let xml = Xml::read(written.as_bytes()).unwrap();
        assert_eq!(xml.root().attribute("v").unwrap(), text);
        assert_eq!(xml.root().text(), text);
    }
    let comment = format!("<a><!--{}--></a>", comment_text("a -- b ---> c-"));
    let xml = Xml::read(comment.as_bytes()).unwrap();
    let expected = "a - - b - - -> c- ";
    assert_eq!(xml.root().parts().next().unwrap().text(), expected);
}

#[test]
fn what_is_no_xml_is_refused_where_it_is_wrong() {
    assert_eq!(error("<a>\n<b></a>"), "xml_syntax at 2:4");
    assert_eq!(error("<a></a></a>"), "xml_syntax at 1:8");
    assert_eq!(error("<a b></a>"), "xml_syntax at 1:5");
    assert_eq!(error("<a b=c></a>"), "xml_syntax at 1:6");
    assert_eq!(error("<a b='1'\n c='2' b='3'/>"), "xml_syntax at 2:8");
    assert_eq!(error("<1a/>"), "xml_syntax at 1:2");
    assert_eq!(error("< a/>"), "xml_syntax at 1:2");
    assert_eq!(error("<a/>more"), "trailing_text at 1:5");
    assert_eq!(error("<a/><b/>"), "trailing_text at 1:5");
    assert_eq!(error("more<a/>"), "xml_syntax at 1:1");
    assert_eq!(error("<a>\x01</a>"), "xml_syntax at 1:4");
    assert_eq!(error(" <?xml version='1.0'?><a/>"), "xml_syntax at 1:2");
    assert_eq!(error("{\"format\": \"treewright\"}"), "xml_syntax at 1:1");
}

#[test]
fn an_attribute_that_stands_twice_names_both_places() {
    let error = Xml::read(b"<a b='1'\n c='2' b='3'/>").unwrap_err();
    let said = "not valid XML: attribute `b` occurs twice, first at line 1, column 4";
    assert_eq!(error.to_string(), said);
}

fn code(bytes: impl AsRef<[u8]>) -> String {
    let error = error(bytes);
    error.split(' ').next().unwrap().to_owned()
}

#[test]
fn a_text_that_ends_anywhere_is_refused() {
    let end = FULL.find("</root>").unwrap() + "</root>".len();
    for at in 0..end {
        let code = code(&FULL.as_bytes()[..at]);
        let expected = ["empty", "truncated", "not_utf8"];
        assert!(expected.contains(&&*code), "{at}: {code}");
    }
    assert_eq!(code(""), "empty");
    assert_eq!(code(" \r\n\t"), "empty");
    assert_eq!(code("<!-- only this -->"), "truncated");
}

/// Every single byte changed to some others: an error or a text of parts, never a panic.
#[test]
fn damaged_bytes_never_do_harm() {
    for at in 0..FULL.len() {
        for byte in [b'"', b'<', b'>', b'&', b'/', b'!', b'?', b' ', 0xff, 0] {
            let mut text = FULL.as_bytes().to_vec();
            text[at] = byte;
            if let Ok(xml) = Xml::read(&text) {
                let root = xml.root();
                let inside: String = root.parts().map(|part| part.source()).collect();
                assert_eq!(inside, xml.text()[root.inside()]);
            }
        }
    }
}

#[test]
fn other_encodings_are_refused_and_a_mark_at_the_beginning_is_not() {
    let marked = [b"\xEF\xBB\xBF", FULL.as_bytes()].concat();
    assert_eq!(Xml::read(&marked).unwrap().text(), FULL);
    let twice = [b"\xEF\xBB\xBF", &*marked].concat();
    assert_eq!(error(&twice), "xml_syntax at 1:1");
    assert_eq!(error(b"\xEF\xBB\xBF\xEF\xBB\xBFW"), "xml_syntax at 1:1");
    let utf16: Vec<u8> = FULL.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let expected = "not_utf8 at 1:1";
    assert_eq!(error([&[0xff, 0xfe][..], &utf16].concat()), expected);
    assert_eq!(code(&utf16), "not_utf8");
    assert_eq!(error(b"<a>\n\xff</a>"), "not_utf8 at 2:1");
    assert_eq!(error(b"<a>\0</a>"), "not_utf8 at 1:4");
    assert_eq!(code([0; 100]), "empty");
    let found = error("<?xml version='1.0' encoding='ISO-8859-1'?><a/>");
    assert_eq!(found, "other_encoding at 1:1");
    assert!(Xml::read(b"<?xml version='1.0' encoding = 'utf8'?><a/>").is_ok());
}

#[test]
fn document_types_are_refused_finished_or_not() {
    let laughs = "<?xml version='1.0'?>\n<!DOCTYPE l [<!ENTITY l0 'ha'><!ENTITY l1 '&l0;&l0;'>]>\n<l>&l1;</l>";
    assert_eq!(error(laughs), "document_type at 2:1");
    let outside = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>";
    assert_eq!(error(outside), "document_type at 1:1");
    assert_eq!(error("<!DOCTYPE a [<!ENTITY"), "document_type at 1:1");
    assert_eq!(error("<!doctype html><a/>"), "document_type at 1:1");
}

#[test]
fn entities_that_are_not_xmls_own_are_refused() {
    assert_eq!(error("<a>&l9;</a>"), "unknown_entity at 1:4");
    assert_eq!(error("<a v='x&nbsp;'/>"), "unknown_entity at 1:8");
    assert_eq!(error("<a>&#0;</a>"), "unknown_entity at 1:4");
    assert_eq!(error("<a>&#xD800;</a>"), "unknown_entity at 1:4");
    assert_eq!(error("<a>&#x110000;</a>"), "unknown_entity at 1:4");
    let expected = "unknown_entity at 1:4";
    assert_eq!(error(format!("<a>&#{};</a>", "0".repeat(100))), expected);
}

#[test]
fn too_many_attributes_are_refused() {
    let with = |count: usize| {
        let attributes: Vec<_> = (0..count).map(|i| format!("a{i}='1'")).collect();
        format!("<a {}/>", attributes.join(" "))
    };
    let most = with(MAX_XML_ATTRIBUTES);
    let xml = Xml::read(most.as_bytes()).unwrap();
    assert_eq!(xml.root().attributes().len(), MAX_XML_ATTRIBUTES);
    assert_eq!(code(with(MAX_XML_ATTRIBUTES + 1)), "too_many_attributes");
    assert_eq!(code(with(50_000)), "too_many_attributes");
}

#[test]
fn deep_nesting_is_read_up_to_a_limit_without_recursion() {
    let deep = |depth: usize| format!("{}{}", "<a>".repeat(depth), "</a>".repeat(depth));
    let most = deep(MAX_XML_DEPTH);
    let xml = Xml::read(most.as_bytes()).unwrap();
    let mut depth = 0;
    let mut at = Some(xml.root());
    while let Some(element) = at {
        depth += 1;
        at = element.elements().next();
    }
    assert_eq!(depth, MAX_XML_DEPTH);
    assert_eq!(code(deep(MAX_XML_DEPTH + 1)), "too_deep");
    assert_eq!(code("<a>".repeat(1_000_000)), "too_deep");
}

#[test]
fn too_large_a_text_is_refused_before_it_is_read() {
    assert_eq!(code(vec![b'<'; FILE_BYTES + 1]), "too_large");
}

#[test]
fn too_many_parts_are_refused() {
    let many = format!("<a>{}</a>", "<b/>".repeat(MAX_XML_PARTS));
    assert_eq!(code(many), "too_many_parts");
    let wide = format!("<a>{}</a>", "<b/>".repeat(50_000));
    assert_eq!(
        Xml::read(wide.as_bytes())
            .unwrap()
            .root()
            .elements()
            .count(),
        50_000
    );
}

#[test]
fn names_have_a_longest_and_odd_ones_are_shown_without_harm() {
    let name = "n".repeat(MAX_XML_NAME);
    assert!(Xml::read(format!("<{name}/>").as_bytes()).is_ok());
    assert_eq!(code(format!("<{name}n/>")), "xml_syntax");
    let named = Xml::read("<a\u{202e}b></c>".as_bytes()).unwrap_err();
    assert!(!named.to_string().contains('\u{202e}'), "{named}");
    for name in ["🙂", "检查门状态", "a-b.c:d_e"] {
        assert_eq!(
            Xml::read(format!("<{name}/>").as_bytes())
                .unwrap()
                .root()
                .name(),
            name
        );
    }
}

#[test]
fn open_marks_are_looked_through_once() {
    for part in ["<![CDATA[", "<!--", "<?x ", "&", "&a", "<a b='"] {
        let text = format!("<r>{}", part.repeat(200_000));
        let _ = code(text);
    }
}
