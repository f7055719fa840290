//! The results of scenarios as JUnit XML for build servers: a suite per tree, a case per scenario. The format is the one that Jenkins documents.
//! `quick-junit` removes the characters of names that XML does not allow.

use std::io::Write as _;

use quick_junit::{Report, TestCase, TestCaseStatus, TestSuite};
use treewright_session::host::files::{FileDraft, SaveError};
use treewright_session::i18n::Texts;

use super::Summary;
use super::result::{EXPECTED_AND_FOUND, ScenarioResult};
use crate::explore::case_of_claim;
use crate::junit_case::{self, unusable};

/// Writes the file.
pub fn write(mut draft: FileDraft, summary: &Summary, texts: &Texts) -> Result<(), SaveError> {
    let xml = report(summary, texts)
        .to_string()
        .map_err(std::io::Error::other)?;
    draft.write_all(xml.as_bytes())?;
    draft.finish()
}

fn report(summary: &Summary, texts: &Texts) -> Report {
    let mut report = Report::new("treewright");
    let mut suites: Vec<TestSuite> = Vec::new();
    for result in &summary.scenarios {
        // A scenario without a known tree is a suite of its own.
        let name = [&result.tree, &result.file];
        let name = name.into_iter().find(|name| !name.is_empty());
        let name = name.map_or("", |name| &**name);
        let case = case(result, texts);
        let known = suites.iter().position(|suite| suite.name.as_str() == name);
        let place = known.unwrap_or_else(|| {
            suites.push(TestSuite::new(name));
            suites.len() - 1
        });
        suites[place].add_test_case(case);
    }
    for problem in &summary.problems {
        let mut suite = TestSuite::new(&*problem.file);
        let mut case = TestCase::new(&*problem.file, unusable(problem));
        case.set_classname(&*problem.file);
        suite.add_test_case(case);
        suites.push(suite);
    }
    for warning in &summary.warnings {
        let mut suite = TestSuite::new(&*warning.file);
        let mut status = TestCaseStatus::skipped();
        status.set_type(&*warning.code);
        status.set_message(warning.to_string());
        status.set_description(warning.remedy.clone().unwrap_or_default());
        suite.add_test_case(TestCase::new(&*warning.file, status));
        suites.push(suite);
    }
    report.add_test_suites(suites);
    report
}

fn case(result: &ScenarioResult, texts: &Texts) -> TestCase {
    if let Some(claim) = &result.claim {
        let mut case = case_of_claim(claim);
        case.set_classname(&*result.file);
        return case;
    }
    let status = match (&result.problem, result.passed) {
        (Some(problem), _) => unusable(problem),
        (None, true) => TestCaseStatus::success(),
        (None, false) => failure(result, texts),
    };
    let name = if result.name.is_empty() {
        &result.file
    } else {
        &result.name
    };
    let mut case = TestCase::new(&**name, status);
    case.set_classname(&*result.file);
    if let Some(stand_ins) = result.stand_in_note(texts) {
        case.set_system_out(stand_ins);
    }
    case
}

fn failure(result: &ScenarioResult, texts: &Texts) -> TestCaseStatus {
    let mut lines = Vec::new();
    for (place, difference) in result.differences.iter().enumerate() {
        lines.push(difference.difference.clone());
        let facts = difference.lines(EXPECTED_AND_FOUND, texts);
        let reasons = result.reasons(place, texts);
        lines.extend(
            facts
                .into_iter()
                .chain(reasons)
                .map(|line| format!("  {line}")),
        );
    }
    let first = result.difference.as_deref().unwrap_or_default();
    junit_case::failure("difference", first, &lines.join("\n"))
}
