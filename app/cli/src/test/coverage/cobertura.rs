//! Coverage as Cobertura XML, which GitLab, Jenkins and Azure DevOps read. The elements and attributes are those of its document type,
//! `coverage-04.dtd`.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use treewright_exchange::MARK;
use treewright_exchange::xml::escape_value;
use treewright_insight::scenario::{CoverageCount, Measure};

use super::lines::{CoveredFile, CoveredLine, NodeBranches};

/// Returns the text of the file.
pub fn text(files: &[CoveredFile]) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write(files, &mut out);
    out
}

fn write(files: &[CoveredFile], out: &mut String) -> std::fmt::Result {
    let (mut lines, mut branches) = (CoverageCount::default(), CoverageCount::default());
    for file in files {
        lines += file.line_count();
        branches += file.branch_count();
    }
    let rates = rates(lines, branches);
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let timestamp = now.map_or(0, |now| now.as_millis());
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        out,
        r#"<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">"#
    )?;
    writeln!(
        out,
        "<!-- {MARK}; changes here are lost when it is written again. -->"
    )?;
    writeln!(
        out,
        r#"<coverage {rates} lines-covered="{}" lines-valid="{}" branches-covered="{}" branches-valid="{}" complexity="0" version="{}" timestamp="{timestamp}">"#,
        lines.covered,
        lines.all,
        branches.covered,
        branches.all,
        env!("CARGO_PKG_VERSION"),
    )?;
    writeln!(out, "  <sources>\n    <source>.</source>\n  </sources>")?;
    writeln!(out, "  <packages>")?;
    writeln!(out, r#"    <package name="trees" {rates} complexity="0">"#)?;
    writeln!(out, "      <classes>")?;
    for file in files {
        write_file(file, out)?;
    }
    writeln!(out, "      </classes>")?;
    writeln!(out, "    </package>")?;
    writeln!(out, "  </packages>")?;
    writeln!(out, "</coverage>")
}

/// Writes a tree as a class.
fn write_file(file: &CoveredFile, out: &mut String) -> std::fmt::Result {
    let path = escape_value(&file.path);
    let name = path.rsplit('/').next().unwrap_or_default();
    let name = name.strip_suffix(".bt.json").unwrap_or(name);
    let rates = rates(file.line_count(), file.branch_count());
    writeln!(
        out,
        r#"        <class name="{name}" filename="{path}" {rates} complexity="0">"#
    )?;
    writeln!(out, "          <methods/>\n          <lines>")?;
    for line in &file.lines {
        write_line(line, out)?;
    }
    writeln!(out, "          </lines>\n        </class>")
}

fn write_line(line: &CoveredLine, out: &mut String) -> std::fmt::Result {
    let branches = line.branches();
    let (number, hits) = (line.number, line.hits);
    if branches.all == 0 {
        return writeln!(
            out,
            r#"            <line number="{number}" hits="{hits}" branch="false"/>"#
        );
    }
    writeln!(
        out,
        r#"            <line number="{number}" hits="{hits}" branch="true" condition-coverage="{}% ({}/{})">"#,
        whole_percent(branches),
        branches.covered,
        branches.all
    )?;
    writeln!(out, "              <conditions>")?;
    let conditions = line.nodes.iter().flat_map(NodeBranches::by_measure);
    for (number, (measure, count)) in conditions.enumerate() {
        let kind = match measure {
            Measure::Switches => "switch",
            _ => "jump",
        };
        writeln!(
            out,
            r#"                <condition number="{number}" type="{kind}" coverage="{}%"/>"#,
            whole_percent(count)
        )?;
    }
    writeln!(out, "              </conditions>\n            </line>")
}

fn rates(lines: CoverageCount, branches: CoverageCount) -> String {
    let [line, branch] = [lines, branches].map(|count| count.percent() / 100.0);
    format!(r#"line-rate="{line:.3}" branch-rate="{branch:.3}""#)
}

/// Rounded down, so that 100 means all.
fn whole_percent(count: CoverageCount) -> u64 {
    count.percent() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use treewright_exchange::xml::{Element, Xml};

    /// An element of a document type: name, children, required attributes, and the other attributes.
    type Rule = (
        &'static str,
        &'static [&'static str],
        &'static [&'static str],
        &'static [&'static str],
    );

    /// The elements of `coverage-04.dtd`.
    const ELEMENTS: [Rule; 12] = [
        (
            "coverage",
            &["sources", "packages"],
            &[
                "line-rate",
                "branch-rate",
                "lines-covered",
                "lines-valid",
                "branches-covered",
                "branches-valid",
                "complexity",
                "version",
                "timestamp",
            ],
            &[],
        ),
        ("sources", &["source"], &[], &[]),
        ("source", &[], &[], &[]),
        ("packages", &["package"], &[], &[]),
        (
            "package",
            &["classes"],
            &["name", "line-rate", "branch-rate", "complexity"],
            &[],
        ),
        ("classes", &["class"], &[], &[]),
        (
            "class",
            &["methods", "lines"],
            &["name", "filename", "line-rate", "branch-rate", "complexity"],
            &[],
        ),
        ("methods", &["method"], &[], &[]),
        ("lines", &["line"], &[], &[]),
        (
            "line",
            &["conditions"],
            &["number", "hits"],
            &["branch", "condition-coverage"],
        ),
        ("conditions", &["condition"], &[], &[]),
        ("condition", &[], &["number", "type", "coverage"], &[]),
    ];

    fn check(element: Element<'_>) {
        let name = element.name();
        let rule = ELEMENTS.into_iter().find(|rule| rule.0 == name);
        let (_, children, required, optional) = rule.unwrap_or_else(|| panic!("{name}"));
        let attributes: Vec<_> = element.attributes().map(|a| a.name()).collect();
        for needed in required {
            assert!(attributes.contains(needed), "{name} needs {needed}");
        }
        for given in attributes {
            let is_known = required.contains(&given) || optional.contains(&given);
            assert!(is_known, "{name} has no {given}");
        }
        for child in element.elements() {
            assert!(children.contains(&child.name()), "{name}: {}", child.name());
            check(child);
        }
    }

    #[test]
    fn the_file_has_the_elements_and_attributes_of_its_document_type() {
        let node = |is_reached, outcomes: &[(Measure, bool)]| NodeBranches {
            is_reached,
            outcomes: outcomes.to_vec(),
        };
        let line = |number, hits, nodes| CoveredLine {
            number,
            hits,
            nodes,
        };
        let conditional = [
            (Measure::Conditions, true),
            (Measure::Conditions, false),
            (Measure::Aborts, false),
        ];
        let file = CoveredFile {
            path: "ai/a&b \"1\".bt.json".into(),
            lines: vec![
                line(3, 7, vec![node(true, &conditional)]),
                line(9, 0, vec![node(false, &[])]),
            ],
        };
        let text = text(&[file]);
        let (head, body) = text.split_at(text.find("<coverage").unwrap());
        assert!(head.contains("coverage-04.dtd"), "{head}");
        let xml = Xml::read(body.as_bytes()).unwrap();
        let root = xml.root();
        check(root);
        assert_eq!(root.attribute("lines-valid").as_deref(), Some("2"));
        assert_eq!(root.attribute("line-rate").as_deref(), Some("0.500"));
        assert_eq!(root.attribute("branch-rate").as_deref(), Some("0.333"));
        assert!(body.contains(r#"condition-coverage="33% (1/3)""#), "{body}");
        assert!(body.contains("a&amp;b &quot;1&quot;"), "{body}");
    }
}
