"""Cases of `make grow-suite` in the languages that people write one line of: nobody tuned for them.

Tools and interpreters of Debian and Python's own library, faulty and sound. The truth of each was
written down before `grow` was run on it, from the manual or the advisory that is given.
"""

from __future__ import annotations

from grow_cases import LARGE, MIDDLE, NUMBERS, SMALL, TEXT, Case

LARGER = (4000, 8000, 16000, 32000)
SHUFFLED = "seq {n} | sort -R --random-source=/bin/sh > {tmp}/in{n}"
QUERY = "with recursive c(x, s) as (select 1, '' union all select x + 1, {} from c limit {{n}}) "


def unseen(
    name: str,
    *command: str,
    culprits: tuple[str, ...] = (),
    sizes: tuple[int, ...] = MIDDLE,
    setup: str = "",
    source: str = "its manual",
) -> Case:
    """Make the case of a program of Debian and what it is told to do."""
    return Case(name, command, culprits, (1.4, 2.4), sizes, setup, source)


def library(
    name: str, code: str, *culprits: str, sizes: tuple[int, ...] = SMALL, source: str = ""
) -> Case:
    """Make the case of lines in Python, `{n}` of which is the size."""
    command = ("{python}", "-S", "-c", code)
    return unseen(f"unseen {name}", *command, culprits=culprits, sizes=sizes, source=source)


PERL = ("perl", "Perl_runops_standard", "Perl_pp_grepwhile", "Perl_pp_eq", "Perl_pp_padsv")
RUBY = ("libruby-3.1", "libruby-3.3", "ruby")
RUBY_SCRIPT = ("ruby", "--disable-gems", "-e")
LUA = ("lua5.4", "liblua5.4")
PHP = ("php8.2", "php8.4")
SQLITE = ("sqlite3VdbeExec", "libsqlite3", "sqlite3_step")

FAULTY = (
    unseen(
        "unseen jq that looks for each in a list",
        *("jq", "-n", "reduce range({n}) as $i ([]; if index($i) then . else . + [$i] end)"),
        culprits=("jq", "libjq", "jv_array_indexes", "jv_equal", "jv_array_get", "jv_cmp"),
        sizes=SMALL,
        source="manual: index searches from the start",
    ),
    unseen(
        "unseen bc factorial",
        *("sh", "-c", "echo 'x = 1; for (i = 1; i <= {n}; i++) x *= i' | bc"),
        culprits=("bc",),
        sizes=(200, 400, 800, 1600),
        source="a product has the digits of both",
    ),
    unseen(
        "unseen sqlite3 text that grows",
        *("sqlite3", ":memory:", QUERY.format("s || 'some words '") + "select max(x) from c"),
        culprits=SQLITE,
        sizes=LARGE,
        source="each row has a copy of the text",
    ),
    unseen(
        "unseen perl grep in a list",
        *("perl", "-e", "for my $i (1..{n}) {{ push @a, $i unless grep {{ $_ == $i }} @a }}"),
        culprits=PERL,
        source="perldoc -f grep: all elements are evaluated",
    ),
    unseen(
        "unseen ruby adding lists",
        *(*RUBY_SCRIPT, "a = []; {n}.times {{ |i| a = a + [i] }}"),
        culprits=(*RUBY, "rb_ary_plus"),
        sizes=LARGER,
        source="Array#+ makes a new list",
    ),
    unseen(
        "unseen lua removing in front",
        "lua5.4",
        "-e",
        "local t = {{}} for i = 1, {n} do t[i] = i end while #t > 0 do table.remove(t, 1) end",
        culprits=LUA,
        source="manual: table.remove shifts down the elements",
    ),
    unseen(
        "unseen php array_shift of keyed lists",
        *("php", "-n", "-r", "$a = range(1, {n}); while ($a) array_shift($a);"),
        culprits=("zif_array_shift", *PHP),
        source="manual: keys are counted anew from zero",
    ),
    unseen(
        "unseen gawk substr",
        *("gawk", "{{ s = s $0 }} END {{ while (length(s) > 0) s = substr(s, 2) }}", "{tmp}/in{n}"),
        culprits=("gawk",),
        setup=TEXT,
        sizes=SMALL,
        source="a copy of what is left is made",
    ),
    unseen(
        "unseen bash taking characters",
        *("bash", "-c", 's=$(printf %{n}s x); while [ -n "$s" ]; do s=${{s:1}}; done'),
        culprits=("bash",),
        source="the rest is expanded anew",
    ),
    unseen(
        "unseen diff of what is shuffled",
        *("diff", "--minimal", "{tmp}/in{n}", "{tmp}/other{n}"),
        culprits=("diff",),
        sizes=SMALL,
        setup=f"{SHUFFLED}; seq {{n}} > {{tmp}}/other{{n}}",
        source="Myers 1986, O(ND)",
    )._replace(ok_exits=(0, 1)),
    unseen(
        "unseen perl list assigned to itself",
        *("perl", "-e", "for my $i (1..{n}) {{ @a = (@a, $i) }}"),
        culprits=(*PERL, "Perl_pp_aassign"),
        source="perldoc perldata: a list is evaluated whole before it is assigned",
    ),
    unseen(
        "unseen lua taking characters",
        *("lua5.4", "-e", "local s = string.rep('ab', {n}) while #s > 0 do s = s:sub(2) end"),
        culprits=LUA,
        sizes=LARGE,
        source="manual: strings are immutable",
    ),
    unseen(
        "unseen dash appending a parameter",
        *("dash", "-c", 'i=0; while [ $i -lt {n} ]; do set -- "$@" $i; i=$((i+1)); done'),
        culprits=("dash",),
        sizes=SMALL,
        source="POSIX, set: all parameters are set anew",
    ),
    library(
        "python list index",
        "def places(items):\n    return [items.index(i) for i in items]\nplaces(list(range({n})))",
        "places",
        "places.<locals>.<listcomp>",
        sizes=MIDDLE,
        source="index searches from the start",
    ),
    library(
        "python numbers in a tuple",
        "def gather(n):\n    t = ()\n    for i in range(n):\n        t += (i,)\n    return t\n"
        "gather({n})",
        "gather",
        sizes=LARGE,
        source="docs.python.org, Common Sequence Operations, note 6",
    ),
    library(
        "python fractions",
        "from fractions import Fraction\ndef harmonic(n):\n    return sum("
        "(Fraction(1, i) for i in range(1, n)), Fraction())\nharmonic({n})",
        "Fraction._add",
        "Fraction.__add__",
        "harmonic",
        sizes=(500, 1000, 2000, 4000),
        source="the denominator has n digits",
    ),
)

SOUND = (
    unseen("unseen jq", "jq", "-n", "[range({n})] | group_by(. % 7) | map(length)"),
    unseen("unseen bc", "sh", "-c", "echo 'for (i = 1; i <= {n}; i++) x += i' | bc", sizes=MIDDLE),
    unseen(
        "unseen sqlite3 index",
        *("sqlite3", ":memory:"),
        "create table a(x, s); create index i on a(x); insert into a "
        + QUERY.format("'word'")
        + "select x * 7919 % 10007, s from c",
    ),
    unseen("unseen perl words", "perl", "-e", "$s = 'word ' x {n}; $c++ while $s =~ /(\\w+) /g"),
    unseen(
        "unseen perl lists in a hash",
        *(
            "perl",
            "-e",
            "push @{{$h{{$_ % 97}}}}, $_ for 1..{n}; print sort map {{ @$_ }} values %h",
        ),
        sizes=LARGE,
    ),
    unseen("unseen ruby shift", *RUBY_SCRIPT, "a = (1..{n}).to_a; a.shift until a.empty?"),
    unseen(
        "unseen lua concat",
        *("lua5.4", "-e", "local t = {{}} for i = 1, {n} do t[i] = 'x' .. i end table.concat(t)"),
    ),
    unseen("unseen gawk appending", "gawk", "{{ s = s $0 }}", "{tmp}/in{n}", setup=TEXT),
    unseen(
        "unseen bash reading",
        *("bash", "-c", "while read -r line; do c=$((c + 1)); done < {tmp}/in{n}"),
        setup=TEXT,
    ),
    unseen(
        "unseen diff of lines that differ",
        "diff",
        "{tmp}/in{n}",
        "{tmp}/other{n}",
        setup="seq {n} > {tmp}/in{n}; seq 1 2 {n} > {tmp}/other{n}",
        sizes=LARGE,
    )._replace(ok_exits=(0, 1)),
    unseen("unseen sort -u", "sort", "-u", "{tmp}/in{n}", setup=SHUFFLED, sizes=LARGE),
    unseen("unseen column", "column", "-t", "{tmp}/in{n}", setup=TEXT),
    unseen("unseen rev", "rev", "{tmp}/in{n}", setup=TEXT, sizes=LARGE),
    unseen(
        "unseen join",
        "join",
        "{tmp}/in{n}",
        "{tmp}/in{n}",
        setup=f"{NUMBERS}.raw; sort {{tmp}}/in{{n}}.raw > {{tmp}}/in{{n}}",
        sizes=LARGE,
    ),
    unseen("unseen file", "file", "{tmp}/in{n}", setup=TEXT, sizes=LARGE),
    library(
        "python heap",
        "import heapq\nh = []\nfor i in range({n}): heapq.heappush(h, -i)",
        sizes=LARGE,
    ),
    library("python query", "from urllib.parse import parse_qsl\nparse_qsl('a=1&' * {n})"),
    library(
        "python networks",
        "import ipaddress\nlist(ipaddress.collapse_addresses("
        "[ipaddress.ip_network((i << 8, 32)) for i in range({n})]))",
    ),
)

UNSEEN = (*FAULTY, *SOUND)
