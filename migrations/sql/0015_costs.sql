-- What each attempt at a segment took of a model, whatever came of it. Holds no content and no readable id.
CREATE TABLE model_costs (
    tenant TEXT NOT NULL,
    id BIGINT GENERATED ALWAYS AS IDENTITY,
    event_id UUID,
    attempt INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    model TEXT NOT NULL,
    prompt_version TEXT NOT NULL,
    calls INTEGER NOT NULL,
    prompt_tokens BIGINT NOT NULL,
    completion_tokens BIGINT NOT NULL,
    cached_tokens BIGINT NOT NULL,
    latency_ms BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT model_costs_pkey PRIMARY KEY (tenant, id)
);

CREATE INDEX model_costs_tenant_at_idx ON model_costs (tenant, at);

CREATE INDEX model_costs_tenant_event_id_idx ON model_costs (tenant, event_id);

-- Until when an event rests because its tenant's day had used up its budget; kept when the time has come.
ALTER TABLE events ADD COLUMN budget_until TIMESTAMP WITH TIME ZONE;

CREATE INDEX events_over_budget_idx ON events (next_attempt_at) WHERE state = 'pending' AND budget_until IS NOT NULL;

-- The model that was to read a segment which the rules read in its place, while it is to be redone by it.
ALTER TABLE segments
    ADD COLUMN stands_in_for TEXT,
    ADD COLUMN redo_at TIMESTAMP WITH TIME ZONE;

CREATE INDEX segments_redo_at_idx ON segments (redo_at) WHERE redo_at IS NOT NULL AND committed_at IS NOT NULL;

-- What waited for a budget counts as waiting from when its time has come.
CREATE OR REPLACE FUNCTION ledger_stats()
RETURNS TABLE (state text, events bigint, oldest_recorded_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.state, count(*),
           min(CASE WHEN e.state = 'pending' THEN greatest(e.recorded_at, e.next_attempt_at, e.budget_until)
               ELSE greatest(e.recorded_at, e.budget_until) END)
    FROM public.events e GROUP BY e.state
$$;

CREATE FUNCTION events_over_budget() RETURNS TABLE (events bigint, next_attempt_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT count(*), min(e.next_attempt_at) FROM public.events e
    WHERE e.state = 'pending' AND e.budget_until IS NOT NULL
      AND e.next_attempt_at IS NOT NULL
$$;

CREATE FUNCTION scopes_to_redo(at_instant timestamptz, at_most integer) RETURNS TABLE (tenant text, scope text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT s.tenant, s.scope FROM public.segments s
    WHERE s.redo_at <= at_instant AND s.committed_at IS NOT NULL
    GROUP BY s.tenant, s.scope ORDER BY min(s.redo_at), s.tenant, s.scope LIMIT at_most
$$;

REVOKE ALL ON FUNCTION events_over_budget() FROM PUBLIC;
REVOKE ALL ON FUNCTION scopes_to_redo(timestamptz, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION events_over_budget() TO :role;
GRANT EXECUTE ON FUNCTION scopes_to_redo(timestamptz, integer) TO :role;
