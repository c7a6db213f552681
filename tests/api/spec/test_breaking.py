"""Each rule of docs/versioning.md finds its change, in the real document; what may change is not found."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import orjson
import pytest

from api.spec.breaking import breaking_changes
from api.spec.document import COMMITTED, RELEASED

Json = dict[str, Any]
DOCUMENT: Json = orjson.loads(COMMITTED.read_bytes())
GAMES = "/v1/bakong/games"


def schema(spec: Json, name: str) -> Json:
    found: Json = spec["components"]["schemas"][name]
    return found


def without_an_operation(spec: Json) -> None:
    del spec["paths"][GAMES]["post"]


def with_another_id(spec: Json) -> None:
    spec["paths"][GAMES]["post"]["operationId"] = "newBakong"


def without_an_answer(spec: Json) -> None:
    del spec["paths"][GAMES]["post"]["responses"]["201"]


def with_another_media_type(spec: Json) -> None:
    content = spec["components"]["responses"]["BakongCreated"]["content"]
    content["text/csv"] = content.pop("application/json")


def without_a_field_of_a_request(spec: Json) -> None:
    del schema(spec, "BakongNewGame")["properties"]["seats"]


def with_a_required_field(spec: Json) -> None:
    schema(spec, "BakongNewGame")["required"] = ["seats"]


def with_fewer_values(spec: Json) -> None:
    schema(spec, "Visibility")["enum"].remove("private")


def with_a_narrower_bound(spec: Json) -> None:
    schema(spec, "BakongNewGame")["properties"]["seats"]["anyOf"][0]["maximum"] = 5


def with_another_type(spec: Json) -> None:
    schema(spec, "BakongGameDocument")["properties"]["version"]["type"] = "string"


def without_a_field_of_an_answer(spec: Json) -> None:
    answer = schema(spec, "BakongGameDocument")
    del answer["properties"]["version"]
    answer["required"].remove("version")


def with_a_field_that_may_be_absent(spec: Json) -> None:
    schema(spec, "BakongGameDocument")["required"].remove("version")


def without_an_action(spec: Json) -> None:
    del schema(spec, "BakongAction")["discriminator"]["mapping"]["flip"]


def with_a_required_parameter(spec: Json) -> None:
    entry = {"in": "query", "name": "club", "required": True, "schema": {"type": "string"}}
    spec["paths"][GAMES]["get"].setdefault("parameters", []).append(entry)


def without_a_parameter(spec: Json) -> None:
    spec["paths"][GAMES]["get"]["parameters"] = []


def with_a_pattern_that_refuses_a_value(spec: Json) -> None:
    field = schema(spec, "Visibility")
    del field["enum"]
    field["pattern"] = "^public$"


def with_a_token_for_all(spec: Json) -> None:
    spec["paths"][GAMES]["post"]["security"] = [{"host": []}]


def without_a_header(spec: Json) -> None:
    del spec["components"]["responses"]["BakongCreated"]["headers"]["Location"]


def without_a_call(spec: Json) -> None:
    del spec["webhooks"]["turn"]


def with_a_shorter_turn(spec: Json) -> None:
    schema(spec, "BakongTurn")["required"].remove("deadline")


def with_a_longer_answer_to_a_call(spec: Json) -> None:
    schema(spec, "TurnAnswer")["required"].append("because")


def with_a_null(spec: Json) -> None:
    fields = schema(spec, "BakongGameDocument")["properties"]
    fields["version"] = {"anyOf": [{"$ref": "#/components/schemas/Seat"}, {"type": "null"}]}


def without_an_event(spec: Json) -> None:
    del schema(spec, "BakongEvent")["discriminator"]["mapping"]["game_over"]


def with_another_tag(spec: Json) -> None:
    schema(spec, "SeatTaken")["properties"]["type"]["const"] = "seat_filled"


def with_another_format(spec: Json) -> None:
    del schema(spec, "BakongGameDocument")["properties"]["expires_at"]["format"]


def with_a_closed_request(spec: Json) -> None:
    schema(spec, "BabordBall")["additionalProperties"] = False


BREAKING = [
    (with_a_pattern_that_refuses_a_value, "has another pattern"),
    (without_an_operation, "is gone"), (with_another_id, "is called newBakong"),
    (without_an_answer, "no longer answers 201"), (with_another_media_type, "no longer application/json"),
    (without_a_field_of_a_request, "BakongNewGame.seats is gone"),
    (with_a_required_field, "BakongNewGame.seats must be given"), (with_fewer_values, "no longer takes 'private'"),
    (with_a_narrower_bound, "narrower maximum"), (with_another_type, "version is string, not integer"),
    (without_a_field_of_an_answer, "BakongGameDocument.version is gone"),
    (with_a_field_that_may_be_absent, "version may be absent"), (without_an_action, "no longer takes flip"),
    (with_a_token_for_all, "no longer takes no token"), (without_a_header, "no header Location"),
    (without_a_call, "the call turn is gone"), (with_a_shorter_turn, "BakongTurn.deadline may be absent"),
    (with_a_longer_answer_to_a_call, "TurnAnswer.because must be given"),
    (with_a_null, "version is integer/null, not integer"), (without_an_event, "no longer has game_over"),
    (with_another_tag, "type is no longer 'seat_taken'"), (with_another_format, "has another format"),
    (with_a_closed_request, "BabordBall takes no other fields"),
    (with_a_required_parameter, "needs the parameter club"), (without_a_parameter, "no longer has the parameter"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "said"), BREAKING)
def test_a_breaking_change_is_found(change: Callable[[Json], None], said: str) -> None:
    changed = deepcopy(DOCUMENT)
    change(changed)
    found = breaking_changes(DOCUMENT, changed)
    assert any(said in line for line in found), found


def test_what_is_added_breaks_nothing() -> None:
    grown = deepcopy(DOCUMENT)
    grown["paths"]["/v1/news"] = {"get": {"operationId": "listNews", "responses": {}}}
    schema(grown, "BakongNewGame")["properties"]["club"] = {"type": "string"}
    schema(grown, "BakongGameDocument")["properties"]["club"] = {"type": "string"}
    schema(grown, "BakongGameDocument")["required"].append("club")
    schema(grown, "Visibility")["enum"].append("friends")
    assert breaking_changes(DOCUMENT, grown) == []
    del schema(grown, "Visibility")["enum"]
    schema(grown, "Visibility")["pattern"] = "^(public|private|[a-z]{20})$"
    assert breaking_changes(DOCUMENT, grown) == []


def test_nothing_that_was_released_is_broken() -> None:
    assert breaking_changes(orjson.loads(RELEASED.read_bytes()), DOCUMENT) == []
