//! What JUnit reports of several commands share.

use quick_junit::{NonSuccessKind, TestCaseStatus};

use super::report::Report;

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
