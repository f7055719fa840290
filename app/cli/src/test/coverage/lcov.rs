//! Coverage in the format of LCOV, which editors and many services read: `DA` for the line of each node, `BRDA` for its outcomes.

use std::fmt::Write as _;

use super::lines::CoveredFile;

/// Returns the text of the file.
pub fn text(files: &[CoveredFile]) -> String {
    let mut out = String::new();
    for file in files {
        // Writing to a String cannot fail.
        let _ = write_file(file, &mut out);
    }
    out
}

fn write_file(file: &CoveredFile, out: &mut String) -> std::fmt::Result {
    // The name of the test marks the file as written by this program.
    writeln!(out, "TN:treewright")?;
    writeln!(out, "SF:{}", file.path)?;
    for line in &file.lines {
        for (block, node) in line.nodes.iter().enumerate() {
            for (branch, (_, seen)) in node.outcomes.iter().enumerate() {
                let taken = match (node.is_reached, seen) {
                    (false, _) => "-",
                    (true, false) => "0",
                    (true, true) => "1",
                };
                writeln!(out, "BRDA:{},{block},{branch},{taken}", line.number)?;
            }
        }
    }
    let branches = file.branch_count();
    writeln!(out, "BRF:{}\nBRH:{}", branches.all, branches.covered)?;
    for line in &file.lines {
        writeln!(out, "DA:{},{}", line.number, line.hits)?;
    }
    let lines = file.line_count();
    writeln!(out, "LF:{}\nLH:{}", lines.all, lines.covered)?;
    writeln!(out, "end_of_record")
}
