-- Who holds an event, how often it failed by itself, and how often it went down with its worker.
ALTER TABLE events
    ADD COLUMN holder TEXT,
    ADD COLUMN failures INTEGER DEFAULT 0 NOT NULL,
    ADD COLUMN crashes INTEGER DEFAULT 0 NOT NULL,
    ADD COLUMN hint_at TIMESTAMP WITH TIME ZONE;

CREATE INDEX events_done_at_idx ON events (done_at) WHERE state = 'done';

-- One worker at a time per session: the event that works on it, and as whom. The hold is as alive as that event's lease.
ALTER TABLE sessions
    ADD COLUMN held_by UUID,
    ADD COLUMN held_as TEXT;

CREATE TABLE job_claims (
    job TEXT NOT NULL,
    period TEXT NOT NULL,
    claimed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT job_claims_pkey PRIMARY KEY (job, period)
);

CREATE OR REPLACE FUNCTION due_events(at_instant timestamptz, pending_since timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, event_id uuid, lane text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope, e.event_id, e.lane
    FROM public.events e
    WHERE e.state IN ('pending', 'running', 'failed')
      AND (e.hint_at IS NULL OR e.hint_at <= at_instant)
      AND ((e.state = 'pending' AND e.recorded_at <= pending_since
            AND (e.next_attempt_at IS NULL OR e.next_attempt_at <= at_instant))
        OR (e.state = 'running' AND e.lease_until <= at_instant)
        OR (e.state = 'failed' AND e.next_attempt_at <= at_instant))
    ORDER BY e.recorded_at
    LIMIT at_most
$$;

-- What was recorded for later counts as waiting from then on.
CREATE OR REPLACE FUNCTION ledger_stats()
RETURNS TABLE (state text, events bigint, oldest_recorded_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.state, count(*),
           min(CASE WHEN e.state = 'pending' THEN greatest(e.recorded_at, e.next_attempt_at) ELSE e.recorded_at END)
    FROM public.events e GROUP BY e.state
$$;

-- Due events without regard to hints, for when the queues are empty: then every hint was lost.
CREATE FUNCTION unattended_events(at_instant timestamptz, pending_since timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, event_id uuid, lane text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope, e.event_id, e.lane
    FROM public.events e
    WHERE e.state IN ('pending', 'running', 'failed')
      AND ((e.state = 'pending' AND e.recorded_at <= pending_since
            AND (e.next_attempt_at IS NULL OR e.next_attempt_at <= at_instant))
        OR (e.state = 'running' AND e.lease_until <= at_instant)
        OR (e.state = 'failed' AND e.next_attempt_at <= at_instant))
    ORDER BY e.recorded_at
    LIMIT at_most
$$;

CREATE FUNCTION last_done_at() RETURNS timestamptz
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT max(e.done_at) FROM public.events e WHERE e.state = 'done'
$$;

-- Scopes with notifications that have not left, the longest waiting first.
CREATE FUNCTION outbox_scopes(at_most integer) RETURNS TABLE (tenant text, scope text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT o.tenant, o.scope FROM public.outbox o WHERE o.published_at IS NULL
    GROUP BY o.tenant, o.scope ORDER BY min(o.id) LIMIT at_most
$$;

CREATE FUNCTION outbox_backlog() RETURNS TABLE (waiting bigint, oldest_created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT count(*), min(o.created_at) FROM public.outbox o WHERE o.published_at IS NULL
$$;

CREATE INDEX outbox_published_idx ON outbox (published_at) WHERE published_at IS NOT NULL;

CREATE FUNCTION prune_outbox(published_before timestamptz, at_most integer) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    WITH old AS (
        SELECT o.tenant, o.scope, o.id FROM public.outbox o WHERE o.published_at < published_before
        ORDER BY o.published_at LIMIT at_most FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM public.outbox o USING old
        WHERE o.tenant = old.tenant AND o.scope = old.scope AND o.id = old.id RETURNING 1
    )
    SELECT count(*) FROM gone
$$;

-- Which embedding spaces hold vectors at all.
CREATE FUNCTION used_spaces() RETURNS TABLE (model text, dimensions integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT s.model, s.dimensions FROM public.embedding_spaces s
    WHERE EXISTS (SELECT FROM public.vectors v WHERE v.space_id = s.id)
$$;

GRANT DELETE ON job_claims TO :role;

REVOKE ALL ON FUNCTION unattended_events(timestamptz, timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unattended_events(timestamptz, timestamptz, integer) TO :role;
REVOKE ALL ON FUNCTION last_done_at() FROM PUBLIC;
REVOKE ALL ON FUNCTION outbox_scopes(integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION outbox_backlog() FROM PUBLIC;
REVOKE ALL ON FUNCTION prune_outbox(timestamptz, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION used_spaces() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_done_at() TO :role;
GRANT EXECUTE ON FUNCTION outbox_scopes(integer) TO :role;
GRANT EXECUTE ON FUNCTION outbox_backlog() TO :role;
GRANT EXECUTE ON FUNCTION prune_outbox(timestamptz, integer) TO :role;
GRANT EXECUTE ON FUNCTION used_spaces() TO :role;
