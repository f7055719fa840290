//! Hostile inputs: each row of the table is given to every reader of files. No reader may panic or take more than 500 MB. Each message must have a
//! code, a position and a remedy, also in Chinese.
//!
//! Durations are tested by `cargo bench -p treewright-tests --bench hostile`; here, a row that hangs ends the whole run.

mod own_files;
mod readers;
#[path = "hostile/table/mod.rs"]
pub(crate) mod table;

use std::time::Duration;

use readers::{Outcome, Said, outcome};
use table::{Case, Expected, Reader, Scale};
use treewright_session::i18n::Texts;

/// Maximum memory for a file, in bytes.
const MOST_MEMORY: u64 = 500_000_000;

/// A row that takes longer has hung.
const PATIENCE: Duration = Duration::from_mins(2);

/// Passes a file to its reader. Returns the violated requirements as `Err`.
fn check(case: &Case, chinese: &Texts) -> Result<(), String> {
    let mut found = None;
    let memory = allocation_counter::measure(|| found = Some(outcome(case, chinese)));
    let fail = |why: String| Err(format!("{}: {why}", case.title()));
    if memory.bytes_max > MOST_MEMORY {
        return fail(format!(
            "uses {} MB of memory",
            memory.bytes_max / 1_000_000
        ));
    }
    let Some(found) = found else {
        return fail("the reader returned nothing".to_owned());
    };
    let (is_refused, said) = match &found {
        Outcome::Refused(said) => (true, said),
        Outcome::Read(said) => (false, said),
    };
    if let Some(bad) = said.iter().find_map(fault_of) {
        return fail(bad);
    }
    let codes: Vec<&str> = said.iter().map(|one| &*one.code).take(9).collect();
    // A native file is either usable or not, whatever is wrong with it.
    let is_own = matches!(case.reader, Reader::Settings | Reader::Exports);
    match case.expected {
        Expected::Refused(any) if !is_refused => fail(format!(
            "expected a refusal with one of {any:?}, but it was read"
        )),
        Expected::Refused(any) if !is_own && !any.contains(&codes[0]) => {
            fail(format!("expected one of {any:?}, found {:?}", said[0]))
        }
        Expected::Says(..) | Expected::Fine if is_refused => fail(format!("{:?}", said[0])),
        Expected::Says(code, part) => {
            let says = |one: &Said| one.code == code && one.english.contains(part);
            if said.iter().any(says) {
                Ok(())
            } else {
                fail(format!(
                    "expected {code} with {part:?}, found {:?}",
                    said.first()
                ))
            }
        }
        _ => Ok(()),
    }
}

/// Returns what is wrong with a message.
fn fault_of(said: &Said) -> Option<String> {
    let hides = |text: &str| {
        text.chars().any(|c| {
            c.is_control() && c != '\n'
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        })
    };
    let is_chinese = said
        .chinese
        .chars()
        .any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    let has_place = said.has_place
        || matches!(
            &*said.code,
            // These are about a file as a whole.
            "empty"
                | "too_large"
                | "binary"
                | "other_format"
                | "no_version"
                | "no_root"
                | "two_roots"
                | "behavior3_no_setting_here"
        );
    let fault = if said.english.is_empty() || said.code.is_empty() {
        "the message or its code is empty"
    } else if said.english.len() > 2_000 {
        "the message is too long to read"
    } else if hides(&said.english) || hides(&said.chinese) {
        "the message contains invisible characters"
    } else if !is_chinese {
        "the message is not available in Chinese"
    } else if !has_place {
        "the message has no position"
    } else if !said.has_remedy {
        "the message does not say what to do"
    } else {
        return None;
    };
    let said = format!("{said:?}");
    Some(format!(
        "{fault}: {}",
        said.chars().take(600).collect::<String>()
    ))
}

/// Checks all cases, and fails with the list of all failures. A case that hangs ends the program, since nothing else could stop it.
fn check_all(cases: impl IntoIterator<Item = Case>) {
    let chinese = Texts::new("zh-CN");
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in cases {
        let guard = hang_guard(case.title());
        wrong.extend(check(&case, &chinese).err());
        drop(guard);
        count += 1;
    }
    assert!(count > 0);
    assert!(
        wrong.is_empty(),
        "{} of {count}\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Ends the program if the returned sender is not dropped in time.
fn hang_guard(title: String) -> std::sync::mpsc::Sender<()> {
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    std::thread::Builder::new()
        .name("hang guard".to_owned())
        .spawn(move || {
            if waiting.recv_timeout(PATIENCE) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                eprintln!("{title}: the reader hangs");
                std::process::abort();
            }
        })
        .unwrap();
    done
}

#[test]
fn invalid_json_and_xml() {
    check_all(table::texts());
}

#[test]
fn invalid_trees() {
    check_all(table::trees());
}

#[test]
fn large_or_deep_files() {
    check_all(table::sizes().into_iter().map(|make| make(Scale::Small)));
}

/// A table that lost rows would prove nothing.
#[test]
fn every_row_is_present() {
    let mut rows: Vec<u8> = table::texts().iter().map(|case| case.row).collect();
    rows.extend(table::trees().iter().map(|case| case.row));
    rows.extend([7, 8, 19]);
    rows.sort_unstable();
    rows.dedup();
    let expected = [
        1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 28,
    ];
    assert_eq!(rows, expected);
}
