-- A check value of the key under which digests are made: one row, no content.
CREATE TABLE digest_keys (
    id smallint NOT NULL,
    check_value bytea NOT NULL,
    CONSTRAINT digest_keys_pkey PRIMARY KEY (id),
    CONSTRAINT digest_keys_id_check CHECK (id = 1)
);

-- Changes with everything that is erased from a session: work that began before is refused, whatever it found.
ALTER TABLE sessions ADD COLUMN revision UUID DEFAULT gen_random_uuid() NOT NULL;

-- An erasure under way, and afterwards its receipt. What is left to do names ids, never content; once it is done, the row
-- holds counts alone, under a scope that nobody can read.
CREATE TABLE erasures (
    tenant TEXT NOT NULL,
    scope TEXT NOT NULL,
    receipt_id UUID NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    counts JSONB DEFAULT '{}'::jsonb NOT NULL,
    leftovers JSONB DEFAULT '{}'::jsonb NOT NULL,
    started_at TIMESTAMP WITH TIME ZONE NOT NULL,
    ended_at TIMESTAMP WITH TIME ZONE,
    CONSTRAINT erasures_pkey PRIMARY KEY (tenant, scope, receipt_id),
    CONSTRAINT erasures_kind_check CHECK (kind IN ('memory', 'session', 'text', 'all')),
    CONSTRAINT erasures_state_check CHECK (state IN ('removing', 'cleaning', 'done'))
);

CREATE INDEX erasures_unfinished_idx ON erasures (started_at) WHERE state <> 'done';

CREATE FUNCTION unfinished_erasures(at_most integer) RETURNS TABLE (tenant text, scope text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
    SELECT e.tenant, e.scope FROM public.erasures e WHERE e.state <> 'done'
    GROUP BY e.tenant, e.scope ORDER BY min(e.started_at) LIMIT at_most
$$;

REVOKE ALL ON FUNCTION unfinished_erasures(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION unfinished_erasures(integer) TO :role;
