//! Checks claims against their tree, and compiles their expressions.

use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::expression::{Comparing, Dependence, ExpressionError, Fault};
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::spelling::nearest;
use treewright_core::value::{Value, ValueType};
use treewright_insight::scenario::{NamedNodes, NodeName, NodeNames, ScenarioError};

use super::condition::{ClaimKey, Formula, STOPPED};
use super::names::{ClaimNames, Reading, variable_of};
use super::problem::{ClaimError, ClaimPlace, ClaimProblem, NameProblem};
use super::watches::{Assumption, Claimed};
use super::{Changes, Claims, InputRule, LeafRule, Says};
use crate::frame_facts::Watch;
use crate::inputs::{LeafAnswers, Way};
use crate::program::AnalyzedTree;

/// A watch that judges a claim or an assumption.
pub type ClaimWatch = Arc<dyn Watch>;

/// Claims that fit their tree.
#[derive(Clone, Debug, Default)]
pub struct CheckedClaims {
    /// The assumptions, in the order of the file.
    pub assumptions: Vec<ClaimWatch>,
    /// The claims, in the order of the file.
    pub claims: Vec<ClaimWatch>,
    /// All conditions in them.
    pub(crate) formulas: Vec<Formula>,
    /// When the game writes variables, and which values; a variable that it never writes has no way.
    pub(crate) rules: Vec<(Arc<str>, Option<Way>, Vec<Value>)>,
    /// What leaves of the game return; `None` for those that return what their stand-in does.
    pub(crate) leaves: Vec<(NodeIndex, Option<LeafAnswers>)>,
}

/// Checks claims against their tree.
///
/// # Errors
/// All that is wrong with them, in the order of the file.
pub fn check(claims: &Claims, tree: &AnalyzedTree<'_>) -> Result<CheckedClaims, Vec<ClaimError>> {
    let names = NodeNames::new(&tree.project, tree.library);
    let nodes = names.in_program(&tree.program, &tree.origins);
    let mut checker = Checker {
        tree,
        names: &names,
        nodes: &nodes,
        errors: Vec::new(),
        checked: CheckedClaims::default(),
    };
    for (name, rule) in &claims.inputs {
        checker.input(name, rule);
    }
    for (name, rule) in &claims.leaves {
        if let Err(problem) = checker.leaf(name, rule) {
            let place = ClaimPlace::Leaf(name.clone());
            checker.errors.push(ClaimError { place, problem });
        }
    }
    for (index, text) in claims.assumptions.iter().enumerate() {
        let place = ClaimPlace::Assumption(index);
        if let Some(formula) = checker.formula(text, Reading::FrameAndLast, place) {
            checker
                .checked
                .assumptions
                .push(Arc::new(Assumption(formula)));
        }
    }
    for (index, claim) in claims.claims.iter().enumerate() {
        if let Some(claimed) = checker.claim(index, &claim.says) {
            checker.checked.claims.push(Arc::new(claimed));
        }
    }
    if checker.errors.is_empty() {
        Ok(checker.checked)
    } else {
        Err(checker.errors)
    }
}

struct Checker<'t, 'p> {
    tree: &'p AnalyzedTree<'t>,
    names: &'p NodeNames<'p>,
    nodes: &'p NamedNodes<'p>,
    errors: Vec<ClaimError>,
    checked: CheckedClaims,
}

impl Checker<'_, '_> {
    fn formula(&mut self, text: &str, reading: Reading, place: ClaimPlace) -> Option<Formula> {
        let names = ClaimNames {
            program: &self.tree.program,
            nodes: self.nodes,
            names: self.names,
            reading,
        };
        let compiled = Formula::compile(text, names).and_then(|formula| {
            check_statuses(&formula, text)?;
            Ok(formula)
        });
        match compiled {
            Ok(formula) => {
                self.checked.formulas.push(formula.clone());
                Some(formula)
            }
            Err(error) => {
                let column = error.column(text);
                let problem = ClaimProblem::Expression { column, error };
                self.errors.push(ClaimError { place, problem });
                None
            }
        }
    }

    fn claim(&mut self, index: usize, says: &Says) -> Option<Claimed> {
        // All expressions are checked, also after one with an error.
        let expressions = says.expressions().into_iter().map(|(field, text)| {
            let place = ClaimPlace::Claim(index, field);
            self.formula(text, Reading::Frame, place)
        });
        let mut formulas = expressions.collect::<Vec<_>>().into_iter().flatten();
        let (one, other) = (formulas.next()?, formulas.next());
        Some(match (says, other) {
            (Says::Never(_), _) => Claimed::Never(one),
            (Says::Always(_), _) => Claimed::Always(one),
            (Says::Can(_), _) => Claimed::Can(one),
            (Says::Within { frames, .. }, Some(then)) => Claimed::Within {
                frames: *frames,
                after: one,
                then,
            },
            (Says::Before { .. }, Some(then)) => Claimed::Before { first: one, then },
            (Says::Within { .. } | Says::Before { .. }, None) => return None,
        })
    }

    fn input(&mut self, name: &Arc<str>, rule: &InputRule) {
        let place = ClaimPlace::Input(name.clone());
        let Some((_, value_type)) = variable_of(&self.tree.program, name) else {
            let problem = self.no_variable(name);
            self.errors.push(ClaimError { place, problem });
            return;
        };
        let way = match &rule.changes {
            Changes::Free => Some(Way::Free),
            Changes::Fixed => Some(Way::Fixed),
            Changes::Initial => None,
            Changes::OnlyWhen(text) => {
                let formula = self.formula(text, Reading::FrameAndLast, place.clone());
                let Some(formula) = formula else {
                    return;
                };
                Some(Way::ChangesOnlyWhen(Arc::new(formula)))
            }
        };
        match typed(name, &value_type, &rule.values) {
            Ok(values) => self.checked.rules.push((name.clone(), way, values)),
            Err(problem) => self.errors.push(ClaimError { place, problem }),
        }
    }

    fn no_variable(&self, name: &Arc<str>) -> ClaimProblem {
        let known = self.tree.variables().map(|(_, variable)| &*variable.name);
        let name = name.clone();
        match nearest(&name, known) {
            Some(meant) => ClaimProblem::NoVariableMeant {
                meant: meant.to_owned(),
                name,
            },
            None => ClaimProblem::NoVariable { name },
        }
    }

    fn leaf(&mut self, name: &NodeName, rule: &LeafRule) -> Result<(), ClaimProblem> {
        let places = self.nodes.places(name);
        let places = places.map_err(|error| self.no_node(name, &error))?;
        for place in places {
            if !self.tree.program.category(place).is_leaf() {
                let error = ScenarioError::NotALeaf(name.clone());
                return Err(self.no_node(name, &error));
            }
            let answers = self.answers(name, place, rule)?;
            self.checked.leaves.push((place, answers));
        }
        Ok(())
    }

    fn no_node(&self, name: &NodeName, error: &ScenarioError) -> ClaimProblem {
        let why = error.message();
        let meant = match error {
            ScenarioError::UnknownNode(_) => self.names.similar(name),
            _ => None,
        };
        match meant {
            Some(meant) => ClaimProblem::NodeMeant {
                why,
                meant: meant.to_owned(),
            },
            None => ClaimProblem::Node { why },
        }
    }

    /// Returns what a leaf may return by its rule; `None` if that is what its stand-in returns.
    fn answers(
        &self,
        name: &NodeName,
        leaf: NodeIndex,
        rule: &LeafRule,
    ) -> Result<Option<LeafAnswers>, ClaimProblem> {
        let name = || name.clone();
        let Some(declared) = self.tree.declared_answers(leaf) else {
            return Err(ClaimProblem::OwnLeaf { name: name() });
        };
        let LeafRule::Returns {
            results,
            max_frames,
        } = rule
        else {
            return if self.tree.has_own_stand_in(leaf) {
                Ok(None)
            } else {
                Err(ClaimProblem::NoStandIn { name: name() })
            };
        };
        let is_conditional = self.tree.program.category(leaf) == Category::Conditional;
        if is_conditional && results.contains(&Status::Running) {
            return Err(ClaimProblem::ConditionalRuns { name: name() });
        }
        let undeclared = results
            .iter()
            .find(|result| !declared.results.contains(result));
        if let Some(result) = undeclared {
            let (name, result) = (name(), result.name());
            return Err(ClaimProblem::Undeclared { name, result });
        }
        Ok(Some(LeafAnswers {
            node: leaf,
            results: if results.is_empty() {
                declared.results
            } else {
                results.clone()
            },
            max_frames: max_frames.or(declared.max_frames),
        }))
    }
}

/// Refuses a text that is compared with the status of the tree, but is none.
fn check_statuses(formula: &Formula, text: &str) -> Result<(), ExpressionError> {
    let dependences = formula.expression().dependences().into_iter();
    let texts = dependences.filter_map(|found| match found {
        Dependence::Constant(ClaimKey::Status, Comparing::Equal, Value::String(text)) => Some(text),
        _ => None,
    });
    for found in texts {
        if Status::from_name(&found).is_none() && *found != *STOPPED {
            let start = text.find(&*found).unwrap_or_default();
            let why = NameProblem::NoStatus {
                found: found.to_string(),
            };
            return Err(ExpressionError {
                range: start..start,
                fault: Fault::Refused { why: why.message() },
            });
        }
    }
    Ok(())
}

/// Converts given values to the type of their variable.
fn typed(
    name: &Arc<str>,
    value_type: &ValueType,
    values: &[Value],
) -> Result<Vec<Value>, ClaimProblem> {
    let typed = values.iter().map(|value| {
        let wrong = || ClaimProblem::WrongValue {
            name: name.clone(),
            expected: value_type.clone(),
            found: value.value_type(),
        };
        value.coerced(value_type).ok_or_else(wrong)
    });
    typed.collect()
}
