CREATE TABLE events (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    event_id UUID NOT NULL,
    type TEXT NOT NULL,
    lane TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER DEFAULT 0 NOT NULL,
    occurred_at TIMESTAMP WITH TIME ZONE NOT NULL,
    recorded_at TIMESTAMP WITH TIME ZONE NOT NULL,
    next_attempt_at TIMESTAMP WITH TIME ZONE,
    lease_until TIMESTAMP WITH TIME ZONE,
    done_at TIMESTAMP WITH TIME ZONE,
    reason TEXT,
    error TEXT,
    result JSONB DEFAULT '{}'::jsonb NOT NULL,
    document JSONB DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (tenant, scope, event_id),
    CONSTRAINT events_state_check CHECK (state IN ('pending', 'running', 'done', 'failed', 'dead'))
);

CREATE INDEX events_open_idx ON events (recorded_at) WHERE state IN ('pending', 'running', 'failed');

CREATE INDEX events_tenant_event_id_idx ON events (tenant, event_id);

CREATE INDEX events_tenant_recorded_at_idx ON events (tenant, recorded_at);

CREATE TABLE outbox (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    topic TEXT NOT NULL,
    payload JSONB DEFAULT '{}'::jsonb NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    published_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT outbox_pkey PRIMARY KEY (tenant, scope, id)
);

CREATE INDEX outbox_waiting_idx ON outbox (id) WHERE published_at IS NULL;

CREATE TABLE runs (
    tenant TEXT NOT NULL,
    run_id UUID NOT NULL,
    kind TEXT NOT NULL,
    period TEXT NOT NULL,
    status TEXT NOT NULL,
    counts JSONB DEFAULT '{}'::jsonb NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT runs_pkey PRIMARY KEY (tenant, run_id),
    CONSTRAINT runs_tenant_kind_period_key UNIQUE (tenant, kind, period)
);

-- Sweepers work for all tenants; these functions let them see ids and counts, and nothing else.
CREATE FUNCTION due_events(at_instant timestamptz, pending_since timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, event_id uuid, lane text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope, e.event_id, e.lane
    FROM public.events e
    WHERE e.state IN ('pending', 'running', 'failed')
      AND ((e.state = 'pending' AND e.recorded_at <= pending_since)
        OR (e.state = 'running' AND e.lease_until <= at_instant)
        OR (e.state = 'failed' AND e.next_attempt_at <= at_instant))
    ORDER BY e.recorded_at
    LIMIT at_most
$$;

CREATE FUNCTION ledger_stats()
RETURNS TABLE (state text, events bigint, oldest_recorded_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.state, count(*), min(e.recorded_at) FROM public.events e GROUP BY e.state
$$;

REVOKE ALL ON FUNCTION due_events(timestamptz, timestamptz, integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_stats() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_events(timestamptz, timestamptz, integer) TO :role;
GRANT EXECUTE ON FUNCTION ledger_stats() TO :role;
