//! A web page with a tree that runs in it (written only). Only the program knows the languages of its readers, so it writes the page; this is the
//! description of the format.

use crate::common::{Format, WriteMode, WriteOption};

pub(super) static FORMAT: Format = Format {
    write: WriteMode::InLanguage,
    leaves_mark: true,
    options: &[WriteOption::WithRun],
    ..Format::new("html", "Web page (HTML)", "html")
};
