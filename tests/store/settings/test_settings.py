"""Settings come from the environment; a bad one is named, with what would be good."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from store.settings import Settings
from store.settings.environment import BadSetting

BAD = {
    "LUDOTHEQUE_PORT": ["0", "65536", "http", "-1", "", "8000.5"],
    "LUDOTHEQUE_CONTENT": ["/no/such/folder"],
    "REDIS_URL": ["localhost:6379", "http://localhost"],
    "LUDOTHEQUE_QUEUE_URL": ["localhost:6379"],
    "LUDOTHEQUE_DURABILITY": ["", "paranoid", "SAFE"],
    "LUDOTHEQUE_REPLICAS": ["0", "6", "x"],
    "LUDOTHEQUE_REPLICA_WAIT_MS": ["9", "30001", "1s"],
    "LUDOTHEQUE_API_PROCESSES": ["0", "65", "x"],
    "LUDOTHEQUE_API_THREADS": ["1", "257", "x"],
    "LUDOTHEQUE_GAME_CACHE": ["-1", "100001", "all"],
    "LUDOTHEQUE_THINKING_WORKERS": ["-1", "65", "x"],
    "LUDOTHEQUE_MEMORY_MB": ["x", "-1", "1.5"],
    "LUDOTHEQUE_WORKERS": ["-1", "65", "x"],
    "LUDOTHEQUE_REMOTE_SECONDS": ["0", "601", "x"],
    "LUDOTHEQUE_REMOTE_CALLS": ["0", "1025", "x"],
    "LUDOTHEQUE_REMOTE_NETWORKS": ["everywhere", "10.0.0.0/33", "10.0.0.0/8 x"],
    "LUDOTHEQUE_REMOTE_IDLE_SECONDS": ["0", "2592001", "x"],
    "LUDOTHEQUE_REMOTE_LOOPBACK": ["2", "yes", ""],
    "LUDOTHEQUE_REMOTE_PORTS": ["0", "65536", "http", "90-80"],
    "LUDOTHEQUE_SECRET_OVERLAP_SECONDS": ["0", "2592001", "x"],
    "LUDOTHEQUE_SECRET": ["short"],
    "LUDOTHEQUE_LIMIT_READ": ["-1", "1000000001", "many"],
    "LUDOTHEQUE_LIMIT_ACT": ["-1", "1000000001", "1/s"],
    "LUDOTHEQUE_LIMIT_CREATE": ["-1", "1000000001", ""],
    "LUDOTHEQUE_LIMIT_JOB": ["-1", "1000000001", "x"],
    "LUDOTHEQUE_LIMIT_BOT": ["-1", "1000000001", "x"],
    "LUDOTHEQUE_TRUSTED_PROXIES": ["-1", "11", "all"],
    "LUDOTHEQUE_CLIENT_GAMES": ["-1", "1000000001", "x"],
    "LUDOTHEQUE_CLIENT_STORED_MB": ["-1", "x"],
    "LUDOTHEQUE_CLIENT_BOTS": ["-1", "1000000001", "x"],
    "LUDOTHEQUE_CLIENT_ENTRIES": ["-1", "x"],
    "LUDOTHEQUE_CLIENT_HOOKS": ["-1", "x"],
    "LUDOTHEQUE_CLIENT_JOBS": ["-1", "all"],
    "LUDOTHEQUE_BATCH_WORKERS": ["-1", "65"],
    "LUDOTHEQUE_ODDS_ROLLOUTS": ["9", "many"],
    "LUDOTHEQUE_SIMULATION_GAMES": ["0", "1000001"],
    "LUDOTHEQUE_SIMULATION_SECONDS": ["0", "1h"],
    "LUDOTHEQUE_MATCH_GAMES": ["0", "10001"],
    "LUDOTHEQUE_LADDER_GAMES": ["-1", "1001"],
    "LUDOTHEQUE_LADDER_ENTRIES": ["0", "x"],
    "LUDOTHEQUE_LADDER_ENTRY_GAMES": ["0", "x"],
    "LUDOTHEQUE_LADDER_BENCH_HOURS": ["0", "87601"],
    "LUDOTHEQUE_LADDER_RESULTS": ["9", "all"],
    "LUDOTHEQUE_LADDER_ANCHORS": ["search", "search:9", "greedy, random"],
    "LUDOTHEQUE_CLIENT_STREAMS": ["0", "65536", "x"],
    "LUDOTHEQUE_CLIENT_CONNECTIONS": ["0", "65536", "x"],
    "LUDOTHEQUE_CLIENT_UNSENT_MB": ["0", "65537", "x"],
    "LUDOTHEQUE_UNSENT_MB": ["0", "65537", "x"],
    "LUDOTHEQUE_STREAMS": ["0", "65536", "x"],
    "LUDOTHEQUE_GAME_EVENTS": ["99", "1000000001", "x"],
    "LUDOTHEQUE_BODY_SECONDS": ["0", "601", "x"],
    "LUDOTHEQUE_BODY_BYTES": ["1023", "16777217", "1k"],
    "LUDOTHEQUE_KEEP_FINISHED_HOURS": ["0", "87601", "x"],
    "LUDOTHEQUE_KEEP_IDLE_HOURS": ["0", "87601", "x"],
    "LUDOTHEQUE_ANSWER_SECONDS": ["0", "86401", "x"],
    "LUDOTHEQUE_JOB_SECONDS": ["59", "604801", "x"],
    "LUDOTHEQUE_REPLAY_MB": ["0", "x"],
    "LUDOTHEQUE_TRACES": ["2", "yes", ""],
    "LUDOTHEQUE_LOG_LEVEL": ["loud", "INFO"],
    "LUDOTHEQUE_LOG_FORMAT": ["xml"],
}
ANY_TEXT = {"LUDOTHEQUE_ARCHIVE", "LUDOTHEQUE_HOST", "LUDOTHEQUE_DATA", "LUDOTHEQUE_CORS_ORIGINS"}


@pytest.mark.parametrize(("variable", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_bad_value_is_named(variable: str, value: str) -> None:
    with pytest.raises(BadSetting, match=rf"^{variable}\b.*: (must|.* does not appear to be) ") as refused:
        Settings.from_environment({variable: value})
    assert "\n" not in str(refused.value)


def test_every_setting_was_tried() -> None:
    assert {entry.metadata["variable"] for entry in fields(Settings)} == BAD.keys() | ANY_TEXT


@pytest.mark.parametrize("variable", ["REDIS_URL", "LUDOTHEQUE_QUEUE_URL", "LUDOTHEQUE_SECRET"])
def test_a_bad_secret_is_named_but_not_shown(variable: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({variable: "hunter2"})
    assert "hunter2" not in str(refused.value)


def test_nothing_set_is_the_default() -> None:
    assert Settings.from_environment({}) == Settings()
    assert Settings.from_environment({"UNRELATED": "x"}) == Settings()


def test_the_table_explains_each_setting() -> None:
    table = Settings.table()
    assert len(table) == len(fields(Settings))
    assert all(variable and says for variable, _, says in table)
    assert [variable for variable, _, _ in table if not variable.startswith("LUDOTHEQUE_")] == ["REDIS_URL"]


@pytest.mark.parametrize("variable", ["REDIS_URL", "LUDOTHEQUE_QUEUE_URL", "LUDOTHEQUE_SECRET"])
def test_a_secret_can_be_given_as_a_file(variable: str, tmp_path: Path) -> None:
    text = "s" * 32 if variable == "LUDOTHEQUE_SECRET" else "redis://user:hunter2@redis"
    (tmp_path / "secret").write_text(text + "\n")
    file = {f"{variable}_FILE": str(tmp_path / "secret")}
    assert Settings.from_environment(file) == Settings.from_environment({variable: text})
    with pytest.raises(BadSetting, match=f"{variable} is set, too"):
        Settings.from_environment({**file, variable: text})
    (tmp_path / "secret").write_text("hunter2")
    with pytest.raises(BadSetting, match=f"^{variable}: must") as refused:
        Settings.from_environment(file)
    assert "hunter2" not in str(refused.value)
    with pytest.raises(BadSetting, match=f"{variable}_FILE='/no/such/file': cannot be read"):
        Settings.from_environment({f"{variable}_FILE": "/no/such/file"})


def test_what_is_no_secret_is_not_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "port").write_text("9000")
    assert Settings.from_environment({"LUDOTHEQUE_PORT_FILE": str(tmp_path / "port")}).port == 8000


def test_traces_need_their_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.settings.values.find_spec", lambda _: None)
    assert Settings.from_environment({"LUDOTHEQUE_TRACES": "0"}).traces == 0
    with pytest.raises(BadSetting, match=r"LUDOTHEQUE_TRACES='1': must be 0 where the extra `otel` is not installed"):
        Settings.from_environment({"LUDOTHEQUE_TRACES": "1"})
