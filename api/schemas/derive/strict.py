"""Fields of marshmallow that take what JSON Schema means, and refuse what is too long unread."""

from __future__ import annotations

import re
from typing import Any, cast

from marshmallow import Schema, ValidationError, fields, validate

NO_FIELDS = "Unknown field; there are none."
MOST_LISTED = 20
"""Fields that the refusal of an unknown one names."""
MOST_FIELDS = 100
"""Of one object. Marshmallow takes quadratic time to refuse unknown fields one by one."""


class BoundedSchema(Schema):
    """A schema that refuses an object with very many fields unread, and lists its fields to those who misspell one."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = ", ".join(list(self.fields)[:MOST_LISTED])
        self.error_messages["unknown"] = f"Unknown field; the fields are {known}." if known else NO_FIELDS

    def load(self, data: Any, **options: Any) -> Any:
        if isinstance(data, dict) and len(data) > MOST_FIELDS:
            raise ValidationError({"_schema": [f"More than {MOST_FIELDS} fields."]}, data=data)
        return super().load(data, **options)

    def handle_error(self, error: ValidationError, data: Any, **options: Any) -> None:  # noqa: ARG002
        """Name the errors in the order of the body, then what it lacks: marshmallow keeps unknown fields in a set."""
        messages = error.messages
        if isinstance(data, dict) and isinstance(messages, dict):
            error.messages = {key: messages[key] for key in dict.fromkeys([*data, *messages]) if key in messages}


class StrictBoolean(fields.Boolean):
    """True and false only; marshmallow would also take "yes", 1 and "off"."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> bool:  # noqa: ARG002
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class WholeNumber(fields.Integer):
    """An integer as JSON Schema has it: 6.0 is one, "6" is none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(strict=True, **options)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> int:
        whole = isinstance(value, float) and value.is_integer() and abs(value) < 2**53
        return super()._deserialize(int(value) if whole else value, *args, **kwargs)


class StrictFloat(fields.Float):
    """Numbers only; marshmallow would also take "1.5"."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> float:
        if not isinstance(value, int | float):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, *args, **kwargs)


def check_length(field: fields.Field[Any], value: Any) -> None:
    """Look at the length of a container before each of its entries: a long one costs no more than a short one."""
    if isinstance(value, list | dict):
        for validator in field.validators:
            if isinstance(validator, validate.Length):
                validator(value)


class ShortList(fields.List[Any]):
    """A list that is refused unread when it is too long."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        check_length(self, value)
        return super()._deserialize(value, *args, **kwargs)


class ShortDict(fields.Dict):
    """An object with free keys that is refused unread when it has too many."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        check_length(self, value)
        return super()._deserialize(value, *args, **kwargs)  # type: ignore[no-untyped-call]


class Search(validate.Regexp):
    """A pattern matches anywhere, as in JSON Schema and msgspec; marshmallow alone anchors it at the start."""

    def __call__(self, value: str) -> str:  # type: ignore[override]
        if cast(re.Pattern[str], self.regex).search(value) is None:
            raise ValidationError(self.error.format(input=value, regex=cast(re.Pattern[str], self.regex).pattern))
        return value
