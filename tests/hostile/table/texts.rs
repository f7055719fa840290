//! Rows 1–3, 9, 17, 28 and 30: texts that are truncated, have other encodings, or are not valid JSON or XML, for every reader.

use super::{Case, Expected, Reader};
use Expected::{Fine, Refused};

/// Returns all cases of this file.
pub fn texts() -> Vec<Case> {
    let mut all = Vec::new();
    for reader in Reader::ALL {
        let mut add = |row, what, bytes: Vec<u8>, expected| {
            all.push(Case::new(row, what, reader, bytes, expected));
        };
        let good = reader.sample();
        add(1, "empty", Vec::new(), Refused(&["empty"]));
        add(1, "blank", b" \n\t\r\n".to_vec(), Refused(&["empty"]));
        for end in cuts(reader) {
            let cut = good.as_bytes()[..end].to_vec();
            add(1, "cut off", cut, Refused(CUT));
        }
        let marked = [b"\xEF\xBB\xBF", good.as_bytes()].concat();
        add(2, "a byte-order mark", marked, Fine);
        let wide: Vec<u8> = good.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let wide = [&[0xff, 0xfe][..], &wide].concat();
        add(2, "UTF-16", wide, Refused(&["not_utf8"]));
        let mut broken = good.as_bytes().to_vec();
        broken[good.len() / 2] = 0xff;
        add(2, "a byte that is no UTF-8", broken, Refused(&["not_utf8"]));
        let zeros = Refused(&["empty", "syntax"]);
        add(2, "zeros", vec![0; 4096], zeros);
        let unreadable = Refused(&["not_utf8", "syntax", "xml_syntax"]);
        add(2, "binary junk", junk(), unreadable);
        let rows = if reader.is_xml() {
            xml(good)
        } else {
            json(reader, good)
        };
        for (row, what, text, expected) in rows {
            add(row, what, text.into(), expected);
        }
    }
    all
}

const CUT: &[&str] = &["truncated", "empty", "not_utf8", "syntax"];

/// Returns the positions at which a text is truncated: all positions of short texts. A recording may end in its last line, since its writer may have
/// been interrupted.
fn cuts(reader: Reader) -> impl Iterator<Item = usize> {
    let step = if reader == Reader::Document { 1 } else { 7 };
    let end = reader.sample().trim_end().len();
    (1..end).step_by(step)
}

fn junk() -> Vec<u8> {
    (0..5000_u32)
        .map(|i| (i * 7919 % 251) as u8 | 0x80)
        .collect()
}

type Rows = Vec<(u8, &'static str, String, Expected)>;

fn json(reader: Reader, good: &str) -> Rows {
    let good = good.trim_end();
    let is_lines = reader == Reader::Recording;
    let after = if is_lines {
        &["trailing_text", "syntax", "wrong_field"][..]
    } else {
        &["trailing_text"]
    };
    let (start, last) = good.split_at(good.len() - 1);
    let deep: &[&str] = &["too_deep", "wrong_field", "other_format", "truncated"];
    let mut all: Rows = rows! {
        3 "text after the end": format!("{good} x") => Refused(after);
        3 "a comment after the end": format!("{good} // why") => Refused(after);
        3 "a comment before": format!("/* why */ {good}") => Refused(&["syntax"]);
        3 "a comma after the last item": format!("{start},{last}") => Refused(&["syntax"]);
        6 "a million nested lists": "[".repeat(1_000_000) => Refused(deep);
        6 "the same, closed": "[".repeat(1_000_000) + &"]".repeat(1_000_000) => Refused(deep);
    };
    let mut add = |row, what, text, expected| all.push((row, what, text, expected));
    if let Some(rest) = good.strip_prefix('{') {
        let first = rest.split(',').next().unwrap_or_default();
        let twice = format!("{{{first},{rest}");
        if !matches!(reader, Reader::Rules | Reader::Settings | Reader::Exports) {
            add(9, "a field twice", twice, Refused(&["wrong_field"]));
        }
    }
    let newer = good
        .replacen(r#""version": 1"#, r#""version": 99"#, 1)
        .replacen(r#""version":1,"#, r#""version":99,"#, 1);
    if newer != good {
        add(17, "of a newer version", newer, Refused(&["newer_version"]));
    }
    for other in r#"null 3 "text" {} [] [[]] [null] {"root":{}}"#.split(' ') {
        // An empty list of definitions is valid, and all settings are optional.
        let is_good = matches!(
            (reader, other),
            (Reader::Definitions | Reader::SaveJson, "[]")
        ) || reader == Reader::Settings && other.starts_with('{');
        if !is_good {
            add(3, "JSON of another shape", other.into(), Refused(OTHER));
        }
    }
    all
}

const OTHER: &[&str] = &[
    "other_format",
    "wrong_field",
    "missing_field",
    "unknown_format",
    "no_version",
];

fn xml(good: &str) -> Rows {
    let document_type = Refused(&["document_type"]);
    let (tag, end) = good.split_at(good.find('>').unwrap_or_default());
    let attributes: Vec<String> = (0..50_000).map(|i| format!(" a{i}='1'")).collect();
    rows! {
        28 "a document type":
            format!("<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>{good}") => document_type;
        28 "an entity that reads a file":
            format!("<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>{good}")
            => document_type;
        28 "an unfinished document type": "<!DOCTYPE a [<!ENTITY" => document_type;
        28 "an undefined entity": good.replacen('>', ">&l9;", 1)
            => Refused(&["unknown_entity"]);
        3 "two roots of XML": format!("{good}{good}") => Refused(&["trailing_text"]);
        3 "XML of another format": "<other/>" => Refused(&["other_format", "unknown_format"]);
        2 "another encoding": format!("<?xml version='1.0' encoding='ISO-8859-1'?>{good}")
            => Refused(&["other_encoding"]);
        6 "a million nested elements": format!("{tag}>{}", "<node>".repeat(1_000_000))
            => Refused(&["too_deep"]);
        28 "50,000 attributes": format!("{tag}{}{end}", attributes.concat())
            => Refused(&["too_many_attributes"]);
        28 "20 MB in one attribute": format!("{tag} a='{}'{end}", "x".repeat(20_000_000))
            => Refused(&["too_long"]);
    }
}
