//! `#[action]` and `#[conditional]`: a function whose arguments are the parameters of a task, and its state.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, DeriveInput, Error, GenericArgument, Generics, Ident, PathArguments, Result,
    ReturnType, Token, Type, Visibility, parenthesized, parse_quote, token,
};

use crate::attributes::{
    Category, Docs, ParameterOptions, TaskOptions, named, plain_name, span_of,
};
use crate::task;

/// What to write for a parameter that is a text.
const TEXT: &str = "a parameter that is a text is an `Arc<str>`";

/// The types of whole numbers that parameters cannot have.
const WHOLE_NUMBERS: [&str; 10] = [
    "i8", "i16", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
];

/// A function without generics and patterns.
struct Function {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    ident: Ident,
    arguments: Vec<Argument>,
    result: ReturnType,
    body: TokenStream,
}

struct Argument {
    attributes: Vec<Attribute>,
    mutable: Option<Token![mut]>,
    ident: Ident,
    of_type: Type,
}

impl Parse for Argument {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        if input.peek(Token![self]) || input.peek(Token![&]) {
            return Err(input.error("a method cannot be a task: use a function"));
        }
        let mutable = input.parse()?;
        let ident = if input.peek(Token![_]) {
            let underscore: Token![_] = input.parse()?;
            Ident::new("_context", underscore.span())
        } else {
            input.parse()?
        };
        input.parse::<Token![:]>()?;
        Ok(Self {
            attributes,
            mutable,
            ident,
            of_type: input.parse()?,
        })
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        if !input.peek(Token![fn]) {
            return Err(input.error(
                "expected a plain function: `fn name(context: &mut TaskContext<World>, …)`",
            ));
        }
        input.parse::<Token![fn]>()?;
        let ident = input.parse()?;
        let generics: Generics = input.parse()?;
        if !generics.params.is_empty() {
            let message =
                "a task has one world and one type for each parameter: remove the generics";
            return Err(Error::new(generics.span(), message));
        }
        let inside;
        parenthesized!(inside in input);
        let arguments = Punctuated::<Argument, Token![,]>::parse_terminated(&inside)?;
        let result = input.parse()?;
        if !input.peek(token::Brace) {
            return Err(input.error("expected the body of the function"));
        }
        let body: TokenTree = input.parse()?;
        Ok(Self {
            attributes,
            visibility,
            ident,
            arguments: arguments.into_iter().collect(),
            result,
            body: body.into_token_stream(),
        })
    }
}

impl Argument {
    fn is_state(&self) -> bool {
        named(&self.attributes, "state").next().is_some()
    }

    /// Checks that a parameter has no type that is never one. The compiler would find it, too, but in several places, and
    /// without the remedy.
    fn check_parameter(&self) -> Result<()> {
        let remedy = match &self.of_type {
            Type::Reference(reference) if reference.mutability.is_some() => {
                "`&mut`: is it state? write `#[state]` before the argument"
            }
            Type::Reference(reference) if is_named(&reference.elem, &["str"]) => TEXT,
            Type::Reference(_) => "a parameter is passed by value: remove the `&`",
            of_type if is_named(of_type, &["String"]) => TEXT,
            of_type if is_named(of_type, &["Vec"]) => "a parameter that is a list is a `List<_>`",
            of_type if is_named(of_type, &["Operand"]) => {
                "the function gets the current value: write the type of the value, without `Operand`"
            }
            of_type if is_named(of_type, &WHOLE_NUMBERS) => {
                "a parameter that is a whole number is an `i64` or `i32`"
            }
            _ => return Ok(()),
        };
        Err(Error::new_spanned(&self.of_type, remedy))
    }

    /// Returns `State` of an argument `&mut State`.
    fn state_type(&self) -> Result<&Type> {
        match &self.of_type {
            Type::Reference(reference) if reference.mutability.is_some() => Ok(&reference.elem),
            other => Err(Error::new(
                other.span(),
                "the function changes its state: write `&mut` before the type",
            )),
        }
    }
}

/// The argument as it is in the function, without what is for the task only.
impl ToTokens for Argument {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let of_task = ["doc", "parameter", "state"];
        let own = |a: &&Attribute| !of_task.iter().any(|name| a.path().is_ident(name));
        let attributes = self.attributes.iter().filter(own);
        let (mutable, ident, of_type) = (&self.mutable, &self.ident, &self.of_type);
        tokens.extend(quote!(#(#attributes)* #mutable #ident: #of_type));
    }
}

pub fn leaf(category: Category, options: TokenStream, input: TokenStream) -> Result<TokenStream> {
    let options = TaskOptions::of_function(category, options)?;
    let function: Function = syn::parse2(input)?;
    let Some((context, arguments)) = function.arguments.split_first() else {
        let message =
            "expected the context as the first argument: `context: &mut TaskContext<World>`";
        return Err(Error::new(function.ident.span(), message));
    };
    let world = match &options.world {
        Some(world) => world.clone(),
        None => world_of(&context.of_type)?,
    };
    check_world(&world)?;
    for parameter in arguments.iter().filter(|argument| !argument.is_state()) {
        parameter.check_parameter()?;
    }
    let task = if arguments.iter().any(Argument::is_state) {
        with_state(&function, arguments, &world, &options)?
    } else {
        without_state(&function, arguments, &world, &options, category)?
    };
    let Function {
        attributes,
        visibility,
        ident,
        arguments,
        result,
        body,
    } = &function;
    Ok(quote! {
        #(#attributes)*
        #visibility fn #ident(#(#arguments),*) #result #body

        #task
    })
}

/// Returns a task whose hooks call the function.
fn without_state(
    function: &Function,
    parameters: &[Argument],
    world: &Type,
    options: &TaskOptions,
    category: Category,
) -> Result<TokenStream> {
    let core = &options.core;
    let mut declared = Vec::new();
    let mut read = Vec::new();
    let mut values = Vec::new();
    for parameter in parameters {
        let ident = &parameter.ident;
        let own = ParameterOptions::of(&parameter.attributes)?;
        let name = own.name(ident);
        let span = span_of(&parameter.of_type);
        let of_parameter = parameter_type(parameter, core);
        let docs = Docs::of(&parameter.attributes);
        declared.push(own.declaration(core, &name, &of_parameter, &docs));
        read.push(quote_spanned! { span=>
            let #ident = <#of_parameter as #core::nodes::TaskParameter>::read(arguments, #name);
        });
        values.push(value(parameter, core, &quote!(#ident)));
    }
    let Function {
        attributes,
        visibility,
        ..
    } = function;
    let (task, about) = task_struct(function);
    let docs = Docs::of(attributes);
    let declaration = options.declaration(category, &task.to_string(), &docs, &declared);
    let waits = options
        .waits_for_inputs
        .then(|| quote!(.waits_for_inputs()));
    let call = call(function, core, &values);
    let cfg: Vec<_> = named(attributes, "cfg").collect();
    Ok(quote! {
        #(#cfg)*
        #[doc = #about]
        #[derive(Clone, Copy, Debug)]
        #visibility struct #task;

        #(#cfg)*
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, unused_variables)]
        impl #core::compile::RegisteredTask<#world> for #task {
            fn register(tasks: &mut #core::compile::GameTasks<#world>) {
                tasks.declare(#declaration, |arguments| {
                    #(#read)*
                    #core::runtime::TaskHooks::<#world>::new(
                        move |context: &mut #core::runtime::TaskContext<'_, '_, #world>| #call
                    )
                    #waits
                });
            }
        }
    })
}

/// Returns a struct like those for `#[derive(Task)]`, with the parameters and the state, whose update calls the function.
fn with_state(
    function: &Function,
    arguments: &[Argument],
    world: &Type,
    options: &TaskOptions,
) -> Result<TokenStream> {
    let core = &options.core;
    if options.waits_for_inputs {
        let message = "a task with state changes from frame to frame: it cannot wait for inputs";
        return Err(Error::new(function.ident.span(), message));
    }
    let (mut fields, mut plain_fields) = (Vec::new(), Vec::new());
    let mut values = Vec::new();
    for argument in arguments {
        let (ident, attributes) = (&argument.ident, &argument.attributes);
        let of_field = if argument.is_state() {
            values.push(quote!(&mut self.#ident));
            argument.state_type()?.to_token_stream()
        } else {
            values.push(value(argument, core, &quote!(self.#ident)));
            parameter_type(argument, core)
        };
        fields.push(quote!(#(#attributes)* #ident: #of_field));
        plain_fields.push(quote!(#ident: #of_field));
    }
    let Function {
        attributes,
        visibility,
        ..
    } = function;
    let (task, about) = task_struct(function);
    let docs = named(attributes, "doc");
    let declared: DeriveInput = parse_quote!(#(#docs)* struct #task { #(#fields),* });
    let derived = task::derive_with(&declared, options)?;
    let call = call(function, core, &values);
    let cfg: Vec<_> = named(attributes, "cfg").collect();
    Ok(quote! {
        #(#cfg)*
        #[doc = #about]
        #visibility struct #task { #(#plain_fields),* }

        #(#cfg)*
        const _: () = {
            #[automatically_derived]
            #[allow(clippy::all, clippy::pedantic, unused_variables)]
            impl #core::runtime::Task<#world> for #task {
                fn update(
                    &mut self,
                    context: &mut #core::runtime::TaskContext<'_, '_, #world>,
                ) -> #core::runtime::Status #call
            }

            #derived
        };
    })
}

/// Returns the struct of the task, and its documentation.
fn task_struct(function: &Function) -> (Ident, String) {
    let ident = &function.ident;
    let name = Ident::new(&camel_case(&plain_name(ident)), ident.span());
    let about = format!("The task [`{ident}`], for `GameTasks::register`.");
    (name, about)
}

/// Returns the type that reads a parameter: its value is an argument of the function.
fn parameter_type(parameter: &Argument, core: &TokenStream) -> TokenStream {
    of_argument(parameter, core, "Parameter")
}

/// Returns the value of a parameter in this frame.
fn value(parameter: &Argument, core: &TokenStream, read: &TokenStream) -> TokenStream {
    let value = of_argument(parameter, core, "value");
    let span = span_of(&parameter.of_type);
    quote_spanned!(span=> #value(&#read, &context.tick))
}

/// Returns what the trait `TaskArgument` has under this name for the type of a parameter. Its place is that of the whole
/// type, so that the compiler reports a wrong type once.
fn of_argument(parameter: &Argument, core: &TokenStream, item: &str) -> TokenStream {
    let of_type = &parameter.of_type;
    let tokens = of_type.to_token_stream().into_iter();
    let mut places = tokens.map(|token| token.span());
    let first = places.next().unwrap_or_else(|| of_type.span());
    let last = places.last().unwrap_or(first);
    let begin = quote_spanned!(first=> <);
    let item = Ident::new(item, last);
    let end = quote_spanned!(last=> as #core::nodes::TaskArgument>::#item);
    quote!(#begin #of_type #end)
}

/// Returns a block that calls the function, and returns its status.
fn call(function: &Function, core: &TokenStream, values: &[TokenStream]) -> TokenStream {
    let ident = &function.ident;
    let result_span = match &function.result {
        ReturnType::Default => span_of(ident),
        ReturnType::Type(_, of_type) => span_of(of_type),
    };
    quote_spanned! { result_span=>
        {
            let result = #ident(context #(, #values)*);
            #core::nodes::TaskResult::status(result, &mut context.tick)
        }
    }
}

/// Returns the world in `&mut TaskContext<World>`.
fn world_of(context: &Type) -> Result<Type> {
    let expected = "expected the context as the first argument: `context: &mut TaskContext<World>`; if its type has \
                    another name, say which world it has: `#[action(world = World)]`";
    let wrong = || Error::new(context.span(), expected);
    let Type::Reference(reference) = context else {
        return Err(wrong());
    };
    let Type::Path(path) = &*reference.elem else {
        return Err(wrong());
    };
    let last = path.path.segments.last().ok_or_else(wrong)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return Err(wrong());
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(of_type) => Some(of_type.clone()),
        _ => None,
    });
    types.last().ok_or_else(wrong)
}

/// Checks that the world has no lifetime, as far as its type shows it.
fn check_world(world: &Type) -> Result<()> {
    if matches!(world, Type::TraitObject(_)) || !has_lifetime(world.to_token_stream()) {
        return Ok(());
    }
    let remedy = "a world that borrows is named by its family: `type World = dyn for<'a> LentWorld<'a, Lent = Lent<'a>>;`, \
                  then `TaskContext<World>`";
    Err(Error::new_spanned(world, remedy))
}

/// Returns whether a type has a lifetime other than `'static`: it names one, or has a reference without one.
fn has_lifetime(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Group(group) => has_lifetime(group.stream()),
            TokenTree::Punct(punct) if matches!(punct.as_char(), '\'' | '&') => {
                let is_static = |next: &TokenTree| matches!(&*next.to_string(), "static" | "'");
                !tokens.peek().is_some_and(is_static)
            }
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}

/// Returns whether a type has one of these names, whatever its arguments are.
fn is_named(of_type: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = of_type else {
        return false;
    };
    let last = path.path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Returns `enemy_in_range` as `EnemyInRange`.
fn camel_case(name: &str) -> String {
    let words = name.split('_').filter(|word| !word.is_empty());
    let capital = |word: &str| {
        let mut letters = word.chars();
        let first = letters.next().map(char::to_uppercase);
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
    };
    words.map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the error of an action with this world and this argument.
    fn refused(world: &TokenStream, argument: &TokenStream) -> String {
        let action = quote! {
            fn walk(context: &mut TaskContext<#world>, #argument) -> Status { Status::Success }
        };
        match leaf(Category::Action, TokenStream::new(), action) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_world_that_borrows_is_named_by_its_family() {
        let remedy = "`type World = dyn for<'a> LentWorld<'a, Lent = Lent<'a>>;`";
        for wrong in [
            quote!(Lent<'_>),
            quote!(&mut World),
            quote!((u8, game::Lent<'a>)),
        ] {
            let error = refused(&wrong, &quote!());
            assert!(error.contains(remedy), "{wrong}: {error}");
        }
        for right in [
            quote!(World),
            quote!(World<&'static str>),
            quote!(dyn for<'a> LentWorld<'a, Lent = Lent<'a>>),
        ] {
            assert_eq!(refused(&right, &quote!()), "");
        }
    }

    #[test]
    fn a_type_that_is_no_parameter_is_refused_with_its_remedy() {
        for (wrong, remedy) in [
            (quote!(passed: &mut f64), "write `#[state]`"),
            (quote!(#[sate] passed: &mut f64), "write `#[state]`"),
            (quote!(name: &str), "`Arc<str>`"),
            (quote!(name: String), "`Arc<str>`"),
            (quote!(places: Vec<i64>), "`List<_>`"),
            (quote!(count: u32), "`i64` or `i32`"),
            (quote!(count: Operand<i64>), "without `Operand`"),
        ] {
            let error = refused(&quote!(World), &wrong);
            assert!(error.contains(remedy), "{wrong}: {error}");
        }
        for right in [
            quote!(name: Arc<str>),
            quote!(into: Option<Var<i64>>),
            quote!(#[state] passed: &mut u32),
        ] {
            assert_eq!(refused(&quote!(World), &right), "");
        }
    }
}
