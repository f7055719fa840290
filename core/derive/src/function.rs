//! `#[action]` and `#[conditional]`: a function whose arguments are the parameters of a task.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, Error, GenericArgument, Generics, Ident, PathArguments, Result, ReturnType, Token,
    Type, Visibility, parenthesized, token,
};

use crate::attributes::{
    Category, Docs, ParameterOptions, TaskOptions, named, plain_name, span_of,
};

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
            return Err(input.error("a task without state is no method: use a function"));
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

/// The argument as it is in the function, without what is for the task only.
impl ToTokens for Argument {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let own = |a: &&Attribute| !a.path().is_ident("doc") && !a.path().is_ident("parameter");
        let attributes = self.attributes.iter().filter(own);
        let (mutable, ident, of_type) = (&self.mutable, &self.ident, &self.of_type);
        tokens.extend(quote!(#(#attributes)* #mutable #ident: #of_type));
    }
}

pub fn task(category: Category, options: TokenStream, input: TokenStream) -> Result<TokenStream> {
    let options = TaskOptions::of_function(category, options)?;
    let core = &options.core;
    let function: Function = syn::parse2(input)?;
    let Some((context, parameters)) = function.arguments.split_first() else {
        let message =
            "expected the context as the first argument: `context: &mut TaskContext<World>`";
        return Err(Error::new(function.ident.span(), message));
    };
    let world = match &options.world {
        Some(world) => world.clone(),
        None => world_of(&context.of_type)?,
    };
    let name = camel_case(&plain_name(&function.ident));
    let task = Ident::new(&name, function.ident.span());
    let mut declared = Vec::new();
    let mut read = Vec::new();
    let mut values = Vec::new();
    for parameter in parameters {
        let (ident, of_type) = (&parameter.ident, &parameter.of_type);
        let own = ParameterOptions::of(&parameter.attributes)?;
        let name = own.name(ident);
        let span = span_of(of_type);
        let argument = quote_spanned!(span=> <#of_type as #core::nodes::TaskArgument>);
        let of_parameter = quote_spanned!(span=> #argument::Parameter);
        let docs = Docs::of(&parameter.attributes);
        declared.push(own.declaration(core, &name, &of_parameter, &docs));
        read.push(quote_spanned! { span=>
            let #ident = <#of_parameter as #core::nodes::TaskParameter>::read(arguments, #name);
        });
        values.push(quote_spanned!(span=> #argument::value(&#ident, &context.tick)));
    }
    let docs = Docs::of(&function.attributes);
    let declaration = options.declaration(category, &name, &docs, &declared);
    let waits = options
        .waits_for_inputs
        .then(|| quote!(.waits_for_inputs()));
    let Function {
        attributes,
        visibility,
        ident,
        arguments,
        result,
        body,
    } = &function;
    let result_span = match result {
        ReturnType::Default => span_of(ident),
        ReturnType::Type(_, of_type) => span_of(of_type),
    };
    let call = quote_spanned! { result_span=>
        {
            let result = #ident(context #(, #values)*);
            #core::nodes::TaskResult::status(result, &mut context.tick)
        }
    };
    let about = format!("The task [`{ident}`], for `GameTasks::register`.");
    let cfg: Vec<_> = named(attributes, "cfg").collect();
    Ok(quote! {
        #(#attributes)*
        #visibility fn #ident(#(#arguments),*) #result #body

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
