"""/position, started from app.py by a link."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui import texts

APP = Path(__file__).parents[2] / "app.py"


@pytest.mark.parametrize("place", ["0.0", "7.37", "15.0"])
def test_the_seat_8_seats_on_is_told_apart_wherever_one_stands(place):
    """The curve of 16 seats ends before it: its last seat was taken instead, and from seat 15 that is the next one, too."""
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    app.switch_page("pages/position.py")
    app.query_params.clear()
    app.query_params.update({"lang": "en", "encoding": "alibi", "length": "16", "place": place})
    app.run()
    app.pills(key="position.question.near").select("near").run()
    assert not app.error
    assert app.success


def test_two_sentences_too_long_to_compare_are_not_called_unlike():
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    app.switch_page("pages/position.py")
    app.query_params.clear()
    app.query_params.update({"lang": "en", "first": "我 " * 600, "second": "我 " * 600})
    app.run()
    assert not app.error
    assert [info.value for info in app.info] == [texts.table("en")["position.too_long"].format(limit=512)]
