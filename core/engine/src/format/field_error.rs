//! What can be wrong with a field of any of our files, and what JSON can be wrong as a text: a row each, with its English. Knows no reader.

use super::FormatErrorKind;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;

told! {
    /// What is wrong with a field.
    #[derive(Clone, Debug, PartialEq)]
    pub enum FieldError of "field_error" {
        /// It is of another type.
        OtherType {
            /// What must stand there.
            expected: Message,
            /// What stands there.
            found: Message,
        } = "here_must_stand", "expected {expected}, found {found}";
        /// It is of the right type and of no use.
        InvalidValue {
            /// What stands there.
            found: String,
            /// What must stand there.
            expected: Message,
        } = "invalid_value", "invalid value: expected {expected}, found {found}";
        /// It has too few or too many parts.
        InvalidLength {
            /// How many.
            found: usize,
            /// What must stand there.
            expected: Message,
        } = "invalid_length", "invalid length: expected {expected}, found {found}";
        /// It is none of the words that it can be.
        UnknownVariant {
            /// What stands there.
            found: String,
            /// The words.
            expected: String,
        } = "unknown_variant", "unknown variant `{found}`: expected {expected}";
        /// There is no such word, nor any other.
        NoVariants {
            /// What stands there.
            found: String,
        } = "no_variants", "unknown variant `{found}`: there are no variants";
        /// A field has no place here.
        UnknownField {
            /// Its name.
            field: String,
            /// The names that have.
            expected: String,
        } = "unknown_field", "unknown field `{field}`: expected {expected}";
        /// No field has a place here.
        NoFields {
            /// Its name.
            field: String,
        } = "no_fields", "unknown field `{field}`: there are no fields";
        /// A field is not there.
        MissingField {
            /// Its name.
            field: &'static str,
        } = "missing_field", "missing field `{field}`";
        /// A field is there twice.
        DuplicateField {
            /// Its name.
            field: &'static str,
        } = "twice_field", "duplicate field `{field}`";
        /// An unknown field is there twice.
        FieldTwice {
            /// Its name.
            field: String,
        } = "field_twice", "field `{field}` occurs twice";
        /// A name is there twice where names are data.
        Twice {
            /// The name.
            key: String,
        } = "occurs_twice", "key `{key}` occurs twice";
        /// A document has more nodes than are read.
        MostNodes {
            /// The most.
            most: usize,
        } = "most_nodes", "the document has too many nodes: limit {most}";
        /// Its nodes have more children than are read.
        MostLinks {
            /// The most.
            most: usize,
        } = "most_links", "the nodes of the document have too many children in total: limit {most}";
        /// A list is longer than any that is read.
        MostItems {
            /// The most.
            most: usize,
        } = "most_items", "the list has too many items: limit {most}";
        /// An object has more fields than are read.
        MostFields {
            /// The most.
            most: usize,
        } = "most_fields", "the object has too many fields: limit {most}";
        /// A text that must say something does not.
        Empty {
            /// The field.
            field: &'static str,
        } = "not_empty", "`{field}` must not be empty";
        /// No type of a variable is called so.
        NoType {
            /// The name.
            name: String,
        } = "no_type", "unknown type `{name}`: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]";
        /// The same where a parameter says of what type the variable is that it names.
        NoVariableType {
            /// The name.
            name: String,
        } = "no_variable_type", "unknown variable type `{name}`: use bool, int, float, string, vec2, vec3, color, or a list of these such as [int]";
        /// No type of a parameter is called so.
        NoParameterType {
            /// The name.
            name: String,
        } = "no_type_tasks", "unknown type `{name}`: use bool, int, float, string, vec2, vec3, color, a list of these such as [int], or choice, variable, same, expression, tree, name, any";
        /// No type is called so in a snapshot.
        UnknownType {
            /// The name.
            name: String,
        } = "unknown_type", "unknown type `{name}`";
        /// No scope is called so.
        NoScope {
            /// The name.
            name: String,
        } = "no_scope", "unknown scope `{name}`: use tree, subtree or global";
        /// No abort type is called so.
        NoAbort {
            /// The name.
            name: String,
        } = "no_abort", "unknown abort type `{name}`: use None, Self, LowerPriority or Both";
        /// No category is called so.
        NoCategory {
            /// The name.
            name: String,
        } = "no_category", "unknown category `{name}`: use Composite, Decorator, Conditional or Action";
        /// It is no color.
        NoColor {
            /// What stands there.
            name: String,
        } = "no_color", "unknown color `{name}`: use the form #rrggbb";
        /// A leaf cannot answer so.
        NoAnswer {
            /// What stands there.
            name: String,
        } = "no_answer", "unknown status `{name}`: use Success, Failure or Running";
        /// A conditional cannot answer so.
        ConditionalRuns = "conditional_runs", "a conditional cannot return Running: use Success or Failure";
        /// A name is longer than can be shown.
        NameTooLong {
            /// The most characters.
            most: usize,
        } = "name_too_long", "the name is too long: limit {most} characters";
        /// A name has characters that cannot be shown.
        NameControl = "name_control", "the name must not contain control characters";
        /// A name begins or ends with blanks.
        NameBlanks = "name_blanks", "the name must not start or end with spaces";
        /// A choice is listed twice.
        ChoiceTwice {
            /// The choice.
            name: String,
        } = "choice_twice", "choice `{name}` occurs twice";
        /// A choice without choices.
        ChoicesNeeded = "choices_needed", "a choice needs `choices`: a list of at least one string";
        /// Choices with too few or too many explanations.
        ChoiceHelp = "choice_help", "`choice_help` needs one text for each of the `choices`, in the same order";
        /// Something that is no number has a range.
        RangeForNumbers = "range_for_numbers", "only an int or a float can have a range";
        /// A range has numbers beyond all bounds.
        RangeTooLarge = "range_too_large", "the limits of a range must be finite numbers";
        /// A range begins with the larger number.
        RangeOrder = "range_order", "the first number of a range must be the smaller one";
        /// It is no range.
        RangeForm = "range_form", "expected a range of the smallest and the largest number, such as [0, 10]";
        /// What names a variable has a default.
        NoDefault = "no_default", "a parameter of type variable cannot have a default";
        /// What must be set has a default.
        MustBeSet = "must_be_set", "a required parameter cannot have a default: remove one of the two";
        /// An expression has two types, or none.
        OfOrAs = "of_or_as", "an expression is `of` a type or has the type `as` of a variable: use one of the two";
        /// A field has no place at a parameter of this type.
        NoUse {
            /// The field.
            field: &'static str,
            /// The type.
            name: String,
            /// The types where it has.
            users: String,
        } = "no_use", "field `{field}` has no effect for type {name}: use it only for {users}";
        /// A default is of another type than its parameter.
        DefaultType {
            /// Its type.
            found: ValueType,
            /// That of the parameter.
            expected: ValueType,
        } = "is_and_should_be", "expected {expected}, found {found}";
        /// A default is none of its parameter's choices.
        NoChoice {
            /// The default.
            text: String,
            /// The choices.
            choices: String,
        } = "none_of_choices", "unknown choice `{text}`: use one of {choices}";
        /// A default is outside of its parameter's range.
        NotBetween {
            /// The default.
            number: f64,
            /// The smallest that is inside.
            min: f64,
            /// The largest.
            max: f64,
        } = "not_between", "expected a number from {min} to {max}, found {number}";
        /// The parameter that another one names is not there.
        NoSuchAs {
            /// Its name.
            other: String,
        } = "no_such_as", "there is no other parameter `{other}` of type variable";
        /// A parameter is declared twice.
        ParameterTwice {
            /// Its name.
            name: String,
        } = "parameter_twice", "parameter `{name}` is declared twice";
        /// A node has overrides twice.
        NodeTwice = "node_twice", "this node is listed twice";
        /// A parameter is set twice.
        SetTwice = "set_twice", "this parameter is set twice";
        /// Overrides of a node are no parameters.
        NoParameters = "parameters_object", "expected an object with parameters by name";
        /// A node lacks something.
        IncompleteNode = "not_complete", "this node is incomplete";
        /// It is no seed.
        Seed {
            /// The largest.
            most: u64,
        } = "seed", "`seed` must be a whole number from 0 to {most}";
        /// It is no number of use on a canvas.
        NotUsable {
            /// The field.
            field: String,
        } = "not_usable", "`{field}` is not a valid number";
        /// It is no id of a root.
        Root = "root", "`root` must be the id of a node, or null";
        /// It is no conflict of a merge.
        Conflict = "unreadable_conflict", "this merge conflict cannot be read";
        /// A variable has no name.
        VariableName = "var_name", "`var` must be the name of a variable: a string";
        /// A value that is null.
        Null = "null", "null is not a value: remove the field to use its default";
        /// An escape in a text stands for no character.
        BadEscape = "bad_escape", "this string contains an invalid escape";
        /// A number must stand there.
        Number = "a_number", "expected a number";
        /// A list in a list.
        ListInList = "list_in_list", "a list must not contain lists";
        /// A list whose items are of several types.
        OneType = "one_type", "all items of a list must have the same type";
        /// A list must stand there.
        List = "a_list", "expected a list";
        /// An object must stand there.
        Object = "an_object", "expected an object";
        /// A variable where only a value can stand.
        NoVariable = "no_variable_here", "expected a constant, found a variable";
        /// No value is of this kind.
        NoKindOfValue {
            /// The kind.
            name: String,
        } = "no_kind_of_value", "unknown kind of value `{name}`: use var, vec2, vec3 or color";
        /// A value with several kinds.
        OneField = "one_field", "expected an object with exactly one field: var, vec2, vec3 or color";
        /// A value that has other parts than numbers, or more or fewer of them.
        Numbers {
            /// Its kind.
            kind: String,
            /// How many numbers it has.
            count: usize,
        } = "list_of_numbers", "`{kind}` must be a list of {count} numbers";
        /// It is no word for a stand-in.
        NoStandIn {
            /// The word.
            name: String,
        } = "no_stand_in", "unknown stand-in `{name}`: use \"ask\" or an object";
        /// It is no stand-in.
        NotAStandIn {
            /// Why.
            why: Message,
        } = "not_a_stand_in", "invalid stand-in: {why}";
        /// A field has no place in a stand-in.
        StandInField {
            /// Its name.
            name: String,
        } = "stand_in_field", "unknown field `{name}` of a stand-in";
        /// A stand-in of no form, or of several.
        StandInForm {
            /// Fields, one of which it has.
            fields: &'static str,
        } = "stand_in_form", "a stand-in needs exactly one of the fields {fields}";
        /// No parent acts so.
        ActsLike {
            /// What stands there.
            name: String,
        } = "acts_like", "nothing acts like `{name}`: use Sequence, Selector or PassThrough";
        /// No decorator acts so.
        ActsLikeDecorator = "acts_like_decorator", "a decorator has one child: use PassThrough";
        /// A stand-in that says what it answers when, but not both.
        StandInThen = "stand_in_then", "`then` requires `after_frames` or `after_seconds`";
        /// A stand-in that repeats nothing.
        StandInAgain = "stand_in_again", "`again` requires `updates`";
        /// It is no count of frames.
        StandInFrames = "stand_in_frames", "`after_frames` must be a whole number of at least 0";
        /// It is no time.
        StandInTime = "stand_in_time", "`after_seconds` must be a number";
        /// It is a time that is too long, or negative.
        StandInSeconds {
            /// The longest.
            most: f64,
        } = "stand_in_seconds", "`after_seconds` must be a number from 0 to {most}";
        /// It is no probability.
        StandInProbability = "stand_in_probability", "`probability` must be a number";
        /// It is a probability that there cannot be.
        StandInChance = "stand_in_chance", "`probability` must be a number from 0 to 1";
        /// It is no number of a frame.
        NoFrame {
            /// What stands there.
            name: String,
        } = "no_frame_number", "`{name}` is not a frame number";
        /// It is no result.
        NoResult {
            /// What stands there.
            name: String,
        } = "no_result", "unknown result `{name}`: use Success, Failure or Running";
        /// These are no letters of results.
        Letters {
            /// What stands there.
            letters: String,
        } = "letters", "invalid letters `{letters}`: use only S, F and R";
        /// More than can stand there.
        AtMost {
            /// The most.
            limit: usize,
            /// How many there are.
            count: usize,
        } = "at_most", "too many items: limit {limit}, found {count}";
        /// Something that a reader says in words only.
        Words(words: String) = "words", "{words}" with [];
        /// Frames of a file do not last so long.
        Seconds {
            /// The longest.
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
    /// What must stand somewhere, and what stands there instead.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Sort of "sort" {
        /// A list.
        List = "list", "a list";
        /// A number.
        Number = "number", "a number";
        /// An object.
        Object = "object", "an object";
        /// A text of our own.
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
        /// Something of whoever declared it.
        Other(words: String) = "other", "{words}";
    }
}

told! {
    /// Why a text is no JSON.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SyntaxError of "syntax_error" {
        /// A field has no name.
        NameInQuotes = "name_in_quotes", "expected the name of a field in double quotes";
        /// A list or an object ends with a comma.
        CommaAfterLast = "comma_after_last", "unexpected comma after the last item";
        /// There is no value.
        Value = "a_value", "expected a value";
        /// There is a word that JSON does not have.
        Word = "ident", "expected true, false or null";
        /// A text has a character that it cannot have.
        LineBreak = "line_break", "a string cannot contain a line break: write \\n instead";
        /// There is neither another item nor an end.
        CommaOrEnd {
            /// What ends it.
            b: char,
        } = "one_of_two", "expected `,` or `{b}`" with [("a", ','), ("b", b)];
        /// A sign is missing.
        Sign {
            /// The sign.
            a: char,
        } = "expected_sign", "expected `{a}`";
        /// A text has an escape that JSON does not have.
        Escape = "escape", "invalid escape";
        /// A number is not written as numbers are.
        Number = "number", "invalid number";
        /// A number is too large.
        NumberRange = "number_range", "number out of range";
        /// The second half of a character is missing.
        Surrogate = "surrogate", "incomplete surrogate pair in \\u escape";
        /// An escape ends too early.
        HexEnd = "hex_end", "incomplete \\u escape";
    }
}
