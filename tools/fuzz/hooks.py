"""Drops failures of which the API document cannot be the judge: beyond-the-document.toml."""

import json
import re
import tomllib
from pathlib import Path

import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

BEYOND = tomllib.loads((Path(__file__).parent / "beyond-the-document.toml").read_text("utf-8"))
EXPECTED = [re.compile(refused["says"], re.DOTALL) for refused in BEYOND["refused"]]


def sentence_of(response):
    """What the error says, in any of the three shapes."""
    try:
        error = json.loads(response.content)["error"]
    except (ValueError, KeyError, TypeError):
        return ""
    return error if isinstance(error, str) else error["message"]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if not isinstance(failure, RejectedPositiveData):
        return True
    sentence = sentence_of(response)
    return not any(expected.fullmatch(sentence) for expected in EXPECTED)
