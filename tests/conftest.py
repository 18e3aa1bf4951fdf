from fractions import Fraction

import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None, max_examples=40)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def classic():
    from twoplayer import solve

    return solve("classic")


@pytest.fixture(scope="session")
def sixteen():
    from twoplayer import solve_all, variants

    return solve_all(variants("sixteen"))


def to_fraction(rational):
    return Fraction(int(rational.p), int(rational.q))
