"""Every error this product raises: one root, two branches.

Transient errors are worth another try (`retry_after` seconds if known); permanent ones end an event
dead with their sentence. Adapters translate driver errors into these at their border.
"""

from __future__ import annotations

from memory_pipeline.domain.cost import Cost
from memory_pipeline.domain.message import storable


class MemoryPipelineError(Exception):
    """Root. `str(error)` is a sentence for a person that says what to do; it never holds conversation text.

    Any log, table and terminal can take it: NUL and lone surrogates, which servers put into theirs, are replaced.
    `paid` is what was asked of a model before it came to this.
    """

    paid: Cost | None = None

    def __init__(self, message: str) -> None:
        self.message = storable(message)
        super().__init__(self.message)

    @property
    def code(self) -> str:
        """What happened as a fixed word: the class's name in snake case, unless a reason is known."""
        name = type(self).__name__
        return "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in name).lstrip("_")


class TransientError(MemoryPipelineError):
    """May succeed when tried again; `retry_after` is in seconds, None where nothing is known."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[type[TransientError], tuple[str, float | None]]:
        return type(self), (self.message, self.retry_after)


class PermanentError(MemoryPipelineError):
    """The same input fails the same way again."""


class InvalidInput(PermanentError):  # noqa: N818 - named by what happened
    """A value from outside breaks a rule of its format."""


class UnknownTenant(PermanentError):  # noqa: N818
    """A read names a tenant that nothing was ever written for."""


class UnknownMemory(PermanentError):  # noqa: N818
    """No fact, episode or event has this id in the scopes that may be read."""


class Unauthorised(PermanentError):  # noqa: N818
    """No key, or one that opens nothing: unknown, revoked or expired. Which of these is never said."""


class Forbidden(PermanentError):  # noqa: N818
    """The key is good, but its role does not permit this."""


class UnsafeSettings(PermanentError):  # noqa: N818
    """The settings or a server's configuration would lose or leak memory."""


class ServerStartFailed(PermanentError):  # noqa: N818
    """An embedded server could not be started."""


class DatabaseUnavailable(TransientError):  # noqa: N818
    """Postgres cannot be reached, or cut the connection."""


class WriteConflict(TransientError):  # noqa: N818
    """Postgres chose this transaction as the victim of a deadlock or serialisation failure."""


class BrokerUnavailable(TransientError):  # noqa: N818
    """Redis or the broker cannot be reached."""


class ModelUnavailable(TransientError):  # noqa: N818
    """The model's endpoint cannot be reached, timed out or answered 5xx."""


class Postponed(TransientError):  # noqa: N818
    """What has to be waited for is not the event's own doing: the attempt does not count against it."""


class BreakerOpen(Postponed):
    """The endpoint failed again and again: until a probe gets through, nothing is sent to it."""


class SessionBusy(Postponed):
    """Another event's attempt works on the same session."""


class ScopeBusy(Postponed):
    """An erasure removes the scope's memories just now: what comes after it has to wait for its end."""


class SessionChanged(Postponed):
    """Something of the session was erased while an attempt worked on it: it is read again."""


class ScreenOutdated(Postponed):
    """A secret was erased while a text was being screened for the erased ones: it is screened again."""


class TurnOver(Postponed):
    """The attempt did its share of a long session; what is left is taken up by the next one."""


class BudgetUsedUp(Postponed):
    """The tenant's day took all that it may take of a model: the event rests, uncounted, for `retry_after` seconds."""


class IsolationBusy(Postponed):
    """Another suspect event is being tried alone in this process's place for it."""


class AttemptCrashed(TransientError):  # noqa: N818
    """The attempt, tried alone in a process of its own, ended that process."""


class AttemptOverran(TransientError):  # noqa: N818
    """The attempt did not come to an end within the time limit of a task."""


class ModelRateLimited(Postponed):
    """The model's endpoint asked to wait."""


class ModelRefusedKey(PermanentError):  # noqa: N818
    """The model's endpoint refused the API key (401 or 403)."""


class ModelQuotaExhausted(PermanentError):  # noqa: N818
    """The account behind the key has no quota left: waiting does not help."""


class ModelReplyUnusable(TransientError):  # noqa: N818
    """The model answered, but not with a reply that can be read whole; `reason` is a fixed code such as `length`."""

    def __init__(self, message: str, reason: str, retry_after: float | None = None) -> None:
        super().__init__(message, retry_after)
        self.reason = reason

    @property
    def code(self) -> str:
        return self.reason

    def __reduce__(self) -> tuple[type[ModelReplyUnusable], tuple[str, str, float | None]]:  # type: ignore[override]
        return type(self), (self.message, self.reason, self.retry_after)


class ModelRejectedRequest(PermanentError):  # noqa: N818
    """The model's endpoint refuses this request as such (a 4xx that no other way of asking avoids)."""


class MissingDependency(PermanentError):  # noqa: N818
    """An optional part that the settings ask for is not installed."""


class Defect(TransientError):  # noqa: N818
    """The program itself failed at an event: a newer one may not."""


class EmbeddingUnusable(PermanentError):  # noqa: N818
    """An embedding came back with the wrong width, as zeros or not finite."""


class LeaseLost(TransientError):  # noqa: N818
    """Another attempt took this event over: this attempt's writes are refused."""
