//! Variables that were renamed while the run went on. They keep their values and their history; in earlier frames they have their old names.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::ProgramVariable;
use treewright_core::value::Value;
use treewright_insight::recording::{Recording, RunInput};

/// All renames, in order.
#[derive(Default)]
pub(super) struct RenamedVariables(Vec<RenamedVariable>);

/// A variable that has another name in the programs of a tree from this one on. In its uses, the name follows a path.
struct RenamedVariable {
    tree: usize,
    program: usize,
    from: Arc<str>,
    to: Arc<str>,
}

impl RenamedVariable {
    /// Whether it was renamed after a program of its tree, which is given by the indices of tree and program.
    fn is_later(&self, (tree, program): (usize, usize)) -> bool {
        self.tree == tree && self.program > program
    }

    fn renamed<'a>(name: &'a str, from: &str, to: &str) -> Cow<'a, str> {
        match name.rsplit_once('/') {
            None if name == from => to.to_owned().into(),
            Some((path, last)) if last == from => format!("{path}/{to}").into(),
            _ => name.into(),
        }
    }
}

impl RenamedVariables {
    /// The name in an earlier program, given with its tree, of a variable that has this name now.
    pub fn name_in<'a>(&self, program: (usize, usize), name: &'a str) -> Cow<'a, str> {
        let later = self.0.iter().rev().filter(|it| it.is_later(program));
        later.fold(name.into(), |name, it| {
            RenamedVariable::renamed(&name, &it.to, &it.from)
                .into_owned()
                .into()
        })
    }

    /// The name now of a variable that had this name in an earlier program, given with its tree.
    pub fn name_now<'a>(&self, program: (usize, usize), name: Cow<'a, str>) -> Cow<'a, str> {
        let later = self.0.iter().filter(|it| it.is_later(program));
        later.fold(name, |name, it| {
            RenamedVariable::renamed(&name, &it.from, &it.to)
                .into_owned()
                .into()
        })
    }

    /// Adds those that are renamed from this program on.
    pub fn add(
        &mut self,
        (tree, program): (usize, usize),
        renamed: impl Iterator<Item = (Arc<str>, Arc<str>)>,
    ) {
        for (from, to) in renamed {
            let last = |name: &str| name.rsplit('/').next().unwrap_or_default().into();
            let (from, to): (Arc<str>, Arc<str>) = (last(&from), last(&to));
            let is_known = |it: &RenamedVariable| {
                (it.tree, it.program, &it.from, &it.to) == (tree, program, &from, &to)
            };
            if !self.0.iter().any(is_known) {
                self.0.push(RenamedVariable {
                    tree,
                    program,
                    from,
                    to,
                });
            }
        }
    }
}

/// The variables that have another name in the second program: those at the same place, of the same type.
pub(super) fn between(before: &Program<()>, after: &Program<()>) -> Vec<(Arc<str>, Arc<str>)> {
    let lists = [
        (before.tree_variables(), after.tree_variables()),
        (before.global_variables(), after.global_variables()),
    ];
    let is_renamed = |(old, new): &(&ProgramVariable, &ProgramVariable)| {
        let is_gone = after.variable(&old.name).is_none();
        let is_new = before.variable(&new.name).is_none();
        is_gone && is_new && old.value_type == new.value_type
    };
    let same_length = lists
        .into_iter()
        .filter(|(old, new)| old.len() == new.len());
    let pairs = same_length.flat_map(|(old, new)| old.iter().zip(new));
    let renamed = pairs.filter(is_renamed);
    renamed
        .map(|(old, new)| (old.name.clone(), new.name.clone()))
        .collect()
}

/// The inputs that give renamed variables of all agents with a program the values that they have under their old names.
pub(super) fn values(
    recording: &Recording,
    number: usize,
    renamed: &[(Arc<str>, Arc<str>)],
) -> Vec<RunInput> {
    let program = &recording.programs()[number];
    let declared = || {
        program
            .tree_variables()
            .iter()
            .chain(program.global_variables())
    };
    let is_initial = |name: &str, value: &Value| {
        declared().any(|variable| *variable.name == *name && variable.initial == *value)
    };
    let of_agent = |agent| {
        let values = renamed.iter().filter_map(move |(from, to)| {
            let value = recording.variable(agent, from)?.clone();
            let name = to.clone();
            (!is_initial(from, &value)).then_some(RunInput::Set { agent, name, value })
        });
        values.collect::<Vec<_>>()
    };
    let agents = recording.agent_programs().iter();
    let agents = agents.filter(|(_, of)| *of == number);
    agents.flat_map(|(agent, _)| of_agent(agent)).collect()
}
