"""PyPI packages on inputs that some releases handle too slowly: packages.py FOLDERS NAME N.

FOLDERS are the folders with the packages, separated by colons.
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


def wrap(n):
    from django.utils.text import wrap

    wrap("some " * n, 4)


def intcomma(n):
    from django.contrib.humanize.templatetags.humanize import intcomma

    intcomma("1" * n, use_l10n=False)


def ranges(n):
    from starlette.responses import FileResponse

    response = FileResponse.__new__(FileResponse)
    text = ",".join(f"{2 * i}-{2 * i}" for i in range(n))
    response._parse_range_header(f"bytes={text}", 4 * n)


def range_of_digits(n):
    from starlette.responses import FileResponse, MalformedRangeHeader

    response = FileResponse.__new__(FileResponse)
    with contextlib.suppress(MalformedRangeHeader):
        response._parse_range_header(f"bytes={'9' * n}", 4)


def object_identifier(n):
    from pyasn1.codec.der.decoder import decode
    from pyasn1.error import PyAsn1Error

    content = b"\x2a" + b"\xff" * n + b"\x7f"
    length = len(content).to_bytes(4, "big")
    with contextlib.suppress(PyAsn1Error):
        decode(b"\x06\x84" + length + content)


def least_used(n):
    from cachetools import LFUCache

    cache = LFUCache(n // 2)
    for i in range(n):
        cache[i] = i


def least_recent(n):
    from cachetools import LRUCache

    cache = LRUCache(n // 2)
    for i in range(n):
        cache[i] = i


def discard(n):
    from ordered_set import OrderedSet

    items = OrderedSet(range(n))
    for i in range(n):
        items.discard(i)


def add(n):
    from ordered_set import OrderedSet

    items = OrderedSet()
    for i in range(n):
        items.add(i)


def bits(n):
    from bitarray import bitarray

    found = bitarray(n)
    for _ in range(n):
        del found[0]


def distances(n):
    from networkx import all_pairs_shortest_path_length, path_graph

    dict(all_pairs_shortest_path_length(path_graph(n)))


def components(n):
    from networkx import connected_components, path_graph

    list(connected_components(path_graph(n)))


def declarations(n):
    from pycparser.c_parser import CParser

    CParser().parse("".join(f"int a{i} = {i};\n" for i in range(n)))


def widths(n):
    from wcwidth import wcswidth

    wcswidth("wide \u4e2d" * n)


def documents(n):
    from orjson import dumps, loads

    loads(dumps({str(i): [i] for i in range(n)}))


sys.path[:0] = sys.argv[1].split(":")
globals()[sys.argv[2]](int(sys.argv[3]))
