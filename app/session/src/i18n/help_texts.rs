//! Texts that explain: what a parent does after each result of a child, and what types of values are called.

use std::borrow::Cow;

use treewright_authoring::explain::{ChildResult, Reaction};
use treewright_core::diagnostic::Problem;
use treewright_core::value::ValueType;

use super::Texts;

impl Texts {
    /// What became of a child, as a condition.
    pub fn child_result(&self, result: ChildResult) -> String {
        self.by_code("child_result", result.code(), &[], &result)
    }

    /// What a parent does after a result of a child.
    pub fn reaction(&self, reaction: Reaction) -> String {
        self.by_code("reaction", reaction.code(), &[], &reaction)
    }

    /// Why a problem is one: what would happen if it were left as it is.
    pub fn problem_why(&self, problem: &Problem) -> Option<String> {
        let code = match problem {
            // There are as many reasons as there are grades; what it is about stands in the problem itself.
            Problem::Transfer(remark) => remark.grade().code(),
            problem => problem.code(),
        };
        let key = format!("problem_why.{code}");
        self.find(&key).map(Cow::into_owned)
    }

    /// What a type of values is called.
    pub fn type_title(&self, value_type: &ValueType) -> String {
        if let ValueType::List(element) = value_type {
            let element = self.type_title(element);
            return self.tr_with("type.list", &[("element", &element)]);
        }
        self.tr(&format!("type.{value_type}")).into_owned()
    }
}
