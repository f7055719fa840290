//! `#[derive(Task)]`: a struct whose fields are the parameters and the state of a task.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident, Result, parse_quote};

use crate::attributes::{
    Category, Docs, ParameterOptions, StateOptions, TaskOptions, named, plain_name, span_of,
};

/// The code of one field.
struct FieldCode {
    /// The expression that declares it, if it is a parameter.
    declaration: Option<TokenStream>,
    /// How it is made.
    make: TokenStream,
    /// How it is reset when the task starts.
    reset: Option<TokenStream>,
    /// How it is saved and restored.
    save: Option<[TokenStream; 2]>,
    /// The name under which it is saved.
    saved_as: Option<String>,
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    derive_with(input, &TaskOptions::of_struct(&input.attrs)?)
}

/// Returns the code of a struct with these options, wherever they are written.
pub fn derive_with(input: &DeriveInput, options: &TaskOptions) -> Result<TokenStream> {
    let core = &options.core;
    let Some(category) = options.category else {
        return Err(Error::new(
            input.ident.span(),
            format!(
                "add `#[task(action)]` or `#[task(conditional)]`: is `{}` an action, which may run for many frames, or \
                 a conditional, which answers at once? With children, it is a `composite` or a `decorator`",
                input.ident
            ),
        ));
    };
    let mut errors: Option<Error> = None;
    let mut fields = Vec::new();
    for field in fields_of(input)? {
        match code_of(field, core) {
            Ok(code) => fields.push(code),
            Err(error) => match &mut errors {
                Some(errors) => errors.combine(error),
                None => errors = Some(error),
            },
        }
    }
    if let Some(errors) = errors {
        return Err(errors);
    }
    let parameters: Vec<_> = fields
        .iter()
        .filter_map(|f| f.declaration.clone())
        .collect();
    let docs = Docs::of(&input.attrs);
    let declaration = options.declaration(category, &plain_name(&input.ident), &docs, &parameters);
    let make = fields.iter().map(|field| &field.make);
    let reset = fields.iter().filter_map(|field| field.reset.as_ref());
    let saved: Vec<_> = fields
        .iter()
        .filter_map(|field| field.save.as_ref())
        .collect();
    let (save, restore) = (
        saved.iter().map(|[save, _]| save),
        saved.iter().map(|[_, restore]| restore),
    );
    let names = fields.iter().filter_map(|field| field.saved_as.as_ref());
    let has_state = !saved.is_empty();
    let ident = &input.ident;
    let (generics, arguments, conditions) = input.generics.split_for_impl();
    let registration = registration(input, core, category);
    Ok(quote! {
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
        impl #generics #core::compile::DeclaredTask for #ident #arguments #conditions {
            const HAS_STATE: bool = #has_state;

            fn declaration() -> #core::library::TaskDeclaration {
                #declaration
            }

            fn make(arguments: &#core::nodes::Arguments) -> Self {
                Self { #(#make,)* }
            }

            fn reset_state(&mut self) {
                #(#reset)*
            }

            fn save_state(&self) -> #core::value::Value {
                let mut saved = #core::runtime::SavedFields::default();
                #(#save)*
                saved.value()
            }

            fn restore_state(
                &mut self,
                saved: &#core::value::Value,
            ) -> ::std::vec::Vec<#core::runtime::StateError> {
                let mut lost = ::std::vec::Vec::new();
                #(#restore)*
                #core::runtime::SavedFields::find_gone(saved, &[#(#names),*], &mut lost);
                lost
            }
        }

        #registration
    })
}

/// The implementation for every world for which the struct has a behavior.
fn registration(input: &DeriveInput, core: &TokenStream, category: Category) -> TokenStream {
    let (behavior, register) = if category.is_parent() {
        ("ParentTask", "register_declared_parent")
    } else {
        ("Task", "register_declared")
    };
    let ident = &input.ident;
    let (_, arguments, _) = input.generics.split_for_impl();
    let mut generics = input.generics.clone();
    let world = Ident::new("__World", ident.span());
    let [behavior, register] = [behavior, register].map(|name| Ident::new(name, ident.span()));
    generics
        .params
        .push(parse_quote!(#world: #core::runtime::World + ?Sized));
    generics
        .make_where_clause()
        .predicates
        .push(parse_quote!(#ident #arguments: #core::runtime::#behavior<#world>));
    let (generics, _, conditions) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #core::compile::RegisteredTask<#world> for #ident #arguments #conditions {
            fn register(tasks: &mut #core::compile::GameTasks<#world>) {
                tasks.#register::<Self>();
            }
        }
    }
}

fn fields_of(input: &DeriveInput) -> Result<Vec<&Field>> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "a task is a struct: its fields are the parameters and the state",
        ));
    };
    match &data.fields {
        Fields::Named(fields) => Ok(fields.named.iter().collect()),
        Fields::Unit => Ok(Vec::new()),
        Fields::Unnamed(fields) => Err(Error::new(
            fields.span(),
            "the fields of a task have names, which are those of its parameters",
        )),
    }
}

fn code_of(field: &Field, core: &TokenStream) -> Result<FieldCode> {
    let Some(ident) = &field.ident else {
        return Err(Error::new(field.span(), "the fields of a task have names"));
    };
    let state = StateOptions::of(&field.attrs)?;
    if state.is_state {
        if let Some(parameter) = named(&field.attrs, "parameter").next() {
            return Err(Error::new(
                parameter.span(),
                "a field is either a parameter or state",
            ));
        }
        return Ok(state_code(ident, field, &state, core));
    }
    let options = ParameterOptions::of(&field.attrs)?;
    let (name, of_type) = (options.name(ident), field.ty.to_token_stream());
    let docs = Docs::of(&field.attrs);
    let declaration = options.declaration(core, &name, &of_type, &docs);
    let span = span_of(&field.ty);
    Ok(FieldCode {
        declaration: Some(declaration),
        make: quote_spanned! { span=>
            #ident: <#of_type as #core::nodes::TaskParameter>::read(arguments, #name)
        },
        reset: None,
        save: None,
        saved_as: None,
    })
}

fn state_code(
    ident: &Ident,
    field: &Field,
    options: &StateOptions,
    core: &TokenStream,
) -> FieldCode {
    let (beginning, name, span) = (options.beginning(), plain_name(ident), span_of(&field.ty));
    let saved = quote!(#core::runtime::SavedFields);
    let save = quote_spanned! { span=> #saved::add(&mut saved, #name, &self.#ident); };
    let restore =
        quote_spanned! { span=> #saved::restore(saved, #name, &mut self.#ident, &mut lost); };
    FieldCode {
        declaration: None,
        make: quote!(#ident: #beginning),
        reset: (!options.keep).then(|| quote!(self.#ident = #beginning;)),
        save: (!options.skip).then_some([save, restore]),
        saved_as: (!options.skip).then_some(name),
    }
}
