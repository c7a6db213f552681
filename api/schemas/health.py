"""The documents of the service's own state."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.kernel.records import Record


class HealthDocument(Record):
    """The state of the service."""

    status: Annotated[Literal["ok"], Meta(description="`ok`, or the answer is a problem.")]


class ReadyDocument(HealthDocument):
    """The state of the service and of what it depends on."""

    warnings: Annotated[
        list[str], Meta(description="What an operator should know of the store's settings though games can be played.")
    ]
