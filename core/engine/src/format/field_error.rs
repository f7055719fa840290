//! Errors in fields of our files, and syntax errors of JSON: one row each, with its English. Knows no reader.

use super::FormatErrorKind;
use crate::category::Category;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;

told! {
    /// An error in a field of a file.
    #[derive(Clone, Debug, PartialEq)]
    pub enum FieldError of "field_error" {
        /// The value has the wrong type.
        OtherType {
            /// What the field takes.
            expected: Message,
            /// What was found.
            found: Message,
        } = "here_must_stand", "expected {expected}, found {found}";
        /// The value has the right type, but is invalid.
        InvalidValue {
            /// The value, as text.
            found: String,
            /// What the field takes.
            expected: Message,
        } = "invalid_value", "invalid value: expected {expected}, found {found}";
        /// A list or object has the wrong number of parts.
        InvalidLength {
            /// The number of parts.
            found: usize,
            /// What the field takes.
            expected: Message,
        } = "invalid_length", "invalid length: expected {expected}, found {found}";
        /// A text is not one of the allowed ones.
        UnknownVariant {
            /// The text.
            found: String,
            /// The allowed texts.
            expected: String,
        } = "unknown_variant", "unknown variant `{found}`: expected {expected}";
        /// A text is not allowed, and there are no allowed ones.
        NoVariants {
            /// The text.
            found: String,
        } = "no_variants", "unknown variant `{found}`: there are no variants";
        /// An unknown field.
        UnknownField {
            /// The name of the field.
            field: String,
            /// The names of the known fields.
            expected: String,
        } = "unknown_field", "unknown field `{field}`: expected {expected}";
        /// A field in an object that has no fields.
        NoFields {
            /// The name of the field.
            field: String,
        } = "no_fields", "unknown field `{field}`: there are no fields";
        /// A required field is missing.
        MissingField {
            /// The name of the field.
            field: &'static str,
        } = "missing_field", "missing field `{field}`";
        /// A known field occurs twice.
        DuplicateField {
            /// The name of the field.
            field: &'static str,
        } = "twice_field", "duplicate field `{field}`";
        /// An unknown field occurs twice.
        FieldTwice {
            /// The name of the field.
            field: String,
        } = "field_twice", "field `{field}` occurs twice";
        /// A name occurs twice in an object whose names are data.
        Twice {
            /// The name.
            key: String,
        } = "occurs_twice", "key `{key}` occurs twice";
        /// A document has too many nodes.
        MostNodes {
            /// The limit.
            most: usize,
        } = "most_nodes", "the document has too many nodes: limit {most}";
        /// The nodes of a document list too many children.
        MostLinks {
            /// The limit.
            most: usize,
        } = "most_links", "the nodes of the document have too many children in total: limit {most}";
        /// A list has too many items.
        MostItems {
            /// The limit.
            most: usize,
        } = "most_items", "the list has too many items: limit {most}";
        /// An object has too many fields.
        MostFields {
            /// The limit.
            most: usize,
        } = "most_fields", "the object has too many fields: limit {most}";
        /// A text is empty that must not be.
        Empty {
            /// The name of the field.
            field: &'static str,
        } = "not_empty", "`{field}` must not be empty";
        /// No variable type has this name.
        NoType {
            /// The name.
            name: String,
        } = "no_type", "unknown type `{name}`: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]";
        /// No variable type has this name, in the declaration of a parameter that names a variable.
        NoVariableType {
            /// The name.
            name: String,
        } = "no_variable_type", "unknown variable type `{name}`: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]";
        /// No parameter type has this name.
        NoParameterType {
            /// The name.
            name: String,
        } = "no_type_tasks", "unknown type `{name}`: use bool, int, float, string, vec2, vec3, color, a list of these such as [int], or choice, variable, same, expression, tree, name, any";
        /// No type in snapshots has this name.
        UnknownType {
            /// The name.
            name: String,
        } = "unknown_type", "unknown type `{name}`";
        /// No scope has this name.
        NoScope {
            /// The name.
            name: String,
        } = "no_scope", "unknown scope `{name}`: use tree, subtree or global";
        /// No abort type has this name.
        NoAbort {
            /// The name.
            name: String,
        } = "no_abort", "unknown abort type `{name}`: use None, Self, LowerPriority or Both";
        /// No category has this name.
        NoCategory {
            /// The name.
            name: String,
        } = "no_category", "unknown category `{name}`: use Composite, Decorator, Conditional or Action";
        /// The text is not a color.
        NoColor {
            /// The text.
            name: String,
        } = "no_color", "unknown color `{name}`: use the form #rrggbb";
        /// A leaf cannot return this result.
        NoAnswer {
            /// The result.
            name: String,
        } = "no_answer", "unknown status `{name}`: use Success, Failure or Running";
        /// A conditional cannot return Running.
        ConditionalRuns = "conditional_runs", "a conditional cannot return Running: use Success or Failure";
        /// A leaf must be able to return something.
        NoResults = "no_results", "there must be at least one result: use Success, Failure or Running, or leave the field out";
        /// A field does not concern tasks of this category.
        NotForCategory {
            /// The category.
            category: Category,
        } = "not_for_category", "this field has no meaning for a task of the category {category}: remove it";
        /// The number of frames is out of range.
        Frames {
            /// The largest number.
            most: u64,
        } = "frames", "the number of frames must be from 1 to {most}";
        /// A leaf that only runs cannot have ended after some frames.
        NeverEnds = "never_ends", "a task that ends must be able to return Success or Failure: add one to `results`";
        /// A name is too long to be shown.
        NameTooLong {
            /// The limit, in characters.
            most: usize,
        } = "name_too_long", "the name is too long: limit {most} characters";
        /// A name contains control characters.
        NameControl = "name_control", "the name must not contain control characters";
        /// A name begins or ends with white space.
        NameBlanks = "name_blanks", "the name must not start or end with spaces";
        /// A choice is listed twice.
        ChoiceTwice {
            /// The choice.
            name: String,
        } = "choice_twice", "choice `{name}` occurs twice";
        /// A parameter of type `choice` has no choices.
        ChoicesNeeded = "choices_needed", "a choice needs `choices`: a list of at least one string";
        /// The number of help texts differs from the number of choices.
        ChoiceHelp = "choice_help", "`choice_help` needs one text for each of the `choices`, in the same order";
        /// A parameter has a range, but no numeric type.
        RangeForNumbers = "range_for_numbers", "only an int or a float can have a range";
        /// A limit of a range is infinite.
        RangeTooLarge = "range_too_large", "the limits of a range must be finite numbers";
        /// The first number of a range is larger than the second.
        RangeOrder = "range_order", "the first number of a range must be the smaller one";
        /// The value is not a range.
        RangeForm = "range_form", "expected a range of the smallest and the largest number, such as [0, 10]";
        /// A parameter of type `variable` has a default.
        NoDefault = "no_default", "a parameter of type variable cannot have a default";
        /// A required parameter has a default.
        MustBeSet = "must_be_set", "a required parameter cannot have a default: remove one of the two";
        /// An expression has both `of` and `as`, or neither.
        OfOrAs = "of_or_as", "an expression is `of` a type or has the type `as` of a variable: use one of the two";
        /// A field has no meaning for a parameter of this type.
        NoUse {
            /// The name of the field.
            field: &'static str,
            /// The type of the parameter.
            name: String,
            /// The types for which the field has a meaning.
            users: String,
        } = "no_use", "field `{field}` has no effect for type {name}: use it only for {users}";
        /// A default does not have the type of its parameter.
        DefaultType {
            /// The type of the default.
            found: ValueType,
            /// The type of the parameter.
            expected: ValueType,
        } = "is_and_should_be", "expected {expected}, found {found}";
        /// A default is not one of the choices.
        NoChoice {
            /// The default.
            text: String,
            /// The choices.
            choices: String,
        } = "none_of_choices", "unknown choice `{text}`: use one of {choices}";
        /// A default is out of range.
        NotBetween {
            /// The default.
            number: f64,
            /// The smallest allowed number.
            min: f64,
            /// The largest allowed number.
            max: f64,
        } = "not_between", "expected a number from {min} to {max}, found {number}";
        /// The parameter named by `as` does not exist.
        NoSuchAs {
            /// The name in `as`.
            other: String,
        } = "no_such_as", "there is no other parameter `{other}` of type variable";
        /// A parameter is declared twice.
        ParameterTwice {
            /// The name of the parameter.
            name: String,
        } = "parameter_twice", "parameter `{name}` is declared twice";
        /// The overrides list the same inner node twice.
        NodeTwice = "node_twice", "this node is listed twice";
        /// The overrides set the same parameter twice.
        SetTwice = "set_twice", "this parameter is set twice";
        /// The overrides of an inner node are not an object.
        NoParameters = "parameters_object", "expected an object with parameters by name";
        /// A node lacks a required field.
        IncompleteNode = "not_complete", "this node is incomplete";
        /// The value is not a seed.
        Seed {
            /// The largest seed.
            most: u64,
        } = "seed", "`seed` must be a whole number from 0 to {most}";
        /// The value is not usable as a coordinate or size.
        NotUsable {
            /// The name of the field.
            field: String,
        } = "not_usable", "`{field}` is not a valid number";
        /// The value of `root` is not an id.
        Root = "root", "`root` must be the id of a node, or null";
        /// The value is not a merge conflict.
        Conflict = "unreadable_conflict", "this merge conflict cannot be read";
        /// The value of `var` is not a name.
        VariableName = "var_name", "`var` must be the name of a variable: a string";
        /// A value is null.
        Null = "null", "null is not a value: remove the field to use its default";
        /// A text contains an invalid escape.
        BadEscape = "bad_escape", "this string contains an invalid escape";
        /// The value is not a number.
        Number = "a_number", "expected a number";
        /// A list contains a list.
        ListInList = "list_in_list", "a list must not contain lists";
        /// The items of a list have several types.
        OneType = "one_type", "all items of a list must have the same type";
        /// The value is not a list.
        List = "a_list", "expected a list";
        /// The value is not an object.
        Object = "an_object", "expected an object";
        /// A variable where only a constant is allowed.
        NoVariable = "no_variable_here", "expected a constant, found a variable";
        /// No type of value has this name.
        NoKindOfValue {
            /// The name.
            name: String,
        } = "no_kind_of_value", "unknown kind of value `{name}`: use var, vec2, vec3 or color";
        /// A value has more than one type.
        OneField = "one_field", "expected an object with exactly one field: var, vec2, vec3 or color";
        /// A vector or color has the wrong number of parts, or parts that are not numbers.
        Numbers {
            /// The type of the value.
            kind: String,
            /// The required number of parts.
            count: usize,
        } = "list_of_numbers", "`{kind}` must be a list of {count} numbers";
        /// A text that is not a stand-in.
        NoStandIn {
            /// The text.
            name: String,
        } = "no_stand_in", "unknown stand-in `{name}`: use \"ask\" or an object";
        /// The value is not a stand-in.
        NotAStandIn {
            /// The reason.
            why: Message,
        } = "not_a_stand_in", "invalid stand-in: {why}";
        /// An unknown field in a stand-in.
        StandInField {
            /// The name of the field.
            name: String,
        } = "stand_in_field", "unknown field `{name}` of a stand-in";
        /// A stand-in has no form or several.
        StandInForm {
            /// The fields, of which it must have exactly one.
            fields: &'static str,
        } = "stand_in_form", "a stand-in needs exactly one of the fields {fields}";
        /// No node type that a stand-in can act like has this name.
        ActsLike {
            /// The name.
            name: String,
        } = "acts_like", "nothing acts like `{name}`: use Sequence, Selector or PassThrough";
        /// A decorator cannot act like this.
        ActsLikeDecorator = "acts_like_decorator", "a decorator has one child: use PassThrough";
        /// A stand-in has `then` without a delay.
        StandInThen = "stand_in_then", "`then` requires `after_frames` or `after_seconds`";
        /// A stand-in has `again` without `updates`.
        StandInAgain = "stand_in_again", "`again` requires `updates`";
        /// The value of `after_frames` is not a frame number.
        StandInFrames = "stand_in_frames", "`after_frames` must be a whole number of at least 0";
        /// The value of `after_seconds` is not a number.
        StandInTime = "stand_in_time", "`after_seconds` must be a number";
        /// The value of `after_seconds` is out of range.
        StandInSeconds {
            /// The largest number of seconds.
            most: f64,
        } = "stand_in_seconds", "`after_seconds` must be a number from 0 to {most}";
        /// The value of `probability` is not a number.
        StandInProbability = "stand_in_probability", "`probability` must be a number";
        /// The value of `probability` is out of range.
        StandInChance = "stand_in_chance", "`probability` must be a number from 0 to 1";
        /// The text is not the number of a frame.
        NoFrame {
            /// The text.
            name: String,
        } = "no_frame_number", "`{name}` is not a frame number";
        /// The text is not a result.
        NoResult {
            /// The text.
            name: String,
        } = "no_result", "unknown result `{name}`: use Success, Failure or Running";
        /// A text contains other letters than those of results.
        Letters {
            /// The text.
            letters: String,
        } = "letters", "invalid letters `{letters}`: use only S, F and R";
        /// There are more than allowed.
        AtMost {
            /// The limit.
            limit: usize,
            /// The number found.
            count: usize,
        } = "at_most", "too many items: limit {limit}, found {count}";
        /// An error of a reader in words only, without a translation.
        Words(words: String) = "words", "{words}" with [];
        /// A frame is longer than allowed.
        Seconds {
            /// The longest duration, in seconds.
            most: f64,
        } = "seconds", "`dt` must be a number of seconds from 0 to {most}";
    }
}

impl From<FieldError> for FormatErrorKind {
    fn from(error: FieldError) -> Self {
        Self::WrongField {
            message: error.message(),
        }
    }
}

told! {
    /// A type of value, in sentences about what was expected and what was found.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Sort of "sort" {
        /// A list.
        List = "list", "a list";
        /// A number.
        Number = "number", "a number";
        /// A number without a fraction.
        Whole = "whole", "a whole number";
        /// A number without a fraction or a sign.
        Count = "count", "a whole number that is not negative";
        /// An object.
        Object = "object", "an object";
        /// An object with these fields.
        Fields(names: String) = "fields", "an object with the fields {names}";
        /// A text with a meaning in our files.
        Text = "text", "a string";
        /// Any text.
        String = "string", "a string";
        /// True or false.
        Boolean = "boolean", "a bool";
        /// The nodes of a document.
        Nodes = "nodes", "a list of nodes";
        /// A document.
        Document = "document", "a document (an object)";
        /// A node.
        Node = "node", "a node (an object)";
        /// A variable.
        Variable = "variable", "a variable (an object)";
        /// A named tree.
        Tree = "tree", "a named tree (an object)";
        /// A note.
        Note = "note", "a note (an object)";
        /// A group.
        Group = "group", "a group (an object)";
        /// A conflict.
        Conflict = "conflict", "a merge conflict (an object)";
        /// A side of a conflict.
        Side = "side", "one side of a conflict (an object)";
        /// A stand-in.
        StandIn = "stand_in", "a stand-in (an object or \"ask\")";
        /// A task library.
        Library = "library", "a task library (an object)";
        /// A task.
        Task = "task", "a task (an object)";
        /// A parameter.
        Parameter = "parameter", "a parameter (an object)";
        /// Breakpoints.
        Breakpoints = "breakpoints", "breakpoints (an object)";
        /// A breakpoint.
        Breakpoint = "breakpoint", "a breakpoint (an object)";
        /// A description by the type that declared it, without a translation.
        Other(words: String) = "other", "{words}";
    }
}

told! {
    /// An error in the syntax of JSON.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SyntaxError of "syntax_error" {
        /// A field without a name in quotes.
        NameInQuotes = "name_in_quotes", "expected the name of a field in double quotes";
        /// A comma after the last item.
        CommaAfterLast = "comma_after_last", "unexpected comma after the last item";
        /// A value is missing.
        Value = "a_value", "expected a value";
        /// A word that is not true, false or null.
        Word = "ident", "expected true, false or null";
        /// A line break or control character in a text.
        LineBreak = "line_break", "a string cannot contain a line break: write \\n instead";
        /// Neither a comma nor the end of the list or object.
        CommaOrEnd {
            /// The character that would end it.
            b: char,
        } = "one_of_two", "expected `,` or `{b}`" with [("a", ','), ("b", b)];
        /// A character is missing.
        Sign {
            /// The character.
            a: char,
        } = "expected_sign", "expected `{a}`";
        /// An escape that JSON does not have.
        Escape = "escape", "invalid escape";
        /// A number is not written as JSON allows.
        Number = "number", "invalid number";
        /// A number is too large.
        NumberRange = "number_range", "number out of range";
        /// The second half of a surrogate pair is missing.
        Surrogate = "surrogate", "incomplete surrogate pair in \\u escape";
        /// A `\u` escape is incomplete.
        HexEnd = "hex_end", "incomplete \\u escape";
    }
}
