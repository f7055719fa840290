//! Which lines the blackboard lists, in which order: variables that match the filter, in groups by scope and by prefix, or those that changed
//! last first. Draws nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use treewright_core::model::{Scope, Variable};
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::RunView;

use super::history;
use crate::panels::PanelContext;

/// From this number of variables on, a prefix that ends with an underscore makes a group; with another separator, two are enough.
const MIN_UNDERSCORE_GROUP: usize = 4;

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The heading of a group.
    Group {
        group: Group,
        /// The number of variables in it.
        count: usize,
        is_collapsed: bool,
    },
    /// A variable, by its index in the document.
    Variable {
        index: usize,
        /// How many headings are above it.
        depth: usize,
        /// The length of the part of the name that its heading says already, in bytes.
        prefix: usize,
    },
}

/// A group of variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    Scope(Scope),
    /// The variables of a scope whose names begin so.
    Prefix(Scope, Arc<str>),
}

/// How the list is filtered and sorted.
#[derive(Debug)]
pub struct Listing {
    pub query: String,
    pub is_grouped: bool,
    pub is_changed_first: bool,
    collapsed: FxHashSet<Group>,
    /// Increases with each change of `collapsed`.
    changes: u64,
    /// The moment of the run by which variables are sorted.
    sorted_at: u64,
    lines: Memo<Key, Arc<Lines>>,
}

/// All lines.
#[derive(Debug, Default)]
pub struct Lines {
    pub all: Vec<Line>,
    /// The highest number of headings above a variable.
    pub depth: usize,
}

impl Lines {
    fn of(all: Vec<Line>) -> Arc<Self> {
        let depths = all.iter().map(|line| match line {
            Line::Variable { depth, .. } => *depth,
            Line::Group { .. } => 0,
        });
        let depth = depths.max().unwrap_or(0);
        Arc::new(Self { all, depth })
    }
}

/// What the lines depend on.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    version: Version,
    query: String,
    is_grouped: bool,
    /// The moment by which variables are sorted.
    sorted_at: Option<u64>,
    changes: u64,
}

impl Default for Listing {
    fn default() -> Self {
        Self {
            query: String::new(),
            is_grouped: true,
            is_changed_first: false,
            collapsed: FxHashSet::default(),
            changes: 0,
            sorted_at: 0,
            lines: Memo::default(),
        }
    }
}

impl Listing {
    /// Updates the lines. While `is_held`, the order by change stays as it is, so that no row moves away under the pointer.
    pub fn update(&mut self, cx: &PanelContext<'_>, is_held: bool) {
        let run = cx.run.filter(|_| self.is_changed_first);
        if let Some(run) = run.filter(|_| !is_held) {
            self.sorted_at = run.moment();
        }
        let key = Key {
            version: cx.front.version(),
            query: self.query.trim().to_lowercase(),
            is_grouped: self.is_grouped,
            sorted_at: run.map(|_| self.sorted_at),
            changes: self.changes,
        };
        let collapsed = &self.collapsed;
        self.lines.of(key, |key| {
            let variables = &cx.front.document().variables;
            let matching = matching(variables, &key.query);
            Lines::of(match run {
                Some(run) => changed_first(variables, matching, run),
                None if key.is_grouped => grouped(variables, matching, collapsed),
                None => plain(matching),
            })
        });
    }

    pub fn lines(&self) -> &Arc<Lines> {
        &self.lines
    }

    /// Collapses or expands a group.
    pub fn toggle(&mut self, group: Group) {
        if !self.collapsed.remove(&group) {
            self.collapsed.insert(group);
        }
        self.changes += 1;
    }

    /// Returns the line of a variable. If it is filtered out or in a collapsed group, shows everything.
    pub fn place_of(&mut self, cx: &PanelContext<'_>, name: &str) -> Option<usize> {
        let variables = &cx.front.document().variables;
        let wanted = variables.iter().position(|v| *v.name == *name)?;
        let find = |lines: &[Line]| {
            let is_wanted =
                |line: &Line| matches!(line, Line::Variable { index, .. } if *index == wanted);
            lines.iter().position(is_wanted)
        };
        if let Some(place) = find(&self.lines.all) {
            return Some(place);
        }
        self.query.clear();
        self.collapsed.clear();
        self.changes += 1;
        self.update(cx, true);
        find(&self.lines.all)
    }
}

/// The indices of the variables whose names or comments contain the query.
fn matching(variables: &[Variable], query: &str) -> Vec<usize> {
    let matches = |variable: &Variable| {
        let contains = |text: &str| text.to_lowercase().contains(query);
        query.is_empty() || contains(&variable.name) || contains(&variable.comment)
    };
    let all = variables.iter().enumerate();
    let matching = all.filter(|(_, variable)| matches(variable));
    matching.map(|(index, _)| index).collect()
}

fn plain(matching: Vec<usize>) -> Vec<Line> {
    let line = |index| Line::Variable {
        index,
        depth: 0,
        prefix: 0,
    };
    matching.into_iter().map(line).collect()
}

fn changed_first(variables: &[Variable], mut matching: Vec<usize>, run: &dyn RunView) -> Vec<Line> {
    let last = |index: &usize| history::last_change(run, &variables[*index].name);
    matching.sort_by_cached_key(|index| std::cmp::Reverse(last(index)));
    plain(matching)
}

/// Groups by scope if there are several, and by prefix. Within a group, the order of the document is kept, groups last.
fn grouped(
    variables: &[Variable],
    matching: Vec<usize>,
    collapsed: &FxHashSet<Group>,
) -> Vec<Line> {
    let mut by_scope: BTreeMap<Scope, Vec<usize>> = BTreeMap::new();
    for index in matching {
        let scope = variables[index].scope;
        by_scope.entry(scope).or_default().push(index);
    }
    let has_scopes = by_scope.len() > 1;
    let mut lines = Vec::new();
    let open = |lines: &mut Vec<Line>, group: Group, count| {
        let is_collapsed = collapsed.contains(&group);
        lines.push(Line::Group {
            group,
            count,
            is_collapsed,
        });
        !is_collapsed
    };
    for (scope, members) in by_scope {
        if has_scopes && !open(&mut lines, Group::Scope(scope), members.len()) {
            continue;
        }
        let depth = usize::from(has_scopes);
        let (alone, prefixes) = by_prefix(variables, &members);
        lines.extend(alone.iter().map(|index| Line::Variable {
            index: *index,
            depth,
            prefix: 0,
        }));
        for (prefix, members) in prefixes {
            let group = Group::Prefix(scope, prefix.into());
            if open(&mut lines, group, members.len()) {
                let depth = depth + 1;
                lines.extend(members.iter().map(|index| Line::Variable {
                    index: *index,
                    depth,
                    prefix: prefix.len(),
                }));
            }
        }
    }
    lines
}

/// Divides variables into those without a group, and groups by prefix, in the order of their first variables.
fn by_prefix<'a>(
    variables: &'a [Variable],
    members: &[usize],
) -> (Vec<usize>, Vec<(&'a str, Vec<usize>)>) {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for index in members {
        let Some(prefix) = prefix(&variables[*index].name) else {
            continue;
        };
        let place = *places.entry(prefix).or_insert(groups.len());
        if place == groups.len() {
            groups.push((prefix, Vec::new()));
        }
        groups[place].1.push(*index);
    }
    groups.retain(|(prefix, members)| {
        let least = if prefix.ends_with('_') {
            MIN_UNDERSCORE_GROUP
        } else {
            2
        };
        members.len() >= least
    });
    let in_groups: FxHashSet<usize> = groups.iter().flat_map(|(_, m)| m.iter().copied()).collect();
    let alone = members.iter().copied();
    let alone = alone.filter(|index| !in_groups.contains(index)).collect();
    (alone, groups)
}

/// The part of a name up to its first separator, which is included.
fn prefix(name: &str) -> Option<&str> {
    let end = name.find(['.', '/', ':']).or_else(|| name.find('_'))?;
    (end > 0 && end + 1 < name.len()).then(|| &name[..=end])
}

#[cfg(test)]
mod tests {
    use treewright_core::value::ValueType;

    use super::*;

    fn variables(names: &[&str]) -> Vec<Variable> {
        let variable = |name: &&str| {
            let (name, scope) = match name.strip_prefix('*') {
                Some(name) => (name, Scope::Global),
                None => (*name, Scope::Tree),
            };
            let mut variable = Variable::new(name, ValueType::Int);
            variable.scope = scope;
            variable
        };
        names.iter().map(variable).collect()
    }

    fn shown(names: &[&str], query: &str, collapsed: &[Group]) -> Vec<String> {
        let variables = variables(names);
        let lines = grouped(
            &variables,
            matching(&variables, query),
            &collapsed.iter().cloned().collect(),
        );
        let text = |line: &Line| match line {
            Line::Group {
                group: Group::Scope(scope),
                count,
                ..
            } => format!("[{} {count}]", scope.name()),
            Line::Group {
                group: Group::Prefix(_, prefix),
                count,
                ..
            } => format!("[{prefix} {count}]"),
            Line::Variable {
                index,
                depth,
                prefix,
            } => {
                let name = &variables[*index].name[*prefix..];
                format!("{}{name}", ">".repeat(*depth))
            }
        };
        lines.iter().map(text).collect()
    }

    #[test]
    fn one_scope_without_prefixes_has_no_groups() {
        assert_eq!(shown(&["b", "a", "has_x"], "", &[]), ["b", "a", "has_x"]);
    }

    #[test]
    fn variables_are_grouped_by_scope_and_prefix() {
        let names = ["enemy.x", "alone", "enemy.y", "*clock", "has_a", "has_b"];
        let all = [
            "[tree 5]",
            ">alone",
            ">has_a",
            ">has_b",
            "[enemy. 2]",
            ">>x",
            ">>y",
            "[global 1]",
            ">clock",
        ];
        assert_eq!(shown(&names, "", &[]), all);
        assert_eq!(shown(&names, "enemy", &[]), ["[enemy. 2]", ">x", ">y"]);
        let closed = [Group::Scope(Scope::Tree)];
        assert_eq!(
            shown(&names, "", &closed),
            ["[tree 5]", "[global 1]", ">clock"]
        );
    }

    #[test]
    fn an_underscore_makes_a_group_of_four() {
        let names = ["has_a", "has_b", "has_c", "has_d", "z"];
        let all = ["z", "[has_ 4]", ">a", ">b", ">c", ">d"];
        assert_eq!(shown(&names, "", &[]), all);
    }
}
