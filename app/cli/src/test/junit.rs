//! What came of scenarios, as the XML that build servers read: a suite for each tree, a case for each scenario. The format is
//! JUnit's, as Jenkins describes it; `quick-junit` keeps out what XML cannot hold, wherever a name has it.

use std::io::Write as _;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use treewright_session::host::files::{Draft, SaveError};

use super::Summary;
use super::entry::Entry;

/// Writes the file.
pub fn write(mut draft: Draft, summary: &Summary) -> Result<(), SaveError> {
    let xml = report(summary).to_string().map_err(std::io::Error::other)?;
    draft.write_all(xml.as_bytes())?;
    draft.finish()
}

fn report(summary: &Summary) -> Report {
    let mut report = Report::new("treewright");
    let mut suites: Vec<TestSuite> = Vec::new();
    for entry in &summary.scenarios {
        // A scenario whose tree is not known stands for itself.
        let name = [&entry.tree, &entry.file];
        let name = name.into_iter().find(|name| !name.is_empty());
        let name = name.map_or("", |name| &**name);
        let case = case(entry);
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
    report.add_test_suites(suites);
    report
}

fn case(entry: &Entry) -> TestCase {
    let status = match (&entry.problem, entry.passed) {
        (Some(problem), _) => unusable(problem),
        (None, true) => TestCaseStatus::success(),
        (None, false) => failure(entry),
    };
    let name = if entry.name.is_empty() {
        &entry.file
    } else {
        &entry.name
    };
    let mut case = TestCase::new(&**name, status);
    case.set_classname(&*entry.file);
    if !entry.stood_in.is_empty() {
        case.set_system_out(format!("stood in for {}", entry.stood_in.join(", ")));
    }
    case
}

fn failure(entry: &Entry) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type("difference");
    status.set_message(entry.difference.clone().unwrap_or_default());
    let mut lines = Vec::new();
    for told in &entry.differences {
        lines.push(told.difference.clone());
        lines.extend(told.both().map(|(word, fact)| format!("  {word} {fact}")));
    }
    status.set_description(lines.join("\n"));
    status
}

fn unusable(problem: &crate::report::Report) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type(&*problem.code);
    status.set_message(problem.to_string());
    if let Some(remedy) = &problem.remedy {
        status.set_description(&**remedy);
    }
    status
}
