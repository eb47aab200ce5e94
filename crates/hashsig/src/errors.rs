//! A macro that declares an error type as a table of variants, fields and messages.

/// Declares an error type. In the message, fields named `path`, `other` and `original` appear as
/// displayed paths, and an empty `name` appears as "the key".
macro_rules! errors {
    (
        $(#[$attribute:meta])*
        $enum:ident:
        $(
            $(#[$doc:meta])*
            $name:ident $(($inner:ident: $inner_type:ty))?
            $({ $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })? = $text:literal;
        )*
    ) => {
        $(#[$attribute])*
        #[non_exhaustive]
        pub enum $enum {
            $(
                $(#[$doc])*
                $name $(($inner_type))? $({ $($(#[$field_doc])* $field: $type,)* })?,
            )*
        }

        impl core::fmt::Display for $enum {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self {
                    $(Self::$name $(($inner))? $({ $($field),* })? => {
                        $(shown!($inner $inner);)?
                        $($(shown!($field $field);)*)?
                        write!(f, $text)
                    })*
                }
            }
        }
    };
}

/// Converts a field, by its name, to the form shown in messages.
macro_rules! shown {
    (name $field:ident) => {
        let $field = if $field.is_empty() { "the key" } else { $field };
    };
    (path $field:ident) => {
        let $field = $field.display();
    };
    (other $field:ident) => {
        shown!(path $field)
    };
    (original $field:ident) => {
        shown!(path $field)
    };
    ($other:ident $field:ident) => {};
}
