"""Library callees, and the callers that are charged for them."""

from __future__ import annotations

import pytest

from quicksalt_lab.grow import words
from quicksalt_lab.valgrind.counts import Counts, Symbol
from quicksalt_lab.valgrind.servants import charge, keeps_house, serves, stands

from .made import MAIN, analysed, counted

SIZES = (64, 128, 256, 512)

LIBC = "/usr/lib/x86_64-linux-gnu/libc.so.6"


@pytest.mark.parametrize(
    ("object_", "name"),
    [
        (LIBC, "qsort_r"),
        (LIBC, "0x0000000000098450"),
        ("/lib64/ld-linux-x86-64.so.2", "do_lookup_x"),
        ("/lib/x86_64-linux-gnu/libstdc++.so.6.0.30", "std::string::_M_append(char const*, long)"),
        ("/lib/ld-musl-x86_64.so.1", "memmove"),
        ("./a", "memcpy"),
        ("./a", "__memmove_avx_unaligned_erms"),
        ("./a", "rawmemchr"),
        ("./a", "_int_malloc"),
        ("./a", "void std::__introsort_loop<int*, long, Less>(int*, int*, long, Less)"),
        ("./a", "operator new(unsigned long)"),
        ("./a", "alloc::raw_vec::finish_grow"),
        ("./a", "<alloc::vec::Vec<T> as core::iter::Extend<&T>>::extend"),
        ("./a", "<[A] as core::slice::cmp::SlicePartialEq<B>>::equal"),
        ("./a", "runtime.memmove"),
        ("./a", "slices.partialInsertionSortOrdered[go.shape.int]"),
        ("./a", "container/heap.Push"),
        ("./a", "indexbytebody"),
        ("./a", "caml_alloc_shr"),
        ("./a", "camlStdlib__append_501"),
    ],
)
def test_servants(object_: str, name: str) -> None:
    assert serves(Symbol(object_, "???", name))


@pytest.mark.parametrize(
    ("object_", "name"),
    [
        (LIBC, "(below main)"),
        ("./a", "main"),
        ("./a", "strip"),
        ("./a", "memory_map"),
        ("./a", "string_append"),
        ("./a", "freelist_walk"),
        ("./a", "names::string::append"),
        ("./a", "<loader::Names as core::iter::Extend<T>>::extend"),
        ("./a", "core_loop"),
        ("./a", "camlMain__build_271"),
        ("./a", "main.slow"),
        ("./a", "main.(*queue).remove"),
        ("./a", "sorted.Insert"),
        ("./a", "somebody"),
        ("python", "strdup"),
        ("node", "strings.pad"),
        ("/usr/lib/libcrypto.so.3", "OPENSSL_sk_find"),
        ("/usr/lib/libcurl.so.4", "curl_easy_escape"),
    ],
)
def test_functions_that_are_not_servants(object_: str, name: str) -> None:
    assert not serves(Symbol(object_, "???", name))


PUSH = Symbol("./a", "a.c", "push")
COPY, SORT = Symbol(LIBC, "memmove.S", "memcpy"), Symbol(LIBC, "msort.c", "qsort")
LESS = Symbol("./a", "a.c", "less")


def copying(n: int) -> Counts:
    """Return counts of a program that calls `push` n times; each call copies all data."""
    return counted(
        {MAIN: 100 * n, PUSH: 20 * n, COPY: 2 * n * n},
        {(MAIN, PUSH): (n, 20 * n + 2 * n * n), (PUSH, COPY): (n, 2 * n * n)},
    )


@pytest.mark.parametrize(
    ("file", "yes"),
    [
        ("/rust/deps/hashbrown-0.16.1/src/control/bitmask.rs", True),
        ("/rustc/59807616e1fa/library/core/src/slice/iter.rs", True),
        ("/usr/include/c++/12/bits/stl_algo.h", True),
        ("/home/me/rust/src/deps.rs", False),
    ],
)
def test_sources_of_standard_libraries(file: str, yes: bool) -> None:
    assert stands(file, "next") == yes


def test_a_function_that_copies_increasingly_is_the_origin() -> None:
    (origin,) = analysed(SIZES, copying).origins
    assert origin.symbol == PUSH
    assert origin.servant is not None
    assert origin.servant.symbol == COPY
    assert words.power(origin.servant.exponent) == "n^2.00"
    assert [(one.symbol, one.count) for one in origin.callers] == [(MAIN, 512)]
    assert origin.called == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "yes"),
    [
        ("v8::internal::Scavenger::Process(v8::JobDelegate*)", True),
        ("void v8::internal::BodyDescriptorBase::Each<v8::internal::ScavengeVisitor>(int)", True),
        ("v8::internal::MarkCompactCollector::MarkLiveObjects()", True),
        ("v8::internal::Runtime_StringSplit(int, unsigned long*, v8::internal::Isolate*)", False),
        ("sweepEvacuated", False),
    ],
)
def test_the_collector_of_node_is_housekeeping(name: str, yes: bool) -> None:
    assert keeps_house(Symbol("/usr/bin/node", "???", name)) == yes


def test_occasional_allocator_work_accuses_no_function() -> None:
    tidy = Symbol(LIBC, "malloc.c", "malloc_consolidate")

    def allocating(n: int) -> Counts:
        often = n**2 / 4
        return counted(
            {MAIN: 100 * n, COPY: 60 * n, tidy: often},
            {(MAIN, COPY): (n, 60 * n + often), (COPY, tidy): (9, often)},
        )

    assert analysed(SIZES, allocating).origins == ()


def test_a_collector_with_callbacks_accuses_no_function() -> None:
    """CPython's collector calls objects to list their references, and they call back: a cycle."""
    python = "/usr/lib/libpython3.13.so.1.0"
    collect = Symbol(python, "gc.c", "gc_collect_main")
    objects = Symbol(python, "typeobject.c", "subtype_traverse")

    def collecting(n: int) -> Counts:
        often = n**1.5
        flows = {(MAIN, collect): (9, 4 * often), (collect, objects): (n, 2 * often)}
        flows[objects, collect] = n, often
        return counted({MAIN: 100 * n, collect: 3 * often, objects: often}, flows)

    assert analysed(SIZES, collecting).origins == ()


def test_callees_of_a_servant_are_charged_to_its_caller() -> None:
    flows = {(MAIN, SORT): (1, 150), (SORT, SORT): (3, 120), (SORT, LESS): (40, 100)}
    charged = charge(counted({MAIN: 10, SORT: 50, LESS: 100}, flows))
    assert charged.own == {MAIN: 60, LESS: 100}
    assert {edge: (f.count, f.cost) for edge, f in charged.calls.items()} == {
        (MAIN, LESS): (40, 100)
    }
