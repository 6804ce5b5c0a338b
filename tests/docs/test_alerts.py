"""deploy/alerts.yml: rules that Prometheus reads, about metrics that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime

import pytest
from prometheus_client import REGISTRY

from service import metrics
from service.verify_all import Run, Verified
from tests.support.services import ROOT

ALERTS = ROOT / "deploy" / "alerts.yml"
PROMTOOL = shutil.which("promtool")
SUFFIX = re.compile(r"_(total|bucket|sum|count|created)$")


def existing_names() -> set[str]:
    """Every metric that the service can show, without the endings that Prometheus adds."""
    now = datetime.now(UTC)
    shown = metrics.exposition({"games": 0}, Verified(last=Run(now, ended=now)))
    told = re.findall(r"^# TYPE (\S+)", shown.decode(), re.MULTILINE)
    return {SUFFIX.sub("", name) for name in [*told, *(metric.name for metric in REGISTRY.collect())]}


def test_every_metric_of_a_rule_exists() -> None:
    named = {SUFFIX.sub("", name) for name in re.findall(r"\bkifu_\w+", ALERTS.read_text())}
    assert len(named) > 20
    assert named <= existing_names()


def test_every_alert_says_what_it_is() -> None:
    rules = ALERTS.read_text().split("- alert: ")[1:]
    assert len(rules) == len({rule.partition("\n")[0] for rule in rules})
    for rule in rules:
        assert re.search(r"severity: (page|ticket) ", rule)
        assert "summary: " in rule
        assert "description: " in rule


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed: apt-get install prometheus")
def test_prometheus_reads_the_rules() -> None:
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, "check", "rules", str(ALERTS)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
