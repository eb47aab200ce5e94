"""Cases of `make grow-suite` that were written last, so that no rule was made with them.

Programs of our own in the shapes that faults have elsewhere, releases with an advisory and their
repairs, and interpreters of Debian. The truth of each was written down before `grow` was run on it.
"""

from __future__ import annotations

from grow_cases import LARGE, MIDDLE, NUMBERS, SMALL, TEXT, Case, clean, pair, python
from grow_foreign import npm
from grow_packages import crate, release

LARGER = (4000, 8000, 16000, 32000)

C = (
    *pair("further_c", "timers", "next_timer"),
    *pair("further_c", "cache", "touch", sizes=LARGE, exponents=(1.3, 2.3)),
    *pair("further_c", "variables", "export_all"),
    *pair("further_c", "lines", "read_line", sizes=SMALL),
    *pair("further_c", "roots", "find_root"),
    Case("further_c threads", ("{further_c}", "threads", "{n}"), ("count_inversions",)),
    Case("further_c forked", ("{further_c}", "forked", "{n}"), ("count_inversions",)),
    Case("further_c distinct", ("{further_c}", "distinct", "{n}"), ("known_word", "main")),
    Case(
        "further_c cache, linked statically",
        ("{further_static}", "cache", "{n}"),
        ("touch",),
        (1.3, 2.3),
        LARGE,
    ),
    Case(
        "further_c timers, stripped",
        ("{further_stripped}", "timers", "{n}"),
        ("program",),
        source="the object at least is known",
    ),
    Case(
        "further_c timers, stripped, repaired",
        ("{further_stripped}", "timers", "{n}", "repaired"),
    ),
)

CPP = (
    *pair("further_cc", "group", "group"),
    *pair("further_cc", "queue", "greatest", "main", sizes=LARGE, exponents=(1.4, 2.3)),
    Case("further_cc cancel", ("{further_cc}", "cancel", "{n}"), ("cancel",)),
    *pair("further_cc", "place", "place"),
    Case("further_cc common", ("{further_cc}", "common", "{n}"), ("longest_common",), sizes=SMALL),
    clean("further_cc", "tokens", sizes=MIDDLE),
)

RUST = (
    *pair("further_rs", "any", "take_any"),
    *pair("further_rs", "drop", "drop_one"),
    *pair("further_rs", "columns", "column", "columns"),
    Case("further_rs cancel", ("{further_rs}", "cancel", "{n}"), ("cancel",), (1.3, 2.3), LARGER),
    Case(
        "further_rs collisions",
        ("{further_rs}", "collisions", "{n}"),
        ("collisions", "overlaps"),
        sizes=SMALL,
    ),
)

GO = (
    *pair("further_go", "cancel", "main.(*queue).remove"),
    *pair("further_go", "resolve", "main.rows.lookup", "main.(*rows).lookup", "main.resolve"),
    Case("further_go ranked", ("{further_go}", "ranked", "{n}"), ("main.ranked",), sizes=SMALL),
    Case("further_go quote", ("{further_go}", "quote", "{n}"), ("main.quote",), (1.3, 2.3), LARGER),
    clean("further_go", "heap"),
)

OCAML = (
    *pair("further_ml", "distinct", "camlFurther__distinct", "camlFurther__fun"),
    *pair("further_ml", "drain", "camlFurther__drain"),
    clean("further_ml", "index"),
)

FORTRAN = (
    *pair("further_f", "means", "__further_work_MOD_means"),
    Case(
        "further_f distinct",
        ("{further_f}", "distinct", "{n}"),
        ("__further_work_MOD_distinct",),
    ),
)

STARLETTE = "anyio==4.6.2.post1 idna==3.10 sniffio==1.3.1 typing-extensions==4.12.2"

PYPI = (
    release("django==5.1.6 asgiref==3.8.1", "wrap", "wrap.<locals>._generator", sizes=LARGER),
    release("django==5.1.7 asgiref==3.8.1", "wrap", sizes=LARGER, source="CVE-2025-26699"),
    release(
        "django==4.2.9 asgiref==3.8.1",
        "intcomma",
        "intcomma",
        "sub",
        sizes=(100, 200, 400, 800, 1600),
        source="CVE-2024-24680: the text is copied for every three digits",
    ),
    release("django==4.2.10 asgiref==3.8.1", "intcomma", source="CVE-2024-24680"),
    release(
        f"starlette==0.48.0 {STARLETTE}",
        "ranges",
        "FileResponse._parse_range_header",
        sizes=SMALL,
        source="its text: each range is compared with those before",
    ),
    release(
        f"starlette==0.49.1 {STARLETTE}",
        "ranges",
        "FileResponse._parse_range_header",
        sizes=SMALL,
        source="its text: the repair of CVE-2025-62727 left the comparison as it was",
    ),
    release(
        f"starlette==0.48.0 {STARLETTE}",
        "range_of_digits",
        "FileResponse._parse_range_header",
        source="CVE-2025-62727: digits without an end are tried from each of them",
    ),
    release(f"starlette==0.49.1 {STARLETTE}", "range_of_digits", source="CVE-2025-62727"),
    release(
        "pyasn1==0.6.1",
        "object_identifier",
        "ObjectIdentifierPayloadDecoder.valueDecoder",
        sizes=(2000, 4000, 8000, 16000),
        source="CVE-2026-23490: continuation octets make a number without limit",
    ),
    release("pyasn1==0.6.2", "object_identifier", source="CVE-2026-23490"),
    release(
        "cachetools==5.5.0",
        "least_used",
        "LFUCache.popitem",
        *("Counter.most_common", "nlargest"),
        sizes=SMALL,
        source="its text: the most common of all is looked for each time, by heapq",
    ),
    release("cachetools==5.5.0", "least_recent"),
    release("ordered-set==4.1.0", "discard", "OrderedSet.discard", sizes=SMALL),
    release("ordered-set==4.1.0", "add"),
    release(
        "bitarray==3.0.0",
        "bits",
        "bits",
        "_bitarray",
        sizes=(8000, 16000, 32000, 64000),
        exponents=(1.3, 2.3),
        source="all bits behind one are moved",
    ),
    release(
        "networkx==3.4.2",
        "distances",
        "_single_shortest_path_length",
        sizes=(32, 64, 128, 256),
        source="its documentation: a search from each of the nodes",
    ),
    release("networkx==3.4.2", "components"),
    release("pycparser==2.22", "declarations", sizes=SMALL),
    release("wcwidth==0.2.13", "widths"),
    release("orjson==3.10.12", "documents", sizes=LARGE),
)

PYTHON = (
    python(
        "parameters", "_parseparam", sizes=LARGE, source="gh-136063: all is counted again at each ;"
    ),
    python("backtracks", "backtracks", "search", sizes=SMALL, source="(a|aa)*? from each start"),
    python("neighbours", "neighbours", "neighbours.<locals>.<genexpr>", sizes=SMALL),
    python("graph"),
    python("template"),
    python("csv"),
)

CRATES = (
    crate(
        "iterate",
        "find_fwd",
        "find_fwd_imp",
        "search_half",
        "next",
        "main",
        source="regex: iterating takes O(m n^2), with this pattern as the example",
    ),
    crate(
        "difference",
        "find_middle_snake",
        "conquer",
        "myers",
        "main",
        source="similar: Myers 1986, O(ND)",
    ),
    crate("normalise", sizes=LARGE, source="unicode-normalization: sorted by class, n log n"),
)

NPM = (
    npm("trim@0.0.1", "ends", "ends", "trim", source="CVE-2020-7753"),
    npm(
        "underscore@1.13.7",
        "uniq",
        "uniq",
        "contains",
        "(anonymous, line 1280)",
        source="its text: each is searched for, by the function without a name that "
        "createIndexFinder returns at line 1280",
    ),
    npm("underscore@1.13.7", "groups"),
)


def script(
    name: str,
    *command: str,
    culprits: tuple[str, ...] = (),
    sizes: tuple[int, ...] = MIDDLE,
    setup: str = "",
    source: str = "its manual",
) -> Case:
    """Make the case of a program of Debian and what it is told to do."""
    return Case(name, command, culprits, (1.3, 2.4), sizes, setup, source)


RUBY = ("libruby-3.1", "libruby-3.3", "ruby")
RUBY_SCRIPT = ("ruby", "--disable-gems", "-e")
LUA = ("lua5.4", "liblua5.4")
PHP = ("php8.2", "php8.4")
STYLE = (
    '<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform">'
    '<x:template match="/"><x:for-each select="a/b"><x:value-of select="{}"/>'
    "</x:for-each></x:template></x:stylesheet>"
)
NODES = "(echo '<a>'; seq {n} | sed 's/.*/<b>&<\\/b>/'; echo '</a>') > {tmp}/in{n}"

SCRIPTS = (
    script(
        "sed that turns a file round",
        *("sed", "-n", "1!G;h;$p", "{tmp}/in{n}"),
        culprits=("sed",),
        sizes=LARGE,
        setup=NUMBERS,
        source="G and h copy all lines for each",
    ),
    script(
        "m4 that shifts its arguments",
        *("m4", "{tmp}/in{n}"),
        culprits=("m4",),
        sizes=SMALL,
        setup="(echo 'define(`each'\\'', `ifelse(`$1'\\'', , , `each(shift($@))'\\'')'\\'')dnl'; "
        'echo "each($(seq -s, {n}))") > {tmp}/in{n}',
        source="manual, Foreach: what is left is scanned again for each",
    ),
    script(
        "make that appends to a variable",
        *("make", "-s", "-f", "{tmp}/in{n}"),
        culprits=("make",),
        sizes=LARGE,
        setup="(echo '$(foreach i,$(shell seq {n}),$(eval x := $(x) word))'; echo 'all: ; @:') "
        "> {tmp}/in{n}",
        source="x is expanded anew for each assignment",
    ),
    script(
        "bash copying a list",
        *("bash", "-c", 'for ((i = 0; i < {n}; i++)); do a=("${{a[@]}}" $i); done'),
        culprits=("bash",),
        sizes=SMALL,
        source="all words are expanded again",
    ),
    script(
        "perl that trims in the middle",
        *("perl", "-e", '$_ = " " x {n} . "x"; s/\\s\\s+$//'),
        culprits=("perl", "S_regmatch", "Perl_regexec_flags", "S_regtry"),
        # Of \\s+ alone perl tries but the first of a run (PREGf_SKIP in its regcomp.h).
        source="Friedl: \\s\\s+ is tried from each start",
    ),
    script(
        "perl that takes any key",
        *("perl", "-e", "$h{$_} = 1 for 1..{n}; while (%h) { my ($k) = keys %h; delete $h{$k} }"),
        culprits=("perl", "Perl_hv_iternext_flags", "Perl_hv_pushkv", "Perl_do_kv"),
        sizes=SMALL,
        source="perldoc -f keys: a list of all",
    ),
    script(
        "ruby include?",
        *(*RUBY_SCRIPT, "a = []; {n}.times {{ |i| a << i unless a.include?(i) }}"),
        culprits=(*RUBY, "rb_ary_includes"),
    ),
    script(
        "ruby insert in front",
        *(*RUBY_SCRIPT, "s = +''; {n}.times {{ s.insert(0, 'word ') }}"),
        culprits=RUBY,
        sizes=LARGER,
        source="memmove of all that is behind",
    ),
    script("ruby hash", *RUBY_SCRIPT, "h = {{}}; {n}.times {{ |i| h[i] = i }}", sizes=LARGE),
    script(
        "lua insert in front",
        *("lua5.4", "-e", "local t = {{}} for i = 1, {n} do table.insert(t, 1, i) end"),
        culprits=LUA,
    ),
    script(
        "lua concatenating",
        *("lua5.4", "-e", "local s = '' for i = 1, {n} do s = s .. 'some words ' end"),
        culprits=LUA,
        sizes=LARGE,
        source="Programming in Lua, 11.6",
    ),
    script("lua table", "lua5.4", "-e", "local t = {{}} for i = 1, {n} do t[#t + 1] = i end"),
    script(
        "gawk searching a list",
        *("gawk", "{ for (i = 1; i <= c; i++) if (a[i] == $1) next; a[++c] = $1 }", "{tmp}/in{n}"),
        culprits=("gawk",),
        sizes=SMALL,
        setup=NUMBERS,
    ),
    script("gawk counting", "gawk", "{ c[$1 % 97]++ }", "{tmp}/in{n}", setup=TEXT, sizes=LARGE),
    script(
        "php in_array",
        *(
            "php",
            "-n",
            "-r",
            "$a = []; for ($i = 0; $i < {n}; $i++) if (!in_array($i, $a)) $a[] = $i;",
        ),
        culprits=("php_search_array", "zif_in_array", *PHP),
    ),
    script("php text", "php", "-n", "-r", "$s = ''; for ($i = 0; $i < {n}; $i++) $s .= 'x';"),
    script(
        "guile list-ref",
        *("guile", "--no-auto-compile", "-c"),
        "(let ((l (iota {n}))) (do ((i 0 (+ i 1))) ((= i {n})) (list-ref l i)))",
        culprits=("scm_list_ref", "libguile-3", "list-ref"),
        sizes=LARGE,
    ),
    script(
        "xsltproc counting those before",
        *("xsltproc", "{tmp}/style.xsl", "{tmp}/in{n}"),
        culprits=("libxml2", "xmlXPathNextPrecedingSibling", "libxslt"),
        sizes=SMALL,
        setup=f"{NODES}; echo '{STYLE.format('count(preceding-sibling::b)')}' > {{tmp}}/style.xsl",
        source="all siblings before are gathered",
    ),
    script(
        "xsltproc",
        *("xsltproc", "{tmp}/plain.xsl", "{tmp}/in{n}"),
        setup=f"{NODES}; echo '{STYLE.format('.')}' > {{tmp}}/plain.xsl",
    ),
    script("xmllint", "xmllint", "--noout", "{tmp}/in{n}", setup=NODES, sizes=LARGE),
    script(
        "sqlite3 rank by a query for each",
        *("sqlite3", ":memory:"),
        "create table a(x); insert into a with recursive c(x) as "
        "(select 1 union all select x + 1 from c limit {n}) select x from c; "
        "select max(r) from (select (select count(*) from a b where b.x < a.x) r from a)",
        culprits=("sqlite3VdbeExec", "libsqlite3", "sqlite3_step"),
        sizes=SMALL,
        source="a full scan for each row",
    ),
    script("shuf", "shuf", "--random-source=/bin/sh", "{tmp}/in{n}", setup=NUMBERS, sizes=LARGE),
    script("fmt", "fmt", "{tmp}/in{n}", setup=TEXT, sizes=MIDDLE),
    script("cmark", "cmark", "{tmp}/in{n}", setup="seq {n} | sed 'G' > {tmp}/in{n}", sizes=MIDDLE),
    script(
        "as",
        *("as", "-o", "/dev/null", "{tmp}/in{n}"),
        setup="seq {n} | sed 's/.*/a&: .quad a&/' > {tmp}/in{n}",
        sizes=LARGE,
    ),
    script(
        "cpp of many macros",
        *("cpp", "-P", "{tmp}/in{n}"),
        setup="(seq {n} | sed 's/.*/#define a& &/'; seq {n} | sed 's/^/a/') > {tmp}/in{n}",
        sizes=LARGE,
    ),
)

FURTHER = (
    *(*C, *CPP, *RUST, *GO, *OCAML, *FORTRAN),
    *(*PYPI, *PYTHON, *CRATES, *NPM, *SCRIPTS),
)
