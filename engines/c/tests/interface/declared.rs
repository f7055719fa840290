//! Reads what the library exports from its source, and what the header declares, in the same form.

use std::collections::BTreeMap;
use std::fs;

use super::tools::here;

/// A function: the types of its result and of its parameters, as C writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The type of its result.
    pub result: String,
    /// The types of its parameters.
    pub parameters: Vec<String>,
}

/// Returns the header without comments.
pub fn header() -> String {
    let text = fs::read_to_string(here().join("include/treewright.h")).unwrap();
    let mut code = String::new();
    let mut rest = &*text;
    while let Some((before, after)) = rest.split_once("/*") {
        code += before;
        rest = after.split_once("*/").unwrap().1;
    }
    code + rest
}

/// Returns the text of all source files of the library.
pub fn source() -> String {
    let files = fs::read_dir(here().join("src")).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.collect()
}

/// Writes a type of C without needless blanks: `const char *`.
fn tidied(of: &str) -> String {
    let spaced = of.replace('*', " * ");
    let words: Vec<_> = spaced.split_whitespace().collect();
    words.join(" ").replace("* *", "**")
}

/// Splits at commas that are not inside of brackets.
fn split(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for letter in list.chars() {
        match letter {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(letter);
    }
    let parts = parts.into_iter().map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the functions that the header declares, without those that are defined there.
pub fn in_header() -> BTreeMap<String, Function> {
    let mut functions = BTreeMap::new();
    let header = header();
    let lines: Vec<&str> = header
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let code = lines.join("\n");
    // Statements of struct and function bodies begin with blanks.
    for statement in code.split(';') {
        let statement = statement
            .rsplit("\n\n")
            .next()
            .unwrap()
            .trim_start_matches('\n');
        let Some((before, parameters)) = statement.split_once('(') else {
            continue;
        };
        let (result, name) = before.rsplit_once([' ', '*']).unwrap_or(("", before));
        let is_declared = name.starts_with("tw_") && !statement.contains(['{', '}', '=']);
        if !is_declared || statement.starts_with([' ', 't']) && statement.contains("typedef") {
            continue;
        }
        let pointer = if before[..before.len() - name.len()].ends_with('*') {
            "*"
        } else {
            ""
        };
        let parameters = split(parameters.trim_end().trim_end_matches(')'));
        let without_name = |parameter: &String| {
            let end = parameter.rfind([' ', '*']).map_or(0, |at| at + 1);
            tidied(&parameter[..end])
        };
        let parameters = parameters.iter().filter(|parameter| *parameter != "void");
        let function = Function {
            result: tidied(&format!("{result}{pointer}")),
            parameters: parameters.map(without_name).collect(),
        };
        assert!(
            functions.insert(name.to_owned(), function).is_none(),
            "{name} twice"
        );
    }
    functions
}

/// Returns the functions that the library exports.
pub fn in_source() -> BTreeMap<String, Function> {
    let source = source();
    let mut functions = BTreeMap::new();
    let exported = source.split("#[unsafe(no_mangle)]\npub extern \"C\" fn ");
    for text in exported.skip(1) {
        let (name, rest) = text.split_once('(').unwrap();
        let (parameters, rest) = rest.split_once(") -> ").unwrap();
        let result = rest.split_once(" {").unwrap().0;
        let parameters = split(parameters);
        let types = parameters
            .iter()
            .map(|parameter| parameter.split_once(':').unwrap().1.trim());
        let function = Function {
            result: in_c(result),
            parameters: types.map(in_c).collect(),
        };
        functions.insert(name.to_owned(), function);
    }
    functions
}

/// Returns how C writes a type of the library.
pub fn in_c(of: &str) -> String {
    let inside = |name: &str| {
        let inner = of.strip_prefix(name)?.strip_prefix('<')?;
        inner.strip_suffix('>').map(in_c)
    };
    let pointer_to = |inner: String| tidied(&format!("{inner} *"));
    if let Some(inner) = inside("Out").or_else(|| inside("Handle")) {
        return pointer_to(inner);
    }
    if let Some(inner) = inside("In") {
        return pointer_to(format!("const {inner}"));
    }
    if let Some(function) = inside("Option") {
        return function;
    }
    let known = match of {
        "Code" => "tw_code",
        "CStatus" => "tw_status",
        "Str" => "tw_str",
        "CValue" => "tw_value",
        "NodeNumber" => "tw_node *",
        "CProgram" => "tw_program",
        "CKey" => "tw_key",
        "CTask" => "tw_task",
        "CTracer" => "tw_tracer",
        "CProblem" => "tw_problem",
        "CVariable" => "tw_variable",
        "COutcome" => "tw_outcome",
        "CReason" => "tw_reason",
        "OnLine" => "tw_log_fn",
        "Read" => "tw_read_fn",
        "ProgramOf" => "tw_program_fn",
        "Tasks" => "tw_tasks",
        "Problems" => "tw_problems",
        "Contents" => "tw_contents",
        "Tree" => "tw_tree",
        "Manager" => "tw_manager",
        "Report" => "tw_report",
        "Completion" => "tw_completion",
        "Buffer" => "tw_buffer",
        "i32" => "int32_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "f64" => "double",
        "*mut c_void" => "void *",
        "*const c_char" => "const char *",
        other => panic!("how does C write `{other}`?"),
    };
    known.to_owned()
}
