"""Library callees: functions of the C library, allocators and language runtimes.

Their cost is attributed to their callers: a caller that copies ever more bytes is the function to
repair, not `memcpy`. A library callee is recognised by its library, or by its name if it is linked
into the program.
"""

from __future__ import annotations

import re
from functools import cache

from quicksalt_lab.valgrind.counts import Counts, Symbol
from quicksalt_lab.valgrind.eliminate import eliminate
from quicksalt_lab.valgrind.perf_map import interpreted

LINKER = re.compile(r"ld(-linux.*|-musl.*|-2.*|64)?\.so.*\Z")

LIBRARIES = re.compile(
    rf"({LINKER.pattern}"
    r"|lib(c|m|mvec|dl|rt|pthread|gcc_s|stdc\+\+|c\+\+|c\+\+abi|gfortran|quadmath|gomp|gc|jemalloc"
    r"|tcmalloc|tcmalloc_minimal|mimalloc)([-.]\d.*)?\.so.*|libc\.musl.*|vgpreload_.*|linux-vdso.*)\Z"
)
"""The dynamic linker, the C library with its parts, compilers' runtimes, allocators, collectors."""

C = re.compile(
    r"_*(?:(?:str|wcs|wmem|mem|stp|wcp)n?(?:case)?"
    r"(?:cpy|cat|len|r?chr|chrnul|cmp|coll|xfrm|dup|str|mem|c?spn|pbrk|tok|tok_r|move|set|ccpy|pcpy)"
    r"|rawmemchr|bcopy|bzero|bcmp|malloc|calloc|realloc|reallocarray|free|cfree|memalign"
    r"|posix_memalign|aligned_alloc|int_(?:malloc|free|realloc|memalign)|malloc_consolidate"
    r"|unlink_chunk|sysmalloc|systrim|mremap_chunk)"
    r"(?:_(?:l|chk|avx\w*|sse\w*|evex\w*|erms\w*|unaligned\w*|generic|default|ssse3\w*|ifunc))*\Z"
)
"""Memory and string functions of the C library, if linked into the program."""

RUNTIME = re.compile(
    r"(?:void |bool )?(?:std::|__gnu_cxx::|core::|alloc::|hashbrown::|operator (?:new|delete)\b"
    r"|(?:__rustc::)?__(?:rust|rdl|rg)_"
    r"|runtime[./]|internal/|_gfortran_|GC_|caml_|camlStdlib|camlCamlinternal)"
)
"""Names of the standard libraries and runtimes of C++, Rust, Go, Fortran and OCaml."""

GO = re.compile(
    r"(?:sort|slices|maps|strings|bytes|strconv|unicode(?:/\w+)?|container/\w+|reflect|sync(?:/\w+)?)\."
    r"|(?:aeshash|cmp|count|index|indexbyte|memeq)body\Z"
)
"""Go's packages for strings, sorting and containers, and their assembly functions, which lack a
package name."""

HOUSEKEEPING = re.compile(
    r"malloc_consolidate|systrim|sysmalloc|unlink_chunk|GC_\w+"
    r"|caml_(?:major|minor|empty_minor|mark|sweep|darken|oldify|compact|fl_|final|page_table)\w*"
    r"|caml_alloc_shr_for_minor_gc"
    r"|(?:bf|nf|ff|mark|sweep|do_some_marking)_(?:slice|allocate|merge\w*|deallocate)"
    r"|runtime\.(?:gc|scan|mark|sweep|grey|bg|\(\*(?:gc|m?span|mheap|mcentral|pageAlloc|sweep)).*"
    r"|gc_(?:collect\w*|alloc\w*|select\w*)|deduce_unreachable|subtract_refs|move_unreachable"
    r"|visit_(?:decref|reachable)|update_refs|untrack_tuples"
    r"|.*v8::internal::\w*(?:Scaveng|MarkCompact|Marking|Sweep|Evacuat|Pretenuring|GarbageCollect)"
)
"""Periodic work of allocators and collectors, which cannot be attributed to a caller: it comes in
bursts."""

COLLECTED = re.compile(r"\w+_traverse|PyObject_VisitManagedDict|_PyObject_Visit\w+|visit_\w+")
"""Functions through which CPython's collector visits the objects held by an object."""

PYTHON = re.compile(r"(lib)?python[\d.]*(\.so.*)?\Z")

RUST_TYPE = re.compile(r"<[&\[(*]*(?:mut |const |dyn )*(?:core|alloc|std|hashbrown)::|<\[[A-Z]\]")
"""A method of a type of Rust's standard library, written `<type as trait>::method`."""

SOURCES = re.compile(
    r"(?:/rustc[-/][\w.-]+/library/|/rustlib/src/rust/library/|/rust/deps/"
    r"|/usr/include/(?:c\+\+|[\w-]+-linux-)|/lib/gcc/|/usr/(?:local|lib)/go[\w.-]*/src/)"
)
"""Source folders of standard libraries."""

RETURNS = re.compile(r"\A[\w:*& ]*? (?=(?:std|__gnu_cxx)::)")
"""The return type at the beginning of a C++ template function's name."""


@cache
def keeps_house(symbol: Symbol) -> bool:
    """Whether a function does periodic work of an allocator or a collector."""
    if HOUSEKEEPING.match(symbol.name):
        return True
    collected = COLLECTED.match(symbol.name) is not None
    return collected and PYTHON.match(symbol.object.rpartition("/")[2]) is not None


@cache
def serves(symbol: Symbol) -> bool:
    """Whether a function is a library callee."""
    if (symbol.starts and not symbol.unnamed) or interpreted(symbol):
        return False
    if LIBRARIES.match(symbol.object.rpartition("/")[2]):
        return True
    if symbol.unnamed:
        return False
    if RUST_TYPE.match(symbol.name):
        return True
    head = RETURNS.sub("", symbol.plain.partition("(")[0])
    return any(names.match(head) for names in (RUNTIME, GO)) or C.match(symbol.name) is not None


def stands(file: str, name: str) -> bool:
    """Whether inlined code belongs to a standard library, by its source file or its name."""
    return SOURCES.search(file) is not None or serves(Symbol("", file, name))


def charge(counts: Counts) -> Counts:
    """Return the counts with the cost of library callees attributed to their callers."""
    return eliminate(counts, lambda symbol: serves(symbol) and not keeps_house(symbol))
