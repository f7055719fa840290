//! Programs that use the library: examples, tests in C, and calls with wrong handles that are generated from the header.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::declared::{Function, in_header};
use super::tools::{
    Language, compiled, here, output, own_folder, printed, python, skip, under_valgrind,
};

/// What finds mistakes that a program survives.
const SANITIZERS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Builds a program and runs it: alone, under valgrind, and with sanitizers. All must print this.
fn run_all_ways(language: Language, source: &Path, arguments: &[PathBuf], expected: &str) {
    let folder = own_folder(
        &source
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace('.', "-"),
    );
    let Some(plain) = compiled(language, source, &folder.join("plain"), &[]) else {
        return;
    };
    let alone = printed(Command::new(&plain).args(arguments)).unwrap();
    assert_eq!(alone, expected);
    if let Some(text) = printed(under_valgrind(&plain).args(arguments)) {
        assert_eq!(text, expected);
    }
    let (file, empty) = (folder.join("empty.c"), folder.join("empty"));
    fs::write(&file, "int main(void) { return 0; }\n").unwrap();
    let mut trial = Command::new("cc");
    trial.args(SANITIZERS).arg(&file).arg("-o").arg(&empty);
    if !output(&mut trial).is_some_and(|built| built.status.success()) {
        return skip("library of the sanitizers");
    }
    if let Some(checked) = compiled(language, source, &folder.join("checked"), SANITIZERS) {
        let text = printed(Command::new(checked).args(arguments)).unwrap();
        assert_eq!(text, expected);
    }
}

fn example(name: &str) -> PathBuf {
    here().join("examples").join(name)
}

fn guard() -> String {
    fs::read_to_string(example("guard.txt")).unwrap()
}

#[test]
fn the_guard_in_c() {
    let folder = [here().join("examples")];
    run_all_ways(Language::C99, &example("guard.c"), &folder, &guard());
}

#[test]
fn the_guard_in_cpp() {
    let folder = [here().join("examples")];
    run_all_ways(Language::Cpp, &example("guard.cpp"), &folder, &guard());
}

#[test]
fn the_guard_in_python() {
    if let Some(text) = printed(&mut python("guard.py", [here().join("examples")])) {
        assert_eq!(text, guard());
    }
}

#[test]
fn ticks_in_several_threads_keep_their_worlds_in_python() {
    if let Some(text) = printed(&mut python("concurrent_ticks.py", [""; 0])) {
        assert_eq!(text, "each tick has its own world\n");
    }
}

#[test]
fn the_example_that_measures_can_be_built() {
    let folder = own_folder("cost");
    compiled(Language::C11, &example("cost.c"), &folder.join("cost"), &[]);
}

#[test]
fn all_features_work() {
    let source = here().join("tests/features.c");
    run_all_ways(Language::C11, &source, &[], "all features work\n");
}

#[test]
fn all_mistakes_are_refused() {
    let source = here().join("tests/hostile.c");
    run_all_ways(Language::C11, &source, &[], "all mistakes are refused\n");
}

#[test]
fn an_exception_that_leaves_a_callback_ends_the_process() {
    let (folder, source) = (own_folder("throwing"), here().join("tests/throwing.cpp"));
    let Some(program) = compiled(Language::Cpp, &source, &folder.join("throwing"), &[]) else {
        return;
    };
    let ended = output(&mut Command::new(program)).unwrap();
    let text = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        !ended.status.success() && text.contains("foreign exception"),
        "{text}"
    );
    assert_eq!(String::from_utf8_lossy(&ended.stdout), "");
}

/// Returns the code block of this language in the page, without its indentation.
fn block(page: &str, language: &str) -> String {
    let (_, after) = page.split_once(&format!("   ```{language}\n")).unwrap();
    let (inside, _) = after.split_once("   ```\n").unwrap();
    let lines = inside
        .lines()
        .map(|line| line.strip_prefix("   ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn the_first_tree_of_the_page_works() {
    let page = fs::read_to_string(here().join("README.md")).unwrap();
    let file = own_folder("page").join("first.c");
    fs::write(&file, block(&page, "c")).unwrap();
    run_all_ways(Language::C99, &file, &[], &block(&page, "text"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_warm_frame_allocates_nothing() {
    let folder = own_folder("warm");
    let wrapped = ["malloc", "calloc", "realloc", "posix_memalign"];
    let options = wrapped.map(|function| format!("-Wl,--wrap={function}"));
    let options = options.each_ref().map(String::as_str);
    let source = here().join("tests/warm.c");
    if let Some(program) = compiled(Language::C11, &source, &folder.join("warm"), &options) {
        let text = printed(&mut Command::new(program)).unwrap();
        assert_eq!(text, "warm frames allocate nothing\n");
    }
}

/// Returns an argument of a hostile call: a handle is `handle`; pointers are null, or point to zeros; all else is zero.
fn argument(of: &str, handle: &str, has_pointers: bool) -> String {
    let is_handle = |of: &str| of.ends_with(" *") && HANDLES.contains(&of.trim_end_matches(" *"));
    match of {
        of if is_handle(of) => format!("({of}){handle}"),
        "tw_str" if has_pointers => "tw_text(\"x\")".to_owned(),
        "tw_str" => "tw_bytes(NULL, 3)".to_owned(),
        of if of.ends_with('*') && has_pointers => format!("({of})zeros()"),
        of if of.ends_with('*') => "NULL".to_owned(),
        "tw_log_fn" | "tw_read_fn" | "tw_program_fn" => "NULL".to_owned(),
        of => format!("({of})0"),
    }
}

const HANDLES: [&str; 12] = [
    "tw_tasks",
    "tw_program",
    "tw_problems",
    "tw_contents",
    "tw_tree",
    "tw_manager",
    "tw_link",
    "tw_key",
    "tw_report",
    "tw_completion",
    "tw_buffer",
    "tw_node",
];

/// Handles that are wrong for all functions but those of their own kind.
const WRONG: [(&str, &str); 7] = [
    ("null", "NULL"),
    ("small", "(uintptr_t)1"),
    ("odd", "(uintptr_t)0x123457"),
    ("largest", "UINTPTR_MAX"),
    ("address", "(uintptr_t)zeros()"),
    ("dead", "(uintptr_t)dead"),
    ("of another kind", "(uintptr_t)other"),
];

/// Returns the calls of a function with wrong handles. Each must be refused.
fn calls(name: &str, function: &Function, into: &mut String) {
    let parameters = &function.parameters;
    let takes_handle = parameters
        .first()
        .is_some_and(|of| of.ends_with(" *") && HANDLES.contains(&of.trim_end_matches(" *")));
    for (what, handle) in WRONG {
        for has_pointers in [false, true] {
            let arguments = parameters
                .iter()
                .map(|of| argument(of, handle, has_pointers));
            let call = format!("{name}({})", arguments.collect::<Vec<_>>().join(", "));
            // Freeing nothing is fine. These have no handle, and null means something to them or they need no more than a place.
            let is_fine = what == "null" && name.ends_with("_free");
            let allowed = [
                "tw_set_log",
                "tw_tasks_new",
                "tw_manager_new",
                "tw_completion_new",
            ];
            let is_checked = function.result == "tw_code" && !allowed.contains(&name);
            let check = match (is_checked, is_fine) {
                (true, true) => format!("CHECK({call} == TW_OK);"),
                (true, false) => format!("CHECK({call} != TW_OK);"),
                (false, _) => format!("(void){call};"),
            };
            writeln!(into, "    {check}").unwrap();
            if !takes_handle {
                break;
            }
        }
    }
}

#[test]
fn wrong_handles_are_refused_by_every_function() {
    let mut program = String::from(
        "#include \"checks.h\"\n\
         static char room[1024] = {0};\n\
         static void *zeros(void) { memset(room, 0, sizeof room); return room; }\n\
         int main(void) {\n    \
             tw_key *other = NULL;\n    tw_completion *dead;\n    tw_tasks *tasks;\n    tw_program *program;\n    \
             OK(tw_completion_new(&dead));\n    OK(tw_completion_free(dead));\n    OK(tw_tasks_new(&tasks));\n    \
             program = loaded(tasks, TREE(\"{\\\"name\\\": \\\"n\\\", \\\"type\\\": \\\"int\\\"}\", \"{\\\"id\\\": \\\"n1\\\", \\\"task\\\": \\\"Idle\\\"}\"));\n    \
             OK(tw_program_key(program, tw_text(\"n\"), TW_INT, &other));\n",
    );
    for (name, function) in in_header() {
        // It would free the handle of another kind, which is one of its own.
        if name != "tw_key_free" {
            calls(&name, &function, &mut program);
        }
    }
    program += "    OK(tw_key_free(other));\n    OK(tw_program_free(program));\n    OK(tw_tasks_free(tasks));\n    \
                printf(\"refused\\n\");\n    return 0;\n}\n";
    let folder = own_folder("wrong-handles-source");
    let file = folder.join("wrong.c");
    fs::write(&file, program).unwrap();
    fs::copy(here().join("tests/checks.h"), folder.join("checks.h")).unwrap();
    run_all_ways(Language::C11, &file, &[], "refused\n");
}

fn published() -> PathBuf {
    here().join("../../assets/conformance")
}

#[test]
fn every_published_case_passes() {
    let Some(text) = printed(&mut python("conformance.py", [published()])) else {
        return;
    };
    let index = fs::read_to_string(published().join("index.json")).unwrap();
    let counts = index
        .lines()
        .filter_map(|line| line.trim().strip_prefix("\"cases\": "));
    let count: usize = counts.map(|count| count.parse::<usize>().unwrap()).sum();
    assert!(count > 2_000);
    assert_eq!(text, format!("{count} of {count} cases pass\n"));
}

/// So that a player which compares nothing is noticed.
#[test]
fn a_case_with_a_mistake_fails() {
    let folder = own_folder("mistaken");
    let file = fs::read_to_string(published().join("basic-contract.jsonl")).unwrap();
    let case = file
        .lines()
        .find(|case| case.contains("\"variables\":{\""))
        .unwrap();
    let mistakes = [
        case.replacen("\"status\":\"Running\"", "\"status\":\"Failure\"", 1),
        case.replacen("[\"start\",", "[\"check\",", 1),
        case.replacen("\"stacks\":[[", "\"stacks\":[[],[", 1),
        case.replacen("\"variables\":{\"", "\"variables\":{\"no-", 1),
    ];
    let lines: Vec<String> = std::iter::once(case.to_owned()).chain(mistakes).collect();
    let count = lines.len();
    let index = format!("{{\"files\": [{{\"file\": \"basic.jsonl\", \"cases\": {count}}}]}}");
    fs::write(folder.join("index.json"), index).unwrap();
    fs::write(folder.join("basic.jsonl"), lines.join("\n") + "\n").unwrap();
    let Some(output) = output(&mut python("conformance.py", [&folder])) else {
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success());
    assert!(
        text.ends_with(&format!("1 of {count} cases pass\n")),
        "{text}"
    );
}
