"""A plugin of pytest: `pytest --grow` fails a test that grows faster than it may.

    @pytest.mark.grow(sizes=(64, 128, 256, 512), max_exponent=1.2)
    def test_load(n):
        load(certificates(n))

Without `--grow` such a test runs once, with the smallest size, as any other. With it, its function
is run at every size under callgrind, in a process of its own that has nothing of pytest in it, so
that `n` is the one argument that it may have. Counts do not depend on what else the machine does.

Every pytest loads this; so what measures is imported when something is measured.
"""

# May import: `grow`, `valgrind`.

from __future__ import annotations

import pytest

MAX_EXPONENT = 1.3
"""What a test may have that does not say: more than n log n has on small sizes."""

USAGE = "expected grow(sizes=(64, 128, 256, 512), max_exponent=1.3) on a test of one argument, n"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("grow")
    group.addoption(
        "--grow", action="store_true", help="Measure how tests marked `grow` grow, by callgrind."
    )


def pytest_configure(config: pytest.Config) -> None:
    """Describe the mark."""
    config.addinivalue_line(
        "markers",
        "grow(sizes, max_exponent=1.3): with --grow, fails if the cost grows faster with n",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a marked test its smallest size."""
    mark = metafunc.definition.get_closest_marker("grow")
    if mark is not None and "n" in metafunc.fixturenames:
        metafunc.parametrize("n", [_sizes(mark)[0]], ids=["grow"])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Measure a marked test in place of running it."""
    mark = pyfuncitem.get_closest_marker("grow")
    if mark is None or not pyfuncitem.config.getoption("--grow"):
        return None
    if [name for name in pyfuncitem.fixturenames if name != "request"] != ["n"]:
        pytest.fail(f"arguments {', '.join(pyfuncitem.fixturenames)}: {USAGE}", pytrace=False)
    from quicksalt_lab.plugin.measure import judge

    judge(pyfuncitem, _sizes(mark), float(mark.kwargs.get("max_exponent", MAX_EXPONENT)))
    return True


def _sizes(mark: pytest.Mark) -> tuple[int, ...]:
    from quicksalt_lab.grow.fit import SizesError, check_sizes

    try:
        sizes = tuple(int(n) for n in mark.kwargs.get("sizes", mark.args[0] if mark.args else ()))
        check_sizes(sizes)
    except (SizesError, TypeError, ValueError) as error:
        raise pytest.UsageError(f"{error}; {USAGE}") from None
    return sizes
