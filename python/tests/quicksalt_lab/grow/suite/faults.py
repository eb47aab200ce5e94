"""Faults of programs in Python and their repairs: faults.py NAME N."""

import sys


def slow_pairs(items):
    return [(a, b) for a in items for b in items if a + b == 7]


def fast_pairs(items):
    known = set(items)
    return [(a, 7 - a) for a in items if 7 - a in known]


def insert_front(n):
    items = []
    for i in range(n):
        items.insert(0, i)


def append_left(n):
    from collections import deque

    items = deque()
    for i in range(n):
        items.appendleft(i)


def unique(items):
    kept = []
    for item in items:
        if item not in kept:
            kept.append(item)
    return kept


def unique_by_dict(items):
    return list(dict.fromkeys(items))


def prefix_sums(items):
    return [sum(items[:at]) for at in range(len(items))]


def running_sums(items):
    from itertools import accumulate

    return list(accumulate(items))


def minidom(n):
    from xml.dom.minidom import Document

    document = Document()
    root = at = document.createElement("root")
    document.appendChild(root)
    for _ in range(n):
        element = document.createElement("a")
        at.appendChild(element)
        at = element


def difflib(n):
    from difflib import SequenceMatcher

    SequenceMatcher(None, ["a"] * n, ["a"] * n, autojunk=False).find_longest_match()


def cookies(n):
    from http.cookies import _unquote

    _unquote('"' + '\\"' * n + '"')


def expandvars(n):
    from os.path import expandvars

    expandvars("$HOME" * n)


def lru(n):
    from collections import OrderedDict

    cache = OrderedDict()
    for i in range(n):
        cache[i] = i
        if len(cache) > 64:
            cache.popitem(last=False)


def jsons(n):
    import json

    json.loads(json.dumps([{"a": i, "b": str(i)} for i in range(n)]))


def sort(n):
    import random

    random.seed(1)
    sorted(random.random() for _ in range(n))


def words(n):
    counts = {}
    for word in ("the quick brown fox " * n).split():
        counts[word] = counts.get(word, 0) + 1


def classes(n):
    class Point:
        def __init__(self, x):
            self.x = x

    sum(point.x for point in [Point(i) for i in range(n)])


def wrap(n):
    import textwrap

    textwrap.fill("some words " * n)


def int_to_text(n):
    str((1 << int(n * 3.3)) - 1)


def text_to_int(n):
    int("7" * n)


def regex(n):
    import re

    re.search("a*b", "a" * n)


def insort(n):
    from bisect import insort

    items = []
    for i in range(n):
        insort(items, i * 7919 % 100_003)


def pop_front(n):
    items = list(range(n))
    while items:
        items.pop(0)


def sum_lists(n):
    sum(([i] for i in range(n)), [])  # noqa: RUF017


def html_comments(n):
    from html.parser import HTMLParser

    parser = HTMLParser()
    parser.feed("<!--" * n)
    parser.close()


def bytes_add(n):
    text = b""
    for _ in range(n):
        text += b"some word "


def counter(n):
    from collections import Counter

    Counter(i % 100 for i in range(n)).most_common(3)


def deepcopy(n):
    from copy import deepcopy

    deepcopy([{"a": [i]} for i in range(n)])


def pickles(n):
    from pickle import dumps, loads

    loads(dumps([(i, str(i)) for i in range(n)]))


def heap(n):
    from heapq import heappop, heappush

    items = []
    for i in range(n):
        heappush(items, i * 7919 % 100_003)
    while items:
        heappop(items)


def tree(n):
    from xml.etree.ElementTree import fromstring, tostring

    tostring(fromstring("<a>" + "<b c='d'>e</b>" * n + "</a>"))


def query(n):
    from urllib.parse import parse_qsl, urlencode

    parse_qsl(urlencode([(f"key{i}", i) for i in range(n)]))


def parameters(n):
    from email.message import _parseparam

    _parseparam(';name="' + ";" * n)


def backtracks(n):
    from re import search

    search("(?:a|b)*c", "ab" * n)


def neighbours(n):
    points = [(i * 7919 % 10_007, i * 104_729 % 10_009) for i in range(n)]
    for x, y in points:
        min((a - x) ** 2 + (b - y) ** 2 for a, b in points)


def graph(n):
    from graphlib import TopologicalSorter

    list(TopologicalSorter({i: [i - 1, i // 2] for i in range(1, n)}).static_order())


def template(n):
    from string import Template

    Template("$name is $age " * n).substitute(name="a", age=1)


def csv(n):
    from csv import reader

    list(reader(f"{i},some,words" for i in range(n)))


def run(name, n):
    of_items = {slow_pairs, fast_pairs, unique, unique_by_dict, prefix_sums, running_sums}
    function = globals()[name]
    function(list(range(n)) if function in of_items else n)


run(sys.argv[1], int(sys.argv[2]))
