"""A pytest plugin: `pytest --grow` fails a test whose cost grows faster than its limit.

    @pytest.mark.grow(sizes=(64, 128, 256, 512), max_exponent=1.2)
    def test_load(n):
        load(certificates(n))

Without `--grow` the test runs once, with the smallest size. With `--grow` its function runs at
every size under callgrind, in its own process without pytest, so `n` must be its only argument.
Instruction counts do not depend on other load of the machine.

Every pytest run loads this module, so the measuring code is imported only when needed.
"""

# May import: `grow`, `valgrind`.

from __future__ import annotations

import pytest

MAX_EXPONENT = 1.3
"""The default limit: more than the exponent of n log n at small sizes."""

USAGE = "expected grow(sizes=(64, 128, 256, 512), max_exponent=1.3) on a test of one argument, n"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    group = parser.getgroup("grow")
    group.addoption(
        "--grow",
        action="store_true",
        help="Measure the growth of tests marked `grow`.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark."""
    config.addinivalue_line(
        "markers",
        "grow(sizes, max_exponent=1.3): with --grow, fail if the cost grows faster with n",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a marked test with its smallest size."""
    mark = metafunc.definition.get_closest_marker("grow")
    if mark is not None and "n" in metafunc.fixturenames:
        metafunc.parametrize("n", [_sizes(mark)[0]], ids=["grow"])


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Measure a marked test instead of running it."""
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
