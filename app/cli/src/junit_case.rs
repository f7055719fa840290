//! What JUnit reports of several commands share.

use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus};

use super::explore::WrittenClaim;
use super::report::Report;

/// The case of a claim, with how sure its result is.
pub fn of_claim(claim: &WrittenClaim) -> TestCase {
    let shown = claim.run.as_ref().map(|run| run.lines().join("\n"));
    let lines = shown.unwrap_or_else(|| claim.reasons.join("\n"));
    if claim.failed {
        return TestCase::new(&*claim.name, failure("claim", &claim.text, &lines));
    }
    if claim.is_unknown() {
        let mut status = TestCaseStatus::skipped();
        status.set_type("claim");
        status.set_message(&*claim.text);
        status.set_description(lines);
        return TestCase::new(&*claim.name, status);
    }
    let mut case = TestCase::new(&*claim.name, TestCaseStatus::success());
    case.set_system_out(format!("{}\n{lines}", claim.text));
    case
}

/// The status of a case that has failed.
pub fn failure(kind: &str, message: &str, description: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(kind);
    status.set_message(message);
    status.set_description(description);
    status
}

/// The status of a case that could not be run, with the reason.
pub fn unusable(problem: &Report) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type(&*problem.code);
    status.set_message(problem.to_string());
    if let Some(remedy) = &problem.remedy {
        status.set_description(&**remedy);
    }
    status
}
