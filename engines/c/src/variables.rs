//! Variables of running trees: by name, and by a `tw_key` that was found once.

use std::sync::Arc;

use treewright_core::runtime::{Key, VariableError};
use treewright_core::value::{Value, ValueType};

use crate::access::{Manager, Parts, Tree, with_manager, with_tree};
use crate::border::{Code, Failure, Result, border};
use crate::buffers::Buffer;
use crate::callbacks::World;
use crate::constants::TW_ERROR_VARIABLE;
use crate::handles::{self, Handle, Object};
use crate::memory::{In, Out, Str, give};
use crate::programs::CProgram;
use crate::values::CValue;

/// The error of a variable that cannot be read or written.
fn unusable(error: impl std::fmt::Display) -> Failure {
    Failure::new(TW_ERROR_VARIABLE, error)
}

fn undeclared(name: &str) -> Failure {
    unusable(VariableError::Undeclared(name.to_owned()))
}

/// A variable that was found in a program: `tw_key`.
pub struct CKey(AnyKey);

impl Object for CKey {
    const NAME: &'static str = "key";
}

/// Declares the keys of all types.
macro_rules! keys {
    ($($name:ident: $type:ty;)*) => {
        /// A key of any type. Lists are found by name each time.
        enum AnyKey {
            $($name(Key<$type>),)*
            List(String),
        }

        impl AnyKey {
            fn find(
                program: &treewright_core::Program<World>,
                name: &str,
                of_type: &ValueType,
            ) -> Result<Self> {
                match of_type {
                    $(ValueType::$name => program.key(name).map(Self::$name).map_err(unusable),)*
                    ValueType::List(_) => Ok(Self::List(name.to_owned())),
                }
            }

            fn read(&self, parts: &Parts<'_>) -> Result<Value> {
                match self {
                    $(Self::$name(key) => {
                        let found = parts.instance.read(parts.globals, key).map_err(unusable)?;
                        Ok(Value::$name(found))
                    })*
                    Self::List(name) => {
                        let found = parts.instance.variable(parts.globals, name);
                        found.cloned().ok_or_else(|| undeclared(name))
                    }
                }
            }

            fn write(&self, parts: Parts<'_>, value: Value) -> Result {
                let Parts { instance, globals, .. } = parts;
                match (self, value) {
                    $((Self::$name(key), Value::$name(value)) => {
                        instance.write(globals, key, value).map_err(unusable)
                    })*
                    (Self::List(name), value) => {
                        instance.set_variable(globals, name, value).map_err(unusable)
                    }
                    $((Self::$name(key), value) => Err(unusable(VariableError::WrongType {
                        name: key.name().to_owned(),
                        expected: ValueType::$name,
                        found: value.value_type(),
                    })),)*
                }
            }
        }
    };
}

keys! {
    Bool: bool;
    Int: i64;
    Float: f64;
    String: Arc<str>;
    Vec2: [f64; 2];
    Vec3: [f64; 3];
    Color: [f32; 4];
}

/// Returns the value of a variable of a tree, or of its manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_get(
    tree: Handle<Tree>,
    name: Str,
    value: Out<CValue>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (out, owner) = (value.required()?, owner.optional()?);
        let name = name.text()?;
        with_tree(tree, |parts| {
            let found = parts.instance.variable(parts.globals, name);
            // A global variable is declared in the first frame, and until then has its initial value.
            let global = || {
                let mut declared = parts.instance.program().global_variables().iter();
                Some(&declared.find(|variable| &*variable.name == name)?.initial)
            };
            let found = found.or_else(global).ok_or_else(|| undeclared(name))?;
            Buffer::hand_out_value(found, &out, &owner)
        })
    })
}

/// Writes a variable of a tree, or of its manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_set(tree: Handle<Tree>, name: Str, value: In<CValue>) -> Code {
    border(|| {
        let name = name.text()?;
        let value = value.required()?.required()?;
        with_tree(tree, |parts| {
            let written = parts.instance.set_variable(parts.globals, name, value);
            written.map_err(unusable)
        })
    })
}

/// Finds a variable by its name, once for all trees of a program.
#[unsafe(no_mangle)]
pub extern "C" fn tw_program_key(
    program: Handle<CProgram>,
    name: Str,
    value_type: i32,
    key: Out<Handle<CKey>>,
) -> Code {
    give(key, || {
        let name = name.text()?;
        let program = handles::get(program)?;
        let mut declared = program
            .program
            .tree_variables()
            .iter()
            .chain(program.program.global_variables());
        let variable = declared.find(|variable| &*variable.name == name);
        let declared = &variable.ok_or_else(|| undeclared(name))?.value_type;
        let (kind, _) = crate::values::type_numbers(declared);
        if kind != value_type {
            return Err(unusable(format!(
                "variable `{name}` is of type {declared}, whose number is {kind}, not {value_type}"
            )));
        }
        let found = AnyKey::find(&program.program, name, declared)?;
        handles::add(CKey(found))
    })
}

/// Frees a key.
#[unsafe(no_mangle)]
pub extern "C" fn tw_key_free(key: Handle<CKey>) -> Code {
    border(|| handles::remove(key))
}

/// Returns the value of a variable by its key.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_read(
    tree: Handle<Tree>,
    key: Handle<CKey>,
    value: Out<CValue>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (out, owner) = (value.required()?, owner.optional()?);
        let key = handles::get(key)?;
        with_tree(tree, |parts| {
            Buffer::hand_out_value(&key.0.read(&parts)?, &out, &owner)
        })
    })
}

/// Writes a variable by its key.
#[unsafe(no_mangle)]
pub extern "C" fn tw_tree_write(tree: Handle<Tree>, key: Handle<CKey>, value: In<CValue>) -> Code {
    border(|| {
        let key = handles::get(key)?;
        let value = value.required()?.required()?;
        with_tree(tree, |parts| key.0.write(parts, value))
    })
}

/// Returns the value of a global variable of a manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_get(
    manager: Handle<Manager>,
    name: Str,
    value: Out<CValue>,
    owner: Out<Handle<Buffer>>,
) -> Code {
    border(|| {
        let (out, owner) = (value.required()?, owner.optional()?);
        let name = name.text()?;
        with_manager(manager, |managed| {
            let found = managed.manager.globals().get(name);
            Buffer::hand_out_value(found.ok_or_else(|| undeclared(name))?, &out, &owner)
        })
    })
}

/// Writes a global variable of a manager.
#[unsafe(no_mangle)]
pub extern "C" fn tw_manager_set(manager: Handle<Manager>, name: Str, value: In<CValue>) -> Code {
    border(|| {
        let name = name.text()?;
        let value = value.required()?.required()?;
        with_manager(manager, |managed| {
            let written = managed.manager.globals_mut().set(name, value);
            written.map_err(unusable)
        })
    })
}
