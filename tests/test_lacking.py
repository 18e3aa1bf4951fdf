"""A test of a list says in a sentence what to do for each thing that is new."""

from lacking import lacking


def test_what_is_new_and_what_is_gone_are_each_a_sentence():
    new = "no line of {}: add one to LINES"
    assert lacking(["fair", "luck", "mend"], {"fair": 1, "score": 2}, new).splitlines() == [
        "no line of luck: add one to LINES",
        "no line of mend: add one to LINES",
        "score is no more in the program: take it out here",
    ]
    assert lacking(["fair"], ["fair"], new) == ""
