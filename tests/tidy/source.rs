//! A Rust file as facts about its tokens: names that it uses, and the lengths of its functions. Knows no rule.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A path in the code, such as `crate::model::Node`, with its line.
#[derive(Debug)]
pub struct Named {
    /// Its segments. A group such as `a::{b, c}` yields one path for each member.
    pub path: Vec<String>,
    /// Counted from 1.
    pub line: usize,
    /// The number of enclosing inline modules.
    pub depth: usize,
    /// Whether it is in test code.
    pub in_tests: bool,
}

/// A function and the number of lines of its body.
#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub line: usize,
    pub lines: usize,
}

/// A file and the facts found in it.
pub struct Source {
    /// Relative to the workspace, with `/`.
    pub path: String,
    pub text: String,
    pub names: Vec<Named>,
    pub functions: Vec<Function>,
    /// Modules in separate files that this file declares for tests only.
    test_modules: Vec<String>,
}

impl Source {
    pub fn of_text(path: &str, text: String) -> Self {
        let tokens: TokenStream = match text.parse() {
            Ok(tokens) => tokens,
            Err(error) => panic!("{path} is not valid Rust: {error}"),
        };
        let mut source = Self {
            path: path.into(),
            text,
            names: Vec::new(),
            functions: Vec::new(),
            test_modules: Vec::new(),
        };
        source.walk(tokens, 0, path.starts_with("tests/"));
        source
    }

    /// Returns the path prefixes of this file's test modules: `nodes/testing` for `mod testing;` in `nodes.rs`.
    fn test_paths(&self) -> impl Iterator<Item = String> {
        let folder = self.path.trim_end_matches(".rs");
        let folder = folder.trim_end_matches("/lib").trim_end_matches("/main");
        self.test_modules
            .iter()
            .map(move |name| format!("{folder}/{name}"))
    }

    /// Marks the whole file as test code.
    fn become_test(&mut self) {
        for name in &mut self.names {
            name.in_tests = true;
        }
    }

    fn walk(&mut self, tokens: TokenStream, depth: usize, in_tests: bool) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let mut at = 0;
        // Whether the following item is for tests only.
        let mut for_tests = false;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    if is_cfg_test(&tokens, at) {
                        for_tests = true;
                    }
                    self.walk(group.stream(), depth, in_tests);
                }
                TokenTree::Ident(word) if word == "mod" => {
                    if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                        self.walk(body.stream(), depth + 1, in_tests || for_tests);
                        at += 2;
                    } else if let Some(TokenTree::Ident(name)) = tokens.get(at + 1)
                        && for_tests
                    {
                        self.test_modules.push(name.to_string());
                    }
                    for_tests = false;
                }
                TokenTree::Ident(word) => {
                    if word == "fn" {
                        self.function(&tokens[at..]);
                    }
                    at += self.name(&tokens[at..], depth, in_tests) - 1;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Records a function whose `fn` is the first of these tokens.
    fn function(&mut self, tokens: &[TokenTree]) {
        let Some(TokenTree::Ident(name)) = tokens.get(1) else {
            return;
        };
        for token in &tokens[2..] {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ';' => return,
                TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                    self.functions.push(Function {
                        name: name.to_string(),
                        line: name.span().start().line,
                        lines: lines(body),
                    });
                    return;
                }
                _ => {}
            }
        }
    }

    /// Records the path that begins here. Returns its number of tokens (without groups, which are walked separately).
    fn name(&mut self, tokens: &[TokenTree], depth: usize, in_tests: bool) -> usize {
        let TokenTree::Ident(first) = &tokens[0] else {
            return 1;
        };
        let line = first.span().start().line;
        let (path, mut taken) = segments(tokens);
        let mut paths = vec![path];
        if taken > 2
            && let Some(TokenTree::Group(group)) = tokens.get(taken)
            && is_double_colon(tokens, taken - 2)
        {
            paths = members(&paths[0], group);
            taken += 1;
        }
        self.names.extend(paths.into_iter().map(|path| Named {
            path,
            line,
            depth,
            in_tests,
        }));
        taken
    }
}

/// Returns the segments of a path and the number of its tokens, including a trailing `::`.
fn segments(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    let mut at = 0;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(segment)) => path.push(segment.to_string()),
            Some(TokenTree::Punct(star)) if at > 0 && star.as_char() == '*' => {
                path.push("*".into());
            }
            _ => return (path, at),
        }
        at += 1;
        if !is_double_colon(tokens, at) {
            return (path, at);
        }
        at += 2;
    }
}

/// Returns `prefix` with each member of the group that follows it, including nested groups.
fn members(prefix: &[String], group: &Group) -> Vec<Vec<String>> {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
    let mut paths = Vec::new();
    for member in tokens.split(is_comma).filter(|m| !m.is_empty()) {
        let (rest, taken) = segments(member);
        let mut path = prefix.to_vec();
        path.extend(rest);
        match member.get(taken) {
            Some(TokenTree::Group(inner)) => paths.extend(members(&path, inner)),
            _ => paths.push(path),
        }
    }
    paths
}

fn is_double_colon(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |i| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == ':');
    colon(at) && colon(at + 1)
}

/// Returns whether this group is the bracket of `#[cfg(test)]`, or of a condition that includes fuzzing.
fn is_cfg_test(tokens: &[TokenTree], at: usize) -> bool {
    let hash = at > 0 && matches!(&tokens[at - 1], TokenTree::Punct(p) if p.as_char() == '#');
    let text = tokens[at].to_string().replace(' ', "");
    let for_tests = ["[cfg(test)]", "[cfg(any(test,feature=\"testing\"))]"];
    hash && for_tests.contains(&&*text)
}

fn lines(group: &Group) -> usize {
    group.span_close().end().line - group.span_open().start().line + 1
}

/// Returns all Rust files below these folders of the workspace, in order. Each is read only once, and then cached.
pub fn sources(folders: &[&str]) -> Vec<&'static Source> {
    static ALL: LazyLock<Vec<Source>> = LazyLock::new(read_all);
    let is_below = |source: &&Source| {
        let path = Path::new(&source.path);
        folders.iter().any(|folder| path.starts_with(folder))
    };
    let found: Vec<_> = ALL.iter().filter(is_below).collect();
    assert!(!found.is_empty(), "no sources in {folders:?}");
    found
}

fn read_all() -> Vec<Source> {
    let root = root();
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = ["core", "app", "tests", "engines/arena", "engines/c"]
        .map(|folder| root.join(folder))
        .into();
    while let Some(folder) = open.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(&root).unwrap();
                let relative = relative.to_string_lossy().replace('\\', "/");
                let text = fs::read_to_string(&path).unwrap();
                found.push(Source::of_text(&relative, text));
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    let tests: Vec<String> = found.iter().flat_map(Source::test_paths).collect();
    for source in &mut found {
        let is_below = |path: &String| {
            let rest = source.path.strip_prefix(path.as_str());
            rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
        };
        if tests.iter().any(is_below) {
            source.become_test();
        }
    }
    found
}

/// Returns the workspace's folder.
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_path_buf()
}
