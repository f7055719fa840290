//! Explanatory texts: what a parent does after each child result, why a problem matters, and the names of value types.

use std::borrow::Cow;

use treewright_authoring::explain::{ChildResult, Reaction};
use treewright_core::diagnostic::Problem;
use treewright_core::value::ValueType;

use super::Texts;

impl Texts {
    /// Describes a child result as a condition.
    pub fn child_result(&self, result: ChildResult) -> String {
        self.by_code("child_result", result.code(), &[], &result)
    }

    /// Describes what a parent does after a child result.
    pub fn reaction(&self, reaction: Reaction) -> String {
        self.by_code("reaction", reaction.code(), &[], &reaction)
    }

    /// Explains why a problem matters: what would happen if it were not fixed.
    pub fn problem_why(&self, problem: &Problem) -> Option<String> {
        let code = match problem {
            // Import and export notes have one explanation per grade; the note itself names its subject.
            Problem::Transfer(remark) => remark.grade().code(),
            problem => problem.code(),
        };
        let key = format!("problem_why.{code}");
        self.find(&key).map(Cow::into_owned)
    }

    /// Returns the name of a value type.
    pub fn type_title(&self, value_type: &ValueType) -> String {
        if let ValueType::List(element) = value_type {
            let element = self.type_title(element);
            return self.tr_with("type.list", &[("element", &element)]);
        }
        self.tr(&format!("type.{value_type}")).into_owned()
    }
}
