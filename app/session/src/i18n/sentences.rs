//! Sentences that the core makes as a whole and hands on as text: what a reader says about a field, and why a node of a run could not do its work.
//! They are recognised by their form and said in the reader's language; what is not recognised is told in general words, never in English.

mod of_programs;
mod of_recordings;

use super::Texts;

/// The key of a sentence, and its English with places for what it is about. Of two that fit, the first counts.
const SENTENCES: &[(&str, &str)] = &[
    (
        "sentence_error.name_in_quotes",
        "expected the name of a field in double quotes",
    ),
    (
        "sentence_error.comma_after_last",
        "there is a comma after the last item",
    ),
    ("sentence_error.a_value", "expected a value"),
    ("sentence_error.ident", "expected true, false or null"),
    (
        "sentence_error.line_break",
        "a text may not go over a line break; write \\n instead",
    ),
    ("sentence_error.one_of_two", "expected `{a}` or `{b}`"),
    ("sentence_error.expected_sign", "expected `{a}`"),
    ("sentence_error.escape", "invalid escape"),
    ("sentence_error.number", "invalid number"),
    ("sentence_error.number_range", "number out of range"),
    ("sentence_error.code_point", "invalid unicode code point"),
    (
        "sentence_error.surrogate",
        "lone leading surrogate in hex escape",
    ),
    ("sentence_error.hex_end", "unexpected end of hex escape"),
    (
        "sentence_error.here_must_stand",
        "here must stand {expected}, not {found}",
    ),
    (
        "sentence_error.invalid_value",
        "invalid value: {found}, expected {expected}",
    ),
    (
        "sentence_error.invalid_length",
        "invalid length {found}, expected {expected}",
    ),
    (
        "sentence_error.unknown_variant",
        "unknown variant `{found}`, expected {expected}",
    ),
    ("sentence_error.missing_field", "missing field `{field}`"),
    ("sentence_error.twice_field", "duplicate field `{field}`"),
    (
        "sentence_error.seconds",
        "`dt` is a number of seconds from 0 to {most}",
    ),
    (
        "sentence_error.two_steps",
        "two steps stand at frame {frame}: make them one",
    ),
    (
        "sentence_error.most_frames",
        "a scenario has at most {most} frames, not {frames}",
    ),
    (
        "sentence_error.most_nodes",
        "a document has at most {most} nodes",
    ),
    (
        "sentence_error.most_links",
        "the nodes of a document list at most {most} children together",
    ),
    (
        "sentence_error.most_items",
        "a list here has at most {most} items",
    ),
    (
        "sentence_error.most_fields",
        "an object here has at most {most} fields",
    ),
    (
        "sentence_error.no_stand_in",
        "`{name}` is no stand-in: use \"ask\" or an object",
    ),
    (
        "sentence_error.not_a_stand_in",
        "this is no stand-in: {why}",
    ),
    (
        "sentence_error.stand_in_field",
        "a stand-in has no field `{name}`",
    ),
    (
        "sentence_error.stand_in_form",
        "a stand-in has one of the fields {fields}",
    ),
    (
        "sentence_error.acts_like",
        "`{name}` is nothing to act like: use Sequence, Selector or PassThrough",
    ),
    (
        "sentence_error.acts_like_decorator",
        "a decorator has one child: use PassThrough",
    ),
    (
        "sentence_error.stand_in_then",
        "`then` goes with `after_frames` and `after_seconds`",
    ),
    (
        "sentence_error.stand_in_again",
        "`again` goes with `updates`",
    ),
    (
        "sentence_error.stand_in_frames",
        "`after_frames` is a whole number that is not negative",
    ),
    (
        "sentence_error.stand_in_seconds",
        "`after_seconds` is a number from 0 to {most}",
    ),
    (
        "sentence_error.stand_in_time",
        "`after_seconds` is a number",
    ),
    (
        "sentence_error.stand_in_chance",
        "a probability is a number from 0 to 1",
    ),
    (
        "sentence_error.stand_in_probability",
        "`probability` is a number",
    ),
    (
        "sentence_error.no_frame_number",
        "`{name}` is no number of a frame",
    ),
    (
        "sentence_error.no_result",
        "`{name}` is no result: use Success, Failure or Running",
    ),
    (
        "sentence_error.breakpoint_on_node",
        "`{name}` must be start, end or abort",
    ),
    (
        "sentence_error.breakpoint_status",
        "`{name}` must be Success, Failure or Inactive",
    ),
    (
        "sentence_error.breakpoint_on_variable",
        "`{name}` must be written or becomes",
    ),
    (
        "sentence_error.breakpoint_on_what",
        "one of `node`, `variable` and `expression` must stand here",
    ),
    (
        "sentence_error.document_twice",
        "the document `{name}` occurs twice",
    ),
    (
        "sentence_error.at_most",
        "at most {limit} can stand here, not {count}",
    ),
    (
        "sentence_error.letters",
        "`{letters}` must be letters, each S, F or R",
    ),
    (
        "sentence_error.no_type_tasks",
        "`{name}` is no type: use bool, int, float, string, vec2, vec3, color, a list of these such as [int], or choice, variable, same, expression, tree, name, any",
    ),
    (
        "sentence_error.no_type",
        "`{name}` is no type: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]",
    ),
    (
        "sentence_error.no_variable_type",
        "`{name}` is no type of a variable: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]",
    ),
    (
        "sentence_error.no_scope",
        "`{name}` is no scope: use tree, subtree or global",
    ),
    (
        "sentence_error.no_abort",
        "`{name}` is no abort type: use None, Self, LowerPriority or Both",
    ),
    (
        "sentence_error.no_category",
        "`{name}` is no category: use Composite, Decorator, Conditional or Action",
    ),
    (
        "sentence_error.no_colour",
        "`{name}` is no colour: write #rrggbb",
    ),
    (
        "sentence_error.no_answer",
        "`{name}` is no answer: use Success, Failure or Running",
    ),
    (
        "sentence_error.no_kind_of_value",
        "`{name}` is no kind of value: use var, vec2, vec3 or color",
    ),
    (
        "sentence_error.choice_twice",
        "the choice `{name}` occurs twice",
    ),
    (
        "sentence_error.range_for_numbers",
        "only an int or a float has a range",
    ),
    (
        "sentence_error.range_too_large",
        "a range has two numbers that a computer can hold",
    ),
    (
        "sentence_error.range_order",
        "the first number of a range is the smaller one",
    ),
    (
        "sentence_error.range_form",
        "a range is a list of the smallest and the largest number, such as [0, 10]",
    ),
    (
        "sentence_error.no_default",
        "a parameter that names a variable has no default",
    ),
    (
        "sentence_error.must_be_set",
        "a parameter that must be set has no default: leave one of the two out",
    ),
    (
        "sentence_error.of_or_as",
        "an expression is `of` a type or of the same `as` a variable: write one of the two",
    ),
    (
        "sentence_error.choices_needed",
        "a choice needs `choices`: a list of at least one text",
    ),
    (
        "sentence_error.no_use",
        "`{field}` means nothing for the type {name}: it belongs to {users}",
    ),
    (
        "sentence_error.is_and_should_be",
        "it is {found} and should be {expected}",
    ),
    (
        "sentence_error.none_of_choices",
        "`{text}` is none of the choices: {choices}",
    ),
    (
        "sentence_error.not_between",
        "{number} is not between {min} and {max}",
    ),
    (
        "sentence_error.no_such_as",
        "there is no parameter `{other}` of the type variable beside it",
    ),
    (
        "sentence_error.parameter_twice",
        "the parameter `{name}` is declared twice",
    ),
    (
        "sentence_error.name_too_long",
        "a name has at most {most} characters",
    ),
    (
        "sentence_error.name_control",
        "a name holds no control characters",
    ),
    ("sentence_error.node_twice", "this node is named twice"),
    ("sentence_error.set_twice", "this parameter is set twice"),
    (
        "sentence_error.parameters_object",
        "expected an object: parameters by name",
    ),
    ("sentence_error.not_complete", "this node is not complete"),
    (
        "sentence_error.seed",
        "`seed` must be a whole number from 0 to {most}",
    ),
    (
        "sentence_error.not_usable",
        "`{field}` is not a usable number",
    ),
    (
        "sentence_error.var_name",
        "`var` must name a variable: a text",
    ),
    (
        "sentence_error.bad_escape",
        "this text holds an escape that stands for no character",
    ),
    ("sentence_error.a_number", "expected a number"),
    ("sentence_error.list_in_list", "a list cannot hold lists"),
    (
        "sentence_error.one_type",
        "the items of a list must all be of one type",
    ),
    ("sentence_error.a_list", "expected a list"),
    ("sentence_error.an_object", "expected an object"),
    (
        "sentence_error.no_variable_here",
        "a variable cannot stand here: write a value",
    ),
    (
        "sentence_error.one_field",
        "an object here has exactly one field: var, vec2, vec3 or color",
    ),
    (
        "sentence_error.list_of_numbers",
        "`{kind}` must be a list of {count} numbers",
    ),
    ("sentence_error.not_empty", "`{field}` must not be empty"),
    (
        "sentence_error.library_too_large",
        "the task library of its nodes would have {has} MB, and at most {most} MB are read",
    ),
    (
        "sentence_error.field_twice",
        "the field `{field}` occurs twice",
    ),
    ("sentence_error.occurs_twice", "`{key}` occurs twice"),
    ("sentence_error.word_list", "a list"),
    ("sentence_error.word_number", "a number"),
    ("sentence_error.word_object", "an object"),
    ("sentence_error.word_text", "text"),
    ("sentence_error.word_nodes", "a list of nodes"),
    ("sentence_error.word_document", "a document: an object"),
    ("sentence_error.word_node", "a node: an object"),
    ("sentence_error.word_variable", "a variable: an object"),
    ("sentence_error.word_tree", "a named tree: an object"),
    ("sentence_error.word_note", "a note: an object"),
    ("sentence_error.word_group", "a group: an object"),
    (
        "sentence_error.word_conflict",
        "a conflict of a merge: an object",
    ),
    (
        "sentence_error.unreadable_conflict",
        "this conflict of a merge cannot be read",
    ),
    ("sentence_error.word_parameter", "a parameter: an object"),
    ("sentence_error.word_library", "a task library: an object"),
    ("sentence_error.word_task", "a task: an object"),
    ("sentence_error.word_boolean", "a boolean"),
    ("sentence_error.word_string", "a string"),
    ("sentence_error.no_task", "no task is called `{task}`"),
    ("sentence_error.no_tree", "there is no tree called `{name}`"),
    ("sentence_error.no_children", "it has no children"),
    (
        "sentence_error.not_one_child",
        "it has {count} children, not one",
    ),
    (
        "sentence_error.leaf_children",
        "it is a leaf and has {count} children",
    ),
    (
        "sentence_error.leaf_children",
        "it is a leaf and has {count} child",
    ),
    (
        "sentence_error.not_registered",
        "nothing runs the task `{task}`: the game does not register it",
    ),
    (
        "sentence_error.parameter_column",
        "parameter `{name}`, column {column}: {error}",
    ),
    (
        "sentence_error.parameter_no_variable",
        "parameter `{name}`: there is no variable `{variable}`",
    ),
    (
        "sentence_error.parameter_not_set",
        "parameter `{name}` is not set",
    ),
    (
        "sentence_error.parameter_cannot_be",
        "parameter `{name}` cannot be {value}",
    ),
    (
        "sentence_error.stand_in_column",
        "its stand-in, column {column}: {error}",
    ),
    (
        "sentence_error.stand_in_unknown",
        "its stand-in `{json}` is not known",
    ),
    ("sentence_error.of_child", "its child `{child}`: {why}"),
    (
        "sentence_error.no_expression",
        "no variable or no expression",
    ),
    (
        "sentence_error.nothing_to_write",
        "no variable or no value to write",
    ),
    (
        "sentence_error.event_brings",
        "the event `{name}` brings {brings}; the variable takes {takes}",
    ),
    ("evaluation.division_by_zero", "division by zero"),
    ("evaluation.overflow", "a whole number grew too large"),
    ("evaluation.not_finite", "a number grew beyond all bounds"),
    (
        "evaluation.negative_root",
        "the square root of a negative number",
    ),
    (
        "evaluation.no_item",
        "there is no item {index} in a list of {len}; the first is 0",
    ),
    ("evaluation.not_a_number", "the text `{text}` is no number"),
    (
        "evaluation.text_too_long",
        "a text grew longer than {limit} bytes",
    ),
    (
        "evaluation.wrong_type",
        "a variable does not hold what it is declared to hold",
    ),
    ("variable_error.undeclared", "there is no variable `{name}`"),
    (
        "variable_error.wrong_type",
        "variable `{name}` is {expected}, not {found}",
    ),
];

fn sentences() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    let of_readers = SENTENCES.iter().chain(of_recordings::SENTENCES);
    of_readers.chain(of_programs::SENTENCES)
}

impl Texts {
    /// A sentence of the core in this language. What it does not know is said to be wrong with the text of `otherwise`.
    pub fn sentence(&self, english: &str, otherwise: &str) -> String {
        if self.language() == "en" {
            return english.to_owned();
        }
        let own = self.recognised(english, 0);
        own.unwrap_or_else(|| self.tr(otherwise).into_owned())
    }

    /// What was told of a run, in this language where it is a sentence of the core; tasks have words of their own, too.
    pub fn told(&self, english: &str) -> String {
        let own = (self.language() != "en")
            .then(|| self.recognised(english, 0))
            .flatten();
        own.unwrap_or_else(|| english.to_owned())
    }

    /// The sentence, if its form is known. What fills its places may be a sentence itself.
    fn recognised(&self, english: &str, depth: usize) -> Option<String> {
        const DEEPEST: usize = 4;
        let (key, filled) =
            sentences().find_map(|(key, form)| Some((*key, fit(form, english)?)))?;
        let filled: Vec<(&str, String)> = filled
            .into_iter()
            .map(|(name, part)| {
                let said = (depth < DEEPEST)
                    .then(|| self.recognised(part, depth + 1))
                    .flatten();
                (name, said.unwrap_or_else(|| part.to_owned()))
            })
            .collect();
        let arguments: Vec<_> = filled.iter().map(|(name, part)| (*name, &**part)).collect();
        Some(self.tr_with(key, &arguments))
    }
}

/// What stands in the places of a form, if a sentence has it.
fn fit<'f, 's>(form: &'f str, sentence: &'s str) -> Option<Vec<(&'f str, &'s str)>> {
    let mut parts = form.split('{');
    let mut rest = sentence.strip_prefix(parts.next()?)?;
    let mut filled = Vec::new();
    for part in parts {
        let (name, after) = part.split_once('}')?;
        let end = if after.is_empty() {
            rest.len()
        } else {
            rest.find(after)?
        };
        filled.push((name, &rest[..end]));
        rest = &rest[end + after.len()..];
    }
    rest.is_empty().then_some(filled)
}

#[cfg(test)]
mod tests;
