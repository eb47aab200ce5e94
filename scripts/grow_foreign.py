"""Cases of `make grow-suite` that the rules were not made with: old programs and other languages.

Faults reached through the C library, callbacks, coroutines, closures and code that the compiler
puts into its callers; OCaml, Fortran, Node; CPython's own functions; tools of Debian on inputs that
their algorithms do not bear. The truth of each was written down before `grow` was run on it.
"""

from __future__ import annotations

from grow_cases import LARGE, MIDDLE, NUMBERS, SMALL, TEXT, Case, clean, pair, python

DIGITS = (500, 1000, 2000, 4000)
"""Below the limit of digits that Python sets."""

C = (
    *pair("foreign_c", "sscanf", "parse", sizes=LARGE, exponents=(1.3, 2.2)),
    *pair("foreign_c", "lfind", "add_unless_there"),
    *pair("foreign_c", "primes", "is_prime", sizes=LARGE, exponents=(1.25, 1.6)),
    *pair("foreign_c", "sorted", "quick_sort"),
    *pair("foreign_c", "nested", "left", "item", "list", exponents=(1.6, 2.2)),
    *pair("foreign_c", "records", "append"),
    *pair("foreign_c", "coroutines", "triangle"),
    *pair("foreign_c", "inlined", "known", "register_all"),
    Case("foreign_c common", ("{foreign_c}", "common", "{n}"), ("common",), (1.8, 2.2), MIDDLE),
)

CPP = (
    *pair("foreign_cc", "substr", "count_words", sizes=LARGE),
    *pair("foreign_cc", "insert", "insert_sorted", exponents=(1.4, 2.3), sizes=LARGE),
    *pair("foreign_cc", "depth", "depth"),
    Case(
        "foreign_cc observers",
        ("{foreign_cc}", "observers", "{n}"),
        ("Subject::detach", "detach", "main"),
        (1.6, 2.3),
        MIDDLE,
    ),
    Case(
        "foreign_cc symmetric",
        ("{foreign_cc}", "symmetric", "{n}"),
        ("symmetric", "main"),
        (1.8, 2.2),
        SMALL,
    ),
    clean("foreign_cc", "lines"),
)

RUST = (
    *pair("foreign_rs", "reach", "reach", "successors"),
    *pair("foreign_rs", "chars", "take_chars", sizes=LARGE),
    *pair("foreign_rs", "clone", "replay", "clone", "step", sizes=LARGE, exponents=(1.4, 2.3)),
    *pair("foreign_rs", "windows", "windows"),
    clean("foreign_rs", "ordered"),
)

GO = (
    *pair("foreign_go", "prepend", "main.prepend", "main.main", exponents=(1.4, 2.3), sizes=LARGE),
    *pair("foreign_go", "runes", "main.nth", "main.spell"),
    *pair("foreign_go", "walk", "main.walk", "main.follow"),
    clean("foreign_go", "fields"),
)

OCAML = (
    *pair("foreign_ml", "last", "camlForeign__add_last", "camlForeign.add_last"),
    *pair("foreign_ml", "nth", "camlForeign__sum_by_index", "camlForeign.sum_by_index"),
    *pair("foreign_ml", "join", "camlForeign__join", "camlForeign__fun", "camlForeign.join"),
    clean("foreign_ml", "count"),
    clean("foreign_ml", "sort"),
)

FORTRAN = (
    *pair("foreign_f", "sort", "__work_MOD_bubble"),
    Case("foreign_f push", ("{foreign_f}", "push", "{n}"), ("__work_MOD_push",), (1.4, 2.3), LARGE),
    Case(
        "foreign_f concatenate",
        ("{foreign_f}", "concatenate", "{n}"),
        ("__work_MOD_concatenate",),
        (1.4, 2.3),
        MIDDLE,
    ),
    Case(
        "foreign_f multiply",
        ("{foreign_f}", "multiply", "{n}"),
        ("__work_MOD_multiply",),
        (2.7, 3.2),
        (16, 32, 64, 128),
    ),
)


def node(
    name: str,
    *culprits: str,
    sizes: tuple[int, ...] = MIDDLE,
    exponents: tuple[float, float] = (1.5, 2.3),
) -> tuple[Case, Case]:
    """Make the cases of a fault of our program for Node and of its repair."""
    command = ("node", "{js}", name, "{n}")
    fault = Case(f"node {name}", command, culprits, exponents, sizes)
    return fault, Case(f"node {name}, repaired", (*command, "repaired"), sizes=sizes)


NODE = (
    *node("unique", "unique"),
    *node("averages", "averages", "total"),
    *node("lookups", "Store.find", "find", "lookups"),
    Case("node document", ("node", "{js}", "document", "{n}"), sizes=MIDDLE),
)


def npm(
    release: str,
    name: str,
    *culprits: str,
    exponents: tuple[float, float] = (1.6, 2.3),
    source: str = "",
) -> Case:
    """Make the case of a function of `packages.js` on a release such as `lodash@4.17.20`."""
    command = ("node", "{packages_js}", f"{{npm}}/{release}", name, "{n}")
    return Case(f"npm {name}, {release}", command, culprits, exponents, SMALL, source=source)


NPM = (
    npm("lodash@4.17.20", "trim", "trim", source="CVE-2020-28500"),
    npm("lodash@4.17.21", "trim"),
    npm(
        "semver@7.5.1",
        "range",
        "Range.parseRange",
        "parseRange",
        "Range",
        "replace",
        exponents=(2.7, 4.3),
        source="CVE-2022-25883: of COMPARATORTRIM, in re.js, three runs of white space stand side "
        "by side, (\\s*), \\s* and [v=\\s]*, which is tried from each start: n^4",
    )._replace(sizes=(16, 32, 64, 128)),
    npm("semver@7.5.2", "range"),
)

PYTHON = (
    python("int_to_text", "int_to_text", sizes=DIGITS, source="CVE-2020-10735"),
    python("text_to_int", "text_to_int", sizes=DIGITS, source="CVE-2020-10735"),
    python("regex", "regex", "search", source="Friedl: a* is tried from each start"),
    python("insort", "insort", sizes=LARGE),
    python("pop_front", "pop_front", sizes=LARGE),
    python("sum_lists", "sum_lists"),
    python("html_comments", "ParserBase.parse_comment", "HTMLParser.goahead", source="gh-135462"),
    python("bytes_add", "bytes_add", sizes=LARGE),
    python("counter"),
    python("deepcopy"),
    python("pickles"),
    python("heap"),
    python("tree"),
    python("query"),
)


def cpython(name: str, *culprits: str, sizes: tuple[int, ...] = MIDDLE) -> Case:
    """Make the case of a fault as an older Python shows it: by the functions of its interpreter."""
    command = ("{python3}", "-S", "{py}", name, "{n}")
    return Case(f"cpython {name}", command, culprits, (1.4, 2.4), sizes, source="its source")


CPYTHON = (
    cpython("pop_front", "list_pop", "list_pop_impl", "list_ass_slice", sizes=LARGE),
    cpython("insort", "ins1", "list_insert", "PyList_Insert", "internal_bisect_right", sizes=LARGE),
    # Half of the work is to free the sums before, each of which is as long.
    cpython("sum_lists", "builtin_sum", "builtin_sum_impl", "list_concat", "list_dealloc"),
    cpython(
        "unique", "list_contains", "PySequence_Contains", "_PyEval_EvalFrameDefault", sizes=SMALL
    ),
    cpython("regex", "sre_ucs1_search", "sre_ucs1_match", "sre_ucs1_count", "pattern_search"),
    cpython("pickles"),
    cpython("tree"),
)

REVERSED = "seq {n} > {tmp}/in{n}; tac {tmp}/in{n} > {tmp}/other{n}"

TOOLS = (
    Case(
        "diff of what is reversed",
        ("diff", "-d", "{tmp}/in{n}", "{tmp}/other{n}"),
        ("diff", "compareseq", "diag"),
        (1.6, 2.3),
        MIDDLE,
        REVERSED,
        "Myers 1986, O(ND)",
        ok_exits=(0, 1),
    ),
    Case(
        "bc of a great power",
        ("bc", "{tmp}/in{n}"),
        ("bc",),
        (1.4, 2.3),
        LARGE,
        "echo '7^{n}' > {tmp}/in{n}",
        "number.c: Karatsuba's way above 80 digits",
    ),
    Case(
        "tclsh lsearch",
        ("tclsh", "{tmp}/in{n}"),
        ("libtcl8", "Tcl_LsearchObjCmd", "libtcl8.6"),
        (1.6, 2.3),
        MIDDLE,
        "echo 'for {{set i 0}} {{$i < {n}}} {{incr i}} "
        "{{if {{[lsearch $l $i] < 0}} {{lappend l $i}}}}' "
        "| sed '1i set l {{}}' > {tmp}/in{n}",
        "its manual: a linear search",
    ),
    Case(
        "mawk taking letters off a text",
        (
            "mawk",
            'BEGIN { s = sprintf("%{n}s", "x"); while (length(s)) s = substr(s, 2) }',
        ),
        ("mawk",),
        (1.4, 2.3),
        LARGE,
        source="mawk copies what substr gives",
    ),
    Case(
        "perl that looks through a list",
        ("perl", "-e", "for my $x (1..{n}) { push @a, $x unless grep { $_ == $x } @a }"),
        ("Perl_runops_standard", "Perl_pp_grepwhile", "Perl_pp_eq", "Perl_pp_grepstart", "perl"),
        (1.6, 2.3),
        SMALL,
        source="perldoc -f grep",
    ),
    Case(
        "perl splice in the middle",
        ("perl", "-e", "for (1..{n}) { splice @a, @a / 2, 0, $_ }"),
        ("Perl_pp_splice", "perl"),
        (1.3, 2.3),
        (4000, 8000, 16000, 32000),
        source="perldoc -f splice: what stands behind is moved",
    ),
    Case(
        "dash appending to a text",
        ("dash", "-c", 'i=0; while [ $i -lt {n} ]; do s="$s word"; i=$((i+1)); done'),
        ("dash",),
        (1.3, 2.3),
        LARGE,
        source="dash expands $s anew for each assignment",
    ),
    Case("git hash-object", ("git", "hash-object", "{tmp}/in{n}"), sizes=LARGE, setup=TEXT),
    Case(
        "git diff",
        ("git", "diff", "--no-index", "--stat", "{tmp}/in{n}", "{tmp}/other{n}"),
        sizes=LARGE,
        setup="seq {n} > {tmp}/in{n}; seq {n} | sed 's/7$/x/' > {tmp}/other{n}",
        ok_exits=(0, 1),
    ),
    Case("mawk counting", ("mawk", "!seen[$1 % 997]++", "{tmp}/in{n}"), setup=NUMBERS, sizes=LARGE),
    Case(
        "join",
        ("join", "{tmp}/in{n}", "{tmp}/in{n}"),
        setup=TEXT + "; sort -o {tmp}/in{n} {tmp}/in{n}",
        sizes=LARGE,
    ),
    Case("factor", ("sh", "-c", "seq 1000000 $((1000000 + {n})) | factor"), sizes=LARGE),
    Case(
        "sqlite3 sort and group",
        (
            "sqlite3",
            ":memory:",
            "with recursive c(x) as (select 1 union all select x + 1 from c limit {n}) "
            "select x % 97, count(*), max(x) from c group by x % 97 order by 2, 1",
        ),
        sizes=LARGE,
    ),
)

FOREIGN = (*C, *CPP, *RUST, *GO, *OCAML, *FORTRAN, *NODE, *NPM, *PYTHON, *CPYTHON, *TOOLS)
