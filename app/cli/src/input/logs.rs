//! Reads logs of robots; reports why one cannot be read, and what it does not tell.

use std::path::Path;

use treewright_core::Message;
use treewright_exchange::stem;
use treewright_insight::recording::DEFAULT_LIMIT;
use treewright_robot::full_tree::TreeRemark;
use treewright_robot::logged_run::{LogRemark, LoggedRun};
use treewright_session::i18n::Texts;

use super::{Report, Unusable, read, unusable};

/// Returns whether a file has the name of a log.
pub fn is_log(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("btlog")
}

/// Reads a log.
pub fn read_log(file: &Path, texts: &Texts) -> Result<LoggedRun, Unusable> {
    let bytes = read(file, texts)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let run = LoggedRun::read(stem(&name), &bytes, DEFAULT_LIMIT);
    run.map_err(|fault| {
        let report = Report::error(file, fault.code(), texts.message(&fault.message()));
        unusable(report.with_remedy(texts.tr("cli.remedy.log")))
    })
}

/// Returns what a log does not tell, and what the shown tree lacks of the robot's.
pub fn not_told(run: &LoggedRun) -> Vec<Message> {
    let of_log = run.remarks.iter().map(LogRemark::message);
    of_log
        .chain(run.tree.remarks.iter().map(TreeRemark::message))
        .collect()
}
