//! A macro that declares an error type as a table: each variant with its fields and its text.

/// Declares an error type. Before the text is written, a `path`, `other` or `original` becomes what
/// can be shown of a path, and a `name` without letters that of the whole key.
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

/// Makes a field of this name what an error shows of it.
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
