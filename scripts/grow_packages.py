"""Cases of `make grow-suite` on releases of PyPI and crates.io, old and repaired.

The truth of each was written down before `grow` was run on it, from the advisory, the change log or
the documentation that is given, and the release's own text.
"""

from __future__ import annotations

from grow_cases import LARGE, MIDDLE, SMALL, Case

CRATES = "python/tests/quicksalt_lab/grow/suite/crates"


def release(
    releases: str,
    name: str,
    *culprits: str,
    sizes: tuple[int, ...] = MIDDLE,
    exponents: tuple[float, float] = (1.5, 2.4),
    source: str = "its documentation",
) -> Case:
    """Make the case of a function of `packages.py` on releases such as `idna==3.6`."""
    folders = ":".join(f"{{pypi}}/{one}" for one in releases.split())
    command = ("{python}", "-S", "{packages}", folders, name, "{n}")
    return Case(f"pypi {name}, {releases}", command, culprits, exponents, sizes, source=source)


PYPI = (
    release("idna==3.6", "idna", "valid_contexto", sizes=SMALL, source="CVE-2026-45409"),
    release(
        "tornado==6.4.1",
        "cookie",
        "_unquote_cookie",
        sizes=LARGE,
        source="CVE-2024-52804: the rest of the text is searched and copied for each backslash",
    ),
    release("tornado==6.5.4", "cookie", sizes=LARGE),
    release(
        "tornado==6.5.2",
        "headers",
        "HTTPHeaders.add",
        sizes=(2000, 4000, 8000, 16000),
        source="CVE-2025-67725, tornado 3553: a repeated header is joined anew each time",
    ),
    release(
        "werkzeug==3.0.0 markupsafe==3.0.2",
        "multipart",
        "MultipartDecoder.next_event",
        "MultipartDecoder._parse_data",
        "MultipartDecoder.last_newline",
        "MultipartDecoder.receive_data",
        source="CVE-2023-46136: all that has come is searched again with every chunk",
    ),
    release("werkzeug==3.0.1 markupsafe==3.0.2", "multipart"),
    release(
        "PyPDF2==1.26.0",
        "inline_image",
        "ContentStream._readInlineImage",
        sizes=(16000, 32000, 64000, 128000),
        source="CVE-2023-36810: a string of bytes grows by one. The advisory calls 1.27.9 "
        "the first release without that, but the text of 1.27.7 and 1.27.8 reads blocks already",
    ),
    release("PyPDF2==1.27.9", "inline_image", sizes=(16000, 32000, 64000, 128000)),
    release(
        "more-itertools==10.5.0",
        "distinct_lists",
        "unique_everseen",
        source="its documentation: what cannot be hashed is looked for in a list",
    ),
    release("more-itertools==10.5.0", "distinct_numbers"),
    release(
        "sortedcontainers==2.4.0",
        "sorted_list",
        "SortedList.add",
        "PyList_Insert",
        source="its text: up to 2,000 items, twice DEFAULT_LOAD_FACTOR, are one list, into which "
        "each is inserted; only beyond these sizes it is sound",
    ),
    release("markdown-it-py==4.0.0 mdurl==0.1.2", "markdown_paragraphs", sizes=SMALL),
    release("msgpack==1.1.0", "msgpack", sizes=LARGE),
    release("tomli==2.2.1", "toml"),
    release("simplejson==3.19.3", "json"),
    release(
        "jellyfish==1.1.0",
        "distance",
        "levenshtein_distance",
        sizes=SMALL,
        source="the edit distance fills a table of n times n (Wagner and Fischer 1974)",
    ),
    release("pyyaml==6.0.2", "yaml", sizes=SMALL),
    release("pyrsistent==0.20.0", "vector"),
    release("intervaltree==3.1.0 sortedcontainers==2.4.0", "intervals"),
)


def crate(
    name: str,
    *culprits: str,
    sizes: tuple[int, ...] = MIDDLE,
    exponents: tuple[float, float] = (1.6, 2.3),
    source: str = "its documentation",
) -> Case:
    """Make the case of a function of the program in `crates`."""
    return Case(
        f"crate {name}", ("{crates}", name, "{n}"), culprits, exponents, sizes, source=source
    )


CRATE = (
    crate(
        "attributes",
        "IterState::check_for_duplicates",
        "check_for_duplicates",
        "next",
        "main",
        source="RUSTSEC-2026-0194, quick-xml 0.40.1",
    ),
    crate("attributes-repaired", source="RUSTSEC-2026-0194, quick-xml 0.41.0"),
    crate(
        "document",
        "resolve_attributes",
        "parse_element",
        "parse",
        "process_element",
        source="roxmltree 0.20: issue 153, names are compared with all before",
    ),
    crate(
        "shift",
        "shift",
        "shift_remove",
        "swap_remove_full",
        "shift_remove_full",
        "main",
        source="indexmap: shift_remove shifts all that come behind, O(n)",
    ),
    crate("swap", source="indexmap: swap_remove takes O(1) on average"),
    crate("front", "front", "insert", "try_insert", "main", source="arrayvec: insert shifts"),
    crate("back", source="arrayvec: push takes O(1)"),
    crate("distance", "levenshtein", "generic_levenshtein", "main", sizes=SMALL),
    crate(
        "paths",
        "floyd_warshall",
        "_floyd_warshall_path",
        "main",
        sizes=(16, 32, 64, 128),
        exponents=(2.7, 3.2),
        source="petgraph: floyd_warshall takes O(n^3)",
    ),
    crate("components", sizes=LARGE, source="petgraph: O(nodes + edges)"),
    crate("cells", sizes=LARGE),
    crate("numbers", sizes=LARGE),
)
