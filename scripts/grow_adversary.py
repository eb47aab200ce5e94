"""Cases of `make grow-suite` that were written to lead `grow` astray.

Each tells apart something that no other case does: work that is done again in a comprehension or a
generator, a pattern that backtracks, lists that an interpreter without names copies. The truth of
each was written down before `grow` was run on it.
"""

from __future__ import annotations

from grow_cases import LARGE, MIDDLE, SMALL, Case
from grow_unseen import RUBY, RUBY_SCRIPT, SHUFFLED, library, unseen

FILES = "mkdir -p {tmp}/files{n} && cd {tmp}/files{n} && seq {n} | xargs touch && "

PYTHON = (
    library(
        "python generator that is summed again",
        "def up_to(values):\n"
        "    return sum(v for v in values)\n"
        "values = list(range({n}))\n"
        "totals = [up_to(values[:i]) for i in range({n})]",
        *("up_to", "up_to.<locals>.<genexpr>"),
        source="its text: each sum begins anew",
    ),
    library(
        "python counting in a comprehension",
        "def histogram(items):\n"
        "    return {{i: items.count(i) for i in items}}\n"
        "histogram(list(range({n})))",
        *("histogram", "histogram.<locals>.<dictcomp>"),
        sizes=MIDDLE,
        source="its text: count looks at every item",
    ),
    library(
        "python rest of a list",
        "def drop(items):\n    while items:\n        items = items[1:]\ndrop(list(range({n})))",
        "drop",
        sizes=LARGE,
        source="its text: a slice is a copy",
    ),
    library(
        "python order kept by sorting",
        "def keep(found, score):\n"
        "    found.append(score)\n"
        "    found.sort(reverse=True)\n"
        "found = []\n"
        "for i in range({n}): keep(found, i * 7919 % 10007)",
        "keep",
        sizes=MIDDLE,
        source="its text: what is sorted already takes n comparisons each time",
    ),
    library(
        "python pattern of two that are alike",
        "import re\n"
        "def check(text):\n"
        "    return re.match(r'(a|a)*$', text)\n"
        "check('a' * {n} + 'b')",
        *("check", "match"),
        sizes=(4, 6, 9, 13),
        source="Cox: each character doubles the ways to match",
    )._replace(exponents=(3, 40)),
    library(
        "python heap, groups and JSON",
        "import heapq, itertools, json\n"
        "x, items = 1, []\n"
        "for _ in range({n}):\n"
        "    x = x * 48271 % 2147483647\n"
        "    heapq.heappush(items, x)\n"
        "keys = [heapq.heappop(items) for _ in range({n})]\n"
        "groups = {{k: list(g) for k, g in itertools.groupby(keys, lambda v: v >> 12)}}\n"
        "json.dumps(groups)",
        sizes=LARGE,
    ),
    library(
        "python templates filled by a function",
        "import re\n"
        "text = ' '.join(f'word{{i}} <name>' for i in range({n}))\n"
        "text = re.sub(r'<(\\w+)>', lambda m: m[1].upper(), text)\n"
        "''.join(sorted(text.split(), key=str.lower))",
        sizes=LARGE,
    ),
)

INTERPRETERS = (
    unseen(
        "unseen ruby taking lists from lists",
        *(*RUBY_SCRIPT, "a = (1..{n}).to_a; {n}.times {{ |i| a = a - [i] }}"),
        culprits=(*RUBY, "rb_ary_diff", "rb_vm_exec"),
        source="Array#- makes a new list",
    ),
    unseen(
        "unseen ruby words, counted and joined",
        *RUBY_SCRIPT,
        'h = Hash.new(0); (1..{n}).each {{ |i| h["w#{{i % 301}}"] += 1 }}; s = +""; '
        "h.sort_by {{ |k, v| [-v, k] }}.each {{ |k, v| s << k }}; (1..{n}).map(&:to_s).sort.join",
        sizes=LARGE,
    ),
    unseen(
        "unseen perl words in lists by key",
        *("perl", "-e"),
        'for my $i (1..{n}) {{ push @{{$h{{$i % 97}}}}, "k$i" }} '
        "print scalar(sort map {{ reverse $_ }} map {{ @$_ }} values %h)",
        sizes=LARGE,
    ),
)

TOOLS = (
    unseen(
        "unseen unzip of many files",
        *("unzip", "-l", "{tmp}/{n}.zip"),
        setup=FILES + "rm -f {tmp}/{n}.zip && zip -q -r {tmp}/{n}.zip .",
        sizes=SMALL,
    ),
    unseen(
        "unseen tar of many files",
        *("tar", "tf", "{tmp}/{n}.tar"),
        setup=FILES + "tar cf {tmp}/{n}.tar .",
    ),
    unseen(
        "unseen ed on every line",
        *("sh", "-c", "printf ',s/1/x/\\n,p\\nQ\\n' | ed -s {tmp}/in{n}"),
        setup=SHUFFLED,
        sizes=LARGE,
    )._replace(ok_exits=(0, 1)),
)

ADVERSARY: tuple[Case, ...] = (*PYTHON, *INTERPRETERS, *TOOLS)
