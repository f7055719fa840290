//! What exploring has found as JUnit XML for build servers: a suite for each tree, a case for each claim, and one for what is suspicious.

use std::io;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use treewright_session::i18n::Texts;

use super::Summary;
use super::result::{TreeResult, WrittenClaim};
use crate::junit_case::unusable;

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
        let mut case = TestCase::new(&*claim.name, status(claim));
        case.set_classname(tree.claims_file.as_deref().unwrap_or(&tree.file));
        suite.add_test_case(case);
    }
    let suspicious = tree.hazards.iter().filter(|hazard| !hazard.mild);
    let suspicious: Vec<&str> = suspicious.map(|hazard| &*hazard.text).collect();
    let status = match suspicious.first() {
        None => TestCaseStatus::success(),
        Some(first) => failure("hazard", first, &suspicious),
    };
    let mut case = TestCase::new(&*texts.tr("cli.explore.nothing_suspicious"), status);
    case.set_classname(&*tree.file);
    suite.add_test_case(case);
    suite
}

fn status(claim: &WrittenClaim) -> TestCaseStatus {
    if !claim.failed {
        return TestCaseStatus::success();
    }
    let run = claim.run.as_ref();
    let lines: Vec<&str> = run
        .iter()
        .flat_map(|run| run.lines())
        .map(String::as_str)
        .collect();
    failure("claim", &claim.text, &lines)
}

fn failure(kind: &str, message: &str, lines: &[&str]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind);
    status.set_message(message);
    status.set_description(lines.join("\n"));
    status
}
