"""Included by a worker: its broker hands out again after five seconds what is not acknowledged, whatever the settings say."""

from __future__ import annotations

from workers.app import app

app.conf.broker_transport_options = {
    **app.conf.broker_transport_options,
    "visibility_timeout": 5,
    "unacked_restore_interval": 1,
}
