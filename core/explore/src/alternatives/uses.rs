//! How the nodes of a tree and its claims depend on variables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::NodeArguments;
use treewright_core::expression::{Comparing, Dependence, Expression};
use treewright_core::runtime::{NodeIndex, Operand, VariableSlot};
use treewright_core::value::{Value, ValueType};

use super::SampledReason;
use super::reader::NodeReader;
use crate::claims::{CheckedClaims, ClaimKey};
use crate::names::Names;
use crate::program::AnalyzedTree;

/// How everything depends on one variable.
#[derive(Clone, Debug, Default)]
pub(super) struct VariableUse {
    /// Whether anything depends on it.
    pub is_read: bool,
    /// Whether a node writes it.
    pub is_written: bool,
    /// Whether a change matters that stays in its class.
    pub is_watched_for_changes: bool,
    /// The constants with which it is compared.
    pub cuts: Vec<(Comparing, Value)>,
    /// The other variables with which it is compared.
    pub partners: BTreeSet<usize>,
    /// The range of the parameters that are bound to it.
    pub range: Option<(f64, f64)>,
    /// Values worth a try where it is not only compared.
    pub samples: Vec<Value>,
    /// Values near which computations with it may turn.
    pub points: Vec<Value>,
    /// Why values of it are only samples.
    pub reasons: Vec<SampledReason>,
}

impl VariableUse {
    /// Adds that it is compared with a constant of its type.
    pub(super) fn cut(&mut self, comparing: Comparing, value: Value) {
        self.is_read = true;
        if !self.cuts.contains(&(comparing, value.clone())) {
            self.cuts.push((comparing, value));
        }
    }

    /// Adds that it, of this type, is compared with a constant of any type. Nothing equals a constant of a wholly different type.
    fn cut_as(&mut self, value_type: &ValueType, comparing: Comparing, constant: &Value) {
        self.is_read = true;
        match (constant, value_type) {
            (Value::Float(number), ValueType::Int) => match comparing.narrowed(*number) {
                Some((comparing, whole)) => self.cut(comparing, whole),
                None => self.sample(SampledReason::Large),
            },
            _ => {
                if let Some(constant) = constant.coerced(value_type) {
                    self.cut(comparing, constant);
                }
            }
        }
    }

    pub(super) fn sample(&mut self, reason: SampledReason) {
        self.is_read = true;
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Adds how something depends on a variable to which this one, of this type, is copied. Returns whether that was new.
    fn absorb(&mut self, value_type: &ValueType, other: &Self) -> bool {
        let before = self.extent();
        for (comparing, constant) in &other.cuts {
            self.cut_as(value_type, *comparing, constant);
        }
        for reason in &other.reasons {
            self.sample(reason.clone());
        }
        self.partners.extend(&other.partners);
        for sample in &other.samples {
            let sample = nearest(sample, value_type);
            let is_new = |sample: &Value| !self.samples.contains(sample);
            self.samples.extend(sample.filter(is_new));
        }
        for point in &other.points {
            self.add_point(value_type, point);
        }
        self.is_read |= other.is_read;
        self.is_watched_for_changes |= other.is_watched_for_changes;
        before != self.extent()
    }

    fn add_point(&mut self, value_type: &ValueType, point: &Value) {
        let point = nearest(point, value_type).filter(|point| !self.points.contains(point));
        self.points.extend(point);
    }

    /// Changes whenever anything is added.
    fn extent(&self) -> (usize, [bool; 2]) {
        let values = self.cuts.len() + self.samples.len() + self.points.len();
        let parts = values + self.reasons.len() + self.partners.len();
        (parts, [self.is_read, self.is_watched_for_changes])
    }
}

/// Returns the value itself in another type; of a number with a fraction the whole number below it.
fn nearest(value: &Value, value_type: &ValueType) -> Option<Value> {
    match (value, value_type) {
        (Value::Float(number), ValueType::Int) => {
            let narrowed = Comparing::Equal.narrowed(*number);
            narrowed.map(|(_, whole)| whole)
        }
        _ => value.coerced(value_type),
    }
}

/// How everything depends on the variables of a program, by their order there: first those of the tree, then global ones.
pub(super) struct Uses {
    names: Vec<Arc<str>>,
    /// How many of them belong to the tree.
    own: usize,
    types: Vec<ValueType>,
    initial: Vec<Value>,
    of_each: Vec<VariableUse>,
    /// From a variable to one to which it is copied.
    copies: Vec<(usize, usize)>,
    /// The variables that receive what comes with an event.
    payloads: BTreeMap<Arc<str>, BTreeSet<usize>>,
}

impl Uses {
    pub fn of(
        tree: &AnalyzedTree<'_>,
        claims: &CheckedClaims,
        is_explored: impl Fn(NodeIndex) -> bool,
    ) -> Self {
        let variables: Vec<_> = tree.variables().map(|(_, variable)| variable).collect();
        let mut uses = Self {
            names: variables.iter().map(|of| of.name.clone()).collect(),
            own: tree.program.tree_variables().len(),
            types: variables.iter().map(|of| of.value_type.clone()).collect(),
            initial: variables.iter().map(|of| of.initial.clone()).collect(),
            of_each: vec![VariableUse::default(); variables.len()],
            copies: Vec::new(),
            payloads: BTreeMap::new(),
        };
        for known in &tree.arguments {
            uses.add_node(tree, known, &is_explored);
        }
        for formula in &claims.formulas {
            let reason = SampledReason::ComputedInClaims;
            uses.add_expression(formula.expression(), Self::claimed, &reason);
        }
        uses.fix(claims);
        uses.send_payloads(tree);
        uses.follow_copies();
        uses
    }

    pub fn variables(&self) -> &[VariableUse] {
        &self.of_each
    }

    /// Returns why values that are used in this way are only samples; nothing if they are all that matter.
    pub fn reasons(&self, used: &VariableUse, names: Names<'_>) -> Vec<SampledReason> {
        let compared = used.partners.iter().map(|other| SampledReason::Compared {
            other: names.variable(&self.names[*other]),
        });
        let own = used.reasons.iter().cloned();
        own.chain(compared).collect()
    }

    /// Returns the events that come with something that variables receive.
    pub fn payloads(&self) -> impl Iterator<Item = &Arc<str>> {
        self.payloads.keys()
    }

    /// Returns whether a variable receives what comes with an event.
    pub fn receives(&self, variable: usize) -> bool {
        let mut receivers = self.payloads.values();
        receivers.any(|variables| variables.contains(&variable))
    }

    /// Returns how everything depends on what comes with an event: for each type, one of the variables that receive it, and what all of
    /// them tell apart in a value of that type.
    pub fn payload_uses(&self, event: &Arc<str>) -> Vec<(usize, VariableUse)> {
        let mut found: Vec<(usize, VariableUse)> = Vec::new();
        let receivers = || self.payloads.get(event).into_iter().flatten();
        for receiver in receivers() {
            let value_type = &self.types[*receiver];
            if found
                .iter()
                .any(|(known, _)| self.types[*known] == *value_type)
            {
                continue;
            }
            let mut used = VariableUse::default();
            for other in receivers() {
                used.absorb(value_type, &self.of_each[*other]);
            }
            found.push((*receiver, used));
        }
        found
    }

    /// Takes variables that have the same value in every run for constants.
    fn fix(&mut self, claims: &CheckedClaims) {
        let rules = claims.rules.iter();
        let fixed: BTreeSet<_> = rules
            .filter(|(_, way, _)| way.is_none())
            .map(|(name, ..)| name)
            .collect();
        for place in 0..self.of_each.len() {
            if self.of_each[place].is_written || !fixed.contains(&self.names[place]) {
                continue;
            }
            for other in std::mem::take(&mut self.of_each[place].partners) {
                let used = &mut self.of_each[other];
                used.partners.remove(&place);
                for comparing in [Comparing::Equal, Comparing::Less, Comparing::AtMost] {
                    used.cut_as(&self.types[other], comparing, &self.initial[place]);
                }
            }
        }
    }

    /// Returns the values, in the type of a variable, that others have with which it is compared, and with which those are compared; none
    /// if there are no others.
    pub fn group_points(&self, variable: usize, used: &VariableUse) -> Vec<Value> {
        let mut group = used.partners.clone();
        let mut waiting: Vec<usize> = group.iter().copied().collect();
        while let Some(of) = waiting.pop() {
            for other in &self.of_each[of].partners {
                if group.insert(*other) {
                    waiting.push(*other);
                }
            }
        }
        group.remove(&variable);
        let points = group.iter().flat_map(|other| {
            let cuts = self.of_each[*other].cuts.iter().map(|(_, value)| value);
            std::iter::once(&self.initial[*other]).chain(cuts)
        });
        points
            .filter_map(|value| nearest(value, &self.types[variable]))
            .collect()
    }

    fn add_node(
        &mut self,
        tree: &AnalyzedTree<'_>,
        known: &NodeArguments,
        is_explored: impl Fn(NodeIndex) -> bool,
    ) {
        let program = match &known.tree {
            None => &tree.program,
            Some(name) => match tree.program.tree(name) {
                Some(program) => program,
                None => return,
            },
        };
        let Some(node) = program.index(&known.node) else {
            return;
        };
        if known.tree.is_none() && is_explored(node) {
            return;
        }
        let is_main = known.tree.is_none();
        for slot in &known.sets {
            if let Some(index) = self.index(program, *slot, is_main) {
                self.of_each[index].is_written = true;
            }
        }
        let task = program.task(node);
        let names = Names {
            program,
            ..tree.names()
        };
        let reader = NodeReader {
            name: names.node(node),
            declaration: tree.library.declaration(task),
            task,
            program,
            is_main,
        };
        reader.read(&known.arguments, self);
    }

    /// Returns the place of a variable of a program; `None` for those that only a background tree has.
    pub(super) fn index(
        &self,
        program: &Program<()>,
        slot: VariableSlot,
        is_main: bool,
    ) -> Option<usize> {
        match slot {
            VariableSlot::Tree(index) => is_main.then_some(index as usize),
            VariableSlot::Global(index) if is_main => Some(self.own + index as usize),
            VariableSlot::Global(_) => {
                let name = program.variable_name(slot);
                let globals = &self.names[self.own..];
                let found = globals.iter().position(|known| known == name);
                found.map(|place| self.own + place)
            }
        }
    }

    /// Adds that a variable is compared with a constant of any type.
    pub(super) fn cut(&mut self, variable: usize, comparing: Comparing, constant: &Value) {
        self.of_each[variable].cut_as(&self.types[variable], comparing, constant);
    }

    pub(super) fn used(&mut self, variable: usize) -> &mut VariableUse {
        &mut self.of_each[variable]
    }

    pub(super) fn type_of(&self, variable: usize) -> &ValueType {
        &self.types[variable]
    }

    pub(super) fn initial(&self, variable: usize) -> &Value {
        &self.initial[variable]
    }

    pub(super) fn copy(&mut self, from: usize, to: usize) {
        self.copies.push((from, to));
    }

    /// Adds that a variable receives what comes with an event.
    pub(super) fn receive(&mut self, event: Arc<str>, variable: usize) {
        self.payloads.entry(event).or_default().insert(variable);
    }

    /// Lets what the tree and its background trees send with events be copied to the variables that receive it.
    fn send_payloads(&mut self, tree: &AnalyzedTree<'_>) {
        let beside = tree.program.trees().iter();
        let beside = beside.map(|(_, program)| (&**program, false));
        for (program, is_main) in beside.chain([(&*tree.program, true)]) {
            for sends in program.indices().filter_map(|node| program.sends(node)) {
                let Some(Operand::Variable(payload)) = &sends.payload else {
                    continue;
                };
                let is_sent = |event: &Arc<str>| match &sends.name {
                    Operand::Literal(name) => name == event,
                    Operand::Variable(_) => true,
                };
                if let Some(from) = self.index(program, *payload, is_main) {
                    let sent = self.payloads.iter().filter(|(event, _)| is_sent(event));
                    let receivers = sent.flat_map(|(_, receivers)| receivers);
                    self.copies.extend(receivers.map(|to| (from, *to)));
                }
            }
        }
    }

    /// Values that the tree distinguishes in a variable are distinguished in each variable that is copied to it, too.
    fn follow_copies(&mut self) {
        let mut is_new = true;
        while is_new {
            is_new = false;
            for (from, to) in self.copies.clone() {
                let target = self.of_each[to].clone();
                is_new |= from != to && self.of_each[from].absorb(&self.types[from], &target);
            }
        }
    }

    /// Adds how an expression depends on variables. `variable` returns that of a key, `reason` why samples are not complete.
    pub(super) fn add_expression<K: Copy + PartialEq>(
        &mut self,
        expression: &Expression<K>,
        variable: impl Fn(&Self, K) -> Option<usize>,
        reason: &SampledReason,
    ) {
        for dependence in expression.dependences() {
            match dependence {
                Dependence::Truth(key) | Dependence::Same(key) => {
                    if let Some(variable) = variable(self, key) {
                        self.use_whole(variable, reason);
                    }
                }
                Dependence::Constant(key, comparing, value) => {
                    if let Some(variable) = variable(self, key) {
                        self.of_each[variable].cut(comparing, value);
                    }
                }
                Dependence::Variables(one, other) => {
                    match (variable(self, one), variable(self, other)) {
                        (Some(one), Some(other)) => self.compare(one, other),
                        (one, other) => {
                            let known = one.or(other).into_iter();
                            known.for_each(|known| self.of_each[known].sample(reason.clone()));
                        }
                    }
                }
                Dependence::Computed(key) => {
                    if let Some(variable) = variable(self, key) {
                        self.of_each[variable].sample(reason.clone());
                    }
                }
            }
        }
        for (key, point) in expression.turning_points() {
            if let Some(variable) = variable(self, key) {
                self.of_each[variable].add_point(&self.types[variable], &point);
            }
        }
    }

    /// Adds that something depends on the value of a variable in an unknown way, if that can be more than whether it is true. `reason` says
    /// why samples are not complete.
    pub(super) fn use_whole(&mut self, variable: usize, reason: &SampledReason) {
        let used = &mut self.of_each[variable];
        match self.types[variable] {
            ValueType::Bool => used.cut(Comparing::Equal, Value::Bool(true)),
            _ => used.sample(reason.clone()),
        }
    }

    /// Returns the variable that a key of claims reads.
    fn claimed(&self, key: ClaimKey) -> Option<usize> {
        match key {
            ClaimKey::Variable(slot) | ClaimKey::Last(slot) => Some(match slot {
                VariableSlot::Tree(index) => index as usize,
                VariableSlot::Global(index) => self.own + index as usize,
            }),
            _ => None,
        }
    }

    /// Adds that two variables are compared, or one with its value before the frame.
    pub(super) fn compare(&mut self, one: usize, other: usize) {
        if one == other {
            self.of_each[one].sample(SampledReason::ComparedWithLast);
            return;
        }
        for (of, with) in [(one, other), (other, one)] {
            self.of_each[of].is_read = true;
            self.of_each[of].partners.insert(with);
        }
    }
}
