//! What exploring has found as JUnit XML for build servers: a suite for each tree, a case for each claim, and one for what is suspicious.

use std::io;

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};
use treewright_session::i18n::Texts;

use super::Summary;
use super::result::TreeResult;
use crate::junit_case::{failure, of_claim, unusable};

/// Returns the text of the report.
pub fn text(summary: &Summary, texts: &Texts) -> io::Result<String> {
    let mut report = Report::new("treewright");
    for tree in &summary.trees {
        report.add_test_suite(suite(tree, texts));
    }
    for problem in &summary.problems {
        let mut suite = TestSuite::new(&*problem.file);
        suite.add_test_case(TestCase::new(&*problem.file, unusable(problem)));
        report.add_test_suite(suite);
    }
    report.to_string().map_err(io::Error::other)
}

fn suite(tree: &TreeResult, texts: &Texts) -> TestSuite {
    let mut suite = TestSuite::new(&*tree.file);
    for claim in &tree.claims {
        let mut case = of_claim(claim);
        case.set_classname(tree.claims_file.as_deref().unwrap_or(&tree.file));
        suite.add_test_case(case);
    }
    let suspicious = tree.hazards.iter().filter(|hazard| !hazard.mild);
    let suspicious: Vec<String> = suspicious.map(|hazard| hazard.line(texts)).collect();
    let status = match suspicious.first() {
        None => TestCaseStatus::success(),
        Some(first) => failure("hazard", first, &suspicious.join("\n")),
    };
    let mut case = TestCase::new(&*texts.tr("cli.explore.nothing_suspicious"), status);
    case.set_classname(&*tree.file);
    case.set_system_out(tree.how_sure().join("\n"));
    suite.add_test_case(case);
    suite
}
