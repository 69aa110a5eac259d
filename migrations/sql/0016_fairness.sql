-- An event that waits because its scope (or tenant) has its share of the workers already: until then nobody hints it.
ALTER TABLE events ADD COLUMN parked_until TIMESTAMP WITH TIME ZONE;

CREATE INDEX events_running_idx ON events (tenant, scope) WHERE state = 'running';

CREATE INDEX events_parked_idx ON events (tenant, scope, recorded_at) WHERE parked_until IS NOT NULL;

-- Both sweeps leave what is parked alone: a long queue of one person would fill them otherwise.
CREATE OR REPLACE FUNCTION due_events(at_instant timestamptz, pending_since timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, event_id uuid, lane text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope, e.event_id, e.lane
    FROM public.events e
    WHERE e.state IN ('pending', 'running', 'failed')
      AND (e.hint_at IS NULL OR e.hint_at <= at_instant)
      AND (e.parked_until IS NULL OR e.parked_until <= at_instant)
      AND ((e.state = 'pending' AND e.recorded_at <= pending_since
            AND (e.next_attempt_at IS NULL OR e.next_attempt_at <= at_instant))
        OR (e.state = 'running' AND e.lease_until <= at_instant)
        OR (e.state = 'failed' AND e.next_attempt_at <= at_instant))
    ORDER BY e.recorded_at
    LIMIT at_most
$$;

CREATE OR REPLACE FUNCTION unattended_events(at_instant timestamptz, pending_since timestamptz, at_most integer)
RETURNS TABLE (tenant text, scope text, event_id uuid, lane text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope, e.event_id, e.lane
    FROM public.events e
    WHERE e.state IN ('pending', 'running', 'failed')
      AND (e.parked_until IS NULL OR e.parked_until <= at_instant)
      AND ((e.state = 'pending' AND e.recorded_at <= pending_since
            AND (e.next_attempt_at IS NULL OR e.next_attempt_at <= at_instant))
        OR (e.state = 'running' AND e.lease_until <= at_instant)
        OR (e.state = 'failed' AND e.next_attempt_at <= at_instant))
    ORDER BY e.recorded_at
    LIMIT at_most
$$;
