//! Rows 1–3, 9, 17, 28 and 30: texts that end early, are in other encodings, or are no good JSON or XML, for every reader.

use super::{Case, Expected, Reader};
use Expected::{Fine, Refused};

/// All of them.
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
        add(
            2,
            "binary junk",
            junk(),
            Refused(&["not_utf8", "syntax", "xml_syntax"]),
        );
        if reader.is_xml() {
            xml(good, &mut add);
        } else {
            json(reader, good, &mut add);
        }
    }
    all
}

const CUT: &[&str] = &["truncated", "empty", "not_utf8", "syntax"];

/// Where a text is cut: everywhere for short ones; a recording may end in its last line, since whoever wrote it may have been interrupted.
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

fn json(reader: Reader, good: &str, add: &mut impl FnMut(u8, &'static str, Vec<u8>, Expected)) {
    let good = good.trim_end();
    let is_lines = reader == Reader::Recording;
    let after = if is_lines {
        &["trailing_text", "syntax", "wrong_field"][..]
    } else {
        &["trailing_text"]
    };
    add(
        3,
        "text behind the end",
        format!("{good} x").into(),
        Refused(after),
    );
    add(
        3,
        "a comment behind the end",
        format!("{good} // why").into(),
        Refused(after),
    );
    add(
        3,
        "a comment before",
        format!("/* why */ {good}").into(),
        Refused(&["syntax"]),
    );
    let last = good.len() - 1;
    let comma = format!("{},{}", &good[..last], &good[last..]);
    add(
        3,
        "a comma after the last item",
        comma.into(),
        Refused(&["syntax"]),
    );
    if let Some(rest) = good.strip_prefix('{') {
        let first = rest.split(',').next().unwrap_or_default();
        let twice = format!("{{{first},{rest}");
        if !matches!(reader, Reader::Rules | Reader::Settings | Reader::Exports) {
            add(9, "a field twice", twice.into(), Refused(&["wrong_field"]));
        }
    }
    let newer = good
        .replacen(r#""version": 1"#, r#""version": 99"#, 1)
        .replacen(r#""version":1,"#, r#""version":99,"#, 1);
    if newer != good {
        add(
            17,
            "of a newer version",
            newer.into(),
            Refused(&["newer_version"]),
        );
    }
    for other in [
        "null",
        "3",
        "\"text\"",
        "{}",
        "[]",
        "[[]]",
        "[null]",
        "{\"root\":{}}",
    ] {
        // An empty list of definitions defines nothing, and settings may all be missing.
        let is_good = matches!(
            (reader, other),
            (Reader::Definitions | Reader::SaveJson, "[]")
        ) || reader == Reader::Settings && other.starts_with('{');
        if !is_good {
            add(3, "JSON of another shape", other.into(), Refused(OTHER));
        }
    }
    let nested = "[".repeat(1_000_000);
    let deep: &[&str] = &["too_deep", "wrong_field", "other_format", "truncated"];
    add(
        6,
        "a million lists in each other",
        nested.into(),
        Refused(deep),
    );
    let closed = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    add(6, "the same, closed", closed.into(), Refused(deep));
}

const OTHER: &[&str] = &[
    "other_format",
    "wrong_field",
    "missing_field",
    "unknown_format",
    "no_version",
];

fn xml(good: &str, add: &mut impl FnMut(u8, &'static str, Vec<u8>, Expected)) {
    let laughs = format!("<!DOCTYPE l [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]>{good}");
    add(
        28,
        "a document type",
        laughs.into(),
        Refused(&["document_type"]),
    );
    let outside = format!("<!DOCTYPE r [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>{good}");
    add(
        28,
        "an entity of a file",
        outside.into(),
        Refused(&["document_type"]),
    );
    let open = "<!DOCTYPE a [<!ENTITY".to_owned();
    add(
        28,
        "an unfinished document type",
        open.into(),
        Refused(&["document_type"]),
    );
    let entity = good.replacen('>', ">&l9;", 1);
    add(
        28,
        "an entity without a meaning",
        entity.into(),
        Refused(&["unknown_entity"]),
    );
    let twice = format!("{good}{good}");
    add(
        3,
        "two roots of XML",
        twice.into(),
        Refused(&["trailing_text"]),
    );
    let other = b"<other/>".to_vec();
    add(
        3,
        "XML of another kind",
        other,
        Refused(&["other_format", "unknown_format"]),
    );
    let latin = format!("<?xml version='1.0' encoding='ISO-8859-1'?>{good}");
    add(
        2,
        "another encoding",
        latin.into(),
        Refused(&["other_encoding"]),
    );
    let (tag, end) = good.split_at(good.find('>').unwrap_or_default());
    let open = format!("{tag}>{}", "<node>".repeat(1_000_000));
    add(
        6,
        "a million elements in each other",
        open.into(),
        Refused(&["too_deep"]),
    );
    let attributes: Vec<String> = (0..50_000).map(|i| format!(" a{i}='1'")).collect();
    let many = format!("{tag}{}{end}", attributes.concat());
    add(
        28,
        "50,000 attributes",
        many.into(),
        Refused(&["too_many_attributes"]),
    );
    let long = format!("{tag} a='{}'{end}", "x".repeat(20_000_000));
    add(
        28,
        "20 MB in one attribute",
        long.into(),
        Refused(&["too_long"]),
    );
}
