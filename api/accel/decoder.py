"""Fast decoding of actions: msgspec decodes and checks a valid body in one step.

The marshmallow schema is authoritative. Whatever is rejected here goes through the schema, which accepts it or says
what is wrong; what is accepted here, the schema would accept as well. A test checks
that.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from typing import Any, Literal, Union

import msgspec
from msgspec import Struct

from engines.kernel.strict import Unfit, strict_twin

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
Build = Callable[..., Struct]


class Reader:
    """Decodes the members of a union of tagged structs; those without a strict twin are left to the schema."""

    def __init__(self, types: tuple[type[Struct], ...]) -> None:
        self.types = types
        self._builds: dict[type[Struct], Build] = {}

    @cached_property
    def _decode(self) -> Callable[[bytes], Any]:
        """Built with the first body, so that processes that read none start faster."""
        for struct_type in self.types:
            with suppress(Unfit):
                self._builds[strict_twin(struct_type)] = struct_type
        twins = tuple(self._builds)
        return msgspec.json.Decoder(Union[twins] if twins else Literal[""]).decode  # noqa: UP007

    def read(self, data: bytes) -> Struct | None:
        """The decoded struct, or None to let the schema decide."""
        try:
            twin = self._decode(data)
        except UNDECODABLE:
            return None
        return self._builds[type(twin)](*msgspec.structs.astuple(twin))
