//! What JUnit reports of several commands share.

use quick_junit::{NonSuccessKind, TestCaseStatus};

use super::report::Report;

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
