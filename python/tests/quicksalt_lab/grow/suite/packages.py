"""Packages of PyPI on inputs that some releases of them do not bear: packages.py FOLDERS NAME N.

FOLDERS are where the packages lie, separated by colons.
"""

import contextlib
import sys


def idna(n):
    from idna import IDNAError, encode

    with contextlib.suppress(IDNAError):
        encode("\u0660" * n)


def headers(n):
    from tornado.httputil import HTTPHeaders

    headers = HTTPHeaders()
    for _ in range(n):
        headers.add("X-Much", "x" * 20)


def parameters(n):
    from tornado.httputil import _parseparam

    for _ in _parseparam(';a="' + ";" * n):
        pass


def cookie(n):
    from tornado.httputil import _unquote_cookie

    _unquote_cookie('"' + '\\"' * n + '"')


def multipart(n):
    from werkzeug.sansio.multipart import MultipartDecoder

    decoder = MultipartDecoder(b"foo")
    decoder.receive_data(b'--foo\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n')
    decoder.next_event()
    decoder.next_event()
    for _ in range(n):
        decoder.receive_data(b"y" * 100)
        decoder.next_event()


def inline_image(n):
    from io import BytesIO

    from PyPDF2.pdf import ContentStream

    stream = ContentStream.__new__(ContentStream)
    read = getattr(stream, "_readInlineImage", None) or stream._read_inline_image
    read(BytesIO(b" ID " + b"x" * n + b"EI Q "))


def distinct_lists(n):
    from more_itertools import unique_everseen

    for _ in unique_everseen([i] for i in range(n)):
        pass


def distinct_numbers(n):
    from more_itertools import unique_everseen

    for _ in unique_everseen(range(n)):
        pass


def sorted_list(n):
    from sortedcontainers import SortedList

    items = SortedList()
    for i in range(n):
        items.add(i * 7919 % 100_003)


def markdown_text(n):
    from markdown_it import MarkdownIt

    MarkdownIt().render("a\\*" * n)


def markdown_paragraphs(n):
    from markdown_it import MarkdownIt

    MarkdownIt().render("some *words* of a text\n\n" * n)


def msgpack(n):
    from msgpack import packb, unpackb

    unpackb(packb(list(range(n))))


def toml(n):
    from tomli import loads

    loads("\n".join(f"key{i} = {i}" for i in range(n)))


def json(n):
    from simplejson import dumps, loads

    loads(dumps([{"a": i} for i in range(n)]))


def distance(n):
    from jellyfish._jellyfish import levenshtein_distance

    levenshtein_distance("ab" * n, "ba" * n)


def yaml(n):
    from yaml import SafeLoader, load

    load("\n".join(f"- {i}" for i in range(n)), SafeLoader)


def vector(n):
    from pyrsistent import pvector

    items = pvector()
    for i in range(n):
        items = items.append(i)


def intervals(n):
    from intervaltree import IntervalTree

    tree = IntervalTree()
    for i in range(n):
        tree[i : i + 2] = i


sys.path[:0] = sys.argv[1].split(":")
globals()[sys.argv[2]](int(sys.argv[3]))
