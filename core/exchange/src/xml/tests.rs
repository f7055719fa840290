//! What is read as it is written, and what is refused with its place.

mod hostile;

use super::PartKind::{Element, Instruction, Literal, Text};
use super::{Xml, comment_text, escape_text, escape_value};

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
    assert_eq!(
        root.open_tag(),
        "<root BTCPP_format='4'  main=\"A &amp; B\" >"
    );
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
    assert_eq!(
        xml.root().parts().next().unwrap().text(),
        "a - - b - - -> c- "
    );
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
    let said = "not valid XML: the attribute `b` stands twice, first at line 1, column 4";
    assert_eq!(error.to_string(), said);
}
