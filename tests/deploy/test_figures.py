"""Alerts and dashboard name figures that `/metrics` shows, and Prometheus asks at one address."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import Any

import httpx
import pytest
import yaml

from tests.api.problems import first_action, two_humans
from tests.support.stack import ROOT, Stack
from tests.support.waiting import wait_until

ALERTS = ROOT / "deploy" / "alerts.yaml"
DASHBOARD: dict[str, Any] = json.loads((ROOT / "deploy" / "dashboard.json").read_text("utf-8"))
RULES: list[dict[str, Any]] = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
EXPRESSIONS = [rule["expr"] for rule in RULES] + [
    target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]
]


@pytest.fixture(scope="module")
def shown(stack: Stack) -> str:
    """`/metrics` after an act, which has figures of its own."""
    with httpx.Client(base_url=stack.url, timeout=40, verify=False) as http:
        _, table, _ = two_humans(http)
        assert table.act(first_action(table)).status_code == 200
        wait_until(lambda: 'operation="bakong_act"' in http.get("/metrics").text)
        return http.get("/metrics").text


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_names_figures_and_labels_that_are_shown(expression: str, shown: str) -> None:
    for name, labels in re.findall(r"(ludotheque_\w+)(?:\{([^}]*)\})?", expression):
        lines = [line for line in shown.splitlines() if re.match(rf"{name}[ {{]", line)]
        assert lines, f"{name} is not shown"
        for label, value in re.findall(r'(\w+)=~"([^"]+)"', labels):
            wanted = rf'{label}="({value.replace("5..", "2..")})"'  # no request fails here
            assert any(re.search(wanted, line) for line in lines), f"{name} is not shown for {label}=~{value}"


def test_every_figure_of_games_is_on_the_dashboard(shown: str) -> None:
    names = set(re.findall(r"^# TYPE (ludotheque_\w+) (?:counter|gauge)$", shown, re.M))
    assert len(names) > 12
    text = json.dumps(DASHBOARD)
    assert {name for name in names if name not in text} == set()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_what_several_addresses_answer_is_not_added_up(expression: str) -> None:
    """Every API process answers the sums of all."""
    figures = len(re.findall(r"ludotheque_\w+", expression))
    assert expression.count("max without (instance)") == figures or expression.startswith("absent(")


def test_prometheus_asks_one_address() -> None:
    [job] = yaml.safe_load((ROOT / "docker" / "prometheus.yaml").read_text("utf-8"))["scrape_configs"]
    assert job["static_configs"] == [{"targets": ["api:8000"]}]
    assert not any(key.endswith("_sd_configs") for key in job)


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)")
def test_prometheus_accepts_rules_and_configuration(tmp_path: Any) -> None:
    text = (ROOT / "docker" / "prometheus.yaml").read_text("utf-8").replace("/etc/prometheus/alerts.yaml", str(ALERTS))
    (tmp_path / "prometheus.yaml").write_text(text)
    for command in (["check", "rules", str(ALERTS)], ["check", "config", str(tmp_path / "prometheus.yaml")]):
        done = subprocess.run(["promtool", *command], check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
