"""Everything that an operator can set, by environment variable; a bad value is named at start."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from store.redis.urls import several
from store.settings.bots import BotSettings
from store.settings.environment import BadSetting, given_settings
from store.settings.limits import LimitSettings
from store.settings.processes import ProcessSettings
from store.settings.storage import StorageSettings

GROUPS = (ProcessSettings, StorageSettings, LimitSettings, BotSettings)
"""In the order of the documentation."""


@dataclass(frozen=True)
class Settings(ProcessSettings, StorageSettings, LimitSettings, BotSettings):
    """The settings of one installation."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read and check every setting; raises BadSetting with the variable's name."""
        settings = cls(**given_settings(fields(cls), os.environ if environment is None else environment))
        if settings.clustered and not settings.queue_url:
            raise BadSetting("LUDOTHEQUE_QUEUE_URL: must be set, because the queue cannot be on a Cluster (REDIS_URL)")
        return settings

    @property
    def clustered(self) -> bool:
        """Are the games on a Cluster?"""
        return several(self.redis_url) is not None

    @property
    def queue(self) -> str:
        """The URL of the queue's Redis."""
        return self.queue_url or self.redis_url

    @classmethod
    def groups(cls) -> dict[str, list[tuple[str, str, str]]]:
        """Variable, default and meaning of every setting by group, for the documentation."""
        return {
            str(group.__doc__): [
                (entry.metadata["variable"], str(entry.default), entry.metadata["meaning"]) for entry in fields(group)
            ]
            for group in GROUPS
        }

    @classmethod
    def table(cls) -> list[tuple[str, str, str]]:
        """The settings of all groups."""
        return [row for rows in cls.groups().values() for row in rows]
