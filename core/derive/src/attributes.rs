//! The options in attributes, and the texts in documentation. An option that does not exist is an error at its place.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, Ident, Lit, LitInt, LitStr, Meta, Path, Result, Token, Type, bracketed,
};

/// What a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Action,
    Conditional,
    Composite,
    Decorator,
}

impl Category {
    const ALL: [Self; 4] = [
        Self::Action,
        Self::Conditional,
        Self::Composite,
        Self::Decorator,
    ];

    /// Its option, which is also the name of the constructor of its declarations.
    fn name(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Conditional => "conditional",
            Self::Composite => "composite",
            Self::Decorator => "decorator",
        }
    }

    /// Returns whether it has children.
    pub fn is_parent(self) -> bool {
        matches!(self, Self::Composite | Self::Decorator)
    }
}

/// The options of a task.
pub struct TaskOptions {
    pub category: Option<Category>,
    pub name: Option<LitStr>,
    icon: Option<LitStr>,
    color: Option<LitStr>,
    stand_in: Option<Ident>,
    acts_like: Option<Ident>,
    results: Option<Vec<Ident>>,
    max_frames: Option<LitInt>,
    pub world: Option<Type>,
    pub waits_for_inputs: bool,
    /// The path of `treewright-core`.
    pub core: TokenStream,
}

impl Default for TaskOptions {
    fn default() -> Self {
        Self {
            category: None,
            name: None,
            icon: None,
            color: None,
            stand_in: None,
            acts_like: None,
            results: None,
            max_frames: None,
            world: None,
            waits_for_inputs: false,
            core: quote!(::treewright_core),
        }
    }
}

/// Where the options of a task are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    Struct,
    Function,
}

impl TaskOptions {
    /// Reads the attributes `task` of a struct.
    pub fn of_struct(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in named(attributes, "task") {
            attribute.parse_nested_meta(|meta| options.read(&meta, At::Struct))?;
        }
        options.check_stand_in()?;
        Ok(options)
    }

    /// Reads the options of a function.
    pub fn of_function(category: Category, tokens: TokenStream) -> Result<Self> {
        let mut options = Self {
            category: Some(category),
            ..Self::default()
        };
        syn::meta::parser(|meta| options.read(&meta, At::Function)).parse2(tokens)?;
        Ok(options)
    }

    fn read(&mut self, meta: &ParseNestedMeta<'_>, at: At) -> Result<()> {
        let option = option_name(meta);
        let mut categories = Category::ALL.into_iter();
        let category = categories.find(|category| category.name() == option);
        if let Some(category) = category.filter(|_| at == At::Struct) {
            return self.set_category(category, meta);
        }
        match (&*option, at) {
            ("acts_like", At::Struct) => {
                once(&mut self.acts_like, meta)?;
                let names = ["Sequence", "Selector", "PassThrough"];
                return expect_one_of(self.acts_like.as_ref(), &names);
            }
            ("waits_for_inputs", At::Function) => {
                self.waits_for_inputs = true;
                return Ok(());
            }
            ("world", At::Function) => return once(&mut self.world, meta),
            _ => {}
        }
        match &*option {
            "name" => once(&mut self.name, meta),
            "icon" => once(&mut self.icon, meta),
            "color" => once(&mut self.color, meta),
            "stand_in" => {
                once(&mut self.stand_in, meta)?;
                expect_one_of(self.stand_in.as_ref(), &["Success", "Failure", "Running"])
            }
            "results" => {
                let listed = results(meta.value()?)?;
                replace(&mut self.results, listed, meta)
            }
            "max_frames" => once(&mut self.max_frames, meta),
            "crate" => {
                self.core = core_path(meta)?;
                Ok(())
            }
            _ if at == At::Struct => Err(unknown(
                meta,
                "action, conditional, composite, decorator, name, icon, color, stand_in, acts_like, results, max_frames, crate",
            )),
            _ => Err(unknown(
                meta,
                "name, icon, color, stand_in, results, max_frames, world, waits_for_inputs, crate",
            )),
        }
    }

    fn set_category(&mut self, category: Category, meta: &ParseNestedMeta<'_>) -> Result<()> {
        match self.category.replace(category) {
            Some(_) => Err(meta.error(
                "a task is one of these: an action, a conditional, a composite or a decorator",
            )),
            None => Ok(()),
        }
    }

    /// Checks that only a leaf has results, and only a parent acts like another.
    fn check_stand_in(&self) -> Result<()> {
        let is_parent = self.category.is_some_and(Category::is_parent);
        let result = self.results.iter().flatten().next().map(Ident::span);
        let frames = self.max_frames.as_ref().map(LitInt::span);
        if let Some(span) = result.or(frames).filter(|_| is_parent) {
            return Err(Error::new(span, "only a leaf has results of its own"));
        }
        let wrong = if is_parent {
            let why = "only a leaf has a result: say `acts_like = Sequence`, for example";
            self.stand_in.as_ref().map(|option| (option, why))
        } else {
            let why = "only a composite or decorator acts like another: say `stand_in = Running`, for example";
            self.acts_like.as_ref().map(|option| (option, why))
        };
        wrong.map_or(Ok(()), |(option, why)| Err(Error::new(option.span(), why)))
    }

    /// Returns the expression that declares the task.
    pub fn declaration(
        &self,
        category: Category,
        name: &str,
        docs: &Docs,
        parameters: &[TokenStream],
    ) -> TokenStream {
        let core = &self.core;
        let constructor = Ident::new(category.name(), Span::call_site());
        let (summary, details) = (&docs.summary, &docs.details);
        let own = self.name.as_ref().map(LitStr::value);
        let name = own.as_deref().unwrap_or(name);
        let icon = self.icon.iter();
        let color = self.color.iter();
        let stand_in = self.stand_in.iter();
        let acts_like = self.acts_like.iter();
        let results = self
            .results
            .iter()
            .map(|results| quote!([#(#core::runtime::Status::#results),*]));
        let max_frames = self.max_frames.iter();
        quote! {
            #core::library::TaskDeclaration::#constructor(#name, #summary)
                .details(#details)
                #(.icon(#icon))*
                #(.color(#color))*
                #(.stand_in_result(#core::runtime::Status::#stand_in))*
                #(.acts_like_builtin(#core::model::ActsLike::#acts_like))*
                #(.may_return(#results))*
                #(.runs_at_most(#max_frames))*
                #(.parameter(#parameters))*
        }
    }
}

/// Parses a list of results: `[Success, Running]`.
fn results(input: ParseStream<'_>) -> Result<Vec<Ident>> {
    let inside;
    bracketed!(inside in input);
    let listed = Punctuated::<Ident, Token![,]>::parse_terminated(&inside)?;
    for result in &listed {
        expect_one_of(Some(result), &["Success", "Failure", "Running"])?;
    }
    Ok(listed.into_iter().collect())
}

/// The options of a parameter.
#[derive(Default)]
pub struct ParameterOptions {
    default: Option<TokenStream>,
    range: Option<[TokenStream; 2]>,
    unit: Option<LitStr>,
    name: Option<LitStr>,
}

impl ParameterOptions {
    /// Reads the attributes `parameter` of a field or argument.
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in named(attributes, "parameter") {
            if matches!(attribute.meta, Meta::Path(_)) {
                continue;
            }
            attribute.parse_nested_meta(|meta| match &*option_name(&meta) {
                "default" => {
                    let default = tokens(meta.value()?)?;
                    replace(&mut options.default, default, &meta)
                }
                "range" => {
                    let range = range(meta.value()?)?;
                    replace(&mut options.range, range, &meta)
                }
                "unit" => once(&mut options.unit, &meta),
                "name" => once(&mut options.name, &meta),
                _ => Err(unknown(&meta, "default, range, unit, name")),
            })?;
        }
        options.check()?;
        Ok(options)
    }

    /// Checks that the range is in order and contains the default, as far as they are plain numbers.
    fn check(&self) -> Result<()> {
        let Some([min, max]) = &self.range else {
            return Ok(());
        };
        let (Some(from), Some(to)) = (number(min), number(max)) else {
            return Ok(());
        };
        if from > to {
            return Err(Error::new(min.span(), "the range is empty"));
        }
        let default = self.default.as_ref();
        match default.and_then(|default| Some((default, number(default)?))) {
            Some((default, number)) if !(from..=to).contains(&number) => {
                Err(Error::new(default.span(), "the default is out of range"))
            }
            _ => Ok(()),
        }
    }

    /// Returns the name of the parameter whose field or argument is `ident`.
    pub fn name(&self, ident: &Ident) -> String {
        match &self.name {
            Some(name) => name.value(),
            None => plain_name(ident),
        }
    }

    /// Returns the expression that declares a parameter of this type.
    pub fn declaration(
        &self,
        core: &TokenStream,
        name: &str,
        of_type: &TokenStream,
        docs: &Docs,
    ) -> TokenStream {
        let help = docs.one_line();
        let traits = quote!(#core::nodes);
        let span = span_of(of_type);
        let mut code = quote_spanned! { span=>
            <#of_type as #traits::TaskParameter>::declaration(#name, #help)
        };
        if let Some([min, max]) = &self.range {
            code = quote_spanned! { span=>
                <#of_type as #traits::NumberParameter>::within(#code, (#min) as f64, (#max) as f64)
            };
        }
        if let Some(default) = &self.default {
            code = quote! {
                #code.with_default(<#of_type as #traits::TaskParameter>::value_of(#default))
            };
        }
        if let Some(unit) = &self.unit {
            code = quote!(#code.in_unit(#unit));
        }
        code
    }
}

/// The options of state.
#[derive(Default)]
pub struct StateOptions {
    /// Whether the field has the attribute.
    pub is_state: bool,
    default: Option<TokenStream>,
    pub keep: bool,
    pub skip: bool,
}

impl StateOptions {
    /// Reads the attributes `state` of a field.
    pub fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut options = Self::default();
        for attribute in named(attributes, "state") {
            options.is_state = true;
            if matches!(attribute.meta, Meta::Path(_)) {
                continue;
            }
            attribute.parse_nested_meta(|meta| match &*option_name(&meta) {
                "default" => {
                    let default = tokens(meta.value()?)?;
                    replace(&mut options.default, default, &meta)
                }
                "keep" => {
                    options.keep = true;
                    Ok(())
                }
                "skip" => {
                    options.skip = true;
                    Ok(())
                }
                _ => Err(unknown(&meta, "default, keep, skip")),
            })?;
        }
        Ok(options)
    }

    /// Returns whether the attribute says with which value the state begins.
    pub fn has_default(&self) -> bool {
        self.default.is_some()
    }

    /// Returns the value with which the state begins.
    pub fn beginning(&self) -> TokenStream {
        let default = self.default.clone();
        default.unwrap_or_else(|| quote!(::core::default::Default::default()))
    }
}

/// Reads the option `crate` of the attributes of this name.
pub fn core_of(attributes: &[Attribute], name: &str) -> Result<TokenStream> {
    let mut core = quote!(::treewright_core);
    for attribute in named(attributes, name) {
        attribute.parse_nested_meta(|meta| match &*option_name(&meta) {
            "crate" => {
                core = core_path(&meta)?;
                Ok(())
            }
            _ => Err(unknown(&meta, "crate")),
        })?;
    }
    Ok(core)
}

/// Reads the option `name` of the attributes `choice` of a variant.
pub fn choice_name(attributes: &[Attribute]) -> Result<Option<LitStr>> {
    let mut name = None;
    for attribute in named(attributes, "choice") {
        attribute.parse_nested_meta(|meta| match &*option_name(&meta) {
            "name" => once(&mut name, &meta),
            _ => Err(unknown(&meta, "name")),
        })?;
    }
    Ok(name)
}

/// Checks that an option, if it is set, is one of these names.
fn expect_one_of(option: Option<&Ident>, names: &[&str]) -> Result<()> {
    match option.filter(|option| !names.contains(&&*option.to_string())) {
        Some(other) => {
            let expected = format!("expected one of {}", names.join(", "));
            Err(Error::new(other.span(), expected))
        }
        None => Ok(()),
    }
}

fn core_path(meta: &ParseNestedMeta<'_>) -> Result<TokenStream> {
    let path: Path = meta.value()?.call(Path::parse_mod_style)?;
    Ok(path.into_token_stream())
}

/// Returns the attributes of this name.
pub fn named<'a>(
    attributes: &'a [Attribute],
    name: &'a str,
) -> impl Iterator<Item = &'a Attribute> {
    attributes.iter().filter(move |a| a.path().is_ident(name))
}

fn option_name(meta: &ParseNestedMeta<'_>) -> String {
    meta.path
        .get_ident()
        .map(Ident::to_string)
        .unwrap_or_default()
}

fn unknown(meta: &ParseNestedMeta<'_>, known: &str) -> Error {
    let name = option_name(meta);
    meta.error(format!(
        "there is no option `{name}`: expected one of {known}"
    ))
}

fn once<T: syn::parse::Parse>(option: &mut Option<T>, meta: &ParseNestedMeta<'_>) -> Result<()> {
    let value = meta.value()?.parse()?;
    replace(option, value, meta)
}

fn replace<T>(option: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>) -> Result<()> {
    match option.replace(value) {
        Some(_) => Err(meta.error("this option is set twice")),
        None => Ok(()),
    }
}

/// Takes an expression: everything up to the next comma.
fn tokens(input: ParseStream<'_>) -> Result<TokenStream> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) && !input.peek(Token![..]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    if tokens.is_empty() {
        return Err(input.error("expected a value"));
    }
    Ok(tokens)
}

fn range(input: ParseStream<'_>) -> Result<[TokenStream; 2]> {
    let expected = "expected both ends of the range, which includes them: `0.0..=10.0`";
    let from = tokens(input).map_err(|error| Error::new(error.span(), expected))?;
    if !input.peek(Token![..=]) {
        return Err(Error::new(input.span(), expected));
    }
    input.parse::<Token![..=]>()?;
    let to = tokens(input).map_err(|error| Error::new(error.span(), expected))?;
    Ok([from, to])
}

/// Returns a plain number, which may be negative.
fn number(tokens: &TokenStream) -> Option<f64> {
    let text = tokens.to_string().replace([' ', '_'], "");
    let suffixes = ["f64", "f32", "i64", "i32"];
    let suffix = suffixes.into_iter().find(|suffix| text.ends_with(suffix));
    text.strip_suffix(suffix.unwrap_or_default())?.parse().ok()
}

/// Returns the place of a part of the input, for code that is generated there: an error in it is shown at that part.
pub fn span_of(part: &impl Spanned) -> Span {
    part.span().resolved_at(Span::call_site())
}

/// Returns the name of an identifier, without `r#`.
pub fn plain_name(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// The documentation of an item.
#[derive(Default)]
pub struct Docs {
    /// The first paragraph, in one line.
    pub summary: String,
    /// The rest.
    pub details: String,
}

impl Docs {
    /// Reads the documentation comments.
    pub fn of(attributes: &[Attribute]) -> Self {
        let lines = named(attributes, "doc").filter_map(|attribute| {
            let Meta::NameValue(meta) = &attribute.meta else {
                return None;
            };
            let Expr::Lit(literal) = &meta.value else {
                return None;
            };
            match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            }
        });
        let text = lines.collect::<Vec<_>>().join("\n");
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end())
            .skip_while(|line| line.is_empty())
            .collect();
        let end = lines.iter().position(|line| line.is_empty());
        let (summary, details) = lines.split_at(end.unwrap_or(lines.len()));
        Self {
            summary: summary.join(" "),
            details: details.join("\n").trim().to_owned(),
        }
    }

    /// Returns everything in one line.
    pub fn one_line(&self) -> String {
        let all = [&*self.summary, &*self.details].map(|part| part.replace('\n', " "));
        all.join(" ").trim().to_owned()
    }
}
