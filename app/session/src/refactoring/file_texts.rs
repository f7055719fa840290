//! The texts of scenarios, claims and task libraries: where each is, and whether it may be replaced. Names of variables, nodes and tasks may not: they follow
//! when what they name is renamed. Does not know what is searched for.

use std::borrow::Cow;
use std::sync::Arc;

use treewright_authoring::search::{SearchField, TextMatch, TextOwner, TextRole};
use treewright_core::expression::variable_places;
use treewright_core::library::TaskLibrary;
use treewright_core::model::{ParameterDeclaration, StandIn};
use treewright_core::value::Value;
use treewright_explore::claims::{Changes, Claims};
use treewright_insight::scenario::{Scenario, ScenarioStep, named_in_mut};

/// A text of a file.
pub struct FileText<'a> {
    pub owner: &'a TextOwner,
    pub role: TextRole,
    pub field: SearchField,
    pub text: &'a str,
    /// Whether it can be replaced without breaking a reference.
    pub is_free: bool,
}

/// Sees each text. What it returns takes the place of a text that is free.
pub type Visit<'v> = dyn FnMut(&FileText<'_>) -> Option<String> + 'v;

struct Visitor<'v> {
    visit: &'v mut Visit<'v>,
    owner: TextOwner,
}

impl<'v> Visitor<'v> {
    fn new(visit: &'v mut Visit<'v>) -> Self {
        let owner = TextOwner::Document;
        Self { visit, owner }
    }

    /// A text that can be replaced.
    fn free(&mut self, role: TextRole, field: SearchField, text: &str) -> Option<String> {
        self.see(role, field, text, true)
    }

    /// A name that follows what it names.
    fn name(&mut self, role: TextRole, field: SearchField, text: &str) {
        self.see(role, field, text, false);
    }

    fn see(
        &mut self,
        role: TextRole,
        field: SearchField,
        text: &str,
        is_free: bool,
    ) -> Option<String> {
        let owner = &self.owner;
        let text = FileText {
            owner,
            role,
            field,
            text,
            is_free,
        };
        (self.visit)(&text)
    }

    fn value(&mut self, name: &str, value: &mut Value) {
        let role = TextRole::Value(name.into());
        let text = treewright_authoring::search::text_of(value).into_owned();
        let is_free = matches!(value, Value::String(_));
        let new = self.see(role, SearchField::Parameter, &text, is_free);
        if let Some(new) = new.filter(|_| is_free) {
            *value = Value::from(new.as_str());
        }
    }
}

/// Goes through the texts of a scenario.
pub fn of_scenario<'v>(scenario: &mut Scenario, visit: &'v mut Visit<'v>) {
    let mut visitor = Visitor::new(visit);
    for (text, role, field) in [
        (&mut scenario.name, TextRole::Name, SearchField::Name),
        (
            &mut scenario.description,
            TextRole::Comment,
            SearchField::Comment,
        ),
    ] {
        if let Some(new) = visitor.free(role, field, text) {
            *text = new;
        }
    }
    for (leaf, stand_in) in &mut scenario.leaves {
        visitor.name(TextRole::Name, SearchField::Name, leaf);
        if let StandIn::Expression(text) = stand_in
            && let Some(new) = visitor.free(TextRole::StandIn, SearchField::Parameter, text)
        {
            *text = new;
        }
    }
    for (frame, step) in &mut scenario.steps {
        visitor.owner = TextOwner::Frame(*frame);
        of_step(step, &mut visitor);
    }
}

fn of_step(step: &mut ScenarioStep, visitor: &mut Visitor<'_>) {
    for (variable, value) in step.set.iter_mut().chain(&mut step.expect.variables) {
        visitor.name(TextRole::Name, SearchField::Variable, variable);
        visitor.value(variable, value);
    }
    let parameter = SearchField::Parameter;
    for event in &mut step.events {
        if let Some(new) = visitor.free(TextRole::Name, parameter, &event.name) {
            event.name = new.into();
        }
        if let Some(payload) = &mut event.payload {
            visitor.value("", payload);
        }
    }
    for interruption in &mut step.interrupt {
        if let Some(new) = visitor.free(TextRole::Name, parameter, &interruption.key) {
            interruption.key = new.into();
        }
    }
    for node in named_in_mut(step) {
        visitor.name(TextRole::Name, SearchField::Name, node);
    }
}

/// Goes through the texts of claims. What names variables and nodes follows them.
pub fn of_claims<'v>(claims: &mut Claims, visit: &'v mut Visit<'v>) {
    let mut visitor = Visitor::new(visit);
    let (name, parameter) = (SearchField::Name, SearchField::Parameter);
    let description = visitor.free(TextRole::Comment, SearchField::Comment, &claims.description);
    if let Some(new) = description {
        claims.description = new;
    }
    for (variable, rule) in &claims.inputs {
        visitor.name(TextRole::Name, SearchField::Variable, variable);
        if let Changes::OnlyWhen(text) = &rule.changes {
            visitor.name(TextRole::Value(variable.clone()), parameter, text);
        }
    }
    for (leaf, _) in &claims.leaves {
        visitor.name(TextRole::Name, name, leaf);
    }
    for text in &claims.assumptions {
        visitor.name(TextRole::Value("".into()), parameter, text);
    }
    for (index, claim) in claims.claims.iter_mut().enumerate() {
        visitor.owner = TextOwner::Claim(index);
        if let Some(new) = visitor.free(TextRole::Name, name, &claim.name) {
            claim.name = new;
        }
        for (_, text) in claim.says.expressions() {
            visitor.name(TextRole::Value("".into()), parameter, text);
        }
    }
}

/// Returns the rules for a variable, and the expressions of claims that read it.
pub fn claims_naming(claims: &Claims, variable: &str) -> Vec<TextMatch> {
    let mut found = Vec::new();
    of_claims(&mut claims.clone(), &mut |text| {
        let ranges: Vec<_> = match (&text.role, text.field) {
            (TextRole::Name, SearchField::Variable) if text.text == variable => {
                std::iter::once(0..text.text.len()).collect()
            }
            (TextRole::Value(_), _) => {
                let places = variable_places(text.text).into_iter();
                let places = places.filter(|(name, _)| name == variable);
                places.map(|(_, range)| range).collect()
            }
            _ => Vec::new(),
        };
        if !ranges.is_empty() {
            found.push(TextMatch {
                owner: text.owner.clone(),
                spot: text.role.clone(),
                text: text.text.to_owned(),
                ranges,
            });
        }
        None
    });
    found
}

/// Goes through the texts of a task library.
pub fn of_library<'v>(library: &mut TaskLibrary, visit: &'v mut Visit<'v>) {
    let mut visitor = Visitor::new(visit);
    let (name, comment) = (SearchField::Name, SearchField::Comment);
    if let Some(new) = visitor.free(TextRole::Name, name, &library.name) {
        library.name = new;
    }
    if let Some(new) = visitor.free(TextRole::Comment, comment, &library.description) {
        library.description = new;
    }
    for task in &mut library.tasks {
        let declaration = &mut task.declaration;
        visitor.owner = TextOwner::Task(Arc::from(&*declaration.task));
        visitor.name(TextRole::Kind, SearchField::Kind, &declaration.task);
        for text in [&mut declaration.summary, &mut declaration.details] {
            comment_text(text, &mut visitor);
        }
        let parameters = declaration.parameters.iter_mut();
        for parameter in parameters.chain(&mut declaration.child_parameters) {
            of_parameter(parameter, &mut visitor);
        }
    }
}

fn comment_text(text: &mut Cow<'static, str>, visitor: &mut Visitor<'_>) {
    if let Some(new) = visitor.free(TextRole::Comment, SearchField::Comment, text) {
        *text = new.into();
    }
}

fn of_parameter(parameter: &mut ParameterDeclaration, visitor: &mut Visitor<'_>) {
    let name: Arc<str> = Arc::from(&*parameter.name);
    let role = TextRole::Parameter(name.clone());
    visitor.name(role, SearchField::Parameter, &name);
    comment_text(&mut parameter.help, visitor);
    for text in &mut parameter.choice_help {
        comment_text(text, visitor);
    }
    // A text of a choice is a name that trees use.
    let values = [&parameter.default, &parameter.suggested];
    for value in values.into_iter().flatten() {
        let text = treewright_authoring::search::text_of(value);
        visitor.name(TextRole::Value(name.clone()), SearchField::Parameter, &text);
    }
}
