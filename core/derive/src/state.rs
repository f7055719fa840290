//! `#[derive(TaskState)]`: a struct or enum that a task can save, by the names of its fields and variants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned as _;
use syn::{Data, DeriveInput, Error, Fields, Ident, Member, Result, parse_quote};

use crate::attributes::{StateOptions, core_of, plain_name};

/// The code for the fields of a struct or variant.
struct FieldsCode {
    /// The pattern that binds each field.
    pattern: TokenStream,
    /// Saves the bound fields.
    save: TokenStream,
    /// Makes the fields of what `saved` has.
    restore: TokenStream,
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    // At the type, the attribute has other options than at fields.
    let core = core_of(&input.attrs, "state")?;
    let saved = quote!(#core::runtime::SavedFields);
    let (save, restore) = match &input.data {
        Data::Struct(data) => {
            let FieldsCode {
                pattern,
                save,
                restore,
            } = code_of(&data.fields, &saved)?;
            (
                quote! {
                    let Self #pattern = self;
                    #save
                    ::core::option::Option::Some(fields.value())
                },
                quote!(::core::result::Result::Ok(Self #restore)),
            )
        }
        Data::Enum(data) => {
            let (mut saves, mut restores) = (Vec::new(), Vec::new());
            for variant in &data.variants {
                let code = code_of(&variant.fields, &saved)?;
                let (ident, name) = (&variant.ident, plain_name(&variant.ident));
                let FieldsCode {
                    pattern,
                    save,
                    restore,
                } = code;
                saves.push(quote! {
                    Self::#ident #pattern => {
                        #save
                        ::core::option::Option::Some(fields.of_variant(#name))
                    }
                });
                restores.push(quote! {
                    #name => ::core::result::Result::Ok(Self::#ident #restore)
                });
            }
            (
                quote!(match self { #(#saves)* }),
                quote! {
                    let (name, saved) = #saved::variant::<Self>(saved)?;
                    match name {
                        #(#restores,)*
                        _ => ::core::result::Result::Err(#saved::no_variant(name)),
                    }
                },
            )
        }
        Data::Union(_) => {
            let message = "a union cannot be saved: use a struct or an enum";
            return Err(Error::new(input.ident.span(), message));
        }
    };
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter
            .bounds
            .push(parse_quote!(#core::runtime::TaskState));
    }
    let (generics, arguments, conditions) = generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        #[allow(clippy::all, clippy::pedantic, unused_variables, unused_mut)]
        impl #generics #core::runtime::TaskState for #ident #arguments #conditions {
            fn save(&self) -> ::core::option::Option<#core::value::Value> {
                #save
            }

            fn restore(saved: &#core::value::Value) -> ::core::option::Option<Self> {
                <Self as #core::runtime::TaskState>::try_restore(saved).ok()
            }

            fn try_restore(
                saved: &#core::value::Value,
            ) -> ::core::result::Result<Self, #core::runtime::StateError> {
                #restore
            }
        }
    })
}

fn code_of(fields: &Fields, saved: &TokenStream) -> Result<FieldsCode> {
    let (mut members, mut bound, mut save, mut restore) = (vec![], vec![], vec![], vec![]);
    for (index, field) in fields.iter().enumerate() {
        let options = StateOptions::of(&field.attrs)?;
        if options.keep {
            let message = "only a field of a task can be kept";
            return Err(Error::new(field.span(), message));
        }
        let (member, name): (Member, String) = match &field.ident {
            Some(ident) => (ident.clone().into(), plain_name(ident)),
            None => (index.into(), index.to_string()),
        };
        let binding: Ident = format_ident!("field_{index}");
        let beginning = options.beginning();
        if options.skip {
            restore.push(quote!(#member: #beginning));
        } else {
            save.push(quote!(fields.add(#name, #binding);));
            restore.push(if options.has_default() {
                quote! {
                    #member: match #saved::field_if_saved::<Self, _>(saved, #name)? {
                        ::core::option::Option::Some(field) => field,
                        ::core::option::Option::None => #beginning,
                    }
                }
            } else {
                quote!(#member: #saved::field::<Self, _>(saved, #name)?)
            });
        }
        members.push(member);
        bound.push(binding);
    }
    Ok(FieldsCode {
        pattern: quote!({ #(#members: #bound),* }),
        save: quote! {
            let mut fields = #saved::default();
            #(#save)*
        },
        restore: quote!({ #(#restore),* }),
    })
}
