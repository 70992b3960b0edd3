"""Drops failures of which the API document cannot be the judge (docs/adr/0014-fuzzing.md)."""

import json
import re
import tomllib
from pathlib import Path

import schemathesis
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import (
    EnsureResourceAvailability,
    RejectedPositiveData,
    UseAfterFree,
)

BEYOND = tomllib.loads((Path(__file__).parent / "beyond-the-document.toml").read_text("utf-8"))
# In the shapes that have one text only, what would be right follows after a colon.
EXPECTED = [re.compile(f"(?:{refused['says']})(: .*)?", re.DOTALL) for refused in BEYOND["refused"]]


LINES = "application/x-ndjson"

# What these tell is kept for ever.
OUTLIVES_DELETION = {"/v1/policies/{policy_id}/versions"}


@schemathesis.serializer(LINES)
def lines(context, value):
    """A text is sent as it is, anything else as JSON on one line."""
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


def said(response):
    """The object that was answered; an empty one if it was anything else."""
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def is_expected(response):
    """Whether the answer is an error, in any of the three shapes, with one of the sentences."""
    error = said(response).get("error", "")
    sentence = error if isinstance(error, str) else error.get("message", "")
    return any(expected.fullmatch(sentence) for expected in EXPECTED)


class Creations:
    """What was created, and what was then answered as created once more, for the sake of its Idempotency-Key."""

    def __init__(self):
        self.created = set()
        self.repeated = set()

    def add(self, response):
        made = said(response).get("id")
        if response.status_code == 201 and made is not None:
            (self.repeated if made in self.created else self.created).add(made)

    def are_repeated(self, case):
        return not self.repeated.isdisjoint(case.path_parameters.values())


CREATIONS = Creations()


@schemathesis.hook
def after_call(context, case, response):
    CREATIONS.add(response)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if isinstance(failure, RejectedPositiveData):
        return not is_expected(response)
    # Any text is lines: each of them is judged by itself, and its answer says so.
    if isinstance(failure, AcceptedNegativeData):
        return case.media_type != LINES
    # A creation that is repeated with its key is answered as the first time, also when that was deleted meanwhile.
    if isinstance(failure, EnsureResourceAvailability):
        return not CREATIONS.are_repeated(case)
    if isinstance(failure, UseAfterFree):
        return case.path not in OUTLIVES_DELETION
    return True
