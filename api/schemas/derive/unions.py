"""A schema that picks its variant by ``type``, and the OpenAPI plugin that documents what apispec cannot.

The stock one-of packages document a shape that refuses every valid body; these few lines document what is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, ClassVar

from apispec.ext.marshmallow import MarshmallowPlugin, resolver
from apispec.ext.marshmallow.common import resolve_schema_cls
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask_smorest.pagination import PaginationMetadataSchema  # type: ignore[import-untyped]
from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.types import UnknownOption


class Union(Schema):
    """One of several tagged objects. Make one with ``union_of``; use an instance of it like any other schema."""

    tag_field: ClassVar[str] = "type"
    variants: ClassVar[dict[str, Schema]] = {}
    """One schema instance per tag: building a schema costs ten times more than loading with it."""
    struct_type: ClassVar[Any] = None
    """The same union as a type, for ``to_struct``, when the variants come from structs."""
    described_as: ClassVar[str] = ""

    class Meta:
        unknown = RAISE
        register = False

    def load(
        self,
        data: Any,
        *,
        many: bool | None = None,
        partial: bool | Sequence[str] | Set[str] | None = None,
        unknown: UnknownOption | None = None,
    ) -> Any:
        """Load with the schema of the variant; errors are named by field, as everywhere."""
        if self.many if many is None else many:
            return self._load_each(data, partial, unknown)
        if not isinstance(data, Mapping):
            raise ValidationError({"_schema": ["Not a valid object."]}, data=data)
        tag = data.get(self.tag_field)
        variant = self.variants.get(tag) if isinstance(tag, str) else None
        if variant is None:
            fault = "Missing" if self.tag_field not in data else "Unknown" if isinstance(tag, str) else "Not a string"
            raise ValidationError({self.tag_field: [f"{fault}, must be one of {', '.join(self.variants)}."]}, data=data)
        return variant.load(data, partial=partial, unknown=unknown)

    def _load_each(self, data: Any, partial: Any, unknown: UnknownOption | None) -> list[Any]:
        if not isinstance(data, list):
            raise ValidationError({"_schema": ["Not a valid list."]}, data=data)
        loaded, errors = [], {}
        for index, item in enumerate(data):
            try:
                loaded.append(self.load(item, many=False, partial=partial, unknown=unknown))
            except ValidationError as error:
                errors[index] = error.messages
        if errors:
            raise ValidationError(errors, data=data)
        return loaded

    def dump(self, obj: Any, *, many: bool | None = None) -> Any:
        """Every variant writes itself by its own wire names."""
        return next(iter(self.variants.values())).dump(obj, many=self.many if many is None else many)


def union_of(name: str, variants: Mapping[str, Schema], description: str = "", tag_field: str = "type") -> type[Union]:
    """A union class; ``name`` becomes the name of the component in the document."""
    return type(name, (Union,), {"variants": dict(variants), "described_as": description, "tag_field": tag_field})


class Either(fields.Field[Any]):
    """A field that takes one of several shapes, distinguished by their form."""

    def __init__(self, *alternatives: fields.Field[Any], **options: Any) -> None:
        super().__init__(**options)
        self.alternatives = alternatives


class DerivedConverter(OpenAPIConverter):
    """Adds what the stock converter drops: unions, descriptions of schemas, tuples, bounds and keys of dicts."""

    def schema2jsonschema(self, schema: Schema) -> dict[str, Any]:
        if isinstance(schema, Union):
            resolve: Callable[[Schema], dict[str, Any]] = self.resolve_nested_schema
            refs = {tag: resolve(variant) for tag, variant in schema.variants.items()}
            mapping = {tag: ref["$ref"] for tag, ref in refs.items()}
            document = {
                "oneOf": list(refs.values()),
                "discriminator": {"propertyName": schema.tag_field, "mapping": mapping},
            }
        else:
            document = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        # Not Meta.description: with it apispec forgets additionalProperties.
        if description := getattr(schema, "described_as", ""):
            document["description"] = description
        return document

    def field2property(self, field: fields.Field[Any]) -> dict[str, Any]:
        document: dict[str, Any] = super().field2property(field)
        if isinstance(field, Either):
            nothing = [{"type": "null"}] if field.allow_none else []
            document["anyOf"] = [self.field2property(kind) for kind in field.alternatives] + nothing
        if isinstance(document.get("pattern"), str):
            document["pattern"] = document["pattern"].replace(r"\Z", "$")  # JSON Schema has no other end of a text
        if isinstance(field, fields.Tuple):
            items = [self.field2property(item) for item in field.tuple_fields]
            kind = ["array", "null"] if field.allow_none else "array"
            # No "items": false, which apispec would take for a reference; maxItems says the same.
            document |= {"type": kind, "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        if isinstance(field, fields.Dict):
            for old, new in (("minLength", "minProperties"), ("maxLength", "maxProperties")):
                if old in document:
                    document[new] = document.pop(old)
            keys = self.field2property(field.key_field) if field.key_field else {}
            if set(keys) - {"type", "description"}:
                document["propertyNames"] = keys
        return document


def component_name(schema: Any) -> str | None:
    """Keeps flask-smorest's page metadata, which it registers used or not, from becoming a component."""
    return None if resolve_schema_cls(schema) is PaginationMetadataSchema else resolver(schema)


class DerivedPlugin(MarshmallowPlugin):
    """For ``flask_smorest.Api(app, spec_kwargs={"marshmallow_plugin": DerivedPlugin()})``."""

    Converter = DerivedConverter

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=component_name)  # type: ignore[arg-type]

    def resolve(self, schema: Schema) -> dict[str, Any]:
        """A reference to the component of a schema, which is made if need be."""
        assert self.converter is not None  # noqa: S101 - set when the document is begun
        reference: dict[str, Any] = self.converter.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        return reference
