//! What exploring has found as JUnit XML for build servers: a suite for each tree, a case for each claim, and one for what is suspicious.

use std::io;

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};
use treewright_session::i18n::Texts;

use super::Summary;
use super::result::{TreeResult, WrittenClaim, WrittenHazard};
use crate::junit_case::{failure, unusable};

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
        let mut case = case_of_claim(claim);
        case.set_classname(tree.claims_file.as_deref().unwrap_or(&tree.file));
        suite.add_test_case(case);
    }
    let lines = |mild: bool| {
        let hazards = tree
            .hazards
            .iter()
            .filter(move |hazard| hazard.mild == mild);
        hazards.map(|hazard| hazard.line(texts)).collect::<Vec<_>>()
    };
    let suspicious = lines(false);
    let is_sure = |hazard: &WrittenHazard| !hazard.mild && hazard.is_known;
    let status = match suspicious.first() {
        None => TestCaseStatus::success(),
        Some(first) if tree.hazards.iter().any(is_sure) => {
            failure("hazard", first, &suspicious.join("\n"))
        }
        Some(first) => not_known("hazard", first, &suspicious.join("\n")),
    };
    let mut case = TestCase::new(&*texts.tr("cli.explore.nothing_suspicious"), status);
    case.set_classname(&*tree.file);
    let known: Vec<String> = tree.how_sure().into_iter().chain(lines(true)).collect();
    case.set_system_out(known.join("\n"));
    suite.add_test_case(case);
    suite
}

fn not_known(kind: &str, text: &str, lines: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_type(kind);
    status.set_message(text);
    status.set_description(lines);
    status
}

/// The case of a claim, with how sure its result is.
pub fn case_of_claim(claim: &WrittenClaim) -> TestCase {
    let shown = claim.run.as_ref().map(|run| run.lines().join("\n"));
    let lines = shown.unwrap_or_else(|| claim.reasons.join("\n"));
    if claim.failed {
        return TestCase::new(&*claim.name, failure("claim", &claim.text, &lines));
    }
    if claim.is_unknown() {
        return TestCase::new(&*claim.name, not_known("claim", &claim.text, &lines));
    }
    let mut case = TestCase::new(&*claim.name, TestCaseStatus::success());
    case.set_system_out(format!("{}\n{lines}", claim.text));
    case
}
