"""Small faults in a module, found in its syntax tree and written into its text.

What cannot change behaviour or is not promised is left alone: annotations, ``Meta``, docstrings, the wording of
refusals, assertions that only help the type checker.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
TYPES = {"Annotated", "Literal", "ClassVar", "Generic", "Callable", "Final", "Union", "Optional"}
DECLARATIONS = {"Meta", "one_of", "TypeVar", "NewType", "NotImplementedError"}
WORDING = {"Illegal": 1, "InvalidPosition": 2, "InvalidOptions": 1}
"""Which argument of a refusal is words for people."""
NAMES = {"slug", "package", "__all__"}
TOKEN = re.compile(r"[\w/-]+")


@dataclass(frozen=True)
class Mutant:
    """One fault: where it is, what stood there, what stands there now, and the whole new source."""

    module: str
    file: str
    line: int
    original: str
    mutated: str
    source: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}  {self.original} -> {self.mutated}"


def mutants(module: str, file: str, source: str) -> list[Mutant]:
    """Every mutant of a module that still compiles, in the order of the text."""
    found: dict[str, Mutant] = {}
    lines = source.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    text = source.encode()
    for node, replacement in Finder().visit(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        mutated = (text[:start] + replacement.encode() + text[end:]).decode()
        if mutated not in found and _compiles(mutated):
            original = " ".join(text[start:end].decode().split())
            found[mutated] = Mutant(module, file, node.lineno, original, replacement, mutated)
    return sorted(found.values(), key=lambda mutant: (mutant.line, mutant.original, mutant.mutated))


def _compiles(source: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compile(source, "mutant", "exec")
        except SyntaxError:
            return False
    return True


Fault = tuple[Any, str]


class Finder:
    """Walks the tree and yields (node, text to put in its place)."""

    def visit(self, node: ast.AST) -> Iterator[Fault]:
        if self.left_alone(node):
            return
        yield from getattr(self, f"of_{type(node).__name__.lower()}", self.nothing)(node)
        for child in self.children(node):
            yield from self.visit(child)

    @staticmethod
    def left_alone(node: ast.AST) -> bool:
        match node:
            case ast.Subscript(value=ast.Name(id=name)) if name in TYPES:
                return True
            case ast.Call(func=ast.Name(id=name)) if name in DECLARATIONS:
                return True
            case ast.Assign(targets=[ast.Name(id=name)]) if name in NAMES:
                return True
            case ast.Raise(exc=ast.Name(id="NotImplementedError")) | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                return True
        return isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr)

    @staticmethod
    def children(node: ast.AST) -> Iterator[ast.AST]:
        """The parts that behave: no annotations, decorators, bases, docstrings, wording, or keys looked up."""
        match node:
            case ast.Module(body=body) | ast.ClassDef(body=body):
                # A union at the top of a module or class is a type, not a sum of sets.
                yield from (s for s in body if not (isinstance(s, ast.Assign) and _is_alias(s.value)))
            case ast.FunctionDef():
                yield from (d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None)
                yield from node.body
            case ast.AnnAssign(value=value):
                yield from () if value is None else (value,)
            case ast.Call(func=ast.Name(id=name)) if name in WORDING:
                yield from (arg for place, arg in enumerate(node.args) if place != WORDING[name])
                yield from node.keywords
            case ast.Call(func=ast.Name(id="cast")):
                yield from node.args[1:]
            case ast.Subscript(slice=ast.Constant(value=str())):
                yield node.value
            case ast.Dict():
                yield from (k for k in node.keys if k is not None and not isinstance(k, ast.Constant))
                yield from node.values
            case _:
                yield from ast.iter_child_nodes(node)

    def nothing(self, node: ast.AST) -> Iterator[Fault]:
        yield from ()

    def of_compare(self, node: ast.Compare) -> Iterator[Fault]:
        for place, op in enumerate(node.ops):
            for other in COMPARED[type(op)]:
                yield node, _text(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])

    def of_binop(self, node: ast.BinOp) -> Iterator[Fault]:
        words = (ast.JoinedStr, ast.List, ast.ListComp, ast.Tuple)
        text = any(
            isinstance(side, words) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
            for side in (node.left, node.right)
        )
        if type(node.op) in COMPUTED and not text:
            yield node, _text(node, op=COMPUTED[type(node.op)]())

    def of_augassign(self, node: ast.AugAssign) -> Iterator[Fault]:
        if type(node.op) in COMPUTED and not isinstance(node.value, ast.List | ast.ListComp):
            yield node, ast.unparse(_with(node, op=COMPUTED[type(node.op)]()))
        yield node, "pass"

    def of_constant(self, node: ast.Constant) -> Iterator[Fault]:
        value = node.value
        if isinstance(value, bool):
            yield node, str(not value)
        elif isinstance(value, int):
            yield node, str(value + 1)
            yield node, str(value - 1) if value else "(-1)"
        elif isinstance(value, str) and TOKEN.fullmatch(value):
            yield node, repr(value + "_x")

    def of_boolop(self, node: ast.BoolOp) -> Iterator[Fault]:
        yield node, _text(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())

    def of_unaryop(self, node: ast.UnaryOp) -> Iterator[Fault]:
        if isinstance(node.op, ast.Not | ast.USub):
            yield node, f"({ast.unparse(node.operand)})"

    def of_if(self, node: ast.If | ast.While | ast.IfExp) -> Iterator[Fault]:
        yield from self.negated(node.test)

    of_while = of_ifexp = of_if

    def of_comprehension(self, node: ast.comprehension) -> Iterator[Fault]:
        for test in node.ifs:
            yield from self.negated(test)

    @staticmethod
    def negated(test: ast.expr) -> Iterator[Fault]:
        """Where swapping the operator does not do the same already."""
        simple = isinstance(test, ast.Compare) and len(test.ops) == 1
        if not simple and not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)):
            yield test, f"(not ({ast.unparse(test)}))"

    def of_return(self, node: ast.Return) -> Iterator[Fault]:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield node, "return None"

    def of_expr(self, node: ast.Expr) -> Iterator[Fault]:
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            yield node, "yield from ()"  # still a generator
        elif not isinstance(node.value, ast.Constant):
            yield node, "pass"

    def of_assign(self, node: ast.Assign) -> Iterator[Fault]:
        """Only what others can see; without a local name the function merely crashes."""
        flat = [t for target in node.targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])]
        if all(isinstance(target, ast.Attribute | ast.Subscript) for target in flat):
            yield node, "pass"

    def of_raise(self, node: ast.Raise) -> Iterator[Fault]:
        yield node, "pass"

    of_delete = of_raise

    def of_break(self, node: ast.Break) -> Iterator[Fault]:
        yield node, "continue"

    def of_continue(self, node: ast.Continue) -> Iterator[Fault]:
        yield node, "break"


def _is_alias(value: ast.expr) -> bool:
    """``Cup | Plate``, ``dict[str, int]``: names of classes joined or subscripted."""
    if isinstance(value, ast.BinOp):
        return isinstance(value.op, ast.BitOr) and _is_alias(value.left) and _is_alias(value.right)
    if isinstance(value, ast.Subscript):
        return _is_alias(value.value)
    return isinstance(value, ast.Name) and (value.id[0].isupper() or value.id in {"dict", "list", "tuple", "type"})


def _with(node: Any, **changes: Any) -> Any:
    changed = copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return changed


def _text(node: ast.expr, **changes: Any) -> str:
    return f"({ast.unparse(_with(node, **changes))})"
