"""The docs page as a reader uses it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.system.browser.tab import Tab

READY = """
(id) => {
  const selectors = window.ui.specSelectors;
  for (const [path, item] of selectors.specJson().get("paths").entrySeq())
    for (const [method, operation] of item.entrySeq())
      if (operation.get?.("operationId") === id)
        return selectors.specResolvedSubtree(["paths", path, method])?.get("operationId") === id;
  return false;
}
"""
"""Has the page put an operation together, references and all? Only then can it be executed."""


class DocsPage(Tab):
    """Swagger UI at ``/docs``."""

    def visit(self, url: str, of: str = "") -> None:
        self.open(f"{url}/docs" + (f"?of={of}" if of else ""))
        expect(self.place(".opblock-tag").first).to_be_visible()

    def calls(self, url: str, name: str) -> int:
        """How often the page calls a function of Swagger UI until it is there."""
        session = self.page.context.new_cdp_session(self.page)
        session.send("Profiler.enable")
        session.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
        self.visit(url)
        scripts = session.send("Profiler.takePreciseCoverage")["result"]
        functions = [one for script in scripts for one in script["functions"] if one["functionName"] == name]
        assert functions, f"Swagger UI has no {name} any more"
        return sum(one["ranges"][0]["count"] for one in functions)

    def groups(self) -> list[str]:
        """The headings under which the operations stand."""
        return self.page.locator(".opblock-tag").evaluate_all("tags => tags.map((tag) => tag.dataset.tag)")

    def sent(self) -> list[tuple[str, int]]:
        """What the page has loaded: paths, and bytes on the wire."""
        return self.run(
            "() => performance.getEntriesByType('resource')"
            ".map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"
        )

    def place(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def press(self, selector: str) -> None:
        """Press as a script would: the page's sticky header may lie over the button."""
        self.place(selector).first.dispatch_event("click")

    def execute(self, operation: str) -> tuple[str, str]:
        """Open an operation, execute it with its example, and read status and body of the answer."""
        tag, _, name = operation.partition("-")
        block = f"#operations-{operation}"
        self.press(f"#operations-tag-{tag}")
        self.press(f"{block} .opblock-summary-control")
        self.wait_until(lambda: self.run(READY, name), f"{operation} was not put together")
        self.press(f"{block} button.execute")
        status = self.place(f"{block} .live-responses-table tbody .response-col_status").first.inner_text()
        body = self.place(f"{block} .live-responses-table .highlight-code").first.inner_text()
        return status.split()[0], body
