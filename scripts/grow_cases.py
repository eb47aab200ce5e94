"""The cases of `make grow-suite`: programs whose growth is known, and what the truth is.

The truth of each was written down before `grow` was run on it, from the source that is given or,
for the programs of this repository, from their own text. A clean program has no culprit.
"""

from __future__ import annotations

from typing import NamedTuple

SMALL = (64, 128, 256, 512)
MIDDLE = (250, 500, 1000, 2000)
LARGE = (1000, 2000, 4000, 8000)


class Case(NamedTuple):
    """A program, and what is true of it."""

    name: str
    command: tuple[str, ...]
    """`{n}` is the size; `{c}`, `{cc}`, `{rs}`, `{go}`, `{py}`, `{tmp}` are files and a folder."""
    culprits: tuple[str, ...] = ()
    """Functions of which one must be named; nobody, if there are none."""
    exponents: tuple[float, float] = (1.6, 2.3)
    """Between which that of the culprit lies."""
    sizes: tuple[int, ...] = MIDDLE
    setup: str = ""
    source: str = "the program's own text"
    ok_exits: tuple[int, ...] = (0,)


def pair(
    language: str,
    name: str,
    *culprits: str,
    sizes: tuple[int, ...] = MIDDLE,
    exponents: tuple[float, float] = (1.6, 2.3),
) -> tuple[Case, Case]:
    """Make the cases of a fault of our own programs and of its repair."""
    command = (f"{{{language}}}", name, "{n}")
    fault = Case(f"{language} {name}", command, culprits, exponents, sizes)
    return fault, Case(f"{language} {name}, repaired", (*command, "repaired"), sizes=sizes)


def clean(language: str, name: str, sizes: tuple[int, ...] = LARGE) -> Case:
    """Make the case of a program that is sound."""
    return Case(f"{language} {name}", (f"{{{language}}}", name, "{n}"), sizes=sizes)


C = (
    *pair("c", "join", "join"),
    *pair("c", "upper", "upper"),
    *pair("c", "tail", "list_append"),
    *pair("c", "push", "push"),
    *pair("c", "front", "pop_front", "arrays"),
    *pair("c", "unique", "seen"),
    *pair("c", "resort", "add_sorted", "arrays", sizes=SMALL),
    *pair("c", "tree", "tree_insert"),
    *pair("c", "hash", "table_add"),
    *pair("c", "bubble", "bubble_sort"),
    Case("c multiply", ("{c}", "multiply", "{n}"), ("multiply",), (2.7, 3.2), (16, 32, 64, 128)),
    Case("c fibonacci", ("{c}", "fibonacci", "{n}"), ("fibonacci",), (3.5, 30), (8, 12, 18, 27)),
    clean("c", "quick"),
    clean("c", "qsort"),
    clean("c", "table"),
)

CPP = (
    *pair("cc", "erase", "take_all"),
    *pair("cc", "concatenate", "concatenate"),
    *pair("cc", "unique", "unique"),
    *pair("cc", "hash", "fill"),
    Case("cc nth", ("{cc}", "nth", "{n}"), ("nth_of_list",)),
    clean("cc", "sort"),
    clean("cc", "count"),
)

RUST = (
    *pair("rs", "remove", "remove_first"),
    *pair("rs", "unique", "unique"),
    *pair("rs", "nth", "nth_char"),
    *pair("rs", "prepend", "prepend"),
    clean("rs", "sort"),
    clean("rs", "index"),
)

GO = (
    Case("go concatenate", ("{go}", "concatenate", "{n}"), ("main.concatenate",)),
    Case("go unique", ("{go}", "unique", "{n}"), ("main.unique",)),
    clean("go", "build"),
    clean("go", "order"),
)


def python(name: str, *culprits: str, sizes: tuple[int, ...] = MIDDLE, source: str = "") -> Case:
    """Make the case of a function of our program in Python."""
    command = ("{python}", "-S", "{py}", name, "{n}")
    return Case(f"python {name}", command, culprits, (1.5, 2.4), sizes, "", source or "its text")


PYTHON = (
    python("slow_pairs", "slow_pairs", sizes=SMALL),
    python("fast_pairs"),
    python("insert_front", "insert_front"),
    python("append_left"),
    python("unique", "unique", sizes=SMALL),
    python("unique_by_dict"),
    python("prefix_sums", "prefix_sums", sizes=SMALL),
    python("running_sums"),
    python("minidom", "_in_document", sizes=SMALL, source="CVE-2025-12084"),
    python(
        "difflib", "SequenceMatcher.find_longest_match", sizes=SMALL, source="its documentation"
    ),
    python("expandvars", "expandvars", sizes=MIDDLE, source="CVE-2025-6075"),
    python("lru"),
    python("jsons"),
    python("sort"),
    python("words"),
    python("classes"),
    python("wrap"),
)

NUMBERS = "seq {n} > {tmp}/in{n}"
SHUFFLED = "seq {n} | sort -R --random-source=/bin/sh > {tmp}/in{n}"
TEXT = "seq {n} | sed 's/$/ some words of a line/' > {tmp}/in{n}"

DEBIAN = (
    Case("sort", ("sort", "{tmp}/in{n}"), setup=SHUFFLED, sizes=LARGE),
    Case("gzip", ("gzip", "-c", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case("bzip2", ("bzip2", "-c", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case("wc", ("wc", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case("uniq", ("uniq", "-c", "{tmp}/in{n}"), setup=NUMBERS, sizes=LARGE),
    Case("tac", ("tac", "{tmp}/in{n}"), setup=NUMBERS, sizes=LARGE),
    Case("sha256sum", ("sha256sum", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case(
        "tsort", ("tsort", "{tmp}/in{n}"), setup="seq 2 {n} | sed 'p;' > {tmp}/in{n}", sizes=LARGE
    ),
    Case("grep", ("grep", "-c", "7 some", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case("sed", ("sed", "s/some/other/", "{tmp}/in{n}"), setup=TEXT, sizes=LARGE),
    Case(
        "sed that gathers all lines and searches them each time",
        ("sed", "-n", ":a;N;s/XX//;ta;$p;ba", "{tmp}/in{n}"),
        ("sed", "re_search", "memchr", "match_regex"),
        (1.5, 2.4),
        MIDDLE,
        NUMBERS,
        "sed's manual: N appends to the pattern space, which s searches from its start",
    ),
    Case("perl push", ("perl", "-e", "push @a, $_ for 1..{n}"), sizes=LARGE),
    Case("perl hash", ("perl", "-e", "$h{$_} = 1 for 1..{n}"), sizes=LARGE),
    Case(
        "perl sort",
        ("perl", "-e", "@a = sort { $a <=> $b } map { $_ * 7 % 1013 } 1..{n}"),
        sizes=LARGE,
    ),
    Case(
        "perl substitution at the front",
        ("perl", "-e", "$s = 'ab' x {n}; $s = substr($s, 1) . 'x' for 1..{n}"),
        ("Perl_sv_catsv_flags", "Perl_sv_setpvn", "Perl_pp_concat", "Perl_pp_substr", "perl"),
        (1.5, 2.4),
        LARGE,
        source="perldoc -f substr: a copy of what is left is made",
    ),
    Case(
        "mawk sum",
        ("mawk", "{ s += $1 } END { print s }", "{tmp}/in{n}"),
        setup=NUMBERS,
        sizes=LARGE,
    ),
    Case(
        "mawk appending to a string",
        ("mawk", '{ s = s $0 "," } END { print length(s) }', "{tmp}/in{n}"),
        ("mawk",),
        (1.4, 2.4),
        LARGE,
        NUMBERS,
        "mawk makes a new string for each concatenation (cat.c of its source)",
    ),
    Case(
        "bash appending to a list",
        ("bash", "-c", 'for ((i = 0; i < {n}; i++)); do s="$s word"; done'),
        ("bash",),
        (1.4, 2.4),
        MIDDLE,
        source="bash expands $s anew for each assignment",
    ),
    Case("bash counting", ("bash", "-c", "for ((i = 0; i < {n}; i++)); do :; done"), sizes=MIDDLE),
    Case("jq", ("jq", "-n", "[range({n})] | map(. + 1) | add"), sizes=MIDDLE),
    Case(
        "sqlite3 join without an index",
        (
            "sqlite3",
            ":memory:",
            "pragma automatic_index = off; create table a(x); insert into a "
            "with recursive c(x) as (select 1 union all select x + 1 from c limit {n}) "
            "select x from c; select count(*) from a, a b where a.x = b.x + 0.5",
        ),
        ("sqlite3VdbeExec", "libsqlite3", "sqlite3_step"),
        (1.6, 2.4),
        SMALL,
        source="sqlite.org/queryplanner: a nested loop of full scans",
    ),
    Case(
        "sqlite3 join with an index",
        (
            "sqlite3",
            ":memory:",
            "create table a(x integer primary key); insert into a "
            "with recursive c(x) as (select 1 union all select x + 1 from c limit {n}) "
            "select x from c; select count(*) from a, a b where a.x = b.x",
        ),
        sizes=MIDDLE,
    ),
    Case(
        "tclsh",
        ("sh", "-c", "echo 'for {{set i 0}} {{$i < {n}}} {{incr i}} {{lappend l $i}}' | tclsh"),
        sizes=MIDDLE,
    ),
)


def tool(*command: str, setup: str = TEXT, ok_exits: tuple[int, ...] = (0,)) -> Case:
    """Make the case of a sound program of Debian on a text of n lines."""
    name = " ".join(command).replace("{tmp}/in{n}", "a text")
    return Case(name, command, sizes=LARGE, setup=setup, ok_exits=ok_exits)


TWO = "seq {n} > {tmp}/in{n}; seq 7 3 {n} > {tmp}/other{n}"

TOOLS = (
    tool("base64", "{tmp}/in{n}"),
    tool("xz", "-1", "-c", "{tmp}/in{n}"),
    tool("zstd", "-q", "-c", "{tmp}/in{n}"),
    tool("cut", "-d", " ", "-f", "3", "{tmp}/in{n}"),
    tool("paste", "{tmp}/in{n}", "{tmp}/in{n}"),
    tool("nl", "{tmp}/in{n}"),
    tool("fold", "-w", "9", "{tmp}/in{n}"),
    tool("od", "-x", "{tmp}/in{n}"),
    tool("comm", "--nocheck-order", "{tmp}/in{n}", "{tmp}/other{n}", setup=TWO),
    tool("diff", "{tmp}/in{n}", "{tmp}/other{n}", setup=TWO, ok_exits=(0, 1)),
    tool("openssl", "dgst", "-sha256", "{tmp}/in{n}"),
    tool("strings", "{tmp}/in{n}"),
    Case(
        "make of n targets",
        ("make", "-s", "-f", "{tmp}/in{n}"),
        setup="(echo all: $(seq {n}); seq {n} | sed 's/$/: ; @:/') > {tmp}/in{n}",
        sizes=(64, 128, 256, 512),
    ),
)

CASES = (*C, *CPP, *RUST, *GO, *PYTHON, *DEBIAN, *TOOLS)
