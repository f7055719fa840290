//! `#[derive(Choice)]`: an enum whose variants are the choices of a parameter.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result};

use crate::attributes::{Docs, choice_name, core_of, plain_name};

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let core = core_of(&input.attrs, "choice")?;
    let ident = &input.ident;
    let variants = match &input.data {
        Data::Enum(data) if !data.variants.is_empty() => &data.variants,
        _ => {
            let message = "a choice is an enum with at least one variant";
            return Err(Error::new(ident.span(), message));
        }
    };
    if !input.generics.params.is_empty() {
        let message = "a choice has no generics";
        return Err(Error::new(ident.span(), message));
    }
    let (mut names, mut meanings, mut idents) = (Vec::new(), Vec::new(), Vec::new());
    for variant in variants {
        if !matches!(variant.fields, Fields::Unit) {
            let message = "a choice is only a name: it has no fields";
            return Err(Error::new(variant.ident.span(), message));
        }
        let name = choice_name(&variant.attrs)?;
        let name = name.map_or_else(|| plain_name(&variant.ident), |name| LitStr::value(&name));
        if names.contains(&name) {
            let message = format!("two choices are named `{name}`");
            return Err(Error::new(variant.ident.span(), message));
        }
        names.push(name);
        meanings.push(Docs::of(&variant.attrs).one_line());
        idents.push(&variant.ident);
    }
    let indices: Vec<usize> = (0..idents.len()).collect();
    Ok(quote! {
        #[automatically_derived]
        impl #core::nodes::Choice for #ident {
            const CHOICES: &'static [(&'static str, &'static str)] = &[#((#names, #meanings)),*];

            fn at(index: usize) -> ::core::option::Option<Self> {
                match index {
                    #(#indices => ::core::option::Option::Some(Self::#idents),)*
                    _ => ::core::option::Option::None,
                }
            }

            fn index(&self) -> usize {
                match self {
                    #(Self::#idents => #indices,)*
                }
            }
        }

        #[automatically_derived]
        impl #core::nodes::TaskParameter for #ident {
            type Constant = Self;

            fn parameter_type() -> #core::model::ParameterType {
                #core::nodes::choices::parameter_type::<Self>()
            }

            fn value_of(constant: Self) -> #core::value::Value {
                #core::nodes::choices::value_of(&constant)
            }

            fn read(arguments: &#core::nodes::Arguments, name: &str) -> Self {
                #core::nodes::choices::read(arguments, name)
            }

            fn declaration(name: &'static str, help: &'static str) -> #core::model::ParameterDeclaration {
                #core::nodes::choices::declaration::<Self>(name, help)
            }
        }

        #[automatically_derived]
        impl #core::nodes::TaskArgument for #ident {
            type Parameter = Self;

            fn value(parameter: &Self, _tick: &#core::runtime::TickContext<'_>) -> Self {
                ::core::clone::Clone::clone(parameter)
            }
        }
    })
}
