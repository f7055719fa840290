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
        let function = Function {
            result: tidied(&format!("{result}{pointer}")),
            parameters: parameter_types(parameters),
        };
        assert!(
            functions.insert(name.to_owned(), function).is_none(),
            "{name} twice"
        );
    }
    functions
}

/// Returns the types of parameters of C, which are written up to the closing bracket.
fn parameter_types(parameters: &str) -> Vec<String> {
    let parameters = split(parameters.trim_end().trim_end_matches(')'));
    let without_name = |parameter: &String| {
        let end = parameter.rfind([' ', '*']).map_or(0, |at| at + 1);
        tidied(&parameter[..end])
    };
    let parameters = parameters.iter().filter(|parameter| *parameter != "void");
    parameters.map(without_name).collect()
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

/// Returns the types of callbacks that the header declares.
pub fn callbacks_in_header() -> BTreeMap<String, Function> {
    let mut callbacks = BTreeMap::new();
    for statement in header().split(';') {
        let Some((_, declared)) = statement.rsplit_once("typedef ") else {
            continue;
        };
        let Some((result, rest)) = declared.split_once("(*") else {
            continue;
        };
        let (name, parameters) = rest.split_once(")(").unwrap();
        let function = Function {
            result: tidied(result),
            parameters: parameter_types(parameters),
        };
        callbacks.insert(name.to_owned(), function);
    }
    callbacks
}

/// Returns the types of callbacks of the library.
pub fn callbacks_in_source() -> BTreeMap<String, Function> {
    let source = source();
    let mut callbacks = BTreeMap::new();
    for declared in source.split("\npub type ").skip(1) {
        let (name, rest) = declared.split_once(" =").unwrap();
        let (of, _) = rest.split_once(';').unwrap();
        let Some(signature) = of.trim().strip_prefix("extern \"C-unwind\" fn(") else {
            continue;
        };
        let (parameters, result) = signature.rsplit_once(')').unwrap();
        let result = result.trim().strip_prefix("-> ");
        let function = Function {
            result: result.map_or("void".to_owned(), in_c),
            parameters: split(parameters).iter().map(|of| in_c(of)).collect(),
        };
        callbacks.insert(in_c(name), function);
    }
    callbacks
}

/// The members of a struct, each with its name and its type. Those of a struct or union inside have names such as `of.list.count`.
pub type Members = Vec<(String, String)>;

/// Returns the structs that the header declares.
pub fn structs_in_header() -> BTreeMap<String, Members> {
    let header = header();
    let mut structs = BTreeMap::new();
    for after in header.split("struct tw_").skip(1) {
        let Some((name, body)) = after.split_once(" {") else {
            continue;
        };
        if name.contains([' ', ';', '*']) {
            continue;
        }
        let mut members = Vec::new();
        add_members(body, "", &mut members);
        structs.insert(format!("tw_{name}"), members);
    }
    structs
}

/// Adds the members of a struct of C, whose body begins here. Returns what follows the body.
fn add_members<'c>(mut body: &'c str, before: &str, members: &mut Members) -> &'c str {
    loop {
        body = body.trim_start();
        if let Some(rest) = body.strip_prefix('}') {
            return rest;
        }
        let inside = ["struct {", "union {"]
            .iter()
            .find_map(|start| body.strip_prefix(start));
        if let Some(inside) = inside {
            let mut of_inside = Vec::new();
            let rest = add_members(inside, "", &mut of_inside);
            let (name, rest) = rest.split_once(';').unwrap();
            let whole = |(inner, of)| (format!("{before}{}.{inner}", name.trim()), of);
            members.extend(of_inside.into_iter().map(whole));
            body = rest;
            continue;
        }
        let (member, rest) = body.split_once(';').unwrap();
        let (name, length) = member
            .split_once('[')
            .map_or((member, ""), |(name, length)| {
                (name, length.trim_end_matches(']'))
            });
        let end = name.rfind([' ', '*']).unwrap() + 1;
        let mut of = tidied(&name[..end]);
        if !length.is_empty() {
            of = format!("{of}[{length}]");
        }
        members.push((format!("{before}{}", &name[end..]), of));
        body = rest;
    }
}

/// Returns the members of a struct of the library, with the names and types that they have in C.
pub fn members_in_source(source: &str, name: &str) -> Members {
    let declared = ["struct", "union"].map(|of| format!("{of} {name} {{\n"));
    let found = declared.iter().find_map(|of| source.split_once(of));
    let (body, _) = found.unwrap().1.split_once("\n}").unwrap();
    let fields = body.lines().filter_map(|line| line.trim().split_once(": "));
    let mut members = Vec::new();
    for (field, of) in fields {
        let field = if field == "value_type" { "type" } else { field };
        let of = of.trim_end_matches(',');
        if of == "Of" || of == "Items" {
            let inside = members_in_source(source, of).into_iter();
            members.extend(inside.map(|(inner, of)| (format!("{field}.{inner}"), of)));
        } else {
            members.push((field.to_owned(), in_c(of)));
        }
    }
    members
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
    if let Some(inner) = of.strip_prefix("*mut ") {
        return pointer_to(in_c(inner));
    }
    if let Some(inner) = of.strip_prefix("*const ") {
        return pointer_to(format!("const {}", in_c(inner)));
    }
    if let Some(array) = of.strip_prefix('[') {
        let (item, length) = array.trim_end_matches(']').split_once("; ").unwrap();
        return format!("{}[{length}]", in_c(item));
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
        "CParameter" => "tw_parameter",
        "CEvent" => "tw_event",
        "Update" => "tw_update_fn",
        "Start" => "tw_start_fn",
        "End" => "tw_end_fn",
        "StateHook" => "tw_state_fn",
        "Save" => "tw_save_fn",
        "Restore" => "tw_restore_fn",
        "OnEvent" => "tw_event_fn",
        "OnLine" => "tw_log_fn",
        "Read" => "tw_read_fn",
        "ProgramOf" => "tw_program_fn",
        "Tasks" => "tw_tasks",
        "Problems" => "tw_problems",
        "Contents" => "tw_contents",
        "Tree" => "tw_tree",
        "Manager" => "tw_manager",
        "CLink" => "tw_link",
        "Report" => "tw_report",
        "Completion" => "tw_completion",
        "Buffer" => "tw_buffer",
        "i32" => "int32_t",
        "u32" => "uint32_t",
        "i64" => "int64_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "f64" => "double",
        "f32" => "float",
        "c_void" => "void",
        "c_char" | "u8" => "char",
        other => panic!("how does C write `{other}`?"),
    };
    known.to_owned()
}
