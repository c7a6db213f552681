"""Changes of the document that break clients, found by comparing it with the released one.

Requests may only be allowed more, answers may only say more: ``docs/versioning.md`` lists the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from api.spec.shape.nodes import METHODS, Node, types

BOUNDS = {"minimum": 1, "minLength": 1, "minItems": 1, "maximum": -1, "maxLength": -1, "maxItems": -1}
"""By keyword: in which direction it narrows."""


def breaking_changes(released: Node, present: Node) -> list[str]:
    """A line for each change that a client of the released document would notice."""
    return sorted(set(Comparison(released, present).changes()))


class Comparison:
    def __init__(self, released: Node, present: Node) -> None:
        self.released = released
        self.present = present
        self._seen: set[tuple[str, str, bool]] = set()

    def changes(self) -> Iterator[str]:
        for path, item in self.released["paths"].items():
            for method in METHODS:
                if method in item:
                    yield from self._operation(f"{method.upper()} {path}", path, method)
        for name, item in self.released["webhooks"].items():
            yield from self._call(f"the call {name}", item, self.present["webhooks"].get(name))

    def _operation(self, where: str, path: str, method: str) -> Iterator[str]:
        before = self.released["paths"][path]
        after = self.present["paths"].get(path, {})
        if method not in after:
            yield f"{where} is gone"
            return
        old, new = before[method], after[method]
        if old["operationId"] != new["operationId"]:
            yield f"{where} is called {new['operationId']}, not {old['operationId']}"
        for scheme in _admitted(old) - _admitted(new):
            yield f"{where} no longer takes {scheme}"
        yield from self._parameters(
            where, self._listed(self.released, before, old), self._listed(self.present, after, new)
        )
        old_body, new_body = old.get("requestBody", {}), new.get("requestBody", {})
        if new_body.get("required") and not old_body.get("required"):
            yield f"{where} needs a body"
        yield from self._media(f"{where} body", old_body.get("content", {}), new_body.get("content", {}), True)
        for status, answer in old["responses"].items():
            if status not in new["responses"]:
                if status < "400":
                    yield f"{where} no longer answers {status}"
                continue
            before, after = (
                self._resolved(self.released, answer),
                self._resolved(self.present, new["responses"][status]),
            )
            for header in sorted(before.get("headers", {}).keys() - after.get("headers", {}).keys()):
                yield f"{where} {status} has no header {header} any more"
            yield from self._media(f"{where} {status}", before.get("content", {}), after.get("content", {}), False)

    def _call(self, where: str, old: Node, new: Node | None) -> Iterator[str]:
        """A call that the server makes: its body is what clients read, and its answer what they send."""
        if new is None:
            yield f"{where} is gone"
            return
        before, after = self._resolved(self.released, old)["post"], self._resolved(self.present, new)["post"]
        headers = {entry["name"] for entry in before["parameters"]} - {entry["name"] for entry in after["parameters"]}
        yield from (f"{where} has no header {header} any more" for header in sorted(headers))
        yield from self._media(where, before["requestBody"]["content"], after["requestBody"]["content"], False)
        for status, answer in before["responses"].items():
            if status not in after["responses"]:
                yield f"{where} no longer takes the answer {status}"
                continue
            taken = self._resolved(self.present, after["responses"][status])
            given = self._resolved(self.released, answer)
            yield from self._media(f"{where} {status}", given.get("content", {}), taken.get("content", {}), True)

    def _listed(self, spec: Node, item: Node, operation: Node) -> dict[tuple[str, str], Node]:
        listed = [
            self._resolved(spec, entry) for entry in [*item.get("parameters", ()), *operation.get("parameters", ())]
        ]
        return {(entry["in"], entry["name"]): entry for entry in listed}

    def _parameters(self, where: str, old: dict[Any, Node], new: dict[Any, Node]) -> Iterator[str]:
        for key, entry in old.items():
            if key not in new:
                yield f"{where} no longer has the parameter {key[1]}"
            else:
                yield from self._schema(f"{where} parameter {key[1]}", entry["schema"], new[key]["schema"], True)
        for key, entry in new.items():
            if entry.get("required") and not old.get(key, {}).get("required"):
                yield f"{where} needs the parameter {key[1]}"

    def _media(self, where: str, old: Node, new: Node, sent: bool) -> Iterator[str]:
        for kind, media in old.items():
            if kind not in new:
                yield f"{where} is no longer {kind}"
            elif "schema" in media and "schema" in new[kind]:
                yield from self._schema(where, media["schema"], new[kind]["schema"], sent)

    def _schema(self, where: str, old: Node, new: Node, sent: bool) -> Iterator[str]:
        """What is sent may only be allowed more; what is answered may only say more."""
        if "$ref" in old:
            where = old["$ref"].rpartition("/")[2]
            key = (old["$ref"], new.get("$ref", ""), sent)
            if key in self._seen:
                return
            self._seen.add(key)
        old, new = self._resolved(self.released, old), self._resolved(self.present, new)
        yield from self._values(where, old, new, sent)
        yield from self._fields(where, old, new, sent)
        for keyword in ("items", "additionalProperties"):
            if isinstance(old.get(keyword), dict) and isinstance(new.get(keyword), dict):
                yield from self._schema(f"{where}[]", old[keyword], new[keyword], sent)
        yield from self._choices(where, old, new, sent)

    def _values(self, where: str, old: Node, new: Node, sent: bool) -> Iterator[str]:
        before, after = self._types(self.released, old), self._types(self.present, new)
        narrowed = before - after if sent else after - before
        if before and after and narrowed:
            yield f"{where} is {'/'.join(sorted(after))}, not {'/'.join(sorted(before))}"
        for value in sorted(map(repr, _enum(old) - _enum(new) if sent and _enum(new) else ())):
            yield f"{where} no longer takes {value}"
        if not sent and "const" in old and _enum(new) and old["const"] not in _enum(new):
            yield f"{where} is no longer {old['const']!r}"
        if old.get("format") != new.get("format") and (not sent or "format" in new):
            yield f"{where} has another format"
        for keyword, direction in BOUNDS.items() if sent else ():
            if keyword in new and (keyword not in old or (new[keyword] - old[keyword]) * direction > 0):
                yield f"{where} has a narrower {keyword}"
        if sent and "pattern" in new and new["pattern"] != old.get("pattern"):
            refused = [value for value in _enum(old) if not re.search(new["pattern"], str(value))]
            if refused or not _enum(old):
                yield f"{where} has another pattern"

    def _fields(self, where: str, old: Node, new: Node, sent: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, field in before.items():
            if name in after:
                yield from self._schema(f"{where}.{name}", field, after[name], sent)
            elif sent or name in old.get("required", ()):
                yield f"{where}.{name} is gone"
        if sent and _is_closed(new) and not _is_closed(old):
            yield f"{where} takes no other fields any more"
        must, had = set(new.get("required", ())), set(old.get("required", ()))
        if sent:
            yield from (f"{where}.{name} must be given" for name in must - had)
        else:
            yield from (f"{where}.{name} may be absent" for name in (had - must) & set(after))

    def _choices(self, where: str, old: Node, new: Node, sent: bool) -> Iterator[str]:
        """Variants by their tag; where there is none, by their place."""
        for keyword in ("oneOf", "anyOf"):
            before, after = _variants(old, keyword), _variants(new, keyword)
            for tag, variant in before.items():
                if tag in after:
                    yield from self._schema(f"{where} {tag}", variant, after[tag], sent)
                else:
                    yield f"{where} no longer {'takes' if sent else 'has'} {tag}"

    def _types(self, spec: Node, node: Node) -> set[str]:
        """The types of JSON that a schema allows, whichever way it says so; none when it does not say."""
        node = self._resolved(spec, node)
        found = set(types(node))
        for choice in [*node.get("anyOf", ()), *node.get("oneOf", ())]:
            found |= self._types(spec, choice)
        return found

    def _resolved(self, spec: Node, node: Node) -> Node:
        while "$ref" in node:
            _, _, kind, name = node["$ref"].split("/")
            node = spec["components"][kind][name]
        return node


def _enum(schema: Node) -> set[Any]:
    return set(schema["enum"]) if "enum" in schema else {schema["const"]} if "const" in schema else set()


def _admitted(operation: Node) -> set[str]:
    """The tokens that an operation takes; `no token` where anyone may ask."""
    return {" and ".join(sorted(choice)) or "no token" for choice in operation["security"]}


def _is_closed(schema: Node) -> bool:
    return False in (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))


def _variants(schema: Node, keyword: str) -> Node:
    mapping = schema.get("discriminator", {}).get("mapping")
    if mapping and keyword in schema:
        return {tag: {"$ref": reference} for tag, reference in mapping.items()}
    return {str(choice.get("type") or index): choice for index, choice in enumerate(schema.get(keyword, ()))}
